// Which of the table's moments it is for me: what the rail in front of me has to offer.
import { handAt, options, seatOf } from './model.js';

const TURN = [
  ['choose', ['choose-after-exposure']], ['offer', ['accept-bank', 'pass-bank']], ['cut', ['cut-stacks', 'decline-cut']], ['cutcards', ['cut-cards', 'pass-cut']],
  ['style', ['choose-delivery']], ['shake', ['shake-dice']], ['set', ['set-hand', 'set-bank-hand']], ['surrender', ['surrender']],
];
const SHOWING = new Set(['expose', 'expose-bank', 'optional', 'pay', 'center', 'envy', 'finish']);

export function phaseOf(model) {
  const seat = seatOf(model);
  if (seat === null) return 'watch';
  for (const [phase, tags] of TURN) if (options(model, ...tags).length && !(phase === 'surrender' && model.kept)) return phase;
  const settled = model.events.some((event) => event.event === 'hand-exposed' && event.position === seat) || (SHOWING.has(model.view.step) && model.view.bank?.position === seat);
  if (settled || (SHOWING.has(model.view.step) && handAt(model, seat)?.outcome)) return 'result';
  if (model.last && !model.dismissed && model.last.staked.some((wager) => wager.person === model.me)) return 'result';
  if (model.last && !model.dismissed && model.last.bank?.person === model.me) return 'result';
  if (model.view.bets_open) return 'bet';
  return 'wait';
}

// The position whose hand I have in front of me: the one to be set first, or my seat's.
export function myPlace(model) {
  const open = options(model, 'set-hand')[0];
  if (open) return open.command.position;
  return seatOf(model);
}
