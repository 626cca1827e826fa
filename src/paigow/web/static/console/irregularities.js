// Accidents: which commands report them, how they come about in the school, and what the rules make of them.
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

// What may become of an accident, the gravest first: the first that the happenings show is the answer.
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
// Which way cards go wrong while they are dealt. Where the deal begins, the due act knows.
/** @type {((command: Command) => Accident)[]} */
const DEALT = [
  (command) => ({ key: 'oneup', command: { ...command, found_face_up: [3] } }),
  (command) => ({ key: 'twoup', command: { ...command, found_face_up: [3, 9] } }),
  (command) => ({ key: 'drawn', command: { ...command, drawn_in_error: [3] } }),
];
// How an option of the dealer's comes about by accident: {key of its story, values in it, command}; nothing
// where the option is what is due.
/** @type {Record<string, (option: Option, due: Command | null) => Accident | null>} */
const STORIES = {
  'report-exposed': (option) => ({
    key: option.command.by_player ? 'shown' : 'exposed',
    place: option.command.place,
    command: { ...option.command, index: numberIn(option, 'index') },
  }),
  'report-off-table': (option) => ({
    key: 'off',
    place: option.command.place,
    command: { ...option.command },
  }),
  'report-undealt-tile': (option) => ({
    key: option.command.off_table ? 'undealtoff' : 'undealt',
    command: { ...option.command, nth: numberIn(option, 'nth') },
  }),
  'expose-while-stacking': (option) => ({ key: 'stacking', command: { ...option.command } }),
  'call-no-roll': (option) => ({ key: 'noroll', command: { ...option.command, why: 'fell out' } }),
  'report-stub-exposed': (option) => ({ key: 'stub', command: { ...option.command } }),
  'report-shoe-jam': (option) => ({ key: 'shoe', command: { ...option.command } }),
  'report-shuffler-jam': (option) => ({ key: 'shuffler', command: { ...option.command } }),
  'deal-cards': (option) => pick(DEALT)(option.command),
  'count-stub': (option) => ({ key: 'count', command: { ...option.command, extra: 1 } }),
  'report-wrong-count': (option) => {
    const count = pick([6, 8]);
    return {
      key: count > 7 ? 'eight' : 'six',
      place: option.command.place,
      command: { ...option.command, count },
    };
  },
  'report-device-broken': (option) =>
    option.command.device === 'shuffler' ? { key: 'broken', command: { ...option.command } } : null,
  'deliver-stack': (option, due) =>
    due?.do === 'deliver-stack' && due.place !== option.command.place
      ? { key: 'wrongplace', command: { ...option.command } }
      : null,
  'set-dealer-hand': (option, due) => {
    const splits = option.free.find(({ field }) => field === 'low')?.choices || [],
      low = pick(splits);
    return due?.do === 'set-dealer-hand' && low && !sameSplit(low, due.low, splits)
      ? { key: 'misset', command: { ...option.command, low } }
      : null;
  },
};
/** @param {Piece[]} one @param {Piece[]} other */
const sameHand = (one, other) => [...one].sort().join() === [...other].sort().join();
// Of four tiles either pair names the split; a tile that is there twice makes a pair of its own.
/** @param {Piece[]} low @param {Piece[]} right @param {Piece[][]} pairs */
const sameSplit = (low, right, pairs) => {
  const rest = [...new Set(pairs.flat())].flatMap((piece) =>
    pairs.some(([one, other]) => one === piece && other === piece) ? [piece, piece] : [piece],
  );
  for (const piece of low) rest.splice(rest.indexOf(piece), 1);
  return sameHand(low, right) || sameHand(rest, right);
};
const TRIES = 40;
// One accident of those that can happen now: the kind first, so that a hand at each seat weighs no more than
// one.
// Only those named, where some are.
/** @param {Option[]} options @param {Command | null} due @param {string[]} [only] */
export function accident(options, due, only = []) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const made = anyAccident(options, due);
    if (made && (!only.length || only.includes(made.key))) return made;
  }
  return null;
}
/** @param {Option[]} options @param {Command | null} due */
function anyAccident(options, due) {
  const kinds = [...new Set(options.map((option) => option.command.do))].filter((tag) => STORIES[tag]);
  if (!kinds.length) return null;
  const tag = pick(kinds),
    made = STORIES[tag](pick(options.filter((option) => option.command.do === tag)), due);
  if (made) delete made.command.by;
  return made;
}
/** @param {Option[]} options */
export const canHappen = (options) => options.some((option) => STORIES[option.command.do]);
