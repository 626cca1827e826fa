// The odds drawn: wagers by edge, one wager's lines, meters against break-even, envy, vigorish by stake.

import { counted, share, signedShare, toneOf } from '../shared/figures.js';
import { html } from '../shared/html.js';
import { progressBar } from '../shared/study.js';
import { marked, termed } from '../shared/terms.js';
import { esc, money, t, term } from '../shared/texts.js';
import { assumption, idOf, lineTitle, rowsOf, titleOf } from './figures.js';

/** @typedef {import('./figures.js').WagerOdds} WagerOdds */

const LONGEST = 0.2;
// A bar as long as its share of the whole, in percent of its container.
/** @param {number} part @param {string} tone */
const bar = (part, tone) => {
  const width = Math.max(0.6, Math.min(100, 100 * part)).toFixed(2);
  return html`
    <svg class="bar" width="100%" height="8" aria-hidden="true">
      <rect class="ground" width="100%" height="8" rx="4"/>
      <rect class="${tone}" width="${width}%" height="8" rx="4"/>
    </svg>
  `;
};
/**
 * @param {any} result
 * @param {string} chosen
 * @param {import('../shared/study.js').Far | undefined} counting
 */
export function wagersList(result, chosen, counting) {
  const sorted = [...result.wagers].sort((a, b) => a.edge - b.edge);
  /** @param {WagerOdds} wager */
  const row = (wager) => {
    const id = idOf(wager);
    return html`
      <li>
        <button data-act="wager" data-wager="${esc(id)}" data-k="wager-${esc(id)}"
          aria-pressed="${id === chosen}">
          <span class="name">${esc(titleOf(wager))}<b class="num">${share(wager.edge)}</b></span>
          ${bar(wager.edge / LONGEST, wager.edge > 0 ? 'lose' : 'win')}
          <small class="muted num">
            ${t('odds.hits', {
              hits: share(wager.hit_frequency),
              deviation: wager.standard_deviation.toFixed(2),
            })}
          </small>
        </button>
      </li>
    `;
  };
  const still = result.main
    ? ''
    : html`
      <li>
        <p class="name">${t('wager.main')}</p>
        ${counting === undefined ? `<p class="muted">${t('odds.uncounted')}</p>` : progressBar(counting)}
      </li>
    `;
  return html`
    <p class="muted">${t('odds.keeps')}</p>
    <ol class="wagers">${still}${sorted.map(row).join('')}</ol>
  `;
}
/** @param {string} label @param {string} figure */
const fact = (label, figure) => html`<div><dt>${label}</dt><dd class="num">${figure}</dd></div>`;
/** @param {string} name */
const lineTerm = (name) => term(name === 'push' ? name : `line.${name}`, esc(lineTitle(name)));
/** @param {number} net */
const pays = (net) =>
  `${net < 0 ? '−' : ''}${Math.abs(net).toLocaleString('en-US', { maximumFractionDigits: 4 })}`;
// Below a hundred with one decimal, so that they stand under each other.
/** @param {number} part */
const onceIn = (part) => {
  const digits = part > 0.01 ? 1 : 0;
  return part
    ? (1 / part).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : '–';
};

