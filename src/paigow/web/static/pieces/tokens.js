// Chips, dice, the shaker, and markers as SVG text around their own center.
import { html } from '../shared/html.js';

/** @type {Record<number, string[]>} */
const CHIP = {
  1: ['#efe7d6', '#5a6b75', '#1e1c18'],
  5: ['#b8321e', '#f7ead2', '#fff8ea'],
  25: ['#1f7a55', '#f7ead2', '#fff8ea'],
  100: ['#23262b', '#e2bd74', '#f6e3b4'],
  500: ['#5b3a86', '#f1d9ff', '#fbf3ff'],
};
/** @param {number} v @param {number} x @param {number} y @param {number} [r] @param {boolean} [label] */
export const chip = (v, x, y, r = 16, label = true) => {
  const [fill, spot, ink] = CHIP[v],
    c = (2 * Math.PI * 0.84 * r) / 12;
  return html`
    <g class="chip" transform="translate(${x} ${y})">
      <circle cy="${r * 0.12}" r="${r}" fill="var(--shade)"/>
      <circle r="${r}" fill="${fill}"/>
      <circle r="${r * 0.84}" fill="none" stroke="${spot}" stroke-width="${r * 0.26}"
        stroke-dasharray="${c} ${c}"/>
      <circle r="${r * 0.66}" fill="${fill}" stroke="${spot}" stroke-opacity=".7"
        stroke-width="${Math.max(0.7, r * 0.05)}"/>
      ${
        label
          ? html`
            <text y="${r * 0.27}" text-anchor="middle" font-size="${r * (v > 99 ? 0.62 : 0.76)}"
              font-weight="700" fill="${ink}">
              ${v}
            </text>
          `
          : ''
      }
    </g>
  `;
};
/** @param {number[]} list @param {number} x @param {number} y @param {number} [r] */
export const chips = (list, x, y, r = 16) =>
  list.map((v, i) => chip(v, x, y - i * r * 0.24, r, i === list.length - 1)).join('');
/** @type {Record<number, number[][]>} */
const D = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};
/**
 * @param {number} n
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 * @param {{ eye?: boolean, turn?: number }} [given4]
 */
export const die = (n, x, y, size = 30, { eye = false, turn = 0 } = {}) => {
  const u = size / 100,
    red = !eye && (n === 1 || n === 4);
  const dots = D[n]
    .map(
      ([i, j]) =>
        html`
          <circle cx="${i * 27}" cy="${j * 27}" r="${n === 1 ? 17 : 10.5}"
            fill="${eye ? '#fff' : red ? '#c2240f' : '#1b1a1f'}"/>
        `,
    )
    .join('');
  return html`
    <g transform="translate(${x} ${y}) rotate(${turn}) scale(${u})">
      <rect x="-48" y="-42" width="100" height="100" rx="22" fill="#00000066"/>
      <rect x="-50" y="-50" width="100" height="100" rx="22" fill="url(#${eye ? 'dieE' : 'dieW'})"/>
      <rect x="-44" y="-44" width="88" height="88" rx="18" fill="none" stroke="${eye ? '#d9f1ff' : '#fff'}"
        stroke-opacity="${eye ? 0.85 : 0.8}" stroke-width="${eye ? 5 : 3}"/>
      ${dots}
    </g>
  `;
};
/** @param {number} x @param {number} y @param {number} r @param {number[]} dice @param {boolean} [eye] */
export const shaker = (x, y, r, dice, eye = true) => {
  const [a, b, e] = dice,
    d = r * 0.5;
  return html`
    <g transform="translate(${x} ${y})">
      <ellipse cy="${r * 0.14}" rx="${r * 1.08}" ry="${r * 1.08}" fill="var(--shade)"/>
      <circle r="${r * 1.06}" fill="url(#brassG)"/>
      <circle r="${r * 0.96}" fill="#5a3b17"/>
      <circle r="${r * 0.9}" fill="url(#bowl)"/>
      ${die(a, -r * 0.37, -r * 0.3, d, { turn: -14 })}${die(b, r * 0.4, -r * 0.26, d, { turn: 19 })}
      ${die(e, r * 0.02, r * 0.42, d, { eye, turn: 5 })}
    </g>
  `;
};
// The shaker with its lid on: the dice are hidden.
/** @param {number} x @param {number} y @param {number} r */
export const cover = (x, y, r) =>
  html`
    <g transform="translate(${x} ${y})">
      <ellipse cy="${r * 0.14}" rx="${r * 1.08}" ry="${r * 1.08}" fill="var(--shade)"/>
      <circle r="${r * 1.06}" fill="url(#brassG)"/>
      <circle r="${r * 0.96}" fill="#4a2a16"/>
      <circle r="${r * 0.82}" fill="url(#bowl)" stroke="#7d5a2c" stroke-width="1.5"/>
      <circle r="${r * 0.3}" fill="none" stroke="url(#brassG)" stroke-width="${r * 0.07}"/>
      <rect x="${-r * 0.1}" y="${-r * 0.1}" width="${r * 0.2}" height="${r * 0.2}" rx="2" fill="none"
        stroke="url(#brassG)" stroke-width="${r * 0.06}"/>
    </g>
  `;
