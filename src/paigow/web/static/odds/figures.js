// What a report of the odds comes to: rows of a pay table, shares, and a file for a spreadsheet.

import { has, orElse, t } from '../shared/texts.js';

/**
 * @typedef {{
 *   wager: string, kind: string, table: string | null, case: string | null, as: string | null,
 *   total: number | string, counts: Record<string, number | string>, nets: Record<string, string>,
 *   edge: number, hit_frequency: number, standard_deviation: number, assumes: string[],
 *   details: Record<string, any>,
 * }} WagerOdds
 */
/** @param {string} net a whole number or a fraction, `19/20` */
export const numberOf = (net) => {
  const [over, under = '1'] = net.split('/');
  return Number(over) / Number(under);
};
// Several kinds of count tell one wager apart: who plays it, by which table, in which case.
/** @param {WagerOdds} wager */
export const idOf = (wager) => [wager.wager, wager.as].filter(Boolean).join(', ');
/** @param {WagerOdds} wager */
export function titleOf({ kind, table, as, case: special }) {
  const name = `${t(`wager.${kind}`)}${table ? ` ${table}` : ''}`;
  const role = as && t(`odds.as.${as}`),
    more = special && (has(`odds.case.${special}`) ? t(`odds.case.${special}`) : special);
  return [name, role, more].filter(Boolean).join(', ');
}
/** @param {string} name */
export const lineTitle = (name) =>
  has(`odds.result.${name}`) ? t(`odds.result.${name}`) : orElse(`payline.${name}`, name);

// Every result with its share of all deals, and what it adds to the value of one unit staked.
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
