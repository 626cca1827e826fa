// Explains a hand next to its name: its pieces, what makes it, and what its tiles are called.

import { show } from '../shared/dialogs.js';
import { html } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { esc, loadPart, t } from '../shared/texts.js';
import { card, svg, tile } from './drawings.js';
import {
  cardName,
  isTile,
  kindOf,
  nameHalf,
  pipsOf,
  rankFive,
  rankTiles,
  rankTwo,
  tileName,
} from './names.js';

/** @param {Piece[]} pieces */
function tilesWhy(pieces) {
  const [value, negated] = rankTiles(pieces),
    place = -negated;
  if (value < 10) {
    // A Gee Joon tile can count as the other one: then the sum isn't that of the pips.
    const pips = pieces.map(pipsOf),
      sum = pips[0] + pips[1],
      wild = pieces.some((face) => kindOf(face) === 'GJ');
    const added = t('explain.value', { a: pips[0], b: pips[1], sum, value, tile: t(`tile.rank.${place}`) });
    return sum % 10 === value && !wild ? added : t('explain.wild', { value, tile: t(`tile.rank.${place}`) });
  }
  if (place > 18) return t('explain.gong');
  if (place > 16) return t('explain.wong');
  return t(place === 1 ? 'explain.supreme' : 'explain.pair', { place: t(`ordinal.${place}`) });
}
/** @param {Piece[]} pieces @param {boolean} [wheelLowest] */
function cardsWhy(pieces, wheelLowest) {
  if (pieces.length === 2) return t(rankTwo(pieces).category ? 'explain.two.pair' : 'explain.two.high');
  return t(`explain.five.${rankFive(pieces, wheelLowest).category}`);
}
// English, Cantonese in Latin letters, and Chinese side by side, in every language of the page.
/** @param {string} kind */
export const namesOf = (kind) =>
  html`
    <b lang="yue-Latn">${t(`tile.roman.${kind}`)}</b>${' '}
    <i lang="zh-Hant">${t(`tile.chinese.${kind}`)}</i>${' '}
    <span lang="en">${t(`tile.english.${kind}`)}</span>
  `;
/** @param {Piece} face */
const tileRow = (face) =>
  html`
    <li>
      ${svg(46, 104, tile(face, 4, 4, 92), `role="img" aria-label="${esc(tileName(face))}"`)}
      <p>
        ${namesOf(kindOf(face))}
        <br>
        <small class="muted num">${face} · ${t('explain.pips', { n: pipsOf(face) })}</small>
      </p>
    </li>
  `;
/** @param {Piece[]} pieces */
const cardsArt = (pieces) =>
  svg(
    74 + 46 * (pieces.length - 1),
    106,
    pieces.map((name, i) => card(name, 4 + 46 * i, 4, 94, { four: fourColours() })).join(''),
    `role="img" aria-label="${esc(pieces.map(cardName).join(', '))}"`,
  );

/** @param {Piece[]} pieces @param {boolean} [wheelLowest] */
export async function showHand(pieces, wheelLowest = false) {
  await loadPart('explain');
  const { name, note } = nameHalf(pieces, wheelLowest),
    tiles = isTile(pieces[0]);
  const art = tiles
    ? `<ul class="tilenames">${pieces.map(tileRow).join('')}</ul>`
    : `<div class="feltbox shown">${cardsArt(pieces)}</div>`;
  const more = tiles
    ? `<p><a class="btn slim quiet" href="/pieces" target="_blank" rel="noopener">${t('explain.all')}</a></p>`
    : '';
  show(
    html`
      <h2>${esc(name)}${note ? ` <small class="muted">${esc(note)}</small>` : ''}</h2>
      ${art}
      <p class="gist">${esc(tiles ? tilesWhy(pieces) : cardsWhy(pieces, wheelLowest))}</p>
      ${more}
    `,
    name,
  );
}