// The marker on the dealer's tiles: a disc without a value, so that it isn't taken for a chip.
/** @param {number} x @param {number} y @param {number} r */
export const marker = (x, y, r) =>
  html`
    <g transform="translate(${x} ${y})">
      <circle cy="${r * 0.14}" r="${r}" fill="var(--shade)"/>
      <circle r="${r}" fill="#f4efe2" stroke="#6d6552" stroke-width="1.6"/>
      <circle r="${r * 0.5}" fill="none" stroke="#6d6552" stroke-width="1.4"/>
    </g>
  `;
// Where a card deal starts when a button decides.
/** @param {number} x @param {number} y @param {number} w @param {string} text */
export const flatButton = (x, y, w, text) =>
  html`
    <g transform="translate(${x} ${y})">
      <rect x="${-w / 2}" y="-9" width="${w}" height="22" rx="10" fill="var(--shade)"/>
      <rect x="${-w / 2}" y="-11" width="${w}" height="22" rx="10" fill="#f4efe2" stroke="#6d6552"
        stroke-width="1.6"/>
      <text y="4" text-anchor="middle" font-size="12.2" font-weight="700" fill="#1e1c18">${text}</text>
    </g>
  `;
/** @param {number} x @param {number} y @param {number} [r] @param {string} [text] */
export const bank = (x, y, r = 17, text = 'BANK') => {
  const k = r * 0.414,
    // One letter has the room of four.
    size = r * (text.length > 1 ? 0.62 : 1.1);
  return html`
    <g transform="translate(${x} ${y})">
      <path d="M${-k} ${-r}H${k}L${r} ${-k}V${k}L${k} ${r}H${-k}L${-r} ${k}V${-k}Z" transform="translate(0 2)"
        fill="var(--shade)"/>
      <path d="M${-k} ${-r}H${k}L${r} ${-k}V${k}L${k} ${r}H${-k}L${-r} ${k}V${-k}Z" fill="#a92613"
        stroke="#f3d58c" stroke-width="1.6"/>
      <text y="${size * 0.36}" text-anchor="middle" font-size="${size}" font-weight="700"
        letter-spacing=".300" fill="#fff3d6">
        ${text}
      </text>
    </g>
  `;
};
/** @param {number} x @param {number} y @param {number} [r] @param {number | string} [n] */
export const eyeButton = (x, y, r = 15, n = '') =>
  html`
    <g class="chip" transform="translate(${x} ${y})">
      <circle cy="2" r="${r}" fill="var(--shade)"/>
      <circle r="${r}" fill="#075a8c" stroke="#d9f1ff" stroke-width="1.6"/>
      <path d="M${-r * 0.72} 0Q0 ${-r * 0.78} ${r * 0.72} 0Q0 ${r * 0.78} ${-r * 0.72} 0Z" fill="#eaf7ff"/>
      <circle r="${r * 0.38}" fill="#c2240f"/>
      <text y="${r * 0.2}" text-anchor="middle" font-size="${r * 0.56}" font-weight="700" fill="#fff">
        ${n}
      </text>
    </g>
  `;
/** @param {number} x @param {number} y @param {number} w @param {string} text */
export const lammer = (x, y, w, text) =>
  html`
    <g transform="translate(${x} ${y})">
      <rect x="${-w / 2}" y="-9" width="${w}" height="20" rx="10" fill="var(--shade)"/>
      <rect x="${-w / 2}" y="-10" width="${w}" height="20" rx="10" fill="#e9d8fb" stroke="#5b3a86"
        stroke-width="1.5"/>
      <text y="4.3" text-anchor="middle" font-size="12" font-weight="700" fill="#3f2366">${text}</text>
    </g>
  `;
export const mark = (h = 26) =>
  html`
    <svg width="${h}" height="${h}" viewBox="0 0 52 52" aria-hidden="true">
      <g fill="#171412" stroke="var(--brass-line)" stroke-width="2.5">
        <rect x="3" y="2" width="21" height="48" rx="5"/>
        <rect x="28" y="2" width="21" height="48" rx="5"/>
      </g>
      <g fill="#f3ead6">
        <circle cx="9.5" cy="41" r="3.2"/>
        <circle cx="17.5" cy="41" r="3.2"/>
        <circle cx="34.5" cy="11" r="3.2"/>
        <circle cx="42.5" cy="11" r="3.2"/>
      </g>
      <g fill="#f0553d">
        <circle cx="13.5" cy="13" r="5.4"/>
        <circle cx="34.5" cy="33" r="3.2"/>
        <circle cx="42.5" cy="33" r="3.2"/>
        <circle cx="34.5" cy="41.5" r="3.2"/>
        <circle cx="42.5" cy="41.5" r="3.2"/>
      </g>
    </svg>
  `;
