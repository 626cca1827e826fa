// The client's model of a table, built from the server's frames. No drawing, no sockets.
import { inOrder } from '../pieces/names.js';

const NEW_ROUND = new Set(['round-finished', 'round-voided']);
const SILENT = new Set([
  'wager-placed',
  'wager-taken-back',
  'proceeded',
  'hand-racked',
  'round-finished',
  'dice-wagers-settled',
  'words-added',
  'word-committed',
  'word-opened',
  'hands-looked-at',
]);
const MERGED = new Set(['stack-delivered', 'hand-set', 'sat-down']);
const KEPT_LINES = 60;

/** @returns {Model} */
export const emptyModel = () => ({
  layout: null,
  view: null,
  options: [],
  awaited: [],
  me: null,
  events: [],
  log: [],
  last: null,
  deadline: null,
  of: null,
  online: false,
  wheelLowest: false,
  names: {},
  bots: [],
  away: [],
  draft: null,
  revealed: null,
});

/** @param {ScriptLine} line */
const wordsOf = (line) => (line.say ? { says: true, text: line.say } : null);
/** @param {LogEntry[]} log @param {GameEvent[]} events @param {ScriptLine[] | undefined} lines */
function logged(log, events, lines) {
  const said = (lines || [])
    .map((line) => ({ ...(wordsOf(line) || {}), does: line.do, cites: line.cites }))
    .filter((line) => line.says);
  const entries = [];
  for (const line of said)
    entries.push({ says: true, text: line.text, does: line.does, cites: line.cites, tag: 'said' });
  for (const event of events) {
    if (SILENT.has(event.event) || !event.told) continue;
    entries.push({
      says: false,
      text: event.told,
      cites: event.cites || [],
      tag: event.event,
      event,
      does: lines?.[0]?.do || '',
    });
  }
  const all = [...log];
  for (const entry of entries) {
    const previous = all[all.length - 1];
    const repeats = previous && previous.text === entry.text;
    if ((previous && MERGED.has(entry.tag) && previous.tag === entry.tag) || repeats)
      all[all.length - 1] = entry;
    else all.push(entry);
  }
  return all.slice(-KEPT_LINES);
}

// Changed accounts merged into the others; null removes one.
/** @param {Record<string, number>} balances @param {Record<string, number | null>} changes */
function patched(balances, changes) {
  const all = { ...balances, ...changes };
  for (const [name, cents] of Object.entries(changes)) if (cents === null) delete all[name];
  return all;
}

// Hands have one order wherever they are shown.
/** @param {any} hand @param {boolean} wheelLowest */
const tidy = (hand, wheelLowest) =>
  Array.isArray(hand.high) && Array.isArray(hand.low)
    ? { ...hand, high: inOrder(hand.high, wheelLowest), low: inOrder(hand.low, wheelLowest) }
    : hand;
/** @param {Frame} frame @param {boolean} wheelLowest @returns {Frame} */
function tidied(frame, wheelLowest) {
  const events = frame.events?.map((event) => tidy(event, wheelLowest));
  const hands = frame.view?.hands?.map((hand) => tidy(hand, wheelLowest));
  return { ...frame, events, view: hands ? { ...frame.view, hands } : frame.view };
}

// The model after a frame: a snapshot replaces it, anything else updates it.
/** @param {Model} model @param {Frame} given @param {number} [now] */
export function received(model, given, now = Date.now()) {
  const frame = tidied(given, model.wheelLowest),
    fresh = frame.type === 'snapshot';
  const view = fresh || !model.view ? frame.view : { ...model.view, ...frame.view };
  if (!fresh && frame.balances) view.balances = patched(view.balances, frame.balances);
  const events = fresh ? frame.events || [] : model.events;
  /** @type {any} */
  const next = { ...model, view, events, online: true };
  if (frame.layout) next.layout = frame.layout;
  for (const name of ['me', 'names', 'bots', 'away', 'awaited', 'options', 'wallet'])
    if (frame[name] !== undefined && frame[name] !== null) next[name] = frame[name];
  if (frame.options) next.optionsAt = frame.version;
  next.deadline = frame.left === null || frame.left === undefined ? null : now + frame.left * 1000;
  next.of = frame.of || null;
  next.log = logged(fresh ? [] : model.log, frame.events || [], frame.lines);
  if (!fresh)
    for (const event of frame.events || []) {
      carried(next, event);
      roundOf(next, event, model.view);
    }
  return next;
}

