// What a pupil says with a step: a place, a total, a split, an amount, or what became of a hand just shown.

import { actName, seatName } from '../console/forms.js';
import { nameHalf, ways } from '../pieces/names.js';
import { html } from '../shared/html.js';
import { esc, money, t } from '../shared/texts.js';
import { handAt, isTiles } from '../table/model.js';
import { shownHand, turnedOver } from './answers.js';

// What a step says that has to be right, beside its being the next.
/** @type {Record<string, string>} */
export const VALUES = {
  'announce-total': 'total',
  'announce-eye': 'number',
  'place-eye-button': 'position',
  'take-dice-wagers': 'position',
  'pay-dice-wagers': 'position',
  'deliver-stack': 'place',
  'set-dealer-hand': 'low',
  'expose-hand': 'position',
  'pay-winner': 'position',
  'pay-from-center': 'place',
  'settle-optional': 'position',
  'verify-progressive': 'position',
  'settle-progressive': 'position',
  'pay-envy': 'position',
};
// Steps that move money: the pupil says how much, before it is done.
export const PAYING = new Set([
  'pay-dice-wagers',
  'pay-winner',
  'pay-from-center',
  'settle-optional',
  'settle-progressive',
  'pay-envy',
  'collect-shortfall',
  'close-center',
]);
/** @type {Record<string, (event: GameEvent) => number>} */
const PAID = {
  'winner-paid': ({ won, vigorish }) => won - vigorish,
  'dealer-wager-paid': ({ won }) => won,
  'optional-settled': ({ won }) => won,
  'progressive-settled': ({ won }) => won,
  'dice-wager-paid': ({ won }) => won,
  'envy-paid': ({ won }) => won,
  'shortfall-collected': ({ from_bank: cents }) => cents,
  'center-closed': ({ to_bank: cents }) => cents,
};
// What was handed over beside the stakes, or, for a bank, paid in or out.
/** @param {GameEvent[]} events */
export const paidIn = (events) => events.reduce((sum, event) => sum + (PAID[event.event]?.(event) || 0), 0);

/** @param {number} first @param {number} last */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
/** @param {Model} model @param {string} field @returns {[value: any, text: string][]} */
export const choicesFor = (model, field) => {
  if (field === 'total') return range(3, 18).map((total) => [total, String(total)]);
  if (field === 'number') return range(1, 6).map((number) => [number, String(number)]);
  if (field === 'low')
    return ways(handAt(model, 0)?.pieces || [], model.wheelLowest).map((way) => [
      way.low,
      `${nameHalf(way.high, model.wheelLowest).short} / ${nameHalf(way.low).short}`,
    ]);
  const last = field === 'place' && isTiles(model) ? 7 : 6;
  return range(field === 'place' ? 0 : 1, last).map((place) => [place, seatName(place)]);
};

/** @param {string} act @param {unknown} value @param {string} text */
const choice = (act, value, text) => html`
  <button class="btn" data-act="${act}" data-value="${esc(JSON.stringify(value))}"
    data-k="answer-${esc(text)}">
    ${esc(text)}
  </button>
`;
/** @param {Model} model @param {{ tag: string, field: string }} asking */
export const askPanel = (model, { tag, field }) => {
  const back = html`
    <button class="btn quiet" type="button" data-act="unask" data-k="unask">${t('school.back')}</button>
  `;
  const body =
    field === 'amount'
      ? html`
        <form class="ask" data-k="amount">
          <label for="amount">
            ${t('school.amount')}
            <input id="amount" name="amount" class="short" inputmode="decimal" required autocomplete="off"
              pattern="\\$?[0-9]+(\\.[0-9]{1,2})?">
          </label>
          <button class="btn primary" data-k="say">${t('school.say')}</button>
        </form>
      `
      : choicesFor(model, field)
          .map(([value, text]) => choice('answer', value, text))
          .join('');
  const which = field === 'amount' ? `school.pays.${tag}` : `school.which.${field}`;
  // The dealer's hand is turned over before it is set.
  const hand = field === 'low' ? turnedOver(handAt(model, 0)?.pieces || []) : '';
  return html`
    <section class="duties asked" aria-labelledby="asked">
      <h2 id="asked">${esc(actName(tag))} <span class="muted">${t(which)}</span></h2>
      ${hand} ${body} ${back}
    </section>
  `;
};
/** @param {HTMLFormElement} form */
export const amountIn = (form) =>
  Math.round(Number(String(new FormData(form).get('amount')).replace('$', '')) * 100);
/** @param {number} cents */
export const amountText = (cents) => money(cents);

// A hand that was just turned up beside the one it plays against; the felt is covered until it is called.
/** @param {Model} model @param {GameEvent} shown */
export const callPanel = (model, shown) => {
  const against = handAt(model, model.view.bank?.position ?? 0);
  /** @type {DrillHand[]} */
  const hands = [
    { whose: 'player', pieces: [], low: shown.low, high: shown.high },
    { whose: 'dealer', pieces: [], low: against?.low || [], high: against?.high || [] },
  ];
  return html`
    <section class="duties asked drills" data-call="${shown.position}" aria-labelledby="asked">
      <h2 id="asked">${esc(seatName(shown.position))} <span class="muted">${t('school.ask.call')}</span></h2>
      <div class="drillhands">${hands.map(shownHand).join('')}</div>
      ${['win', 'lose', 'push'].map((word) => choice('call', word, t(`school.answer.${word}`))).join('')}
    </section>
  `;
};
