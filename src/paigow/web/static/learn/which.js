// Which of two hands is higher: two pictures to choose from, and "equal". Used on pages that explain and by
// the trainer; the same ranks that name hands at the table judge it.

import { compareHalves, nameHalf, whatDecided } from '../pieces/names.js';
import { html } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';
import { handArt } from './pictures.js';

/** @typedef {'left' | 'right' | 'copy'} Side */
/** @param {[Piece[], Piece[]]} pair @returns {Side} */
export function higher([one, other]) {
  const by = compareHalves(one, other);
  return by > 0 ? 'left' : by < 0 ? 'right' : 'copy';
}
// Why: what decided, or that both are the same.
/** @param {[Piece[], Piece[]]} pair */
export function whyHigher(pair) {
  const side = higher(pair);
  if (side === 'copy') return t('learn.which.copy', { name: nameHalf(pair[0]).name });
  const [better, worse] = side === 'left' ? pair : [pair[1], pair[0]];
  return t('learn.which.why', { why: whatDecided(better, worse).told });
}
/** @type {[Side, string][]} */
export const SIDES = [
  ['left', '1'],
  ['copy', '2'],
  ['right', '3'],
];
/** @param {[Piece[], Piece[]]} pair @param {{ answer?: Side | null, height?: number }} [given] */
export function whichPanel(pair, { answer = null, height = 120 } = {}) {
  const right = higher(pair);
  /** @param {Side} side @param {string} body @param {string} key */
  const button = (side, body, key) => {
    const state = !answer ? '' : side === right ? 'is-right' : side === answer ? 'is-wrong' : '';
    return html`
      <button class="answer ${state}" data-act="which" data-side="${side}" data-k="which-${side}"
        ${answer ? 'aria-disabled="true"' : ''} aria-pressed="${side === answer}">
        ${body}<kbd aria-hidden="true">${key}</kbd>
      </button>
    `;
  };
  const bodies = {
    left: handArt(pair[0], height) + (answer ? `<b>${esc(nameHalf(pair[0]).name)}</b>` : ''),
    copy: `<b>${t('learn.which.same')}</b>`,
    right: handArt(pair[1], height) + (answer ? `<b>${esc(nameHalf(pair[1]).name)}</b>` : ''),
  };
  return html`
    <div class="which" role="group" aria-label="${t('learn.which.ask')}">
      ${SIDES.map(([side, key]) => button(side, bodies[side], key)).join('')}
    </div>
  `;
}
