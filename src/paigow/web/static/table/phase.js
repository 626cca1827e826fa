// The table's current phase for me: what the rail in front of me offers.
import { outcomeAgainst } from '../pieces/names.js';
import { handAt, options, seatOf } from './model.js';
import { placing, repeatable } from './spots.js';

/** @type {[phase: string, tags: string[]][]} */
const TURN = [
  ['inspect', ['look-at-pieces']],
  ['choose', ['choose-after-exposure']],
  ['offer', ['accept-bank', 'pass-bank']],
  ['cut', ['cut-stacks', 'decline-cut']],
  ['cutcards', ['cut-cards', 'pass-cut']],
  ['style', ['choose-delivery']],
  ['shake', ['shake-dice']],
  ['set', ['set-hand', 'set-bank-hand']],
  ['surrender', ['surrender']],
];
// The result of playing on, once the opposing hand is shown.
/** @param {Model} model @param {number} place */
export function knownOutcome(model, place) {
  const [mine, theirs] = [place, model.view.bank?.position ?? 0].map((at) => handAt(model, at));
  return mine?.low?.length && theirs?.low?.length && theirs.low.every(Boolean)
    ? outcomeAgainst(mine, theirs, model.wheelLowest)
    : '';
}
// The hands worth asking about: one that can't lose any more isn't surrendered by anybody.
/** @param {Model} model */
export const doubtful = (model) =>
  options(model, 'surrender')
    .map(({ command }) => command.position)
    .filter((place) => ['', 'lose'].includes(knownOutcome(model, place)));
// What could still be changed isn't asked any more: a hand that is kept, a style that was called for.
/** @type {Record<string, (model: Model) => unknown>} */
const DECIDED = {
  surrender: (model) => model.kept || !doubtful(model).length,
  style: (model) => model.view.delivery,
  inspect: (model) => model.looked,
};
/** @param {Model} model */
const turnOf = (model) =>
  TURN.find(([phase, tags]) => options(model, ...tags).length && !DECIDED[phase]?.(model))?.[0];
const SHOWING = new Set(['expose', 'expose-bank', 'optional', 'pay', 'center', 'envy', 'finish']);

// The last result stays in front of me until I continue, and says what I am asked next.
const BETWEEN = new Set(['offer', 'cut', 'cutcards']);
/** @param {Model} model */
const unread = (model) =>
  model.last &&
  !model.dismissed &&
  (model.last.bank?.person === model.me || model.last.staked.some((wager) => wager.person === model.me));

// What I am asked while I still read the result of the last round.
/** @param {Model} model */
export const askedNext = (model) => {
  const turn = turnOf(model);
  return BETWEEN.has(turn) && unread(model) ? turn : null;
};

// One question at a time: an answer for the bank or the cut comes before the bets.
/** @param {Model} model */
export const mainOfResult = (model) => (!askedNext(model) && repeatable(model) ? 'same' : 'change');

/** @param {Model} model */
export function phaseOf(model) {
  const seat = seatOf(model);
  if (model.replay) return model.last && unread(model) ? 'result' : 'replay';
  if (seat === null) return 'watch';
  const turn = turnOf(model);
  if (turn) return askedNext(model) ? 'result' : turn;
  const settled =
    model.events.some((event) => event.event === 'hand-exposed' && event.position === seat) ||
    (SHOWING.has(model.view.step) && model.view.bank?.position === seat);
  if (settled || (SHOWING.has(model.view.step) && handAt(model, seat)?.outcome)) return 'result';
  if (unread(model)) return 'result';
  const lays =
    model.view.bank?.person !== model.me ||
    placing(model).length ||
    options(model, 'direct-dealer-wager').length;
  if (model.view.bets_open && lays) return 'bet';
  return 'wait';
}

// An answered question isn't asked any more, whether or not the table has confirmed it yet.
/** @param {Model} model @param {Command} command @param {number} version */
export function spent(model, command, version) {
  const group = TURN.find(([, tags]) => tags.includes(command.do))?.[1];
  if (!group) return model;
  return current({
    ...model,
    answered: [...(model.answered || []), { group, position: command.position, version }],
  });
}
// Options are searched incrementally: those found before an answer don't include it.
/** @param {Model} model */
export function current(model) {
  const at = model.optionsAt ?? -1,
    answered = (model.answered || []).filter((each) => each.version > at);
  if (!answered.length) return model.answered?.length ? { ...model, answered } : model;
  /** @param {{ command: Command }} given */
  const open = ({ command }) =>
    !answered.some(
      ({ group, position }) =>
        group.includes(command.do) && (position === undefined || command.position === position),
    );
  return { ...model, answered, options: model.options.filter(open) };
}

// The position whose hand is in front of me: the one to set first, or my seat's.
/** @param {Model} model */
export function myPlace(model) {
  const open = options(model, 'set-hand')[0];
  if (open) return open.command.position;
  return seatOf(model);
}
