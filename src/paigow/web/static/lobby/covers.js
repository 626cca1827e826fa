// A picture of each game's table, for the pages that lead to it.

import { back, card, cardBack, tile } from '../pieces/drawings.js';
import { shaker } from '../pieces/tokens.js';
import { html } from '../shared/html.js';
import { board } from '../table/felt/board.js';

export const WIDTH = 306,
  ROUND = 330;
const HEIGHT = 316;
const ART = {
  'commission-tiles': () => tile('2-4', 84, 68, 96) + tile('1-2', 130, 68, 96) + back(182, 68, 96),
  'colorado-tiles': () =>
    shaker(WIDTH / 2, 116, 40, [3, 5, 4]) + tile('6-6', 62, 74, 84) + tile('4-5', WIDTH - 97, 74, 84),
  'rock-island-poker': () =>
    cardBack(68, 70, 92) + cardBack(84, 70, 92) + card('As', 158, 70, 92) + card('Ah', 184, 70, 92),
  'maryland-poker': () => ['Ks', 'Kh', 'Kd', 'Jo'].map((name, i) => card(name, 52 + i * 46, 70, 92)).join(''),
};
// `title` is written on the felt, `seats` lie on it, `named` says what it shows or that it is not to be read.
export const cover = (book, { title = '', seats = '', named = 'aria-hidden="true"' } = {}) =>
  html`
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" ${named}>
      ${board(WIDTH, HEIGHT - 18, ROUND, 18)}
      <text x="${WIDTH / 2}" y="44" text-anchor="middle" font-size="14" letter-spacing="1" class="serif"
        fill="var(--felt-ink)">
        ${title}
      </text>
      ${(ART[book] || ART['commission-tiles'])()}${seats}
    </svg>
  `;
