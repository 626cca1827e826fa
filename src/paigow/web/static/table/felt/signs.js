// Signs on the dealer's side: the ladder of triples, the meters, the placard of the game.
import { html } from '../../shared/html.js';
import { esc, money, t, whole } from '../../shared/texts.js';
import { isTiles } from '../model.js';
import { note } from './board.js';

/** @param {number} x @param {number} n @param {[own: string, others: string]} given @param {boolean} lit */
const rung = (x, n, [own, others], lit) =>
  html`
    <circle cx="${x}" cy="34" r="14" fill="${lit ? 'var(--brass)' : 'var(--felt-fill)'}"
      fill-opacity="${lit ? 1 : 0.5}" stroke="var(--felt-line)"/>
    ${note(x, 38.5, n, {
      size: 13,
      weight: 700,
      cls: 'serif',
      fill: lit ? 'var(--on-primary)' : 'var(--felt-ink)',
    })}
    ${note(x, 66, own, { size: 12.5, weight: 700 })}${note(x, 81, others, { size: 12.5 })}
  `;
/** @type {[own: string, others: string][]} */
const LADDER = [
  ['30', '25'],
  ['500', '50'],
  ['10,000', '1,000'],
];
/** @param {Model} model @param {number} left @param {boolean} full */
function ladder(model, left, full) {
  const rungs = LADDER.map((pays, i) => rung(left + i * 70, i + 1, pays, model.view.eye.triples > i)).join(
    '',
  );
  const joined = `<path d="M${left + 16} 34h38M${left + 86} 34h38" stroke="var(--felt-line)"/>`;
  const words = full ? note(left + 70, 104, t('ladder'), { size: 11.5, extra: 'letter-spacing=".4"' }) : '';
  return rungs + joined + words;
}
// A meter's amount: one that several tables share, or this table's own.
/** @param {Model} model @param {string} name */
const shownOn = (model, name) => model.meters?.[name] ?? model.view.balances[`meter/${name}`];
/**
 * @param {Model} model
 * @param {string} name
 * @param {number} i
 * @param {[number, number, number, number, number]} given3
 */
function meter(model, name, i, [x, top, w, h, step]) {
  const y = top + i * step,
    full = h > 40,
    middle = y + h / 2;
  const cents = shownOn(model, name),
    held = money(cents);
  const title = { size: 11, anchor: 'start', weight: 700, fill: '#e2bd74', extra: 'letter-spacing="1"' };
  const sum = {
    size: full ? 19 : 14.5,
    anchor: 'end',
    weight: 700,
    fill: '#ffd98a',
    cls: 'num',
    extra: `data-meter="${cents}"`,
  };
  const what = full
    ? note(x + 14, y + 36, t('meter.what'), { size: 12, anchor: 'start', fill: '#d8cdb8' })
    : '';
  return html`
    <g role="img" aria-label="${esc(`${t(`meter.${name}`)}: ${held}`)}">
      <rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${h / 5}" fill="#10090a"
        stroke="var(--brass-line)"/>
      ${note(x + 14, full ? y + 19 : middle + 4, t(`meter.${name}`), title)}${what}
      ${note(x + w - 12, full ? y + 28 : middle + 5.5, held, sum)}
    </g>
  `;
}
/** @param {Model} model @param {FeltShape} shape */
export function corner(model, shape) {
  if (model.layout?.dragon) return ladder(model, shape.ladder, shape.full);
  // A meter without a reading yet shows nothing.
  const known = (model.layout?.meters || []).filter((name) => shownOn(model, name) !== undefined);
  return known.map((name, i) => meter(model, name, i, shape.meter)).join('');
}
/** @param {Model} model @param {{ full: boolean, placard: any }} given1 */
export function placard(model, { full, placard: [left, first, rowsShown = 3] }) {
  const { layout } = model;
  if (!layout) return '';
  const [least, most] = layout.limits.main;
  const rows = [
    t('limits', { least: whole(least), most: whole(most) }),
    ...t(`vigorish.${layout.vigorish}`).split(/, |，/),
  ];
  const title = layout.dragon ? t('placard.dragon') : t(`placard.${isTiles(model) ? 'tiles' : 'cards'}`);
  return (
    note(left, first, esc(title), { size: full ? 25 : 20, anchor: 'start', cls: 'serif', weight: 600 }) +
    rows
      .slice(0, full ? rowsShown : 2)
      .map((row, i) =>
        note(left, first + 22 + i * (full ? 19 : 17), esc(row), { size: 12.5, anchor: 'start' }),
      )
      .join('')
  );
}
