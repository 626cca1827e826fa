// How the sessions of one trainer went: what a hand cost, or what share was right, as a line.
import { share } from '../shared/figures.js';
import { html } from '../shared/html.js';
import { current, esc, t } from '../shared/texts.js';

/** @typedef {import('./memory.js').Session} Session */

const MOST = 12,
  TALL = 230,
  HEAD = 20,
  FOOT = 30,
  LEFT = 58,
  GAPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1];

// The sessions of this trainer with this rule book; earlier ones didn't keep their book.
/** @param {Session[]} sessions @param {string} drill @param {string} book */
export const sessionsOf = (sessions, drill, book) =>
  sessions.filter((each) => each.drill === drill && (!each.book || each.book === book));

/** @param {Session[]} sessions oldest first @param {boolean} money whether they are scored by cost */
export function sessionsPanel(sessions, money) {
  const shown = sessions.slice(-MOST);
  if (shown.length < 2) return '';
  const values = shown.map(({ cost, right, asked }) => (money ? cost : right) / asked),
    house =
      shown.reduce((sum, each) => sum + each.house, 0) / shown.reduce((sum, each) => sum + each.asked, 0),
    top = Math.max(0.01, ...values, money ? house : 1),
    gap = GAPS.find((each) => top / each <= 4.5) ?? 1,
    // On a phone the picture is narrower, not smaller.
    wide = innerWidth > 720 ? 540 : 330,
    right = wide - 14,
    x = (/** @type {number} */ i) => LEFT + (i * (right - LEFT)) / (shown.length - 1),
    y = (/** @type {number} */ value) => TALL - FOOT - (value / top) * (TALL - FOOT - HEAD);
  const marks = Array.from({ length: Math.floor(top / gap + 1e-9) + 1 }, (_, i) => i * gap).map(
    (value) => html`
      <line class="grid" x1="${LEFT}" x2="${right}" y1="${y(value)}" y2="${y(value)}"/>
      <text x="${LEFT - 8}" y="${y(value)}" dy="0.35em" text-anchor="end">
        ${share(value, gap < 0.01 ? 1 : 0)}
      </text>
    `,
  );
  const [first, last] = [shown[0], shown[shown.length - 1]].map(({ at }) =>
    new Date(at).toLocaleDateString(current(), { month: 'short', day: 'numeric' }),
  );
  const title = t(money ? 'practice.graph.cost' : 'practice.graph.right', { n: shown.length }),
    told = values.map((value) => share(value, 1)).join(', '),
    points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return html`
    <section class="panelbox">
      <h3>${title}</h3>
      <svg class="course-of" viewBox="0 0 ${wide} ${TALL}" width="100%" role="img"
        aria-label="${esc(`${title}: ${told}`)}">
        ${marks.join('')}
        ${
          money
            ? html`
              <line class="house" x1="${LEFT}" x2="${right}" y1="${y(house)}" y2="${y(house)}"/>
              <text class="house" x="${right}" y="${y(house) - 6}" text-anchor="end">
                ${esc(t('practice.graph.house', { cost: share(house, 1) }))}
              </text>
            `
            : ''
        }
        <polyline points="${points}" fill="none"/>
        ${values.map((value, i) => `<circle cx="${x(i)}" cy="${y(value)}" r="5"/>`).join('')}
        <text x="${LEFT}" y="${TALL - 6}">${esc(first)}</text>
        <text x="${right}" y="${TALL - 6}" text-anchor="end">${esc(last)}</text>
      </svg>
    </section>
  `;
}
