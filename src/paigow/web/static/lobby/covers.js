// A picture of each rule book's table, for the pages that lead to it; what lies on it, the book says.

import { back, card, cardBack, tile } from '../pieces/drawings.js';
import { isTile } from '../pieces/names.js';
import { shaker } from '../pieces/tokens.js';
import { html } from '../shared/html.js';
import { board } from '../table/felt/board.js';

export const WIDTH = 306,
  ROUND = 330;
const HEIGHT = 316;
// What lies on a cover: a tile, a card, a back of either, or dice in their shaker.
/** @param {[string, number, number, number]} given */
const thing = ([name, x, y, h]) => {
  if (name === 'tile-back') return back(x, y, h);
  if (name === 'card-back') return cardBack(x, y, h);
  if (name.startsWith('dice ')) return shaker(x, y, h, name.split(' ').slice(1).map(Number));
  return isTile(name) ? tile(name, x, y, h) : card(name, x, y, h);
};
// `title` is written on the felt, `seats` lie on it, `named` says what it shows or that it is not to be read.
/** @param {RuleBook} book @param {{ title?: string, seats?: string, named?: string }} [given1] */
export const cover = (book, { title = '', seats = '', named = 'aria-hidden="true"' } = {}) =>
  html`
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" ${named}>
      ${board(WIDTH, HEIGHT - 18, ROUND, 18)}
      <text x="${WIDTH / 2}" y="44" text-anchor="middle" font-size="14" letter-spacing="1" class="serif"
        fill="var(--felt-ink)">
        ${title}
      </text>
      ${(book?.cover || []).map(thing).join('')}${seats}
    </svg>
  `;
