// Legal commands as buttons and small forms: dealer and floor actions without a picture of their own.
import { pieceSigns } from '../pieces/names.js';
import { html } from '../shared/html.js';
import { esc, has, money, orElse, t } from '../shared/texts.js';

// If both games share a name, use the wording of the game at the table if it has one.
/** @param {string} key @param {boolean} tiles */
const ofGame = (key, tiles) => {
  const own = `${key}.${tiles ? 'tiles' : 'cards'}`;
  return has(own) ? own : key;
};
/** @param {string} tag @param {boolean} [tiles] */
export const actName = (tag, tiles = false) =>
  orElse(ofGame(`console.do.${tag}`, tiles), orElse(`do.${tag}`, tag.replace(/-/g, ' ')));
// The server fills in randomness and time; players place coupons.
const HIDDEN = new Set([
  'do',
  'by',
  'at',
  'order',
  'dice',
  'motions',
  'confirmed',
  'cash',
  'promotional',
  'coupon',
  'readings',
  'hit',
  'generate-start/number',
  'shown',
]);
/** @param {string} tag @param {string} name */
const hides = (tag, name) => HIDDEN.has(name) || HIDDEN.has(`${tag}/${name}`);
const MONEY = new Set(['chips', 'most', 'handed', 'coupons', 'promotional']);
// People count from one, the table from zero.
const FROM_NOUGHT = new Set([
  'index',
  'nth',
  'found_face_up',
  'drawn_in_error',
  'report-stub-exposed/number',
]);
// Fields used only to report that something is wrong.
const ACCIDENTS = new Set([
  'missing',
  'found',
  'unlike',
  'flawed',
  'defects',
  'places',
  'found_face_up',
  'drawn_in_error',
  'extra',
]);
/** @type {Record<string, RegExp>} */
const LISTS = { texts: /\s*[,;]\s*/, pieces: /[\s,;]+/, numbers: /[\s,;]+/, places: /[\s,;]+/ };
// Two people: their names are joined by a word as often as by a comma.
const NAMES = /\s*[,;、，；&]\s*|\s+(?:and|和|及|與|与)\s+/i;
const NUMBERED = new Set(['numbers', 'places']);
const FEW = 12;
/** The list of the floor's dealers, for fields that name one. */
const DEALERS = 'dealers';
/** @param {string[]} names */
export const dealerList = (names) => html`
  <datalist id="${DEALERS}">
    ${names.map((name) => `<option value="${esc(name)}"></option>`).join('')}
  </datalist>
`;

/** @param {string} tag @param {string} name */
const counted = (tag, name) => FROM_NOUGHT.has(name) || FROM_NOUGHT.has(`${tag}/${name}`);
/** @param {string} name @param {boolean} [tiles] */
export const fieldName = (name, tiles = false) =>
  orElse(ofGame(`console.field.${name}`, tiles), name.replace(/_/g, ' '));
/** @param {any} value */
export const seatName = (value) =>
  value === 0 ? t('dealer') : value === 7 ? t('dead') : t('position', { n: value });
/** @param {string} tag @param {string} name @param {any} value */
const said = (tag, name, value) => {
  if (MONEY.has(name) && typeof value === 'number') return money(value);
  if (name === 'place' || name === 'position') return seatName(value);
  if (name === 'round') return t('round', { n: value });
  if (name === 'shakes') return t('console.shakes', { n: value });
  if (name === 'low' && Array.isArray(value)) return value.map(pieceSigns).join(' ');
  if (name === 'kind' && has(`wager.${value}`)) return t(`wager.${value}`);
  if (has(`value.${name}.${value}`)) return t(`value.${name}.${value}`);
  if (counted(tag, name)) return String(value + 1);
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'object' && value !== null) return Object.values(value).join(' ');
  return String(value).replace(/~(bot|[a-z2-9]{13}|[a-z2-9]{5})$/, '');
};
/** @param {any} value */
const empty = (value) =>
  value === '' || value === null || value === false || (Array.isArray(value) && !value.length);
// No extra cards: nothing went wrong, so the field is omitted.
/** @param {string} name @param {any} value */
const usual = (name, value) => ACCIDENTS.has(name) && value === 0;
// A "no" that has to be sent: dice that were inspected and found unfit.
/** @param {string} name @param {any} value */
const denied = (name, value) => value === false && has(`console.field.${name}.not`);
// What an option fixes, in words: for whom, which, how.
/** @param {Option} option */
export function words(option) {
  const tag = option.command.do,
    free = new Set(option.free.map((bound) => bound.field));
  return Object.entries(option.command)
    .filter(
      ([name, value]) =>
        !hides(tag, name) && !free.has(name) && (denied(name, value) || !empty(value)) && !usual(name, value),
    )
    .map(([name, value]) =>
      value === true
        ? fieldName(name)
        : denied(name, value)
          ? fieldName(`${name}.not`)
          : said(tag, name, value),
    )
    .join(' · ');
}

