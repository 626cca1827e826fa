// The trainers' questions. A key identifies a question completely, so that a missed one can be asked again:
// DRILL:SCOPE:WHAT. The memory decides which comes next; the ranks and the server's facts decide what is
// right.

import { higher } from '../learn/which.js';
import { ALL_FACES, compareHalves } from '../pieces/names.js';
import { api } from '../shared/connection.js';
import { nextOf } from '../shared/spacing.js';

/** @typedef {import('./memory.js').Cards} Cards */
/** @typedef {{ book: string, game: string, facts: any }} Scope */
/** @typedef {{ key: string, drill: string, what: string }} Question */

export const DRILLS = ['tile', 'higher', 'start', 'set', 'dealer', 'pays'];
// Which drills have questions for a book.
/** @param {Scope} scope */
export const drillsOf = ({ game, facts }) =>
  DRILLS.filter((drill) => {
    if (drill === 'tile') return game === 'tiles';
    if (drill === 'start') return Object.keys(facts.starts).length > 0;
    return drill !== 'pays' || facts.pays.length > 0;
  });
const BY_GAME = new Set(['tile', 'higher']);
/** @param {string} drill @param {Scope} scope */
export const prefixOf = (drill, { book, game }) => `${drill}:${BY_GAME.has(drill) ? game : book}:`;
/** @param {any} row */
const payKey = ({ wager, line }) => `${wager}/${line}`;
/** @type {Record<string, (scope: Scope) => string[]>} */
const ALL = {
  tile: () => ALL_FACES,
  start: ({ facts }) => Object.keys(facts.starts),
  pays: ({ facts }) => facts.pays.map(payKey),
};
/** @param {Cards} cards @param {string} prefix @param {number} now */
export const dueOf = (cards, prefix, now) =>
  Object.keys(cards).filter((key) => key.startsWith(prefix) && cards[key].due <= now);

/** @param {any[]} list @param {number} n */
const some = (list, n) => {
  const left = [...list];
  return Array.from({ length: n }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
};
const PAIRED = new Set(['3-6', '4-5', '2-6', '3-5', '2-5', '3-4', '1-4', '2-3', '2-4', '1-2']);
const SET = ALL_FACES.flatMap((face) => (PAIRED.has(face) ? [face] : [face, face]));
const DECK = [
  ...['s', 'h', 'd', 'c'].flatMap((suit) =>
    'A K Q J 10 9 8 7 6 5 4 3 2'.split(' ').map((rank) => rank + suit),
  ),
  'Jo',
];
// Two close hands teach more than an ace against a nine: pick the closest of a few.
/** @param {string} game */
function twoHands(game) {
  const size = game === 'tiles' || Math.random() < 0.5 ? 2 : 5;
  const tried = Array.from({ length: 8 }, () => {
    const drawn = some(game === 'tiles' ? SET : DECK, 2 * size);
    return /** @type {[Piece[], Piece[]]} */ ([drawn.slice(0, size), drawn.slice(size)]);
  });
  const apart = (/** @type {[Piece[], Piece[]]} */ [one, other]) => Math.abs(compareHalves(one, other));
  const [one, other] = tried.sort((a, b) => apart(a) - apart(b))[0];
  return `${one.join(' ')}|${other.join(' ')}`;
}
/** @param {string} what @returns {[Piece[], Piece[]]} */
export const pairOf = (what) => /** @type {any} */ (what.split('|').map((hand) => hand.split(' ')));

// The next question: what is due, then something new.
/**
 * @param {string} drill
 * @param {Scope} scope
 * @param {Cards} cards
 * @param {number} now
 * @param {string} last
 */
export async function nextQuestion(drill, scope, cards, now, last) {
  const prefix = prefixOf(drill, scope),
    fixed = ALL[drill]?.(scope);
  /** @param {string} key */
  const asked = (key) => ({ key, drill, what: key.slice(prefix.length) });
  if (fixed) {
    // Shuffled: new ones in the order of their answers could be answered by counting.
    const keys = some(fixed, fixed.length).map((what) => prefix + what);
    return asked(nextOf(cards, keys, now, last));
  }
  const due = dueOf(cards, prefix, now).filter((key) => key !== last);
  if (due.length) return asked(nextOf(cards, due, now, last));
  if (drill === 'higher') return asked(prefix + twoHands(scope.game));
  const { pieces } = await api(`/api/practice/hand?book=${scope.book}`);
  return asked(prefix + pieces.join(' '));
}

// Answers to choose from, including the right one; always in the same order for the same question.
/** @param {Question} question @param {Scope} scope @returns {string[]} */
export function choicesOf({ drill, what }, { facts }) {
  if (drill === 'start') return [...new Set(Object.values(facts.starts))].sort().map(String);
  if (drill === 'higher') return ['left', 'copy', 'right'];
  const right = rightOf({ key: '', drill, what }, { facts, book: '', game: '' }),
    row = facts.pays.find((/** @type {any} */ each) => payKey(each) === what);
  const others =
    drill === 'tile'
      ? ALL_FACES
      : facts.pays
          .filter((/** @type {any} */ each) => each.wager === row.wager)
          .map((/** @type {any} */ each) => each.pays);
  const left = [...new Set(others)].filter((each) => each !== right);
  return some(left, Math.min(3, left.length))
    .concat(right)
    .sort(() => Math.random() - 0.5);
}
/** @param {Question} question @param {Scope} scope @returns {string} */
export function rightOf({ drill, what }, { facts }) {
  if (drill === 'start') return String(facts.starts[what]);
  if (drill === 'higher') return higher(pairOf(what));
  if (drill === 'pays') return facts.pays.find((/** @type {any} */ each) => payKey(each) === what).pays;
  return what;
}
// What a hand's settings cost against the best, as shares of the bet; null while values are being counted.
/** @param {Grade} grade @param {Draft} setting */
export function costOf(grade, setting) {
  const same = (/** @type {Piece[]} */ a, /** @type {Piece[]} */ b) =>
    [...a].sort().join() === [...b].sort().join();
  const value = grade.values?.find(([low]) => same(low, setting.low))?.[1];
  if (!grade.values?.length || value === undefined) return null;
  return Math.max(0, grade.values[0][1] - value);
}
/** @param {Draft} one @param {Draft} other */
export const sameLow = (one, other) => [...one.low].sort().join() === [...other.low].sort().join();
// Rules to choose from, by number: the one that applied and two others, in the order of the way.
/** @param {string} number @param {Scope} scope */
export function rulesOf(number, { facts }) {
  const all = facts.rules.map((/** @type {any} */ each) => each.number),
    others = some(
      all.filter((/** @type {string} */ each) => each !== number),
      Math.min(2, all.length - 1),
    );
  return all.filter((/** @type {string} */ each) => each === number || others.includes(each));
}