// A buy-in comes out of my wallet and a cash-out goes back: neither is won or lost.
/** @param {Model} next @param {GameEvent} event */
function carried(next, event) {
  if (event.person !== next.me || !['bought-in', 'cashed-out'].includes(event.event)) return;
  const back = (event.postings || []).reduce(
    (/** @type {number} */ sum, /** @type {Posting} */ [account, cents]) =>
      account === 'world' ? sum + cents : sum,
    0,
  );
  if (next.wallet !== undefined) next.wallet = next.wallet + back || next.layout?.refill || 0;
  if (next.started !== undefined) next.started -= back;
}

/** @param {Model} next @param {GameEvent} event @param {View | null} before */
function roundOf(next, event, before) {
  if (event.event === 'seed-revealed' || event.event === 'seed-published') {
    next.revealed = event;
    return;
  }
  if (NEW_ROUND.has(event.event)) {
    next.last = {
      events: [...next.events, event],
      hands: before?.hands || [],
      bank: before?.bank || null,
      staked: before?.staked || [],
      round: before?.round,
      voided: event.event === 'round-voided',
      stock: before,
    };
    next.events = [];
    next.draft = null;
    return;
  }
  next.events = [...next.events, event];
  if (event.event === 'no-more-bets') next.last = null;
  if (event.event === 'house-way-told')
    next.told = { position: event.position, low: event.low, high: event.high };
  if (event.event === 'stack-delivered' || event.event === 'cards-dealt') next.told = null;
}

// ---- questions
/** @param {Model} model @param {string} [person] */
export const seatOf = (model, person = model.me) => {
  const at = model.view.chairs.indexOf(person);
  return at < 0 ? null : at + 1;
};
/** @param {Model} model @param {number} place */
export const handAt = (model, place) => model.view.hands.find((hand) => hand.place === place) || null;
// Bets belong to the round that they open, and what comes before the first bets to the first round.
/** @param {Model} model */
export const roundShown = ({ view }) => view.round + (view.bets_open || !view.round ? 1 : 0);
/** @param {Model} model @param {string} person */
export const nameOf = (model, person) => model.names[person] || person;
/** @param {Model} model @param {...any} tags */
export const options = (model, ...tags) => model.options.filter((option) => tags.includes(option.command.do));
/** @param {View} view @param {number} position @param {boolean} [staked] */
export const wagersAt = (view, position, staked = false) =>
  (staked ? view.staked : view.wagers).filter((wager) => wager.position === position);
/** @param {Pick<Wager, 'chips' | 'promotional'>} wager */
export const stakeOf = (wager) => wager.chips + wager.promotional;
/** @param {Model} model @param {string} [person] */
export const rack = (model, person = model.me) => model.view.balances[`rack/${person}`] || 0;
/** @param {Model} model */
export const isTiles = (model) => model.layout?.game === 'tiles';
/** @param {Model} model */
export const diceOf = (model) => {
  if (model.view.shaker.dice) return model.view.shaker.dice;
  const seen = [...model.events].reverse().find((event) => event.event === 'lid-lifted');
  return seen ? seen.dice : null;
};

/** @type {Record<string, string[]>} */
const STAGES = {
  bank: ['offer'],
  wash: ['wash', 'shuffle', 'stack'],
  cut: ['cut'],
  bet: ['bets', 'progressive'],
  shake: [
    'style',
    'start',
    'shake',
    'player-shake',
    'lid',
    'eye',
    'button',
    'dice-wagers',
    'triples',
    'total',
  ],
  deal: ['deal', 'count-stub', 'sweep', 'extra-set', 'cover'],
  set: ['setting', 'bank-setting', 'dealer-setting'],
  show: ['expose-bank', 'expose', 'optional'],
  pay: ['pay', 'papers', 'center', 'envy', 'finish'],
};
// Whether dice decide where the deal starts: at some card tables a generator or a button does.
/** @param {Model} model */
export const hasDice = (model) =>
  (model.layout?.starting ?? 'shaker') === 'shaker' || !!diceOf(model) || !!model.view.shaker?.shakes;
/** @param {Model} model */
export function stages(model) {
  const all = Object.keys(STAGES).filter(
    (name) =>
      ((name !== 'bank' && (name !== 'cut' || !isTiles(model))) || model.layout?.banking?.offered) &&
      (name !== 'shake' || hasDice(model)),
  );
  // Without a shake, the start is found as part of the deal.
  const at = all.findIndex((name) => STAGES[name].includes(model.view.step));
  return { all, now: at < 0 && STAGES.shake.includes(model.view.step) ? all.indexOf('deal') : at };
}
