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
];
export const ANSWERS = ['on', 'choose', 'void', 'dead', 'again', 'shake'];
/** @param {GameEvent[]} events */
export const outcomeOf = (events) => ENDS.find(([, shows]) => events.some(shows))?.[0] || 'on';

/** @param {any[]} list */
const pick = (list) => list[Math.floor(Math.random() * list.length)];
/** @param {Option} option @param {string} field */
const numberIn = (option, field) => {
  const bound = option.free.find((each) => each.field === field);
  return bound ? bound.least + Math.floor(Math.random() * (bound.most - bound.least + 1)) : 0;
};
// How an option of the dealer's comes about by accident: {key of its story, values in it, command}.
/** @type {Record<string, (option: Option) => Accident>} */
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
  'deal-cards': (option) => {
    const two = Math.random() < 0.5;
    return {
      key: two ? 'twoup' : 'oneup',
      command: { ...option.command, found_face_up: two ? [3, 9] : [3] },
    };
  },
  'count-stub': (option) => ({ key: 'count', command: { ...option.command, extra: 1 } }),
};
const TRIES = 40;
// One accident of those that can happen now: the kind first, so that a hand at each seat weighs no more than
// one.
// Only those named, where some are.
/** @param {Option[]} options @param {string[]} [only] */
export function accident(options, only = []) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const made = anyAccident(options);
    if (!made || !only.length || only.includes(made.key)) return made;
  }
  return null;
}
/** @param {Option[]} options */
function anyAccident(options) {
  const kinds = [...new Set(options.map((option) => option.command.do))].filter((tag) => STORIES[tag]);
  if (!kinds.length) return null;
  const tag = pick(kinds),
    made = STORIES[tag](pick(options.filter((option) => option.command.do === tag)));
  delete made.command.by;
  return made;
}
/** @param {Option[]} options */
export const canHappen = (options) => options.some((option) => STORIES[option.command.do]);
