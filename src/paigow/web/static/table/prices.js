// What each bet of this table costs, how much of it the house keeps, and what it pays.

import { api } from '../shared/connection.js';
import { show } from '../shared/dialogs.js';
import { html } from '../shared/html.js';
import { esc, has, loadPart, oddsText, percent, t, whole } from '../shared/texts.js';
import { payRows } from './panels/side.js';

// The counted edges by kind: the player's own, without special cases.
/** @param {string} table @returns {Promise<Record<string, any>>} */
const counted = async (table) => {
  const { wagers = [] } = await api(`/api/tables/${encodeURIComponent(table)}/odds`).catch(
    /** @returns {any} */ () => ({}),
  );
  const own = wagers.filter((/** @type {any} */ each) => !each.case && (!each.as || each.as === 'player'));
  return Object.fromEntries(own.map((/** @type {any} */ each) => [each.kind, each]));
};
/** @param {WagerOffered} wager @param {any} odds */
const one = ({ kind, least, most, table, rows, odds: pays }, odds) => {
  const title = t(`wager.${kind}`),
    gist = `terms.wager.${kind}.text`,
    meters = odds?.details?.meters_cents ? ` (${t('prices.meters')})` : '';
  const limits = t('prices.limits', { least: whole(least), most: whole(most) }),
    edge = odds ? t('prices.edge', { edge: percent(odds.edge) }) + meters : t('prices.unknown');
  return html`
    <section class="part" data-kind="${esc(kind)}">
      <h3>${esc(title)}</h3>
      ${has(gist) ? `<p>${esc(t(gist))}</p>` : ''}
      <p class="num">${limits} · ${edge}</p>
      ${
        rows.length
          ? `<table class="pays num"><caption class="sr">${t('paytable', { id: table })}</caption>
              <tbody>${payRows(rows)}</tbody></table>`
          : `<p>${t('prices.pays', { odds: esc(pays.map(oddsText).join(' ')) })}</p>`
      }
    </section>
  `;
};
/** @param {Model} model */
export async function showPrices({ layout }) {
  const [odds] = await Promise.all([counted(layout.id), loadPart('prices'), loadPart('terms')]);
  show(
    html`
      <h2>${t('prices')}</h2>
      ${layout.wagers.map((wager) => one(wager, odds[wager.kind])).join('')}
      <p>
        <a class="btn slim" href="/odds?table=${encodeURIComponent(layout.id)}" target="_blank"
          rel="noopener">
          ${t('prices.all')}
        </a>
      </p>
    `,
    t('prices'),
  );
}
