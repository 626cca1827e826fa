// Spaced repetition: which of several facts to ask next, and when each comes back. Pure: the caller keeps the
// cards, supplies the time, and says what was right. A missed one comes back after a few others, a known one
// after ever longer times.

const MINUTE = 60_000,
  DAY = 24 * 60 * MINUTE;
// How long a fact rests after this many right answers in a row.
const RESTS = [MINUTE, 10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY];

/** @typedef {{ box: number, due: number, asked: number, right: number }} Card */
/** @typedef {Record<string, Card>} Cards */

/** @param {Cards} cards @param {string} key @param {boolean} right @param {number} now @returns {Cards} */
export function noted(cards, key, right, now) {
  const before = cards[key] || { box: 0, due: 0, asked: 0, right: 0 };
  const box = right ? Math.min(before.box + 1, RESTS.length - 1) : 0;
  const card = { box, due: now + RESTS[box], asked: before.asked + 1, right: before.right + (right ? 1 : 0) };
  return { ...cards, [key]: card };
}
// What is due comes first, the longest due before all; then what was never asked, in order; then what is due
// soonest. Never the same twice in a row if there is anything else.
/** @param {Cards} cards @param {string[]} keys @param {number} now @param {string} [last] */
export function nextOf(cards, keys, now, last = '') {
  const others = keys.length > 1 ? keys.filter((key) => key !== last) : keys;
  const known = others.filter((key) => cards[key]).sort((one, other) => cards[one].due - cards[other].due);
  const fresh = others.find((key) => !cards[key]);
  if (known.length && cards[known[0]].due <= now) return known[0];
  return fresh ?? known[0];
}
// How well a fact is known: never asked, being learned, or right again and again.
/** @param {Card | undefined} card */
export const standing = (card) => (!card ? 'new' : card.box >= 3 ? 'known' : 'learning');
