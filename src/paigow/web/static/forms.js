// Any legal command as a button or a small form: what a dealer or the floor does that has no picture of its own.
import { has, esc, money, t } from './texts.js';

export const actName = (tag) => (has(`do.${tag}`) ? t(`do.${tag}`) : tag.replace(/-/g, ' '));
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
]);
const MONEY = new Set(['chips', 'most', 'to_person', 'coupons', 'promotional']);

const said = (name, value) => {
  if (MONEY.has(name) && typeof value === 'number') return money(value);
  if (name === 'place' || name === 'position')
    return value === 0 ? t('dealer') : value === 7 ? t('dead') : t('position', { n: value });
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value).replace(/~(bot|[a-z2-9]{5})$/, '');
};
const words = (command, free) =>
  Object.entries(command)
    .filter(
      ([name, value]) =>
        !HIDDEN.has(name) &&
        !free.has(name) &&
        value !== '' &&
        value !== null &&
        value !== false &&
        !(Array.isArray(value) && !value.length),
    )
    .map(([name, value]) => (value === true && has(`field.${name}`) ? t(`field.${name}`) : said(name, value)))
    .join(' · ');

function field(bound, value, i) {
  const id = `f${i}-${bound.field}`,
    label = has(`field.${bound.field}`) ? t(`field.${bound.field}`) : bound.field;
  if (bound.choices.length) {
    const shown = bound.choices.slice(0, 80);
    return `<label for="${id}">${label}<select id="${id}" name="${bound.field}" data-json="1">${shown.map((choice) => `<option value="${esc(JSON.stringify(choice))}">${esc(said(bound.field, choice))}</option>`).join('')}</select></label>`;
  }
  const number = typeof value === 'number';
  return `<label for="${id}">${label}<input id="${id}" name="${bound.field}" ${number ? `type="number" data-number="1" min="${bound.least ?? 0}" ${bound.most !== null && bound.most < 1e9 ? `max="${bound.most}"` : ''}` : `type="text" ${Array.isArray(value) ? 'data-list="1"' : ''}`} value="${esc(Array.isArray(value) ? value.join(' ') : value)}"></label>`;
}
export function optionForm(option, i) {
  const free = option.free.filter((bound) => !HIDDEN.has(bound.field)),
    names = new Set(free.map((bound) => bound.field));
  const detail = words(option.command, names),
    title = `${actName(option.command.do)}${detail ? ` · ${detail}` : ''}`;
  if (!free.length)
    return `<button class="btn" data-act="give" data-index="${i}" data-k="give${option.command.do}${detail}">${esc(title)}</button>`;
  return `<form class="form" data-form="${i}"><b>${esc(title)}</b>${free.map((bound) => field(bound, option.command[bound.field], i)).join('')}<button class="btn slim">${t('console.give')}</button></form>`;
}
export function commandOf(option, form) {
  const command = { ...option.command };
  delete command.by;
  for (const input of form ? form.querySelectorAll('[name]') : []) {
    const { value } = input;
    command[input.name] = input.dataset.json
      ? JSON.parse(value)
      : input.dataset.number
        ? Number(value)
        : input.dataset.list
          ? value.split(/\s+/).filter(Boolean)
          : value;
  }
  return command;
}
