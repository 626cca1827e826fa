// My place at the table: my fan of wagers, my hand, my buttons. The phase decides which of them.
import { html } from '../../shared/html.js';
import { esc, money, t, whole } from '../../shared/texts.js';
import { handAt, isTiles, options, seatOf, stakeOf } from '../model.js';
import { doubtful, knownOutcome, myPlace, phaseOf } from '../phase.js';
import { chosenChip, mainBet, onlyBanks, repeatable, spotOf, wagerWith, whyNoBet } from '../spots.js';
import { betPanel, mineNow, myFan } from './bets.js';
import { button, clock, whoseTurn } from './buttons.js';
import { chooser } from './choosers.js';
import { fouls, handPanel, waysPanel } from './hand.js';

// A disabled action keeps its place, with the reason.
/** @param {string} act @param {string} text @param {string} why */
const closed = (act, text, why) =>
  html`
    <button class="btn closed" data-act="${act}" data-k="${act}" aria-disabled="true" data-why="${esc(why)}">
      ${text}<small>${why}</small>
    </button>
  `;
/** @param {Model} model */
function setting(model) {
  const foul = fouls(model),
    asked = foul && model.asking === 'foul',
    main = button('set', t(asked ? 'set.back' : foul ? 'set.foul' : 'set'), { key: 'Enter', cls: 'primary' });
  const help = options(model, 'ask-help').length
    ? button('houseway', t('houseway'), { key: 'H' })
    : closed('houseway', t('houseway'), t('houseway.none'));
  const surrender = options(model, 'surrender').length
    ? button('surrender', t('surrender'), { key: 'S' })
    : model.layout?.surrender
      ? closed('surrender', t('surrender'), t(model.view.bank ? 'surrender.later' : 'surrender.later.dealer'))
      : '';
  const dealer = options(model, 'ask-dealer').length
    ? button('askdealer', t('askdealer'), { cls: 'quiet' })
    : '';
  const own = myPlace(model) === seatOf(model);
  return (
    clock(model, own ? t('set.title') : t('set.at', { n: myPlace(model) }), t('set.sub')) +
    main +
    help +
    (asked ? button('setfoul', t('set.fouled'), { cls: 'danger' }) : surrender || dealer)
  );
}
// The selected chip on the main spot, as much of it as is allowed there.
/** @param {Model} model @param {{ key: string, cls: string }} look */
function firstBet(model, look) {
  const made = wagerWith(model, spotOf(model), 'main', chosenChip(model), model.lay),
    off = made ? '' : whyNoBet(model, 'main'),
    amount = whole(made ? stakeOf(made) : chosenChip(model));
  return button('bet', t('bet.now', { amount }), {
    key: look.key,
    cls: `${look.cls}${off && ' closed'}`,
    data: 'data-kind=main',
    off,
  });
}
/** @param {Model} model */
function betting(model) {
  const none = mineNow(model).length ? '' : t('bet.nothing'),
    act = mainBet(model),
    look = { key: 'Enter', cls: 'primary' };
  // The banker's own: whether the dealer bets too.
  const dealers = options(model, 'direct-dealer-wager').length ? button('nodealer', t('nodealer')) : '';
  if (onlyBanks(model)) return clock(model, whoseTurn(model), t('wait.sub')) + dealers;
  return (
    // The heading above the chips has said it: only the time left is shown here.
    clock(model, '', '') +
    (act === 'ready'
      ? model.done
        ? button(act, whoseTurn(model), { cls: look.cls, off: t('ready.done') })
        : button(act, t(act), { ...look, off: none })
      : act === 'same'
        ? button(act, t(act), { ...look, off: repeatable(model) ? '' : t('same.none') })
        : firstBet(model, look)) +
    (dealers || button('double', t('double'), { key: 'D', off: none })) +
    button('clear', t('clear'), { key: 'C', cls: 'quiet', off: none })
  );
}
/** @param {Model} model @param {string} phase */
function actions(model, phase) {
  switch (phase) {
    case 'set':
      return setting(model);
    case 'bet':
      return betting(model);
    case 'shake':
      return (
        clock(model, t('shake.title'), t('shake.sub')) +
        button('shake', t('shake'), { key: 'Enter', cls: 'primary' }) +
        (options(model, 'leave-shake-to-dealer').length
          ? button('leaveshake', t('leaveshake'), { cls: 'quiet' })
          : options(model, 'ask-dealer').length
            ? button('askdealer', t('leaveshake'), { cls: 'quiet' })
            : '')
      );
    case 'surrender':
      return (
        clock(model, t('surrender.title'), t('surrender.sub')) +
        button('keep', t('surrender.keep'), { key: 'Enter', cls: 'primary' }) +
        button('surrender', t('surrender.give', { amount: money(atStake(model)) }), {
          key: 'S',
          cls: 'danger',
        })
      );
    default:
      return clock(model, whoseTurn(model), t(model.view.bets_open ? 'wait.sub' : 'wait.closed'));
  }
}
// What a surrender costs: my main wager at the position that can be surrendered, and the tip on it.
/** @param {Model} model */
function givenUp(model) {
  const [position] = doubtful(model);
  return mineNow(model).filter(
    (wager) => wager.position === position && (wager.kind === 'main' || wager.kind === 'tip'),
  );
}
/** @param {Model} model */
const atStake = (model) => givenUp(model).reduce((sum, wager) => sum + stakeOf(wager), 0);
/** @param {Model} model */
const tipped = (model) => givenUp(model).some((wager) => wager.kind === 'tip');
// Once the opposing hand is shown, there are no more chances to tell: the hand loses, or nothing is asked.
/** @param {Model} model */
function chances(model) {
  const { chances: found, view } = model;
  if (knownOutcome(model, doubtful(model)[0])) return ` ${t('surrender.known')}`;
  if (!found || handAt(model, view.bank?.position ?? 0)?.low?.every(Boolean)) return '';
  const [win, push, lose] = [found.win, found.push, found.lose].map((part) => `${(part * 100).toFixed(1)}%`);
  return ` ${t('surrender.chances', { win, push, lose })}`;
}
// Questions and messages in the row between hand and buttons: it keeps its height, so that nothing moves.
/** @param {Model} model @param {string} phase */
function ask(model, phase) {
  if (phase === 'surrender') {
    return html`
      <p class="question">
        <b>${t('surrender.ask')}</b>${' '}
        ${t(tipped(model) ? 'surrender.cost.tip' : 'surrender.cost', { amount: money(atStake(model)) })}
        ${chances(model)}
      </p>
    `;
  }
  return phase === 'set' ? waysPanel(model) : '';
}
const CHOICES = new Set(['inspect', 'offer', 'cut', 'cutcards', 'style', 'choose', 'watch']);

/** @param {Model} model */
export function railPanel(model) {
  const phase = phaseOf(model),
    game = isTiles(model) ? 'tiles' : 'cards';
  if (CHOICES.has(phase))
    return `<main class="rail chooser ${phase}" id="front" tabindex="-1">${chooser(model, phase)}</main>`;
  const fan = seatOf(model) === null ? '' : myFan(model);
  const below =
    phase === 'replay'
      ? ''
      : html`
        <div class="ask">${ask(model, phase)}</div>
        <div class="act">${actions(model, phase)}</div>
      `;
  return html`
    <main class="rail ${phase} ${game}" id="front" tabindex="-1">
      ${fan}${phase === 'bet' ? betPanel(model) : handPanel(model)}${below}
    </main>
  `;
}