/** @param {Option} option */
const shownIn = (option) => option.free.filter((bound) => !hides(option.command.do, bound.field));
/** @param {string} tag @param {Free} bound @param {any} value */
const textOf = (tag, bound, value) => {
  if (Array.isArray(value)) {
    const each = counted(tag, bound.field) ? value.map((number) => number + 1) : value;
    return each.join(bound.kind === 'texts' ? ', ' : ' ');
  }
  // A cent, a word: placeholder examples. The person has to enter the real value.
  if (bound.field === 'handed') return '';
  if (bound.kind === 'cents') return value > 1 ? String(value / 100) : '';
  return typeof value === 'number' ? String(value + (counted(tag, bound.field) ? 1 : 0)) : '';
};
/** @typedef {{ tiles: boolean, asks: boolean, account?: boolean }} Asked */
const OPEN = () => `<option data-k="open" value="" disabled selected>${t('console.choose')}</option>`;
// With an account, the colleague who signs too enters a password here: it isn't part of the command.
/** @param {string} tag */
const consentInput = (tag) => html`
  <label for="${tag}-consent">
    ${t('console.field.consent')}
    <input id="${tag}-consent" type="password" data-consent autocomplete="off">
  </label>
`;
/** @param {string} tag @param {Free} bound @param {any} value @param {Asked} asked */
function input(tag, bound, value, { tiles, asks, account }) {
  const id = `${tag}-${bound.field}`,
    named = `id="${id}" name="${bound.field}" data-kind="${bound.kind}"`;
  const shift = counted(tag, bound.field) ? 1 : 0;
  const range = bound.least !== null && bound.most !== null ? bound.most - bound.least : Infinity;
  const choices = bound.choices.length
    ? bound.field === 'count'
      ? bound.choices.toSorted((one, other) => one - other)
      : bound.choices
    : bound.kind === 'number' && range < FEW
      ? Array.from({ length: range + 1 }, (_, i) => bound.least + i)
      : null;
  // If there are several, the person has to choose.
  const open = asks && choices?.length > 1;
  if (choices)
    return html`
      <label for="${id}">
        ${fieldName(bound.field, tiles)}
        <select ${named} data-json="1" ${open ? 'required' : ''}>
          ${open ? OPEN() : ''}
          ${choices
            .map(
              (choice) => html`
                <option data-k="${esc(JSON.stringify(choice))}"
                  value="${esc(JSON.stringify(choice))}"${choice === value && !open ? ' selected' : ''}>
                  ${esc(said(tag, bound.field, choice))}
                </option>
              `,
            )
            .join('')}
        </select>
      </label>
    `;
  const whole = bound.kind === 'number' && Number.isFinite(range),
    needed = ACCIDENTS.has(bound.field) ? '' : 'required',
    shown = asks && needed ? '' : textOf(tag, bound, value);
  const type =
    bound.kind === 'cents'
      ? 'type="number" step="0.01" class="short" required'
      : whole
        ? `type="number" class="short" min="${bound.least + shift}" max="${bound.most + shift}" ${needed}`
        : typeof value === 'number'
          ? `type="number" class="short" ${needed}`
          : `type="text"${LISTS[bound.kind] ? '' : ' required'}`;
  const suggested = bound.field === 'dealer' ? `list="${DEALERS}"` : '',
    name = fieldName(bound.field, tiles),
    // The browser itself says what is expected, by the title.
    numbers = NUMBERED.has(bound.kind) ? `pattern="[\\d\\s,;]*" title="${esc(name)}"` : '';
  return html`
    <label for="${id}">
      ${name}
      <input ${named} ${type} ${numbers} ${suggested} value="${esc(shown)}">
    </label>
    ${account && bound.field === 'signed' ? consentInput(tag) : ''}
  `;
}
/** @param {Option} option @param {Asked} asked */
function fields(option, asked) {
  const tag = option.command.do,
    shown = shownIn(option),
    drawn = (/** @type {Free} */ bound) => input(tag, bound, option.command[bound.field], asked);
  const usual = shown.filter((bound) => !ACCIDENTS.has(bound.field)).map(drawn),
    other = shown.filter((bound) => ACCIDENTS.has(bound.field)).map(drawn);
  return (
    usual.join('') +
    (other.length
      ? html`
        <details class="accident">
          <summary>${t('console.otherwise')}</summary>
          <div>${other.join('')}</div>
        </details>
      `
      : '')
  );
}

