// The trainers' memory: how well each fact is known, and past sessions. Stored in this browser and, with an
// account, on the floor; the two are merged.

import { api } from '../shared/connection.js';

/** @typedef {import('../shared/spacing.js').Cards} Cards */
/**
 * @typedef {{
 *   at: number, drill: string, book?: string, asked: number, right: number, cost: number, house: number,
 * }} Session
 */
/** @typedef {{ cards: Cards, sessions: Session[] }} Memory */

const NAME = 'training',
  MOST_CARDS = 600,
  MOST_SESSIONS = 60;
/** @returns {Memory} */
export function remembered() {
  try {
    const { cards, sessions } = JSON.parse(localStorage.getItem(NAME) || '{}');
    return { cards: cards || {}, sessions: Array.isArray(sessions) ? sessions : [] };
  } catch {
    return { cards: {}, sessions: [] };
  }
}
// Of two records of one fact, the one asked more often is the later one. Pure.
/** @param {Memory} one @param {Memory} other @returns {Memory} */
export function together(one, other) {
  const cards = { ...one.cards };
  for (const [key, card] of Object.entries(other.cards))
    if (!cards[key] || card.asked > cards[key].asked) cards[key] = card;
  const sessions = new Map([...one.sessions, ...other.sessions].map((each) => [each.at, each]));
  return bounded({ cards, sessions: [...sessions.values()].sort((a, b) => a.at - b.at) });
}
// What is known best and due last is forgotten first. Pure.
/** @param {Memory} memory @returns {Memory} */
export function bounded({ cards, sessions }) {
  const kept = Object.entries(cards)
    .sort(([, one], [, other]) => one.due - other.due)
    .slice(0, MOST_CARDS);
  return { cards: Object.fromEntries(kept), sessions: sessions.slice(-MOST_SESSIONS) };
}
/** @param {Memory} memory @param {boolean} [account] */
export function remember(memory, account = false) {
  const kept = bounded(memory);
  localStorage.setItem(NAME, JSON.stringify(kept));
  if (account)
    // It is saved in the browser: the floor gets it with the next answer.
    fetch('/api/training/progress', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(kept),
    }).catch(() => {});
  return kept;
}
// A hand of one's own to set again, due at once.
/** @param {string} book @param {string} hand @param {boolean} account */
export async function addHand(book, hand, account) {
  const memory = await recalled(account),
    key = `set:${book}:${hand}`,
    card = memory.cards[key] ?? { box: 0, asked: 0, right: 0 };
  remember({ ...memory, cards: { ...memory.cards, [key]: { ...card, due: Date.now() } } }, account);
}
// With an account: the floor's memory, merged with this browser's.
/** @param {boolean} account */
export async function recalled(account) {
  const own = remembered();
  if (!account) return own;
  const floor = await api('/api/training/progress').catch(/** @returns {any} */ () => null);
  return floor ? together(own, floor) : own;
}
