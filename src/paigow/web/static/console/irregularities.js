// Accidents: which commands report them, how they come about in the school, and their consequences.
export const MISHAPS = new Set([
  'report-exposed',
  'report-off-table',
  'report-undealt-tile',
  'expose-while-stacking',
  'call-no-roll',
  'report-wrong-count',
  'report-stub-exposed',
  'report-shoe-jam',
  'report-shuffler-jam',
  'report-device-broken',
  'cover-device',
  'restore-device',
  'play-on-in-silence',
  'call-abandoned',
]);

// The possible consequences of an accident, most serious first: the first that the events show is the answer.
/** @type {[string, (event: GameEvent) => boolean][]} */
const ENDS = [
  ['void', (event) => event.event === 'round-voided'],
  ['dead', (event) => event.event === 'hand-dead'],
  ['again', (event) => ['undealt-tile-seen', 'exposed-while-stacking'].includes(event.event)],
  ['again', (event) => event.event === 'shuffler-jammed' && event.then === 'shuffle'],
  ['shake', (event) => event.event === 'no-roll'],
  ['choose', (event) => event.event === 'piece-exposed' && event.asks],
  ['reset', (event) => event.event === 'dealer-hand-reset'],
  ['cover', (event) => event.event === 'device-broken'],
];
const ANSWERS = ['on', 'choose', 'void', 'dead', 'again', 'shake', 'reset'];
// Only a table with devices has one to cover.
/** @param {boolean} tiles */
export const answersAt = (tiles) => (tiles ? ANSWERS : [...ANSWERS, 'cover']);
/** @param {GameEvent[]} events */
export const outcomeOf = (events) => ENDS.find(([, shows]) => events.some(shows))?.[0] || 'on';

/** @param {any[]} list */
const pick = (list) => list[Math.floor(Math.random() * list.length)];
/** @param {Option} option @param {string} field */
const numberIn = (option, field) => {
  const bound = option.free.find((each) => each.field === field);
  return bound ? bound.least + Math.floor(Math.random() * (bound.most - bound.least + 1)) : 0;
};
const CARD_PLACES = 7;
/** @typedef {{ due: Command | null, start: number | null }} Moment what is due, and where the deal begins */
/** @typedef {{ key: string, place?: number, fields?: Record<string, any> }} Story */
// How one of the dealer's options happens by accident: the key of its story, the place in it, and the fields
// of the command that make it one. Null if the option is what is due.
/** @type {Record<string, (option: Option, moment: Moment) => Story[]>} */
const STORIES = {
  'report-exposed': (option) => [
    {
      key: option.command.by_player ? 'shown' : 'exposed',
      place: option.command.place,
      fields: { index: numberIn(option, 'index') },
    },
  ],
  'report-off-table': ({ command }) => [{ key: 'off', place: command.place }],
  'report-undealt-tile': (option) => [
    {
      key: option.command.off_table ? 'undealtoff' : 'undealt',
      fields: { nth: numberIn(option, 'nth') },
    },
  ],
  'expose-while-stacking': () => [{ key: 'stacking' }],
  'call-no-roll': () => [
    { key: 'noroll', fields: { why: 'fell out' } },
    { key: 'notflat', fields: { why: 'not flat' } },
  ],
  'report-stub-exposed': () => [{ key: 'stub' }],
  'report-shoe-jam': () => [{ key: 'shoe' }],
  'report-shuffler-jam': () => [{ key: 'shuffler' }],
  'deal-cards': (_option, { start }) => [
    { key: 'oneup', fields: { found_face_up: [3] } },
    { key: 'twoup', fields: { found_face_up: [3, 9] } },
    { key: 'drawn', fields: { drawn_in_error: [3] } },
    { key: 'wrongplace', fields: { places: aroundFrom(start + 1) } },
  ],
  'count-stub': () => [{ key: 'count', fields: { extra: 1 } }],
  'report-wrong-count': ({ command: { place } }) => [
    { key: 'six', place, fields: { count: 6 } },
    { key: 'eight', place, fields: { count: 8 } },
  ],
  'report-device-broken': ({ command }) => (command.device === 'shuffler' ? [{ key: 'broken' }] : []),
  'deliver-stack': ({ command }, { due }) =>
    due?.do === 'deliver-stack' && due.place !== command.place ? [{ key: 'wrongplace' }] : [],
  'set-dealer-hand': ({ free }, { due }) => {
    const splits = free.find(({ field }) => field === 'low')?.choices || [];
    return due?.do === 'set-dealer-hand'
      ? splits
          .filter((low) => !sameSplit(low, due.low, splits))
          .map((low) => ({ key: 'misset', fields: { low } }))
      : [];
  },
};
/** @param {number} first */
const aroundFrom = (first) => Array.from({ length: CARD_PLACES }, (_, i) => (first + i) % CARD_PLACES);
/** @param {Piece[]} one @param {Piece[]} other */
const sameHand = (one, other) => [...one].sort().join() === [...other].sort().join();
// With four tiles, either pair names the split; a tile that is there twice is a pair itself.
/** @param {Piece[]} low @param {Piece[]} right @param {Piece[][]} pairs */
const sameSplit = (low, right, pairs) => {
  const rest = [...new Set(pairs.flat())].flatMap((piece) =>
    pairs.some(([one, other]) => one === piece && other === piece) ? [piece, piece] : [piece],
  );
  for (const piece of low) rest.splice(rest.indexOf(piece), 1);
  return sameHand(low, right) || sameHand(rest, right);
};
/** @param {Option[]} options @param {Moment} moment @param {string[]} only @returns {Accident[]} */
const possible = (options, moment, only) =>
  options
    .flatMap((option) =>
      (STORIES[option.command.do]?.(option, moment) || []).map(({ key, place, fields }) => {
        const { by, ...fixed } = option.command;
        return { key, place, command: { ...fixed, ...fields } };
      }),
    )
    .filter(({ key }) => !only.length || only.includes(key));
// A random accident among those possible now, limited to the named ones if there are any. The kind is drawn
// first, so that a hand at each seat doesn't weigh more than one.
/** @param {Option[]} options @param {Moment} moment @param {string[]} [only] @returns {Accident | null} */
export function accident(options, moment, only = []) {
  const all = possible(options, moment, only),
    kind = pick([...new Set(all.map(({ key }) => key))]);
  return pick(all.filter(({ key }) => key === kind)) || null;
}
/** @param {Option[]} options @param {Moment} moment */
export const canHappen = (options, moment) => possible(options, moment, []).length > 0;
