// The script's lines in the page's language: what the dealer says, what happened, what was refused. Every
// sentence is a text of the catalog; here its blanks are filled with names, money, pieces, and places.
import { cutOrder } from '../pieces/delivery.js';
import { nameHalf, pieceName } from '../pieces/names.js';
import { current, GAP, has, money, orElse, patternsOf, t } from '../shared/texts.js';
import { nameOf } from './model.js';

// Names have a tail that distinguishes guests and bots; people see the part before it.
/** @param {string} text */
const called = (text) => String(text).replace(/~(bot|[a-z2-9]{13}|[a-z2-9]{5})\b/g, '');
const CENTS = new Set(
  (
    'amount won vigorish surplus most from_bank from_house to_bank to_house to_person ' +
    'due handed withheld'
  ).split(' '),
);
const PEOPLE = new Set(['person', 'by', 'supervisor', 'exposed_by', 'hand_of']);
const PLACES = new Set(['place', 'start']);
/** @param {unknown[]} values */
const listed = (values) => values.join(t('list.and')) || t('list.none');
/** @param {number} place */
export const placeName = (place) =>
  place === null || place === undefined
    ? t('place.none')
    : has(`place.${place}`)
      ? t(`place.${place}`)
      : t('place.n', { n: place });
// Only the dealer's place can be among positions.
/** @param {number[]} all */
function positions(all) {
  const seats = all.filter(Boolean),
    told = seats[0] && t(seats[1] ? 'place.many' : 'place.n', { n: listed(seats) });
  return seats[all.length - 1] ? told : listed([told, placeName(0)].filter(Boolean));
}
/** @param {Model} model @param {string} name */
const person = (model, name) =>
  has(`who.${name}`) ? t(`who.${name}`) : name === 'dealer' ? t('place.0') : nameOf(model, name);
/** @param {string} kind */
const kindName = (kind) => orElse(`wager.${kind}`, kind);
/** @param {string} line */
const lineName = (line) => orElse(`payline.${line}`, line);

/** @type {Record<string, (model: Model, value: any) => string>} */
const WORDS = {
  // A tile's name can have a comma: "Black Ng, Two-Three".
  pieces: (_model, value) => {
    const names = value.map((/** @type {Piece} */ piece) => (piece ? pieceName(piece) : ''));
    return names.some((/** @type {string} */ name) => name.includes(', ')) ? names.join('; ') : listed(names);
  },
  low: (model, value) => nameHalf(value, model.wheelLowest).name,
  high: (model, value) => nameHalf(value, model.wheelLowest).name,
  places: (_model, value) => positions(value),
  positions: (_model, value) => positions(value),
  piece: (_model, value) => pieceName(value),
  tile: (_model, value) => pieceName(value),
  card: (_model, value) => pieceName(value),
  dice: (_model, value) => value.join(' + '),
  style: (_model, value) => t(`style.${value}`),
  cut: (_model, value) => cutOrder(value).join(' · '),
  outcome: (_model, value) => orElse(`outcome.${value}`, value),
  low_half: (_model, value) => orElse(`verdict.${value}`, value),
  high_half: (_model, value) => orElse(`verdict.${value}`, value),
  kind: (_model, value) => kindName(value),
  line: (_model, value) => lineName(value),
  missing: (_model, value) => listed(value.map((/** @type {string} */ item) => item.replaceAll('-', ' '))),
  winning: (_model, value) => listed(value.map(kindName)),
  how: (_model, value) => orElse(`how.${value}`, value),
  back: (_model, value) => orElse(`back.${value}`, value),
  backs: (_model, value) => listed(value.map((/** @type {string} */ back) => orElse(`back.${back}`, back))),
  device: (_model, value) => orElse(`value.device.${value}`, value),
  verified_by: (_model, value) => orElse(`value.post.${value}`, value),
};
/** @param {GameEvent} event */
const intoTray = ({ postings = [] }) =>
  postings.reduce((sum, [account, cents]) => sum + (account === 'inventory' ? cents : 0), 0);
