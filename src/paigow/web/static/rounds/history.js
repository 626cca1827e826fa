// My rounds: what each did, with the way to its replay and its proof.

import { svg, tile } from '../pieces/drawings.js';
import { topbar } from '../shared/bar.js';
import { api, whoAmI } from '../shared/connection.js';
import { html } from '../shared/html.js';
import { current, esc, money, orElse, signed, t } from '../shared/texts.js';
import { history } from './records.js';
import { verifyRound } from './verify.js';

/** @param {{ title: string, table: string }} given */
const tableName = ({ title, table }) =>
  title || orElse(`book.${table}`, orElse(`history.own.${table.split('-')[0]}`, table));

/** @param {HTMLElement} root */
export async function historyPage(root) {
  const me = await whoAmI().catch(/** @returns {any} */ () => null),
    rounds = await history().catch(/** @returns {any} */ () => []);
  const titles = new Map(
    await Promise.all(
      [...new Set(/** @type {RoundListed[]} */ (rounds).map((each) => each.table))].map(
        /** @returns {Promise<[string, string]>} */ async (table) => {
          const found = await api(`/api/tables/${encodeURIComponent(table)}`).catch(
            /** @returns {any} */ () => null,
          );
          const own = `history.own.${table.split('-')[0]}`;
          return [table, found && `${orElse(own, found.title)} · ${t(`book.${found.book}`)}`];
        },
      ),
    ),
  );
  const tone = (/** @type {number} */ net) => (net > 0 ? 'win' : net < 0 ? 'lose' : 'push'),
    sign = { win: '▲', lose: '▼', push: '=' };
  /** @param {any} each */
  const row = (each) => {
    const net = each.net?.[me?.person] ?? 0;
    return html`
      <tr>
        <td>
          ${esc(titles.get(each.table) || tableName(each))}
          <br>
          <small class="muted">${new Date(each.at).toLocaleString(current())}</small>
        </td>
        <td class="num">${each.round}</td>
        <td class="num ${tone(net)}">
          <b>${each.voided && !net ? t('tag.void') : `${sign[tone(net)]} ${signed(net)}`}</b>
        </td>
        <td>
          <a class="btn slim" href="/round/${encodeURIComponent(each.table)}/${each.round}" data-act="go">
            ${t('history.open')}
          </a>${' '}
          <button class="btn slim quiet" data-act="prove" data-table="${esc(each.table)}"
            data-round="${each.round}">
            ${t('verify')}
          </button>
        </td>
      </tr>
    `;
  };
  root.innerHTML = html`
    <header class="topbar">
      ${topbar({ crumb: `<b>${t('history.title')}</b>`, chips: me ? money(me.wallet ?? 0) : null })}
    </header>
    <main class="page">
      <div class="head"><h1>${t('history.title')}</h1></div>
      ${
        rounds.length
          ? html`
            <div class="panelbox">
              <table class="list">
                <thead>
                  <tr>
                    <th scope="col">${t('history.table')}</th>
                    <th scope="col">${t('history.round')}</th>
                    <th scope="col">${t('history.net')}</th>
                    <th><span class="sr">${t('history.open')}</span></th>
                  </tr>
                </thead>
                <tbody>${rounds.map(row).join('')}</tbody>
              </table>
            </div>
          `
          : html`
            <div class="feltbox blank">
              <div aria-hidden="true">
                ${svg(
                  300,
                  150,
                  ['1-2', '6-6', '4-5', '1-1'].map((face, i) => tile(face, 30 + i * 62, 8, 126)).join(''),
                )}
              </div>
              <h2>${t('history.none')}</h2>
              <p>${t('history.what')}</p>
              <p><a class="btn primary" href="/" data-act="go">${t('history.start')}</a></p>
            </div>
          `
      }
    </main>
  `;
  return {
    /** @param {DOMStringMap} data */
    prove: (data) => verifyRound(data.table, data.round),
  };
}
