// A picture of each rule book's table, for pages that link to it; the book says what is on it.

import { back, card, cardBack, tile } from '../pieces/drawings.js';
import { isTile } from '../pieces/names.js';
import { shaker } from '../pieces/tokens.js';
import { html } from '../shared/html.js';
import { board } from '../table/felt/board.js';

export const WIDTH = 306,
  ROUND = 330;
export const HEIGHT = 316;
// The parts of a cover: a tile, a card, a back of either, or dice in their shaker.
/** @param {[string, number, number, number]} given */
const thing = ([name, x, y, h]) => {
  if (name === 'tile-back') return back(x, y, h);
  if (name === 'card-back') return cardBack(x, y, h);
  if (name.startsWith('dice ')) return shaker(x, y, h, name.split(' ').slice(1).map(Number));
  return isTile(name) ? tile(name, x, y, h) : card(name, x, y, h);
};
// `title` is written on the felt, `seats` are drawn on it, `named` is its label or marks it as decorative. A
// lower picture moves everything closer together.
/**
 * @param {RuleBook} book
 * @param {{ title?: string, seats?: string, named?: string, height?: number }} [given1]
 */
export const cover = (
  book,
  { title = '', seats = '', named = 'aria-hidden="true"', height = HEIGHT } = {},
) => {
  const less = HEIGHT - height,
    size = less ? 0.66 : 1;
  return html`
    <svg viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="xMidY${less ? 'Min' : 'Mid'} slice" ${named}>
      ${board(WIDTH, height - 18, ROUND, 18)}
      <text x="${WIDTH / 2}" y="${44 - less * 0.17}" text-anchor="middle" font-size="15" class="serif"
        fill="var(--felt-ink)">
        ${title}
      </text>
      <g transform="translate(${(WIDTH / 2) * (1 - size)} ${less ? -16 : 0}) scale(${size})">
        ${(book?.cover || []).map(thing).join('')}
      </g>
      <g transform="translate(0 ${-less})">${seats}</g>
    </svg>
  `;
};
