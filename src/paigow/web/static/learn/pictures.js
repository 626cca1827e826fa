// Hands as pictures with a name, for pages that explain.

import { card, svg, tile } from '../pieces/drawings.js';
import { isTile, nameHalf, pieceName } from '../pieces/names.js';
import { html } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { marked } from '../shared/terms.js';
import { esc } from '../shared/texts.js';

/** @param {Piece[]} pieces @param {number} [height] */
export function handArt(pieces, height = 96) {
  const tiles = isTile(pieces[0]),
    wide = height / (tiles ? 2.4 : 1.4),
    step = tiles ? wide + 6 : pieces.length > 2 ? wide * 0.5 : wide * 0.62,
    four = fourColours();
  return svg(
    Math.ceil(wide + step * (pieces.length - 1) + 8),
    height + 12,
    pieces
      .map((piece, i) =>
        tiles ? tile(piece, 4 + i * step, 4, height) : card(piece, 4 + i * step, 4, height, { four }),
      )
      .join(''),
    `role="img" aria-label="${esc(pieces.map(pieceName).join(', '))}"`,
  );
}
/** @param {string} text pieces with spaces between @param {string} [note] @param {number} [height] */
export function figure(text, note = '', height = 96) {
  const pieces = text.split(' ');
  return html`
    <figure>
      ${handArt(pieces, height)}
      <figcaption><b>${marked(nameHalf(pieces).name)}</b>${note}</figcaption>
    </figure>
  `;
}
