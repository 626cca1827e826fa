// What beats what, in pictures: hands from the strongest down, and single tiles by their rank.

import { ALL_FACES, singleRank } from '../pieces/names.js';
import { show } from '../shared/dialogs.js';
import { html } from '../shared/html.js';
import { termed } from '../shared/terms.js';
import { esc, t } from '../shared/texts.js';
import { figure, handArt } from './pictures.js';

// Pictures of hands, strongest first, each with its caption.
/** @type {Record<string, [pieces: string, key: string][]>} */
export const LADDER = {
  tiles: [
    ['2-4 1-2', 'supreme'],
    ['6-6 6-6', 'pair'],
    ['2-6 3-5', 'mixed'],
    ['6-6 4-5', 'wong'],
    ['1-1 4-4', 'gong'],
    ['4-6 3-6', 'nine'],
    ['2-2 4-5', 'three'],
  ],
  cards: [
    ['As Ah Ad Ac Jo', 'aces'],
    ['Ks Qs Js 10s 9s', 'straightflush'],
    ['7s 7h 7d 7c 2d', 'four'],
    ['Jh Js Jd 4c 4h', 'full'],
    ['Ah Jh 8h 6h 2h', 'flush'],
    ['10s 9d 8h 7c Jo', 'straight'],
    ['5s 5h 5d Kc 9h', 'trips'],
    ['Qs Qd 6h 6c Ah', 'twopair'],
    ['9s 9h Ad 7c 3h', 'pair'],
    ['Ah Qd 9c 7s 4d', 'high'],
  ],
};
/** @param {string} game */
export const ladder = (game) =>
  html`
    <ol class="feltbox ladder ${game}">
      ${LADDER[game]
        .map(([pieces, key]) => {
          const note = termed(t(`learn.how.${game}.rank.${key}`));
          return `<li>${figure(pieces, `<span>${note}</span>`, game === 'tiles' ? 96 : 84)}</li>`;
        })
        .join('')}
    </ol>
  `;
// Single tiles, highest first; tiles of one rank are grouped.
const singles = () => {
  const ranks = [...new Set(ALL_FACES.map(singleRank))].sort((one, other) => one - other);
  return html`
    <ol class="feltbox ladder singles">
      ${ranks
        .map((rank) => {
          const faces = ALL_FACES.filter((face) => singleRank(face) === rank);
          const names = faces
            .map((face) => `<span>${esc(t(`tile.${face}`))} <b class="nobr">${face}</b></span>`)
            .join('');
          return `<li><figure>${handArt(faces, 72)}<figcaption>${names}</figcaption></figure></li>`;
        })
        .join('')}
    </ol>
  `;
};
// As a dialog for a lesson: the ranks of poker hands, or of single tiles.
/** @param {string} game */
export const showRanks = (game) =>
  show(
    html`
      <h2>${t(`learn.ranks.${game}`)}</h2>
      <p>${t(`learn.ranks.${game}.text`)}</p>
      ${game === 'tiles' ? singles() : ladder(game)}
    `,
    t(`learn.ranks.${game}`),
  );
