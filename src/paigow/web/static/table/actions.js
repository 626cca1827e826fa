// What a click or a key means: a change of my draft, or a command to the table.

import { ways } from '../pieces/names.js';
import { exchanged } from '../shared/dragging.js';
import { t } from '../shared/texts.js';
import { options, seatOf, stakeOf } from './model.js';
import { cutDraft } from './panels/choosers.js';
import { draftOf, fouls } from './panels/hand.js';
import { doubtful, mainOfResult, myPlace, phaseOf } from './phase.js';
import { freeSeats } from './seats.js';
import {
  chosenChip,
  mainBet,
  repeatable,
  spotOf,
  spotsOf,
  wagerAgain,
  wagerWith,
  whyNoBet,
} from './spots.js';
import { typeWords } from './words.js';

/** @param {Model} model */
const mine = (model) => model.view.wagers.filter((wager) => wager.person === model.me);
/** @param {Model} model @param {string} kind */
const heldOn = (model, kind) =>
  mine(model)
    .filter((each) => each.kind === kind)
    .reduce((sum, each) => sum + stakeOf(each), 0);

// After one chip there may be another: the table should wait until the player is done.
const NOT_READY = { type: 'ready', on: false };
const READY = { type: 'ready' };

/** @param {Model} model @param {string} half @param {number} index @returns {Partial<Model>} */
function exchange(model, half, index) {
  const key = `${half}${index}`;
  if (!model.picked) return { picked: key };
  const other = model.picked.startsWith('high') ? 'high' : 'low';
  const made = exchanged(
    /** @type {Draft} */ (draftOf(model)),
    { half: other, index: model.picked.slice(other.length) },
    { half, index },
  );
  return made ? { picked: null, draft: made, asking: null } : { picked: model.picked === key ? null : key };
}
/** @param {Model} model */
function setHand(model) {
  const { low } = draftOf(model);
  if (options(model, 'set-bank-hand').length) return { do: 'set-bank-hand', low };
  return { do: 'set-hand', position: myPlace(model), low, confirmed: fouls(model) };
}
/** @param {Model} model @param {number} n */
function cutBlock(model, n) {
  const draft = cutDraft(model);
  if (!draft.first || draft.last !== draft.first || n === draft.first)
    return { cut: { ...draft, first: n, last: n, split: 0 } };
  return { cut: { ...draft, first: Math.min(n, draft.first), last: Math.max(n, draft.first), split: 0 } };
}