// What the variants of an act differ in names the list of them.
/** @param {Option[]} all @param {boolean} tiles */
function whichOf(all, tiles) {
  const [{ command: first }] = all,
    differs = (/** @type {string} */ name) =>
      all.some(({ command }) => JSON.stringify(command[name]) !== JSON.stringify(first[name]));
  const found = Object.keys(first).filter((name) => !hides(first.do, name) && differs(name));
  if (!found.length) return t('console.which');
  return fieldName(first.kind ? 'kind' : found[0], tiles);
}
// How a variant differs from the others; an empty choice means that none was made.
/** @param {Option} option */
const variantKey = (option) => words(option) || '-';
// Options that look the same are merged: bounds of the same field, above and below zero.
/** @param {Option[]} options */
export function variants(options) {
  const found = new Map();
  for (const option of options) if (!found.has(words(option))) found.set(words(option), option);
  return [...found.values()];
}

// What a wager was due is a cent away from the bound at which reporting a wrong payment begins.
/** @param {Option} option */
function wasDue({ command, free }) {
  const bound = free.find(({ field }) => field === 'handed');
  if (!bound || bound.least === bound.most) return '';
  const due = command.handed === bound.least ? bound.least - 1 : bound.most + 1;
  return `<p class="what">${t('console.due.handed', { due: `${due > 0 ? '+' : ''}${money(due)}` })}</p>`;
}

const MOST_BUTTONS = 8;
// All options of one command: buttons if nothing has to be entered, or else one form that asks for it.
/**
 * With `asks` nothing is chosen beforehand: what is reported of the wrong hand voids a round. Each time that
 * it was `done`, the form is a new one, with nothing left in it of what was said before.
 * @param {string} tag @param {Option[]} options
 * @param {Asked & { chosen?: string, note?: string, done?: number | string }} given2
 */
export function actForms(tag, options, { tiles, chosen, note = '', asks = false, done = 0, account }) {
  const all = variants(options),
    name = actName(tag, tiles);
  const plain = all.every((option) => !shownIn(option).length);
  if (plain && !note && all.length <= MOST_BUTTONS)
    return all
      .map((option, i) => {
        const detail = words(option);
        return html`
          <button class="btn" type="button" data-act="give" data-tag="${tag}" data-variant="${i}"
            data-k="give-${tag}-${esc(detail)}">
            ${esc(detail ? `${name} · ${detail}` : name)}
          </button>
        `;
      })
      .join('');
  // A choice is found by its text: others may have been inserted before it.
  const found = all.findIndex((each) => variantKey(each) === chosen),
    at = Math.max(0, found),
    open = asks && found < 0,
    option = all[at];
  const which =
    all.length > 1
      ? html`
        <label for="${tag}-variant">
          ${whichOf(all, tiles)}
          <select id="${tag}-variant" data-variants="${tag}" ${open ? 'required' : ''}>
            ${open ? OPEN() : ''}
            ${all
              .map(
                (each, i) => html`
                  <option data-k="${esc(variantKey(each))}"
                    value="${esc(variantKey(each))}"${i === at && !open ? ' selected' : ''}>
                    ${esc(words(each) || t('console.somebody'))}
                  </option>
                `,
              )
              .join('')}
          </select>
        </label>
      `
      : '';
  const title = all.length === 1 && words(option) ? `${name} · ${words(option)}` : name;
  return html`
    <form class="form" data-tag="${tag}" data-variant="${at}" data-k="form-${tag}-${done}"
      aria-label="${esc(name)}">
      <b>${esc(title)}</b>
      ${note}${open ? '' : wasDue(option)}
      <div class="ask">
        ${which}${fields(option, { tiles, asks, account })}
        <button class="btn slim" data-k="confirm-${tag}">${t('console.give')}</button>
      </div>
    </form>
  `;
}

/** @param {string} tag @param {HTMLInputElement} element */
const read = (tag, element) => {
  const { value } = element,
    { kind, json } = element.dataset,
    shift = counted(tag, element.name) ? 1 : 0;
  if (json) return JSON.parse(value);
  if (LISTS[kind]) {
    const parts = value
      .trim()
      .split(element.name === 'signed' ? NAMES : LISTS[kind])
      .filter(Boolean);
    return NUMBERED.has(kind) ? parts.map((part) => Number(part) - shift) : parts;
  }
  if (kind === 'cents') return Math.round(Number(value) * 100);
  return element.type === 'number' ? Number(value) - shift : value;
};
/** @param {Option} option @param {HTMLFormElement} [form] */
export function commandOf(option, form) {
  const command = { ...option.command };
  delete command.by;
  // An emptied number among the accidents means that none of them happened.
  for (const element of /** @type {Iterable<HTMLInputElement>} */ (
    form ? form.querySelectorAll('[name]') : []
  ))
    if (element.type !== 'number' || element.value) command[element.name] = read(command.do, element);
  // Without signatures, the list is empty.
  if (!command.signed?.length) delete command.signed;
  return command;
}
