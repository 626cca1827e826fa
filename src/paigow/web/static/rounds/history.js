// My rounds: filtered, totaled, exported; each with links to its replay and its proof.

import { csv } from '../odds/figures.js';
import { svg, tile } from '../pieces/drawings.js';
import { topbar } from '../shared/bar.js';
import { api, whoAmINow } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { download } from '../shared/study.js';
import { current, esc, money, orElse, signed, t } from '../shared/texts.js';
import { eveningPanel, wagersPanel } from './evening.js';
import { judgeAll, playedRounds } from './judging.js';
import { oddsOf } from './review.js';
import { verifyRound } from './verify.js';

const SHORT = /** @type {const} */ ({ dateStyle: 'short', timeStyle: 'short' }),
  FOUR = ['1-2', '6-6', '4-5', '1-1'];
/** @param {{ title: string, table: string }} given */
const tableName = ({ title, table }) =>
  title || orElse(`book.${table}`, orElse(`review.history.own.${table.split('-')[0]}`, table));

/** @param {any[]} rounds */
async function titlesOf(rounds) {
  const tables = [...new Set(rounds.map((each) => each.table))];
  /** @param {string} table @returns {Promise<[string, string]>} */
  const entry = async (table) => {
    const found = await api(`/api/tables/${encodeURIComponent(table)}`).catch(
      /** @returns {any} */ () => null,
    );
    const own = `review.history.own.${table.split('-')[0]}`;
    return [table, found && `${orElse(own, found.title)} · ${t(`book.${found.book}`)}`];
  };
  return new Map(await Promise.all(tables.map(entry)));
}
const nothingYet = () => html`
  <div class="feltbox blank">
    <div aria-hidden="true">
      ${svg(300, 150, FOUR.map((face, i) => tile(face, 30 + i * 62, 8, 126)).join(''))}
    </div>
    <h2>${t('review.history.none')}</h2>
    <p>${t('review.history.what')}</p>
    <p><a class="btn primary" href="/" data-act="go">${t('review.history.start')}</a></p>
  </div>
`;