// The table's own reasons; what somebody wrote stays as it was written.
const REASONED = new Set(['no-roll', 'round-voided', 'tiles-unsuitable', 'decks-unsuitable']);
/** @param {Model} model @param {string} text */
function reason(model, text) {
  for (const [key, [pattern, names]] of patterns('value.why.')) {
    const found = text.match(pattern);
    if (found)
      return t(key, Object.fromEntries(names.map((name, i) => [name, spoken(model, name, found[i + 1])])));
  }
  return text;
}
/** @param {Model} model @param {GameEvent} event @param {string} name */
function word(model, event, name) {
  if (name === 'why' && REASONED.has(event.event))
    return [event.why]
      .flat()
      .map((text) => reason(model, text))
      .join(t('list.and'));
  if (name === 'main') return orElse(`main.${event.outcome}.${event.limb}`, t(`main.${event.outcome}`));
  if (name === 'limb') return orElse(`main.lose.${event.limb}`, t('main.lose'));
  if (name === 'half') return orElse(`main.push.${event.half}`, t('main.push'));
  if (name === 'follows') return event.asks ? t('exposed.asks') : event.looked ? t('exposed.looked') : '';
  if (name === 'forfeits') return event.forfeited?.length ? t('forfeits.returned') : '';
  if (name === 'amount' && event.wager) return money(event.wager.chips + event.wager.promotional);
  if (name === 'amount' && event.amount === undefined) return money(intoTray(event));
  const value =
    event[name] === undefined && event.wager ? /** @type {any} */ (event.wager)[name] : event[name];
  if (value === null || value === undefined) return name === 'start' ? placeName(null) : '';
  if (CENTS.has(name) && typeof value === 'number') return money(value);
  if (PLACES.has(name) && typeof value === 'number') return placeName(value);
  if (PEOPLE.has(name)) return called(person(model, value));
  if (WORDS[name]) return WORDS[name](model, value);
  return Array.isArray(value) ? listed(value) : called(value);
}
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
// A sentence about somebody, or about me: "{person} [bets|bet]" is "Anna bets" or "You bet".
/** @param {string} text @param {boolean} mine */
const addressed = (text, mine) => text.replace(/\[([^|\]]*)\|([^\]]*)\]/g, mine ? '$2' : '$1');
// Replace a name by "you": "You’s" isn't a word, inside a sentence it is lowercase, and Chinese puts spaces
// around names but not around this word.
/** @param {string} text */
const toMe = (text) =>
  text
    .replaceAll('You’s', 'Your')
    .replace(/(?<!^|\. )Your?\b/g, (word) => word.toLowerCase())
    .replace(/ ?你 ?/g, '你');

/** @param {GameEvent} event @returns {string} */
const heldOrLost = ({ won, withheld }) => (withheld ? 'held' : won ? '' : 'lost');
// What didn't happen isn't told: each of these has sentences of its own, chosen as in tellings.py.
/** @type {Record<string, (event: GameEvent) => string | false>} */
const VARIANTS = {
  'wager-placed': ({ wager }) => wager.kind === 'main' && 'main',
  'surrendered-hand-taken': (event) => event.kept_for_envy && 'kept',
  'unwagered-swept': (event) => !event.places.length && 'none',
  'bank-accepted': (event) => event.co_banked && 'shared',
  'dealer-wager-placed': (event) => !event.amount && 'none',
  'winner-paid': (event) => !event.vigorish && 'free',
  'center-closed': ({ surplus, to_house: house, vigorish }) =>
    !surplus ? 'none' : house ? 'shared' : !vigorish && 'free',
  'optional-settled': heldOrLost,
  'progressive-settled': heldOrLost,
  'payment-corrected': (event) => event.signed?.length && 'signed',
  'dispute-noted': (event) => event.round && 'round',
  'total-announced': ({ cites }) => cites?.includes('R69') && 'again',
  'dealer-relieved': ({ name }) => name && (name === 'automatic dealer' ? 'automatic' : 'named'),
  'wrong-payment-found': (event) => event.low.length && 'rebuilt',
  'shortfall-collected': (event) => event.from_house && 'shared',
  'words-closed': (event) => event.unopened.length && 'unopened',
  'decks-received': ({ backs }) => backs.length === 1 && 'one',
  'decks-changed': ({ backs }) => backs.length === 1 && 'one',
};
/** @param {Model} model @param {Told} entry */
function happened(model, { tag, event, text }) {
  const key = `event.${tag}`;
  if (!has(key)) return called(text);
  /** @param {string} name */
  const gaps = (name) => [...t(name).matchAll(GAP)].map(([, gap]) => gap);
  const unknown = (/** @type {any} */ value) => value === null || (Array.isArray(value) && !value.length);
  const hidden = gaps(key).some((gap) => unknown(event[gap]) && gap !== 'start');
  const variant = VARIANTS[tag]?.(event);
  const told = variant ? `${key}.${variant}` : hidden && has(`${key}.hidden`) ? `${key}.hidden` : key;
  // Others may watch a replay: everybody has a name there.
  const mine = gaps(told).filter((gap) => !model.replay && PEOPLE.has(gap) && event[gap] === model.me),
    values = Object.fromEntries(
      gaps(told).map((gap) => [gap, mine.includes(gap) ? t('you') : word(model, event, gap)]),
    ),
    sentence = addressed(t(told, values), mine.length > 0);
  return capital(mine.length ? toMe(sentence) : sentence);
}

