// Settings drawn with their values: their pieces, and win, push, and lose as one bar.

import { share } from '../shared/figures.js';
import { fourColours } from '../shared/settings.js';
import { esc, t } from '../shared/texts.js';
import { card, svg, tile } from './drawings.js';
import { isTile, nameHalf, pieceName } from './names.js';

/** @typedef {{ low: Piece[], high: Piece[] }} Halves */
/** @typedef {Halves & { win: number, push: number, lose: number, value: number }} Valued */

// The pieces of a hand side by side, cards overlapping: markup and its size.
/** @param {Piece[]} pieces @param {number} height @param {string} [state] */
export function drawnHand(pieces, height, state = '') {
  const tiles = pieces.length > 0 && isTile(pieces[0]),
    width = tiles ? height / 2.4 : height / 1.4,
    step = tiles ? width + 8 : width * 0.52,
    drawn = pieces.map((piece, i) =>
      tiles
        ? tile(piece, 4 + i * step, 4, height, state)
        : card(piece, 4 + i * step, 4, height, { four: fourColours(), state }),
    );
  const wide = Math.ceil(8 + width + step * Math.max(0, pieces.length - 1));
  return { markup: drawn.join(''), wide, tall: height + 14 };
}
/** @param {Piece[]} pieces @param {number} height @param {string} [state] */
export function artOf(pieces, height, state) {
  const { markup, wide, tall } = drawnHand(pieces, height, state);
  return svg(wide, tall, markup, `role="img" aria-label="${esc(pieces.map(pieceName).join(', '))}"`);
}
/** @param {Halves} setting @param {boolean} wheelLowest */
export const shortName = ({ low, high }, wheelLowest) =>
  `${nameHalf(high, wheelLowest).short} / ${nameHalf(low, wheelLowest).short}`;

/** @typedef {Pick<Valued, 'win' | 'push' | 'lose'>} Shares */
const OUTCOMES = /** @type {const} */ (['win', 'push', 'lose']);
/** @param {Shares} each */
const totalOf = ({ win, push, lose }) => win + push + lose;
/** @param {Shares} each @param {readonly (keyof Shares)[]} names */
const told = (each, names) =>
  names.map((name) => `${t(`study.${name}`)} ${share(each[name] / totalOf(each), 1)}`).join(', ');
// The shares whose figures have no room in their parts of the bar, in words.
/** @param {Shares} each @param {number} least */
export const narrowShares = (each, least) =>
  told(
    each,
    OUTCOMES.filter((name) => each[name] && (100 * each[name]) / totalOf(each) < least),
  );

// The three shares side by side: a figure is inside its part if there is room for it.
/** @param {Shares} each @param {number} [least] the percent that has room */
export function outcomeBar(each, least = 9) {
  let at = 0;
  const parts = OUTCOMES.map((name) => {
    const part = (100 * each[name]) / totalOf(each),
      x = at;
    at += part;
    const figure =
      part < least
        ? ''
        : `<text x="${(x + part / 2).toFixed(2)}%" y="17" text-anchor="middle">${part.toFixed(1)}</text>`;
    return `<rect class="${name}" x="${x.toFixed(3)}%" width="${part.toFixed(3)}%" height="24"/>${figure}`;
  });
  const label = `role="img" aria-label="${esc(told(each, OUTCOMES))}"`;
  return `<svg class="outcomes" width="100%" height="24" ${label}>${parts.join('')}</svg>`;
}