// The pay tables that the book allows: the table's own, and what another would change.
/** @param {WagerOdds} wager @param {ReturnType<typeof import('./figures.js').tablesOf>} tables */
function tableSwitch(wager, tables) {
  if (tables.length < 2) return '';
  const more = wager.edge - (tables.find(({ here }) => here)?.edge ?? wager.edge),
    part = share(Math.abs(more)),
    told = { part, table: esc(String(wager.table)) };
  return html`
      <div class="switch" role="group" aria-label="${t('odds.paytable')}">
        <span class="muted" aria-hidden="true">${t('odds.paytable')}</span>
        ${tables
          .map(
            ({ id, table, here }) => html`
              <button class="btn slim" data-act="wager" data-wager="${esc(id)}" data-k="table-${esc(id)}"
                aria-pressed="${id === idOf(wager)}">
                ${esc(table)}${here ? ` <small>${t('odds.here')}</small>` : ''}
              </button>
            `,
          )
          .join('')}
      </div>
      ${more ? `<p role="status">${t(more > 0 ? 'odds.paytable.more' : 'odds.paytable.less', told)}</p>` : ''}
    `;
}
const BETS = 100;
// The expected total of many minimum bets.
/** @param {WagerOdds} wager @param {number} stake */
const hundredBets = ({ edge, standard_deviation: deviation }, stake) => html`
  <h2>${t('odds.hundred', { stake: money(stake) })}</h2>
  <p>
    ${t(edge > 0 ? 'odds.lose' : 'odds.gain', {
      amount: money(Math.round(Math.abs(edge) * BETS * stake)),
      about: money(Math.round(deviation * Math.sqrt(BETS) * stake)),
    })}
  </p>
`;
/**
 * @param {WagerOdds} wager
 * @param {number} stake the least that the table takes
 * @param {ReturnType<typeof import('./figures.js').tablesOf>} tables
 */
