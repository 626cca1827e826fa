// Totals over rounds: luck and skill separated, each wager against its expected result.

import { html } from '../shared/html.js';
import { termed } from '../shared/terms.js';
import { current, esc, money, orElse, signed, t } from '../shared/texts.js';

/** @typedef {{ stake: number, net: number }} Sum */
/**
 * @typedef {{
 *   wagers: Record<string, Sum>, cost: number, banked: boolean, settings: number[], about: boolean,
 * }} Review
 */
/** @typedef {{ table: string, round: number, at: number, net: number, review: Review | null }} Played */

// On a phone or an upright tablet the picture is narrower, not smaller.
const small = () => innerWidth <= 1000;
const HEAD = 18,
  FOOT = 26;

/** @param {number} cents */
const tone = (cents) => (cents > 0 ? 'win' : cents < 0 ? 'lose' : 'push');
/** @param {number} cents */
const amount = (cents) => (Math.round(cents) ? signed(Math.round(cents)) : '0.00');

/** @param {number} cents */
const dollars = (cents) =>
  `${cents < 0 ? '−' : ''}$${Math.round(Math.abs(cents) / 100).toLocaleString('en-US')}`;

/** @param {Played[]} rounds oldest first */
function running(rounds) {
  let won = 0,
    cost = 0;
  return [
    { won: 0, cost: 0 },
    ...rounds.map(({ net, review }) => {
      won += net;
      cost += review?.cost ?? 0;
      return { won, cost };
    }),
  ];
}
// Round amounts of dollars between two sums: two to five of them.
/** @param {number} low @param {number} top */
function ticks(low, top) {
  const least = Math.max(100, (top - low) / 4),
    ten = 10 ** Math.floor(Math.log10(least)),
    gaps = [0.5, 1, 2, 5, 10].map((each) => each * ten),
    at = gaps.findIndex((each) => each >= least);
  /** @param {number} gap */
  const within = (gap) => {
    const first = Math.ceil(low / gap);
    return Array.from({ length: Math.floor(top / gap) - first + 1 }, (_, i) => (first + i) * gap);
  };
  const found = within(gaps[at]);
  return found.length > 1 ? found : within(gaps[at - 1]);
}
// When the first and the last of the rounds ended: by the clock, if it was one day.
/** @param {Played[]} rounds */
function ends(rounds) {
  const all = [rounds[0], rounds[rounds.length - 1]].map((each) => new Date(each.at)),
    [from, to] = all.map((each) => each.toDateString());
  return all.map((each) =>
    from === to
      ? each.toLocaleTimeString(current(), { timeStyle: 'short' })
      : each.toLocaleDateString(current(), { dateStyle: 'short' }),
  );
}
// Three lines: the result, the value of the cards with best play, and the cost of decisions.
/** @param {Played[]} rounds oldest first @param {Played} [shown] the round that is open */
export function graph(rounds, shown) {
  const sums = running(rounds),
    values = sums.flatMap(({ won, cost }) => [won, won + cost, -cost]),
    top = Math.max(0, ...values),
    low = Math.floor(Math.min(top - 100, ...values) / 100) * 100,
    [WIDE, TALL, LEFT] = small() ? [360, 220, 58] : [900, 240, 112],
    RIGHT = WIDE - 12,
    x = (/** @type {number} */ i) => LEFT + (i * (RIGHT - LEFT)) / Math.max(1, sums.length - 1),
    y = (/** @type {number} */ cents) => HEAD + ((top - cents) * (TALL - FOOT - HEAD)) / (top - low);
  /** @param {(sum: { won: number, cost: number }) => number} value @param {string} name */
  const line = (value, name) => {
    const points = sums.map((sum, i) => `${x(i).toFixed(1)},${y(value(sum)).toFixed(1)}`).join(' ');
    return `<polyline class="line-${name}" points="${points}" fill="none"/>`;
  };
  const marks = ticks(low, top).map(
    (cents) => html`
      <line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${y(cents)}" y2="${y(cents)}"/>
      <text x="${LEFT - 8}" y="${y(cents)}" dy="0.35em" text-anchor="end">${dollars(cents)}</text>
    `,
  );
  const times = rounds.length
    ? ends(rounds).map(
        (time, i) => html`
          <text class="time" x="${i ? RIGHT : LEFT}" y="${TALL - 6}" text-anchor="${i ? 'end' : 'start'}">
            ${esc(time)}
          </text>
        `,
      )
    : [];
  const dots = rounds.map((each, i) => {
    const { table, round } = each,
      name = esc(t('review.round', { n: round })),
      [cx, cy] = [x(i + 1), y(sums[i + 1].won)],
      here = each === shown;
    return html`
      ${here ? `<line class="here" x1="${cx}" x2="${cx}" y1="${HEAD}" y2="${TALL - FOOT}"/>` : ''}
      <a href="/round/${encodeURIComponent(table)}/${round}" data-act="go" aria-label="${name}"
        ${here ? 'aria-current="true"' : ''}>
        <circle class="dot-round" cx="${cx}" cy="${cy}" r="${here ? 9 : 6}">
          <title>${name}</title>
        </circle>
      </a>
    `;
  });
  return html`
    <svg class="evening" viewBox="0 0 ${WIDE} ${TALL}" width="100%" role="group"
      aria-label="${t('review.evening')}">
      ${marks.join('')}${times.join('')}
      ${line(({ won, cost }) => won + cost, 'cards')}${line(({ cost }) => -cost, 'cost')}
      ${line(({ won }) => won, 'won')}${dots.join('')}
    </svg>
  `;
}
// The graph with its sums, as on the page of my rounds and below a replay.
/** @param {Played[]} rounds newest first @param {Played} [shown] the round that is open */
export const eveningPanel = (rounds, shown) => html`
  <h2>${t('review.evening')} <span class="muted">${t('review.count', { n: rounds.length })}</span></h2>
  <div class="chart">${graph([...rounds].reverse(), shown)}<div>${sumsPanel(rounds)}</div></div>
`;