// One of the fixed messages, and whose it is.
/** @param {Model} model @param {{ person: string, phrase: string }} given */
export const remarked = (model, { person, phrase }) =>
  t('remark.said', {
    name: person === model.me ? t('you') : nameOf(model, person),
    text: t(`remark.${phrase}`),
  });

/** @type {Map<string, ReturnType<typeof patternsOf>>} */
const said = new Map();
/** @param {string} start */
const patterns = (start) => {
  const key = current() + start;
  if (!said.has(key)) said.set(key, patternsOf(start));
  return said.get(key);
};
const PLACE = /^(?:the dealer|the dead hand|position (\d))$/i;
/** @param {Model} model @param {string} name @param {any} value */
function spoken(model, name, value) {
  const place = value.match(PLACE);
  if (place) return placeName(place[1] ? Number(place[1]) : /dead/i.test(value) ? 7 : 0);
  if (name === 'outcome') return orElse(`outcome.${value.replace('.', '').toLowerCase()}`, value);
  if (name === 'line') return lineName(value);
  if (name === 'style') return styleSaid(value);
  if (name === 'winners') return listed(value.split(', ').map(kindSaid));
  return called(nameOf(model, value));
}
/** @param {string} said */
const kindSaid = (said) => kindName(said.replaceAll(' ', '-'));
/** @param {string} said */
const styleSaid = (said) => {
  const [name, side] = said.toLowerCase().split(', from the ');
  return orElse(`style.${name.replaceAll(' ', '-')}${side ? `-${side}` : ''}`, said);
};
/** @param {Model} model @param {string} text */
function dealerSays(model, text) {
  if (current() === 'en') return called(text);
  for (const [key, [pattern, names]] of patterns('say.')) {
    const found = text.match(pattern);
    // A style is spoken like a number: find which one it was from what was said.
    const [value] = found?.slice(1) || [];
    const alike = names[0] === 'style' ? value && styleSaid(value) !== value : true;
    const counted = ['number', 'total', 'count'].includes(names[0]) ? /^\d+$/.test(value) : true;
    const ended = names[0] === 'outcome' ? /^(win|lose|push)\.?$/i.test(value) : true;
    if (!found || !alike || !counted || !ended) continue;
    const values = Object.fromEntries(names.map((name, i) => [name, spoken(model, name, found[i + 1])]));
    return t(key, values);
  }
  return called(text);
}

// One line of the script, without its paragraph; not escaped.
/** @param {Model} model @param {Told} entry */
export const lineSaid = (model, entry) =>
  entry.says ? dealerSays(model, entry.text) : happened(model, entry);
/** @param {Model} model @param {Told} entry */
export const quoted = (model, entry) =>
  entry.says ? t('quote', { text: lineSaid(model, entry) }) : lineSaid(model, entry);

// Why not: the server's sentence, replaced by the reason's own in another language.
/** @param {{ reason: string, sentence: string }} given */
export const whyRefused = ({ reason, sentence }) => {
  const own = has(`reason.${reason}`) ? t(`reason.${reason}`) : '';
  if (own && (current() !== 'en' || !sentence)) return own;
  return capital(called(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`));
};
/** @param {Answer} answer */
export const refusal = (answer) =>
  `${whyRefused(answer)}${answer.cites?.length ? ` (${answer.cites[0]})` : ''}`;