export function wagerPanel(wager, stake, tables) {
  const rows = rowsOf(wager),
    won = rows.filter(({ net }) => net > 0),
    most = Math.max(...won.map(({ adds }) => adds)),
    gained = won.reduce((sum, { adds }) => sum + adds, 0);
  /** @param {ReturnType<typeof rowsOf>[number]} row */
  const line = ({ name, count, net, part, adds }) => html`
    <tr>
      <th scope="row">${lineTerm(name)}</th>
      <td class="num">${pays(net)}</td>
      <td class="num wide" title="${counted(count)}">${onceIn(part)}</td>
      <td class="wide">${net > 0 ? bar(adds / most, 'win') : ''}</td>
      <td class="num ${toneOf(adds)}">${signedShare(adds, 4)}</td>
    </tr>
  `;
  return html`
    <h1>${term(`wager.${wager.kind}`, esc(titleOf(wager)))}</h1>
    ${tableSwitch(wager, tables)}
    <dl class="panelbox facts4">
      ${fact(term('houseedge', t('odds.edge')), share(wager.edge, 4))}
      ${fact(t('odds.wins'), t('odds.oncein', { n: onceIn(wager.hit_frequency) }))}
      ${fact(term('deviation', t('odds.deviation')), wager.standard_deviation.toFixed(3))}
      ${fact(t('odds.counted'), counted(wager.total))}
    </dl>
    <div class="panelbox">
      <table class="list lines">
        <thead>
          <tr>
            <th scope="col">${t('odds.line')}</th>
            <th scope="col" class="num">${t('odds.pays')}</th>
            <th scope="col" class="num wide">${t('odds.once')}</th>
            <th scope="col" class="wide">${t('odds.share')}</th>
            <th scope="col" class="num">${term('value', t('odds.adds'))}</th>
          </tr>
        </thead>
        <tbody>${rows.map(line).join('')}</tbody>
        <tfoot>
          <tr>
            <th scope="row">${t('odds.won')}</th><td></td><td class="wide"></td><td class="wide"></td>
            <td class="num win">${share(gained, 4)}</td>
          </tr>
          <tr>
            <th scope="row">${t('odds.together')}</th><td></td><td class="wide"></td><td class="wide"></td>
            <td class="num ${toneOf(-wager.edge)}"><b>${signedShare(-wager.edge, 4)}</b></td>
          </tr>
        </tfoot>
      </table>
    </div>
    <div class="panelbox">
      ${hundredBets(wager, stake)}
      <ul class="muted assumes">
        ${wager.assumes.map((each) => `<li>${marked(assumption(each))}</li>`).join('')}
      </ul>
    </div>
  `;
}
/** @param {any} result */
function metersPanel({ wagers, meters }) {
  const progressive = wagers.find((/** @type {WagerOdds} */ { details }) => details.break_even_cents);
  if (!progressive) return '';
  const { break_even_cents: even, long_run_value: run, stake_cents: stake } = progressive.details;
  const rows = Object.entries(even).map(([name, cents]) => {
    const shown = meters[name] ?? progressive.details.meters_cents[name];
    return html`
      <li>
        <p class="name">${t(`meter.${name}`)}<b class="num">${money(shown)}</b></p>
        ${bar(shown / Number(cents), 'brass')}
        <small class="muted num">
          ${t('odds.breaks', { amount: money(Number(cents)), part: share(shown / Number(cents), 1) })}
        </small>
      </li>
    `;
  });
  const long = run ? -Number(run.numerator) / Number(run.denominator) : null;
  return html`
    <div class="panelbox">
      <h2>${t('odds.meters')}</h2>
      <p class="muted">${termed(t('odds.meters.text', { stake: money(stake) }))}</p>
      <ul class="plain">${rows.join('')}</ul>
      ${long === null ? '' : `<p>${t('odds.long', { edge: share(long) })}</p>`}
    </div>
  `;
}
/** @param {WagerOdds} wager */
function envyPanel(wager) {
  const edges = [{ others: 0, edge: wager.edge }, ...wager.details.envy];
  return html`
    <div class="panelbox">
      <h2>${t('odds.envy', { name: esc(titleOf(wager)) })}</h2>
      <p class="muted">
        ${termed(t('odds.envy.text', { stake: money(wager.details.envy_stake_cents) }))}
      </p>
      <table class="list">
        <tbody>
          ${edges
            .map(
              ({ others, edge }) => html`
                <tr>
                  <th scope="row">${others || t('odds.none')}</th>
                  <td>${bar(edge / LONGEST, edge > 0 ? 'lose' : 'win')}</td>
                  <td class="num">${share(edge)}</td>
                </tr>
              `,
            )
            .join('')}
        </tbody>
      </table>
    </div>
  `;
}
/** @param {any} result */
function vigorishPanel({ vigorish }) {
  if (!vigorish.stakes.length) return '';
  const cells = vigorish.stakes.map(
    (/** @type {any} */ each) => html`
      <tr>
        <th scope="row" class="num">${money(each.stake)}</th>
        <td class="num">${money(each.vigorish)}</td>
        <td class="num">${share(each.vigorish / each.stake)}</td>
        <td class="num">${each.edge === null ? '–' : share(each.edge)}</td>
      </tr>
    `,
  );
  return html`
    <div class="panelbox">
      <h2>${termed(t('odds.vigorish'))}</h2>
      <p class="muted">${t(`odds.method.${vigorish.method}`)}</p>
      <table class="list">
        <thead>
          <tr>
            ${['stake', 'taken', 'rate', 'edge']
              .map((each) => `<th scope="col" class="num">${t(`odds.vig.${each}`)}</th>`)
              .join('')}
          </tr>
        </thead>
        <tbody>${cells.join('')}</tbody>
      </table>
    </div>
  `;
}
// What belongs to the chosen wager comes first: commission to the main wager, meters to the progressive.
/** @param {any} result @param {string | undefined} kind */
export function besidePanels(result, kind) {
  const /** @type {WagerOdds[]} */ wagers = result.wagers,
    progressive = wagers.find(({ details }) => details.break_even_cents),
    envious = wagers.filter(({ details }) => details.envy);
  const panels = [
    { of: progressive?.kind, panel: metersPanel(result) },
    ...envious.map((each) => ({ of: each.kind, panel: envyPanel(each) })),
    { of: 'main', panel: vigorishPanel(result) },
  ];
  const [first, rest] = [true, false].map((own) => panels.filter((each) => (each.of === kind) === own));
  return [...first, ...rest].map(({ panel }) => panel).join('');
}
