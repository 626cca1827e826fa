// What to show at each seat: who, wagers, hand, markers, and one short tag. Not where it is drawn.

import { nameHalf } from '../pieces/names.js';
import { BUY_IN } from '../shared/settings.js';
import { esc, money, plain, signed, t } from '../shared/texts.js';
import { SIGN } from './felt/fan.js';
import { ledger, net, outcomeOf } from './ledger.js';
import { handAt, isTiles, nameOf, options, rack, roundShown, seatOf, stakeOf, wagersAt } from './model.js';

/** @param {Model} model */
export const sideWagers = (model) => (model.layout?.wagers || []).filter((wager) => wager.kind !== 'main');
/** @param {Wager[]} wagers @param {string} kind */
const total = (wagers, kind) =>
  wagers.filter((wager) => wager.kind === kind).reduce((sum, wager) => sum + stakeOf(wager), 0);
/** @param {Model} model */
const events = (model) => (model.last && model.view.step !== 'bets' ? model.last.events : model.events);

// Chips in front of somebody; before the first buy-in there is nothing to show.
/** @param {Model} model @param {string} person */
const held = (model, person) => (rack(model, person) ? money(rack(model, person)) : '');
/** @param {Model} model @param {Seat} seat @param {Hand} hand */
function tagOf(model, seat, hand) {
  const { view } = model;
  const outcome = hand?.outcome;
  if (outcome || seat.settled) {
    const gained = seat.net,
      tone = seat.outcome || 'push';
    if (seat.bank && !seat.settled) return [t('tag.bank'), ''];
    if (tone === 'void') return [t('tag.void'), ''];
    // Shown and compared, not paid yet.
    if (!seat.settled && outcome !== 'push') return [`${SIGN[outcome]} ${t(`outcome.${outcome}`)}`, outcome];
    return [gained || tone !== 'push' ? `${SIGN[tone]} ${signed(gained)}` : t('tag.push'), tone];
  }
  if (view.leaving.includes(seat.person)) return [t('tag.away'), ''];
  if (seat.bank) return [view.bank.co_banked ? t('tag.cobank') : t('tag.bank'), ''];
  if (view.offer && view.offer.person === seat.person && view.step === 'offer') return [t('tag.offered'), ''];
  if (hand && hand.status === 'surrendered') return [t('tag.surrendered'), ''];
  if (hand && hand.status === 'void') return [t('tag.void'), ''];
  if (hand && view.choosing.includes(seat.n)) return [t('tag.choosing'), ''];
  if (hand && hand.status === 'set')
    return [hand.set_by === 'house-way' ? t('tag.houseway') : t('tag.set'), ''];
  if (hand && hand.status === 'dealt' && ['setting', 'bank-setting'].includes(view.step))
    return [seat.main || seat.bank ? t('tag.setting') : t('tag.out'), ''];
  if (model.away.includes(seat.person)) return [t('tag.away'), ''];
  if (seat.main) return [money(seat.main), ''];
  return [held(model, seat.person), ''];
}

// The positions where a player can sit down now.
/** @param {Model} model */
export const freeSeats = (model) =>
  model.canSit === false
    ? []
    : options(model, 'sit').flatMap((option) => {
        const free = option.free.find((each) => each.field === 'position');
        return free?.choices?.length ? free.choices : [option.command.position];
      });

// The chips that come with a seat, given what is in the wallet.
/** @param {Model} model @returns {{ chips: number, told: string }} */
export function buyIn({ wallet }) {
  const chips = Math.max(1, Math.min(wallet ?? BUY_IN / 2, BUY_IN)),
    all = chips >= (wallet ?? chips);
  return { chips, told: t(all ? 'sit.bought.all' : 'sit.bought', { amount: money(chips) }) };
}
// Where the first stack goes: found in this round or, with a flat button, known before.
/** @param {Model} model */
const startOf = (model) =>
  isTiles(model)
    ? null
    : (model.view.shaker?.start ??
      (model.layout?.starting === 'flat-button' ? model.view.cards?.button : null));
// All six, position 1 first, which is at the left: the dealer's right.
/** @param {Model} model @returns {Seat[]} */
export function seatsOf(model) {
  const { view } = model,
    mine = seatOf(model),
    past = events(model);
  const sitting = freeSeats(model);
  return Array.from({ length: view.chairs.length }, (_, i) => {
    const n = i + 1,
      person = view.chairs[i],
      wagers = wagersAt(view, n);
    /** @type {any} */
    const seat = {
      n,
      person,
      shown: person ? nameOf(model, person) : '',
      me: n === mine,
      wagers,
      main: total(wagers, 'main'),
      canSit: !person && mine === null && sitting.includes(n),
    };
    seat.side = sideWagers(model).map((wager) => ({
      kind: wager.kind,
      key: t(`wager.${wager.kind}.key`),
      amount: total(wagers, wager.kind),
    }));
    seat.bank = view.bank?.position === n;
    seat.eye = view.eye?.button === n && model.layout?.dragon ? n : null;
    seat.envy = (view.cards?.lammers || []).some(([, position]) => position === n);
    seat.button = startOf(model) === n;
    seat.waits = model.awaited.includes(person);
    seat.hand = handAt(model, n);
    if (person) {
      const lines = ledger(past, person);
      seat.net = net(lines);
      seat.outcome = lines.length ? outcomeOf(lines, seat.net) : '';
      seat.settled = lines.some((line) => line.kind === 'main' || line.kind === 'center-closed');
    }
    [seat.tag, seat.tone] = person ? tagOf(model, seat, seat.hand) : ['', ''];
    if (seat.me && !seat.tone && !seat.bank && !(seat.hand && seat.hand.status === 'set'))
      seat.tag = held(model, model.me);
    return seat;
  });
}

// One sentence for people who can't see the felt.
/** @param {Model} _model @param {Seat} seat */
export function saidOf(_model, seat) {
  if (!seat.person) return t('seat.empty', { n: seat.n });
  const parts = [t('seat.said', { n: seat.n, name: seat.me ? t('you') : seat.shown })];
  for (const wager of seat.wagers)
    parts.push(t('seat.wager', { kind: t(`wager.${wager.kind}`), amount: money(stakeOf(wager)) }));
  if (seat.button) parts.push(t('marker.start.said'));
  if (seat.hand?.high?.length)
    parts.push(t('seat.hand', { high: nameHalf(seat.hand.high).name, low: nameHalf(seat.hand.low).name }));
  // Shown and not paid yet: the amount isn't shown before the payment.
  const paid = seat.net || seat.tone === 'push' ? 'said' : 'outcome';
  parts.push(seat.tone ? t(`${paid}.${seat.tone}`, { amount: plain(Math.abs(seat.net)) }) : seat.tag);
  return esc(parts.filter(Boolean).join(', '));
}

/** @param {Model} model */
export const feltSaid = (model) =>
  t('felt.said', {
    round: roundShown(model),
    bank: model.view.bank ? nameOf(model, model.view.bank.person) : t('dealer'),
  });
