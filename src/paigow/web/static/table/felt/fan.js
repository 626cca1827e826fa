// The fan: one segment for each side wager around the main circle. Small at every seat, large in front of me.

import { chip, chips } from '../../pieces/tokens.js';
import { html } from '../../shared/html.js';
import { esc, money, t } from '../../shared/texts.js';
import { polar } from './board.js';

/** @type {Record<string, string>} */
export const SIGN = { win: '▲', push: '=', lose: '▼', void: '○' };
const DENOMINATIONS = [500, 100, 25, 5, 1];
// An amount in chips, largest first, at most five of them.
/** @param {number} cents @param {number} [most] */
export function stackOf(cents, most = 5) {
  const list = [];
  let left = Math.floor(cents / 100);
  for (const value of DENOMINATIONS)
    while (left >= value && list.length < most) {
      list.push(value);
      left -= value;
    }
  return list.length || cents <= 0 ? list.reverse() : [1];
}
/** @param {number} r1 @param {number} r2 @param {number} a @param {number} b */
const wedge = (r1, r2, a, b) => {
  const [x1, y1] = polar(r1, a),
    [x2, y2] = polar(r2, a),
    [x3, y3] = polar(r2, b),
    [x4, y4] = polar(r1, b);
  return `M${x1} ${y1}L${x2} ${y2}A${r2} ${r2} 0 0 1 ${x3} ${y3}L${x4} ${y4}A${r1} ${r1} 0 0 0 ${x1} ${y1}Z`;
};

/**
 * @param {number} x
 * @param {number} y
 * @param {{ cells: any[], amount: number, live: boolean, n: number }} given2
 */
export function smallFan(x, y, { cells, amount, live, n }) {
  const step = cells.length ? 180 / cells.length : 0;
  const parts = cells
    .map((cell, i) => {
      const middle = 180 + i * step + step / 2,
        [tx, ty] = polar(53.5, middle);
      const inside = cell.amount
        ? chip(stackOf(cell.amount).at(-1), tx, ty, 8.5, false)
        : html`
          <text x="${tx}" y="${ty + 4}" text-anchor="middle" font-size="12" fill="var(--felt-ink)">
            ${cell.key}
          </text>
        `;
      return html`
        <path d="${wedge(37, 70, 180 + i * step + 0.9, middle + step / 2 - 0.9)}" fill="var(--felt-fill)"
          fill-opacity=".42" stroke="var(--felt-line)" stroke-width="1.1"/>
        ${inside}
      `;
    })
    .join('');
  const hub = html`
    <circle r="32" data-spot="seat${n}" fill="var(--felt-fill)" fill-opacity=".7" stroke="var(--felt-line)"
      stroke-width="1.5"/>
    <circle r="29" fill="none" stroke="var(--felt-line)" stroke-opacity=".5"/>
  `;
  return html`
    <g transform="translate(${x} ${y})"${live ? '' : ' opacity=".62"'} aria-hidden="true">
      ${parts}${hub}${amount ? chips(stackOf(amount), 0, 3, 15) : ''}
    </g>
  `;
}

/** @param {Cell} cell */
const cellLabel = (cell) =>
  [
    [...cell.name, ...cell.odds].join(' '),
    cell.betting && !cell.open ? t('wager.closed') : '',
    cell.amount ? t('wager.mine', { amount: money(cell.amount) }) : '',
    cell.result ? t(`wager.${cell.result}`, { amount: money(Math.abs(cell.net)) }) : '',
  ]
    .filter(Boolean)
    .join(', ');
/** @param {{ betting: boolean, open: boolean, kind: string }} given */
const press = ({ betting, open, kind }) =>
  betting
    ? `role="button" tabindex="0" class="cell press${open ? '' : ' closed'}" data-act="bet" ` +
      `data-kind="${kind}" data-k="bet-${kind}"`
    : 'role="img" class="cell"';

