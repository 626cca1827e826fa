// A person's past rounds, newest first, and what the decisions of each cost, one round after another.

import { history } from './records.js';
import { roundReview } from './review.js';

/** @typedef {import('./evening.js').Played & { voided: boolean, title: string }} Kept */

const KEPT = 300;
// Reviews of finished rounds never change: they are cached in this browser.
/** @returns {Record<string, any>} */
const keptReviews = () => JSON.parse(localStorage.getItem('reviews') || '{}');
/** @param {string} key @param {any} review */
function keep(key, review) {
  const all = Object.entries({ ...keptReviews(), [key]: review }).slice(-KEPT);
  localStorage.setItem('reviews', JSON.stringify(Object.fromEntries(all)));
}
/** @param {{ table: string, round: number }} round @param {string | undefined} person */
const keyOf = ({ table, round }, person) => `${table}/${round}/${person}`;

/** @param {string | undefined} person @returns {Promise<Kept[]>} */
export async function playedRounds(person) {
  const kept = keptReviews();
  return (await history()).map((/** @type {any} */ each) => ({
    ...each,
    net: each.net?.[person] ?? 0,
    review: kept[keyOf(each, person)] ?? null,
  }));
}
/** @param {Kept[]} rounds @param {string} person @param {() => boolean} here @param {() => void} told */
export async function judgeAll(rounds, person, here, told) {
  for (const each of rounds) {
    if (each.review) continue;
    each.review = await roundReview(each.table, each.round, person, here).catch(
      /** @returns {any} */ () => null,
    );
    if (!here()) return;
    if (each.review) keep(keyOf(each, person), each.review);
    told();
  }
}
