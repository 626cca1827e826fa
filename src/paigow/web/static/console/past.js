// Past rounds at a console: when, the house's result, whether it was void, and a link to rebuild it.
import { api } from '../shared/connection.js';
import { html } from '../shared/html.js';
import { current, esc, money, t } from '../shared/texts.js';

const PAST = 8;
const ENDS = new Set(['round-finished', 'round-voided', 'seed-revealed']);

/** @param {number} at */
const clock = (at) =>
  new Intl.DateTimeFormat(current(), { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
    new Date(at),
  );
// What players won, the house lost.
/** @param {RoundListed} round */
const house = ({ net }) => -Object.values(net).reduce((sum, cents) => sum + cents, 0);
/** @param {number} cents */
const gain = (cents) => `${cents > 0 ? '+' : ''}${money(cents)}`;

/** @param {string} id @param {() => void} onRead */
export function pastRounds(id, onRead) {
  let /** @type {RoundListed[]} */ rounds = [];
  async function read() {
    const path = `/api/tables/${encodeURIComponent(id)}/rounds?limit=${PAST}`;
    const found = await api(path).catch(/** @returns {any} */ () => null);
    rounds = found?.rounds || rounds;
    onRead();
  }
  read();
  return {
    // A round is listed as soon as it has ended, not when the next one begins.
    /** @param {GameEvent[]} events */
    hear(events) {
      if (events.some(({ event }) => ENDS.has(event))) read();
    },
    draw() {
      const rows = rounds
        .map(
          (each) => html`
            <li data-round="${each.round}">
              <span class="num">${t('round', { n: each.round })}</span>
              <time class="num muted" datetime="${new Date(each.at).toISOString()}">${clock(each.at)}</time>
              ${
                each.voided
                  ? `<b class="push">= ${t('console.voided')}</b>`
                  : `<span class="num">${t('console.house', { amount: gain(house(each)) })}</span>`
              }
              <a class="btn slim quiet" data-act="go"
                href="/round/${encodeURIComponent(id)}/${each.round}?for=dispute"
                aria-label="${esc(t('console.rebuild.said', { n: each.round }))}">
                ${t('console.rebuild')}
              </a>
            </li>
          `,
        )
        .join('');
      return html`
        <section class="duties" data-k="duties-past" aria-labelledby="duties-past">
          <h2 id="duties-past">${t('console.past')}</h2>
          ${rows ? `<ul class="past">${rows}</ul>` : `<p class="muted">${t('console.past.none')}</p>`}
        </section>
      `;
    },
  };
}