// Each action returns {set: changes of the draft}, {send: [commands]}, {say: a message to the table}, or
// {tell: a sentence to the person}; {then: the same} follows when all commands were carried out.
/** @type {Record<string, (model: Model, data: any) => Acted>} */
const MADE = {
  pick: (model, data) => ({ set: exchange(model, data.half, Number(data.index)) }),
  carry: (model, { from, to }) => {
    const made = exchanged(/** @type {Draft} */ (draftOf(model)), from, to);
    return made ? { set: { draft: made, picked: null, asking: null } } : {};
  },
  way: (model, data) => {
    const way = ways(draftOf(model).pieces, model.wheelLowest)[Number(data.index)];
    return way ? { set: { draft: { low: way.low, high: way.high }, picked: null, asking: null } } : {};
  },
  ways: () => ({ set: { allWays: true } }),
  // A foul needs confirmation, and the main button never confirms it.
  set: (model) => {
    if (!fouls(model)) return { send: [setHand(model)], set: { asking: null } };
    return { set: { asking: model.asking === 'foul' ? null : 'foul' } };
  },
  setfoul: (model) => (model.asking === 'foul' ? { send: [setHand(model)], set: { asking: null } } : {}),
  houseway: (model) => ({ send: [{ do: 'ask-help', position: myPlace(model) }] }),
  surrender: (model) => ({
    send: [{ do: 'surrender', position: doubtful(model)[0] }],
  }),
  keep: () => ({ set: { kept: true }, say: READY }),
  look: () => ({ send: [{ do: 'look-at-pieces' }], set: { looked: true }, say: READY }),
  asktosee: () => ({ send: [{ do: 'ask-inspection' }] }),
  ready: (model) => (mine(model).length ? { set: { done: true }, say: READY } : { tell: t('bet.nothing') }),
  chip: (_model, data) => ({ set: { chip: Number(data.cents) } }),
  bet: (model, data) => {
    const made = wagerWith(model, spotOf(model), data.kind, chosenChip(model), model.lay);
    if (!made) return { tell: whyNoBet(model, data.kind) };
    return { say: NOT_READY, send: [made], set: { dismissed: true, done: false } };
  },
  spot: (_model, data) => ({ set: { spot: Number(data.value) } }),
  nextspot: (model) => {
    const all = spotsOf(model);
    return { set: { spot: all[(all.indexOf(spotOf(model)) + 1) % all.length] } };
  },
  lay: (_model, data) => ({ set: { lay: data.value } }),
  takeback: (_model, data) => ({
    send: [{ do: 'take-back-wager', position: Number(data.position), kind: data.kind }],
  }),
  clear: (model) => {
    const laid = mine(model).map(({ position, kind }) => ({ do: 'take-back-wager', position, kind }));
    return laid.length ? { send: laid.reverse() } : { tell: t('bet.nothing') };
  },
  double: (model) => {
    const laid = mine(model).map((each) => wagerWith(model, each.position, each.kind, stakeOf(each)));
    if (laid.some(Boolean)) return { send: laid.filter(Boolean) };
    return { tell: t(laid.length ? 'double.none' : 'bet.nothing') };
  },
  same: (model) => {
    if (!repeatable(model)) return { tell: t('same.none') };
    // Before bets are open, the request is kept until they are.
    if (!model.view.bets_open) return { set: { dismissed: true, again: true } };
    const laid = model.previous.map((each) => wagerAgain(model, each));
    // Ready only once all bets are down: the table wouldn't wait for the rest.
    const then = { say: READY, set: { done: true } };
    return { say: NOT_READY, send: laid, set: { dismissed: true, again: false }, then };
  },
  change: () => ({ set: { dismissed: true } }),
  bank: () => ({ send: [{ do: 'accept-bank', co_bank: false }] }),
  cobank: () => ({ send: [{ do: 'accept-bank', co_bank: true }] }),
  pass: () => ({ send: [{ do: 'pass-bank' }] }),
  nodealer: () => ({ send: [{ do: 'direct-dealer-wager', most: 0 }] }),
  cutstack: (model, data) => ({ set: cutBlock(model, Number(data.n)) }),
  cutend: (model, data) => ({ set: { cut: { ...cutDraft(model), end: data.end } } }),
  cutsplit: (model, data) => ({ set: { cut: { ...cutDraft(model), split: Number(data.n) } } }),
  docut: (model) => ({ send: [{ do: 'cut-stacks', cut: cutDraft(model) }], set: { cut: null } }),
  nocut: () => ({ send: [{ do: 'decline-cut' }], set: { cut: null } }),
  cutat: (_model, data) => ({ set: { cutAt: Number(data.value) } }),
  docutcards: (model, data) => ({
    send: [{ do: 'cut-cards', depth: Number(data.place || model.cutAt || 26) }],
  }),
  passcut: () => ({ send: [{ do: 'pass-cut' }] }),
  style: (_model, data) => ({ send: [{ do: 'choose-delivery', style: data.style }] }),
  shake: (model) => ({
    send: [{ do: 'shake-dice', shakes: options(model, 'shake-dice')[0]?.command.shakes || 3 }],
  }),
  leaveshake: () => ({ send: [{ do: 'leave-shake-to-dealer' }] }),
  askdealer: () => ({ send: [{ do: 'ask-dealer' }] }),
  exposed: (_model, data) => ({
    send: [{ do: 'choose-after-exposure', position: Number(data.position), play_on: data.play === 'true' }],
  }),
  sit: (_model, data) => ({ sit: Number(data.position) }),
  sitany: (model) => ({ sit: freeSeats(model)[0] }),
  leave: () => ({ send: [{ do: 'leave' }] }),
  /** @param {Model} _ @param {any} data */
  remark: (_, { phrase }) => ({ say: { type: 'remark', phrase } }),
  cashout: () => ({ send: [{ do: 'cash-out' }] }),
  buyin: (_model, data) => ({ send: [{ do: 'buy-in', chips: Number(data.cents || 50000) }] }),
  tip: (model, data) => {
    const chips = heldOn(model, 'tip') + Number(data.cents);
    return { say: NOT_READY, send: [{ do: 'place-wager', position: seatOf(model), kind: 'tip', chips }] };
  },
  repeat: (model) => {
    const on = !model.repeat,
      now = on && repeatable(model) && model.view.bets_open && !mine(model).length;
    return now ? { ...MADE.same(model, {}), set: { repeat: on, dismissed: true } } : { set: { repeat: on } };
  },
  auto: (model) => ({ set: { auto: !model.auto } }),
  words: (_model, data) => {
    typeWords(data.words);
    return { set: {} };
  },
  sitout: (model) => {
    const out = !model.out,
      asked = out ? ['pass-bank', 'pass-cut'].filter((tag) => options(model, tag).length) : [];
    // A player who is asked for the bank or the cut now passes it too.
    return { set: { out }, say: { type: 'sit-out', on: out }, send: asked.map((tag) => ({ do: tag })) };
  },
};

