// Derived figures of an odds report: rows of a pay table, shares, and a file for a spreadsheet.

import { has, orElse, patternsOf, t } from '../shared/texts.js';

/** @typedef {{ numerator: number | string, denominator: number | string }} Fraction */
/**
 * @typedef {{
 *   wager: string, kind: string, table: string | null, case: string | null, as: string | null,
 *   total: number | string, counts: Record<string, number | string>, nets: Record<string, Fraction>,
 *   edge: number, hit_frequency: number, standard_deviation: number, assumes: string[],
 *   details: Record<string, any>,
 * }} WagerOdds
 */
/** @param {Fraction} net */
export const numberOf = ({ numerator, denominator }) => Number(numerator) / Number(denominator);
// Several attributes distinguish one wager's counts: who plays it, by which table, in which case.
/** @param {WagerOdds} wager */
export const idOf = (wager) => [wager.wager, wager.as].filter(Boolean).join(', ');
/** @param {WagerOdds} wager */
export function titleOf({ kind, table, as, case: special }) {
  const name = `${t(`wager.${kind}`)}${table ? ` ${table}` : ''}`;
  const role = as && t(`odds.as.${as}`),
    more = special && (has(`odds.case.${special}`) ? t(`odds.case.${special}`) : special);
  return [name, role, more].filter(Boolean).join(t('odds.comma'));
}
// A side wager with every pay table that its book allows, in order.
/** @param {{ wagers: WagerOdds[], others: WagerOdds[] }} result @param {WagerOdds} wager */
export const tablesOf = ({ wagers, others }, { kind, table }) =>
  table
    ? [...wagers, ...others]
        .filter((each) => each.kind === kind)
        .sort((one, other) => one.table.localeCompare(other.table))
        .map((each) => ({ id: idOf(each), table: each.table, edge: each.edge, here: wagers.includes(each) }))
    : [];
// The listed wager that represents another pay table of its kind.
/** @param {{ wagers: WagerOdds[], others: WagerOdds[] }} result @param {WagerOdds} wager */
export const listed = ({ wagers, others }, wager) =>
  idOf(others.includes(wager) ? wagers.find(({ kind }) => kind === wager.kind) : wager);
/** @param {string} name */
export const lineTitle = (name) =>
  has(`odds.result.${name}`) ? t(`odds.result.${name}`) : orElse(`payline.${name}`, name);

// A count's assumptions, in the page's language.
/** @param {string} text as the report has it, in English */
export function assumption(text) {
  // The longest goes first: what follows a gap isn't part of it.
  const longest = patternsOf('odds.assumes.').sort(([a], [b]) => b.length - a.length);
  for (const [key, [pattern, names]] of longest) {
    const found = text.match(pattern);
    if (found) return t(key, Object.fromEntries(names.map((name, i) => [name, gapped(name, found[i + 1])])));
  }
  return text;
}
/** @param {string} name @param {string} value */
const gapped = (name, value) => {
  if (name === 'way' || name === 'other') return orElse(`houseway.${value}`, value);
  if (name !== 'meters') return value;
  const meters = value
    .split(', ')
    .map((each) => each.replace(/^(\w+) at/, (_, meter) => t(`meter.${meter}`)));
  return meters.join(t('odds.comma'));
};

// Every result with its share of all deals, and what it adds to the value per unit staked.
/** @param {WagerOdds} wager */
export function rowsOf({ counts, nets, total }) {
  return Object.entries(counts).map(([name, count]) => {
    const net = numberOf(nets[name]),
      part = Number(count) / Number(total);
    return { name, count, net, part, adds: part * net };
  });
}
/** @param {string | number} cell */
const quoted = (cell) =>
  /[",\n]/.test(String(cell)) ? `"${String(cell).replace(/"/g, '""')}"` : String(cell);
/** @param {(string | number)[][]} rows */
export const csv = (rows) => `${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
/** @param {WagerOdds[]} wagers */
export const csvOf = (wagers) =>
  csv([
    ['wager', 'as', 'edge', 'hit_frequency', 'standard_deviation', 'result', 'count', 'total', 'net', 'adds'],
    ...wagers.flatMap((wager) =>
      rowsOf(wager).map(({ name, count, net, adds }) => [
        wager.wager,
        wager.as || '',
        wager.edge,
        wager.hit_frequency,
        wager.standard_deviation,
        name,
        count,
        wager.total,
        net,
        adds,
      ]),
    ),
  ]);
