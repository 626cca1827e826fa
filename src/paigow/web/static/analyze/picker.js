// The whole set to tap: 32 tiles or 53 cards, those in the hand marked.

import { svg, tile } from '../pieces/drawings.js';
import { cardName, SIGN, tileName } from '../pieces/names.js';
import { html } from '../shared/html.js';
import { esc } from '../shared/texts.js';

// By rank of their pairs, as on the page of pieces: two of each, or the two halves of a mixed pair.
const PAIRS = [
  '6-6 6-6 1-1 1-1 4-4 4-4 1-3 1-3',
  '5-5 5-5 3-3 3-3 2-2 2-2 5-6 5-6',
  '4-6 4-6 1-6 1-6 1-5 1-5 3-6 4-5',
  '3-5 2-6 3-4 2-5 1-4 2-3 2-4 1-2',
];
const TILES = PAIRS.join(' ').split(' ');
const RANKS = 'A K Q J 10 9 8 7 6 5 4 3 2'.split(' ');
const CARDS = [...['s', 'h', 'd', 'c'].flatMap((suit) => RANKS.map((rank) => rank + suit)), 'Jo'];
/** @type {Record<string, number>} */
export const SIZE = { tiles: 4, cards: 7 };

/** @param {string} game */
export const wholeSet = (game) => (game === 'tiles' ? TILES : CARDS);

// A hand parsed from typed text; null if it isn't complete notation, which the server may still read.
/** @param {string} text @param {string} game @returns {Piece[] | null} */
export function readPieces(text, game) {
  const words = text
    .trim()
    .split(/[\s,/]+/)
    .filter(Boolean);
  const left = [...wholeSet(game)],
    /** @type {Piece[]} */ found = [];
  for (const word of words) {
    const [, a, b] = word.match(/^([1-6])-([1-6])$/) || [];
    const face = a
      ? `${Math.min(Number(a), Number(b))}-${Math.max(Number(a), Number(b))}`
      : `${word.slice(0, -1).toUpperCase()}${word.slice(-1).toLowerCase()}`;
    const at = left.indexOf(face);
    if (at < 0) return null;
    found.push(...left.splice(at, 1));
  }
  return found;
}

/** @param {Piece} name @param {number} place @param {boolean} used @param {boolean} full */
const tileButton = (name, place, used, full) =>
  html`
    <button class="pick-tile" data-act="piece" data-place="${place}" data-k="piece${place}"
      aria-pressed="${used}" aria-label="${esc(tileName(name))}"
      ${full && !used ? 'aria-disabled="true"' : ''}>
      ${svg(46, 106, tile(name, 3, 3, 96), 'aria-hidden="true"')}
    </button>
  `;
/** @param {Piece} name @param {number} place @param {boolean} used @param {boolean} full */
const cardButton = (name, place, used, full) =>
  html`
    <button class="pick-card suit-${name === 'Jo' ? 'j' : name.slice(-1)}" data-act="piece"
      data-place="${place}" data-k="piece${place}" aria-pressed="${used}"
      ${full && !used ? 'aria-disabled="true"' : ''}>
      <b aria-hidden="true">${name === 'Jo' ? '★' : name.slice(0, -1)}</b>
      <span aria-hidden="true">${name === 'Jo' ? '' : SIGN[name.slice(-1)]}</span>
      <span class="sr">${esc(cardName(name))}</span>
    </button>
  `;
/** @param {string} game @param {Piece[]} hand */
export function picker(game, hand) {
  const left = [...hand],
    full = hand.length >= SIZE[game];
  const buttons = wholeSet(game).map((name, place) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return (game === 'tiles' ? tileButton : cardButton)(name, place, at >= 0, full);
  });
  return `<div class="set ${game}">${buttons.join('')}</div>`;
}