// What has to be among the options for an action to apply: a second click on a button does nothing.
/** @type {Record<string, string[]>} */
const NEEDS = {
  set: ['set-hand', 'set-bank-hand'],
  houseway: ['ask-help'],
  surrender: ['surrender'],
  keep: ['surrender'],
  bank: ['accept-bank'],
  cobank: ['accept-bank'],
  pass: ['pass-bank'],
  docut: ['cut-stacks'],
  nocut: ['decline-cut'],
  docutcards: ['cut-cards'],
  passcut: ['pass-cut'],
  style: ['choose-delivery'],
  look: ['look-at-pieces'],
  asktosee: ['ask-inspection'],
  shake: ['shake-dice'],
  leaveshake: ['leave-shake-to-dealer'],
  askdealer: ['ask-dealer'],
  exposed: ['choose-after-exposure'],
};
const HANDED = new Set(['pick', 'carry', 'way', 'set']);
/** @param {string} name @param {Model} model */
const means = (name, model) =>
  (!NEEDS[name] || options(model, ...NEEDS[name]).length) && (!HANDED.has(name) || draftOf(model)?.low);
export const ACTS = Object.fromEntries(
  Object.entries(MADE).map(([name, made]) => [
    name,
    (/** @type {Model} */ model, /** @type {DOMStringMap} */ data) =>
      means(name, model) ? made(model, data) : {},
  ]),
);

// Keys by phase; 1 to 9 select a setting, a chip, or a style.
/** @type {Record<string, Record<string, string>>} */
const KEYS = {
  set: { Enter: 'set', h: 'houseway', s: 'surrender' },
  bet: { r: 'same', c: 'clear', d: 'double', w: 'nextspot' },
  result: { r: 'same', c: 'change' },
  offer: { t: 'bank', o: 'cobank', p: 'pass' },
  cut: { p: 'nocut', Enter: 'docut' },
  cutcards: { p: 'passcut', Enter: 'docutcards' },
  shake: { Enter: 'shake' },
  surrender: { s: 'surrender', Enter: 'keep' },
  inspect: { Enter: 'look' },
};
const CHIPS = [100, 500, 2500, 10000, 50000];
/** @param {Model} model @param {string} key @returns {[act: string, data: any] | null} */
export function keyed(model, key) {
  const phase = phaseOf(model),
    digit = /^[0-9]$/.test(key) ? Number(key) : null;
  if (digit !== null) {
    if (phase === 'set') return ['way', { index: digit - 1 }];
    if (phase === 'bet' && CHIPS[digit - 1]) return ['chip', { cents: CHIPS[digit - 1] }];
    if (phase === 'cut' && digit >= 1 && digit <= 8) return ['cutstack', { n: digit }];
    if (phase === 'style') {
      const offered = options(model, 'choose-delivery').flatMap(
        (option) => option.free.find((each) => each.field === 'style')?.choices || [option.command.style],
      );
      const style = offered[digit === 0 ? 9 : digit - 1];
      return style ? ['style', { style }] : null;
    }
  }
  if (phase === 'cut' && (key === 'ArrowLeft' || key === 'ArrowRight'))
    return ['cutend', { end: key === 'ArrowLeft' ? 'right' : 'left' }];
  if (phase === 'bet' && (key === 'b' || key === 'Enter'))
    return [key === 'b' ? 'bet' : mainBet(model), { kind: 'main' }];
  if (phase === 'choose') {
    const found = options(model, 'choose-after-exposure')[0];
    if (key === 'Enter' || key === 'v')
      return ['exposed', { position: found.command.position, play: String(key === 'Enter') }];
  }
  // While bets are still being settled, there is no main button.
  if (phase === 'result' && key === 'Enter') return model.last ? [mainOfResult(model), {}] : null;
  const act = KEYS[phase]?.[key.length === 1 ? key.toLowerCase() : key];
  return act ? [act, {}] : null;
}