/** @param {HTMLElement} root */
export async function historyPage(root) {
  const me = await whoAmINow().catch(/** @returns {any} */ () => null),
    rounds = await playedRounds(me?.person).catch(/** @returns {import('./judging.js').Kept[]} */ () => []),
    titles = await titlesOf(rounds);
  /** @type {Map<string, any>} */
  const odds = new Map();
  let table = '',
    outcome = '',
    since = '';
  const chosen = () =>
    rounds.filter(
      (each) =>
        (!table || each.table === table) &&
        (!outcome || tone(each.net) === outcome) &&
        (!since || each.at >= new Date(`${since}T00:00`).getTime()),
    );
  const tone = (/** @type {number} */ net) => (net > 0 ? 'win' : net < 0 ? 'lose' : 'push'),
    sign = { win: '▲', lose: '▼', push: '=' };
  /** @param {any} each */
  const row = (each) => html`
    <tr>
      <td>
        ${esc(titles.get(each.table) || tableName(each))}
        <br>
        <small class="muted">${new Date(each.at).toLocaleString(current(), SHORT)}</small>
      </td>
      <td class="num">${each.round}</td>
      <td class="num ${tone(each.net)}">
        <b>${
          each.net
            ? `${sign[tone(each.net)]} ${signed(each.net)}`
            : each.voided
              ? t('tag.void')
              : `${sign.push} ${t('even')}`
        }</b>
      </td>
      <td class="num">${each.review ? costText(each.review) : '…'}</td>
      <td class="acts">
        <a class="btn slim" href="/round/${encodeURIComponent(each.table)}/${each.round}" data-act="go">
          ${t('review.history.open')}
        </a>${' '}
        <button class="btn slim quiet" data-act="prove" data-table="${esc(each.table)}"
          data-round="${each.round}">
          ${t('verify')}
        </button>
      </td>
    </tr>
  `;
  const costText = (/** @type {any} */ { cost, about }) => {
    const price = Math.round(cost) ? `−${money(Math.round(cost))}` : '0.00';
    return about && Math.round(cost) ? t('review.about', { amount: price }) : price;
  };
  root.innerHTML = html`
    <header class="topbar">
      ${topbar({ nav: navigation('rounds'), chips: me ? money(me.wallet ?? 0) : null })}
    </header>
    <main class="page">
      <div class="head"><h1>${t('review.history.title')}</h1></div>
      ${
        rounds.length
          ? html`
            <div class="filters panelbox">
              <label>
                ${t('review.history.table')}
                <select class="pick" data-filter="table">
                  <option value="">${t('review.all')}</option>
                  ${[...titles]
                    .map(([id, title]) => `<option value="${esc(id)}">${esc(title || id)}</option>`)
                    .join('')}
                </select>
              </label>
              <label>
                ${t('review.history.net')}
                <select class="pick" data-filter="outcome">
                  <option value="">${t('review.all')}</option>
                  ${['win', 'push', 'lose']
                    .map((each) => `<option value="${each}">${t(`study.${each}`)}</option>`)
                    .join('')}
                </select>
              </label>
              <label>${t('review.since')}<input class="pick" type="date" data-filter="since"></label>
              <button class="btn slim" data-act="csv" data-k="csv">${t('review.csv')}</button>
              <button class="btn slim" data-act="files" data-k="files">${t('review.files')}</button>
            </div>
            <section class="panelbox whole" aria-label="${t('review.evening')}"></section>
            <section class="panelbox bywager" aria-label="${t('review.bywager')}"></section>
            <div class="panelbox rounds"></div>
          `
          : nothingYet()
      }
    </main>
  `;
  const [whole, bywager, list] = ['.whole', '.bywager', '.rounds'].map((part) => root.querySelector(part));
  function redraw() {
    const shown = chosen();
    draw(whole, eveningPanel(shown));
    draw(bywager, `<h2>${t('review.bywager')}</h2>${wagersPanel(shown, odds)}`);
    draw(
      list,
      html`
        <table class="list">
          <thead>
            <tr>
              <th scope="col">${t('review.history.table')}</th>
              <th scope="col" class="num">${t('review.history.round')}</th>
              <th scope="col" class="num">${t('review.history.net')}</th>
              <th scope="col" class="num">${t('review.col.cost')}</th>
              <th><span class="sr">${t('review.history.open')}</span></th>
            </tr>
          </thead>
          <tbody>${shown.map(row).join('')}</tbody>
        </table>
      `,
    );
  }
  async function judge() {
    const here = () => root.isConnected;
    for (const id of titles.keys())
      oddsOf(id, here)
        .then((/** @type {any} */ found) => {
          if (found) odds.set(id, found);
          if (here()) redraw();
        })
        .catch(() => {});
    await judgeAll(rounds, me.person, here, redraw);
  }
  /** @param {Event} event */
  const changed = (event) => {
    const { dataset, value } = /** @type {HTMLInputElement} */ (targetOf(event));
    if (dataset.filter === 'table') table = value;
    else if (dataset.filter === 'outcome') outcome = value;
    else since = value;
    redraw();
  };
  root.addEventListener('change', changed);
  if (rounds.length) {
    redraw();
    judge();
  }
  const rowsOf = () =>
    chosen().map(({ table: id, round, at, voided, net, review }) => [
      new Date(at).toISOString(),
      id,
      round,
      voided ? 'void' : tone(net),
      (net / 100).toFixed(2),
      review ? (review.cost / 100).toFixed(4) : '',
    ]);
  return {
    /** @param {DOMStringMap} data */
    prove: (data) => verifyRound(data.table, data.round),
    csv: () =>
      download(
        csv([['at', 'table', 'round', 'outcome', 'net', 'decisions_cost'], ...rowsOf()]),
        'rounds.csv',
        'text/csv',
      ),
    files: async () => {
      for (const { table: id, round } of chosen()) {
        const file = await fetch(`/api/tables/${encodeURIComponent(id)}/rounds/${round}/file`);
        if (file.ok) download(await file.text(), `${id}-${round}.rounds`);
      }
    },
    close: () => root.removeEventListener('change', changed),
  };
}
