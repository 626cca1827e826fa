// All tiles and cards by rank, with their names.

import { topbar } from '../shared/bar.js';
import { html } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { fourColours, setDeck } from '../shared/settings.js';
import { esc, t } from '../shared/texts.js';
import { card, cardBack, svg, tile } from './drawings.js';
import { namesOf } from './hands.js';
import { cardName, singleRank, tileName } from './names.js';

const PAIRS = [
  ['GJ', '2-4', '1-2'],
  ['H2', '6-6'],
  ['L2', '1-1'],
  ['H8', '4-4'],
  ['H4', '1-3'],
  ['H10', '5-5'],
  ['H6', '3-3'],
  ['L4', '2-2'],
  ['11', '5-6'],
  ['L10', '4-6'],
  ['H7', '1-6'],
  ['L6', '1-5'],
  ['9', '3-6', '4-5'],
  ['L8', '3-5', '2-6'],
  ['L7', '3-4', '2-5'],
  ['5', '1-4', '2-3'],
];
const RANKS = ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2'];
/** @param {string[]} given @param {number} i */
const pair = ([kind, a, b = a], i) =>
  html`
    <figure>
      <div role="img" aria-label="${esc(`${tileName(a)}; ${tileName(b)}`)}">
        ${svg(152, 170, tile(a, 5, 5, 158) + tile(b, 80, 5, 158), 'aria-hidden="true"')}
      </div>
      <figcaption>
        ${namesOf(kind)}
        <br>
        <small class="num">${a}${a === b ? '' : ` · ${b}`}</small>
        <br>
        <small class="num">
          ${t('pieces.rank', { pair: i + 1, alone: [...new Set([a, b].map(singleRank))].join(' · ') })}
        </small>
      </figcaption>
    </figure>
  `;

/** @param {HTMLElement} root */
export function piecesPage(root) {
  const four = fourColours();
  /** @param {string} name */
  const one = (name) =>
    html`
      <span role="img" aria-label="${esc(cardName(name))}">
        ${svg(92, 126, card(name, 4, 4, 116, { four }), 'aria-hidden="true"')}
      </span>
    `;
  const deck =
    ['s', 'h', 'd', 'c'].map((suit) => RANKS.map((rank) => one(rank + suit)).join('')).join('') +
    one('Jo') +
    svg(92, 126, cardBack(4, 4, 116), 'aria-hidden="true"');
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('') })}</header>
    <main class="page pieces-page">
      <div class="head"><div><h1>${t('pieces.title')}</h1><p>${t('pieces.text')}</p></div></div>
      <section class="feltbox pairs" aria-label="${t('pieces.title')}">${PAIRS.map(pair).join('')}</section>
      <h2>${t('pieces.cards')} <span class="muted">${t('pieces.cards.text')}</span></h2>
      <div class="ways">
        <button data-act="deck" data-four="1" aria-pressed="${four}">${t('pieces.four')}</button>
        <button data-act="deck" data-four="" aria-pressed="${!four}">${t('pieces.two')}</button>
      </div>
      <section class="feltbox deck">${deck}</section>
    </main>
  `;
  return {
    /** @param {DOMStringMap} data */
    deck: (data) => {
      setDeck(!!data.four);
      piecesPage(root);
    },
  };
}
