// What the dealer is doing while there is nothing for me to do: a picture, a name, and a sentence that says
// why.

import { remaining } from '../../pieces/delivery.js';
import { cardBack, stack, svg } from '../../pieces/drawings.js';
import { cover, shaker } from '../../pieces/tokens.js';
import { html } from '../../shared/html.js';
import { has, t } from '../../shared/texts.js';
import { diceOf, hasDice, isTiles } from '../model.js';
import { script } from './side.js';

const DICE = new Set('shake player-shake lid eye button dice-wagers triples total start cover'.split(' '));
/** @param {Model} model */
function bowl(model) {
  const dice = diceOf(model);
  const art = dice
    ? shaker(64, 60, 52, [dice[1], dice[2], dice[0]], !!model.layout?.dragon)
    : cover(64, 60, 52);
  return svg(128, 126, art, 'aria-hidden="true"');
}
// What is still to be dealt: after the deal there is nothing to draw.
/** @param {Model} model */
function pieces(model) {
  const { view } = model;
  if (view.hands.length && !view.stock.length) return '';
  if (!isTiles(model))
    return svg(
      250,
      110,
      Array.from({ length: 13 }, (_, i) => cardBack(6 + i * 14, 8, 92)).join(''),
      'aria-hidden="true"',
    );
  const left = view.stock.length ? remaining(view.delivery, view.hands.length) : [4, 4, 4, 4, 4, 4, 4, 4];
  if (!left.some(Boolean)) return '';
  return svg(
    8 * 46 + 4,
    112,
    left.map((count, i) => (count ? stack(6 + i * 46, 8 + (4 - count) * 4, 84, count) : '')).join(''),
    'aria-hidden="true"',
  );
}

/** @param {Model} model */
export function nowPanel(model) {
  const { step } = model.view;
  const banks = model.view.bank?.person === model.me && has(`now.${step}.bank`);
  const kind = step === 'start' ? `.${model.layout?.starting}` : isTiles(model) ? '' : '.cards';
  const key = `now.${step}${banks ? '.bank' : kind}`;
  const said = has(key) ? t(key) : has(`now.${step}`) ? t(`now.${step}`) : '',
    title = t(banks ? `${key}.title` : `step.${step}`);
  const art = DICE.has(step) && hasDice(model) ? bowl(model) : pieces(model);
  return html`
    <div class="hand nowbox">
      ${art ? `<div class="stage">${art}</div>` : ''}
      <h2>${title}</h2>
      <p>${said}</p>
      <div class="saying">${script(model, 5)}</div>
    </div>
  `;
}