/** @param {Played[]} rounds */
function sumsPanel(rounds) {
  const known = rounds.filter(({ review }) => review),
    won = rounds.reduce((sum, { net }) => sum + net, 0),
    cost = known.reduce((sum, { review }) => sum + review.cost, 0),
    settings = known.flatMap(({ review }) => review.settings),
    dear = settings.filter((part) => part > 0.01).length,
    about = known.some(({ review }) => review.about);
  // Luck and decisions cannot be told apart before the first round is judged.
  /** @param {string} name @param {number} cents */
  const told = (name, cents) =>
    name === 'won'
      ? amount(cents)
      : !known.length
        ? '…'
        : about
          ? t('review.about', { amount: amount(cents) })
          : amount(cents);
  /** @param {string} name @param {number} cents */
  const row = (name, cents) => html`
    <div class="sum-${name}">
      <dt>${t(`review.sum.${name}`)}</dt>
      <dd class="num ${tone(Math.round(cents))}">${told(name, cents)}</dd>
    </div>
  `;
  return html`
    <dl class="sums">${row('cards', won + cost)}${row('cost', -cost)}${row('won', won)}</dl>
    <p class="muted">
      ${
        known.length < rounds.length
          ? t('review.judged', { n: known.length, all: rounds.length })
          : termed(t('review.dear', { n: dear, all: settings.length }))
      }
    </p>
  `;
}
// Each wager: staked, won, and the result its edge predicts.
/** @param {Played[]} rounds @param {Map<string, any>} odds */
export function wagersPanel(rounds, odds) {
  /** @type {Map<string, { stake: number, net: number, expected: number | null }>} */
  const sums = new Map();
  for (const { table, review } of rounds)
    for (const [kind, { stake, net }] of Object.entries(review?.wagers ?? {})) {
      const old = sums.get(kind) ?? { stake: 0, net: 0, expected: 0 },
        edge = odds
          .get(table)
          ?.wagers.find(
            (/** @type {any} */ each) =>
              each.kind === kind && !each.case && (each.as === null || each.as === 'player'),
          )?.edge,
        known = old.expected !== null && edge !== undefined && !review.banked;
      sums.set(kind, {
        stake: old.stake + stake,
        net: old.net + net,
        expected: known ? old.expected - edge * stake : null,
      });
    }
  const all = rounds.length,
    n = rounds.filter(({ review }) => review).length,
    partly = n < all ? `<p class="muted">${t(n ? 'review.partly' : 'review.judged', { n, all })}</p>` : '';
  if (!sums.size) return partly;
  const rows = [...sums].map(
    ([kind, { stake, net, expected }]) => html`
      <tr>
        <th scope="row">${esc(orElse(`wager.${kind}`, orElse(`line.${kind}`, kind)))}</th>
        <td class="num">${money(stake)}</td>
        <td class="num ${tone(net)}">${amount(net)}</td>
        <td class="num">${expected === null ? '–' : amount(expected)}</td>
        <td class="num">${expected === null ? '–' : amount(net - expected)}</td>
      </tr>
    `,
  );
  return html`
    <table class="list">
      <thead>
        <tr>
          ${['wager', 'staked', 'net', 'expected', 'luck']
            .map((each, i) => `<th scope="col" class="${i ? 'num' : ''}">${t(`review.col.${each}`)}</th>`)
            .join('')}
        </tr>
      </thead>
      <tbody>${rows.join('')}</tbody>
    </table>
    ${partly}
  `;
}