/** @param {Cell} cell @param {number} tx @param {number} ty @param {boolean} wide @param {number} middle */
function foldText(cell, tx, ty, wide, middle) {
  const rows = [
    ...cell.name.map((text) => ['n', text]),
    ...cell.odds.map((text) => ['o', text]),
    ...(cell.result ? [['r', `${SIGN[cell.result]}${cell.paid}`]] : []),
  ];
  const h = rows.length * 13,
    /** @type {Record<string, string>} */
    style = {
      n: 'font-size="11.3" font-weight="700" letter-spacing=".3" fill="var(--felt-ink)"',
      o: 'font-size="12.5" class="serif" fill="var(--felt-ink)"',
      r: `font-size="11.5" font-weight="700" class="num" fill="var(--${cell.result})"`,
    };
  const slope = Math.cos((middle * Math.PI) / 180) / Math.sin((middle * Math.PI) / 180);
  const lean = wide ? 0 : Math.max(-0.5, Math.min(0.5, slope));
  return rows
    .map(
      ([k, text], j) =>
        html`
          <text x="${(tx + lean * (j * 13 + 6.5 - h / 2)).toFixed(1)}"
            y="${(ty - h / 2 + 10.5 + j * 13).toFixed(1)}" text-anchor="middle"
            ${text.length > 10 ? style[k].replace('".3"', '"-.55"') : style[k]}>
            ${esc(text)}
          </text>
        `,
    )
    .join(' ');
}

// Mine: {main: {amount, open, odds}, cells: [{kind, title, name[], odds[], said, amount, open, result, net,
// paid}]}
/**
 * @param {number} x
 * @param {number} y
 * @param {{ inner: number, outer: number, hub: number, main: Cell, cells: any[] }} given2
 */
export function bigFan(x, y, { inner, outer, hub, main, cells }) {
  const step = cells.length ? 180 / cells.length : 180;
  const parts = cells
    .map((cell, i) => {
      const a = 180 + i * step,
        middle = a + step / 2;
      const tilt = Math.abs(middle - 270) < 5 ? 0 : Math.sign(270 - middle),
        wide = cells.length < 4 || (cells.length < 6 && Math.abs(middle - 270) > 40);
      const [tx, ty] = wide
        ? polar(tilt ? inner + 48 : outer - 25, middle + tilt * 6)
        : polar(outer - (cell.amount ? 36 : 41), middle);
      const [cx, cy] = wide
        ? polar(tilt ? inner + 42 : inner + 22, middle - tilt * 15)
        : polar(inner + 21, middle);
      const line = cell.result ? `var(--${cell.result})` : 'var(--felt-line)';
      return html`
        <g ${press(cell)}>
          <title>${esc(cellLabel(cell))}</title>
          <path class="edge" d="${wedge(inner, outer, a + 0.6, middle + step / 2 - 0.6)}"
            fill="var(--felt-fill)" fill-opacity=".5" stroke="${line}"
            stroke-width="${cell.result === 'win' ? 2 : 1.1}"/>
          ${foldText(cell, tx, ty + (wide && tilt ? 7 : 0), wide, middle)}
          ${cell.amount ? chips(stackOf(cell.amount), cx, cy, 14) : ''}
        </g>
      `;
    })
    .join('');
  const middle = html`
    <g ${press(main)}>
      <title>${esc(cellLabel(main))}</title>
      <circle class="edge" r="${hub}" fill="var(--felt-fill)" fill-opacity=".7"
        stroke="${main.result ? `var(--${main.result})` : 'var(--felt-line)'}" stroke-width="2"/>
      <circle r="${hub - 5}" fill="none" stroke="var(--felt-line)" stroke-opacity=".5"/>
      <text y="${-hub + 20}" text-anchor="middle" font-size="11.3" font-weight="700" letter-spacing="1"
        fill="var(--felt-ink)">
        ${esc(main.name[0])}
      </text>
      ${' '}
      <text y="${hub - 11}" text-anchor="middle" font-size="12" class="serif" fill="var(--felt-ink)">
        ${esc(main.odds[0])}
      </text>
      ${main.amount ? chips(stackOf(main.amount), 0, 12, 20) : ''}
    </g>
  `;
  return `<g transform="translate(${x} ${y})">${parts}${middle}</g>`;
}
