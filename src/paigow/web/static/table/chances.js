// The value of playing on when a hand can be surrendered: counted from my own tiles or cards alone.
import { chosen } from '../shared/settings.js';
import { options } from './model.js';
import { doubtful, myPlace } from './phase.js';

/** @param {string[]} pieces */
const sorted = (pieces) => [...pieces].sort().join(' ');
// Every setting of the last hand requested, with its counts. That can take a while, so it starts early.
/** @type {{ hand: string, settings: Promise<any[]> }} */
let asked = { hand: '', settings: Promise.resolve([]) };
/** @param {Model} model @param {string[]} pieces */
function settingsOf(model, pieces) {
  const hand = sorted(pieces);
  if (asked.hand !== hand) {
    const table = encodeURIComponent(model.layout.id),
      query = new URLSearchParams({ hand, role: 'player' });
    asked = {
      hand,
      settings: import('../shared/study.js')
        .then(({ settled }) =>
          settled(`/api/tables/${table}/analysis?${query}`, { wanted: () => asked.hand === hand }),
        )
        .then((found) => found?.settings || [])
        .catch(/** @returns {any[]} */ () => []),
    };
  }
  return asked.settings;
}
// The shares won, pushed, and lost against all opponents' hands set by the table's own house way; null if
// unknown.
/** @param {Model} model @returns {Promise<Model['chances']>} */
async function chancesOf(model) {
  const [place] = doubtful(model),
    hand = model.view.hands.find((each) => each.place === place);
  if (!hand?.low?.length) return null;
  const all = await settingsOf(model, [...hand.low, ...hand.high]),
    found = all.find((each) => sorted(each.low) === sorted(hand.low));
  if (!found) return null;
  const total = found.win + found.push + found.lose;
  return { win: found.win / total, push: found.push / total, lose: found.lose / total };
}
let weighed = '';
// Once a round; a player who turned the question off plays on.
/**
 * @param {Model} model
 * @param {string} phase
 * @param {(act: string, data: any) => unknown} perform
 * @param {(found: Partial<Model>) => void} set
 */
export async function weigh(model, phase, perform, set) {
  const now = `${model.view.table} ${model.view.round} ${phase}`;
  // A lesson has no table to ask, and doesn't offer surrender.
  if (!model.layout?.surrender || model.guided) return;
  // The dealer waits for an answer even where the hand can't lose any more.
  if (!model.kept && options(model, 'surrender').length && !doubtful(model).length) perform('keep', {});
  if ((phase !== 'set' && phase !== 'surrender') || weighed === now) return;
  weighed = now;
  if (phase === 'set') {
    const mine = model.view.hands.find((each) => each.place === myPlace(model));
    if (mine?.pieces.every(Boolean)) settingsOf(model, mine.pieces);
    set({ chances: null });
  } else if (chosen('surrender') === 'off') perform('keep', {});
  else {
    const chances = await chancesOf(model);
    // The next round may have started by then.
    if (weighed === now) set({ chances });
  }
}
