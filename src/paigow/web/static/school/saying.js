// What a pupil adds to a step: a place, a total, a split, an amount, or the result of a hand just shown.

import { actName, seatName } from '../console/forms.js';
import { ways } from '../pieces/names.js';
import { html } from '../shared/html.js';
import { esc, money, t } from '../shared/texts.js';
import { handAt, isTiles, stakeOf } from '../table/model.js';
import { labelsOf } from '../table/panels/hand.js';
import { shownHand, turnedOver } from './answers.js';

// What has to be right about a step, besides that it is the next one.
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
// Steps that move money: the pupil enters the amount before it is done.
export const PAYING = new Set([
  'place-dealer-wager',
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
  'dealer-wager-placed': ({ amount }) => amount,
  'winner-paid': ({ won, vigorish }) => won - vigorish,
  'dealer-wager-paid': ({ won }) => won,
  'optional-settled': ({ won }) => won,
  'progressive-settled': ({ won }) => won,
  'dice-wager-paid': ({ won }) => won,
  'envy-paid': ({ won }) => won,
  'shortfall-collected': ({ from_bank: cents }) => cents,
  'center-closed': ({ to_bank: cents }) => cents,
  'pair-fortunes-paid': ({ won }) => won,
};
// Wagers that the table settles as their hand is shown: the pupil still has to name the payment.
/** @param {GameEvent[]} events */
export const settledWithHand = (events) =>
  events.filter(({ event }) => event === 'pair-fortunes-paid' || event === 'pair-fortunes-lost');
// What was paid beyond the stakes or, for a bank, paid in or out.
/** @param {GameEvent[]} events */
export const paidIn = (events) => events.reduce((sum, event) => sum + (PAID[event.event]?.(event) || 0), 0);

/** @param {number} first @param {number} last */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
/** @param {Model} model @param {string} field @returns {[value: any, text: string][]} */
export const choicesFor = (model, field) => {
  if (field === 'total') return range(3, 18).map((total) => [total, String(total)]);
  if (field === 'number') return range(1, 6).map((number) => [number, String(number)]);
  if (field === 'low') {
    const found = ways(handAt(model, 0)?.pieces || [], model.wheelLowest),
      labels = labelsOf(found, model.wheelLowest, (high, low) => t('school.split', { high, low }));
    return found.map((way, i) => [way.low, labels[i]]);
  }
  const last = field === 'place' && isTiles(model) ? 7 : 6;
  return range(field === 'place' ? 0 : 1, last).map((place) => [place, seatName(place)]);
};

const NUMBERS = new Set(['total', 'number']);
/** @param {string} act @param {unknown} value @param {string} text */
const choice = (act, value, text) => html`
  <button class="btn" data-act="${act}" data-value="${esc(JSON.stringify(value))}"
    data-k="answer-${esc(text)}">
    ${esc(text)}
  </button>
`;
/** @param {string} label */
const amountForm = (label) => html`
  <form class="ask" data-k="amount">
    <label for="amount">
      ${label}
      <input id="amount" name="amount" class="short" inputmode="decimal" required autocomplete="off"
        pattern="\\$?[0-9]+(\\.[0-9]{1,2})?">
    </label>
    <button class="btn primary" data-k="say">${t('school.say')}</button>
  </form>
`;
// The four tiles of a hand just shown, and the wager on them that the pupil settles.
/** @param {Model} model @param {{ events: GameEvent[], pieces: Piece[] }} settling */
export const settlePanel = (model, { events, pieces }) => {
  const [{ person, position, kind = 'pair-fortunes' }] = events,
    staked = model.view.staked.filter(
      (wager) => wager.person === person && wager.position === position && wager.kind === kind,
    ),
    stake = staked.reduce((sum, wager) => sum + stakeOf(wager), 0);
  return html`
    <section class="duties asked" data-settle="${position}" aria-labelledby="asked">
      <h2 id="asked">
        ${esc(seatName(position))}: ${t(`wager.${kind}`)}, ${money(stake)}
        <span class="muted">${t('school.pays.settle-optional')}</span>
      </h2>
      ${turnedOver(pieces)} ${amountForm(t('school.amount'))}
    </section>
  `;
};
// What the dealer's wager against a bank is worked out from, which the felt doesn't show.
/** @param {Model} model */
const lastBet = ({ view: { bank, between } }) =>
  `<p>${t('school.banklast', { amount: money(between.last_wagers[bank.person] || 0) })}</p>`;
/** @param {Model} model @param {{ tag: string, field: string }} asking */
export const askPanel = (model, { tag, field }) => {
  const back = html`
    <button class="btn quiet" type="button" data-act="unask" data-k="unask">${t('school.back')}</button>
  `;
  const body =
    field === 'amount'
      ? amountForm(t('school.amount'))
      : choicesFor(model, field)
          .map(([value, text]) => choice('answer', value, text))
          .join('');
  const which = field === 'amount' ? `school.pays.${tag}` : `school.which.${field}`;
  // The dealer's hand is turned over before it is set.
  const hand = field === 'low' ? turnedOver(handAt(model, 0)?.pieces || []) : '';
  return html`
    <section class="duties asked ${NUMBERS.has(field) ? 'numbers' : ''}" aria-labelledby="asked">
      <h2 id="asked">${esc(actName(tag))} <span class="muted">${t(which)}</span></h2>
      ${tag === 'place-dealer-wager' ? lastBet(model) : ''} ${hand} ${body} ${back}
    </section>
  `;
};
/** @param {HTMLFormElement} form */
export const amountIn = (form) =>
  Math.round(Number(String(new FormData(form).get('amount')).replace('$', '')) * 100);
/** @param {number} cents */
export const amountText = (cents) => money(cents);

// A hand just turned up, next to its opponent; the felt is covered until it is called.
/** @param {Model} model @param {GameEvent} shown */
export const callPanel = (model, shown) => {
  const { bank } = model.view,
    against = handAt(model, bank?.position ?? 0);
  /** @type {DrillHand[]} */
  const hands = [
    { whose: 'player', pieces: [], low: shown.low, high: shown.high },
    { whose: bank ? 'bank' : 'dealer', pieces: [], low: against?.low || [], high: against?.high || [] },
  ];
  return html`
    <section class="duties asked drills" data-call="${shown.position}" aria-labelledby="asked">
      <h2 id="asked">
        ${esc(seatName(shown.position))}${' '}
        <span class="muted">${t(bank ? 'school.ask.call.bank' : 'school.ask.call')}</span>
      </h2>
      <div class="drillhands">${hands.map(shownHand).join('')}</div>
      ${['win', 'lose', 'push'].map((word) => choice('call', word, t(`school.answer.${word}`))).join('')}
    </section>
  `;
};
