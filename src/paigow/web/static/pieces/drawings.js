// Tiles and cards of both games as SVG text: each drawn in its own units (tile 100x240, card 100x140) and
// placed by a transform.
import { html } from '../shared/html.js';

/** @param {number} x @param {number} y @param {number} s @param {string} body @param {string} [extra] */
export const at = (x, y, s, body, extra = '') =>
  `<g transform="translate(${x} ${y}) scale(${s})"${extra}>${body}</g>`;

// Shared paint.
const defs = html`
  <radialGradient id="pipW" cx=".42" cy=".36" r=".75">
    <stop offset="0" stop-color="#fffdf7"/>
    <stop offset=".7" stop-color="#f3ead6"/>
    <stop offset="1" stop-color="#cfc3a8"/>
  </radialGradient>
  <radialGradient id="pipR" cx=".42" cy=".36" r=".75">
    <stop offset="0" stop-color="#ff6d52"/>
    <stop offset=".65" stop-color="#e8452d"/>
    <stop offset="1" stop-color="#b52a17"/>
  </radialGradient>
  <linearGradient id="tileFace" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#34302d"/>
    <stop offset=".32" stop-color="#1c1917"/>
    <stop offset="1" stop-color="#110f0e"/>
  </linearGradient>
  <linearGradient id="tileSide" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#4b443f"/>
    <stop offset=".9" stop-color="#0b0a09"/>
    <stop offset="1" stop-color="#5d5148"/>
  </linearGradient>
  <linearGradient id="brassG" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#f5dfa8"/>
    <stop offset=".5" stop-color="#c79b4b"/>
    <stop offset="1" stop-color="#8d6827"/>
  </linearGradient>
  <linearGradient id="cardBack" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#8f2416"/>
    <stop offset="1" stop-color="#631509"/>
  </linearGradient>
  <pattern id="weave" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path d="M0 5h10M5 0v10" stroke="#e9c98a" stroke-opacity=".34" stroke-width="1"/>
  </pattern>
  <linearGradient id="dieW" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#fffdf7"/>
    <stop offset="1" stop-color="#ddd2bb"/>
  </linearGradient>
  <linearGradient id="dieE" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#2287bf"/>
    <stop offset="1" stop-color="#075a8c"/>
  </linearGradient>
  <radialGradient id="felt" cx=".5" cy=".28" r=".8">
    <stop offset="0" stop-color="var(--felt-1)"/>
    <stop offset=".55" stop-color="var(--felt-2)"/>
    <stop offset="1" stop-color="var(--felt-3)"/>
  </radialGradient>
  <linearGradient id="rail" x1="0" y1="0" x2="0" y2="1">
    <stop offset=".6" stop-color="var(--rail-1)"/>
    <stop offset="1" stop-color="var(--rail-2)"/>
  </linearGradient>
  <radialGradient id="bowl">
    <stop offset="0" stop-color="#3a2416"/>
    <stop offset=".8" stop-color="#1f120a"/>
    <stop offset="1" stop-color="#0f0804"/>
  </radialGradient>
`;
export const paint = () =>
  `<svg class="paint" width="0" height="0" aria-hidden="true"><defs>${defs}</defs></svg>`;
/** @param {number} w @param {number} h @param {string} body @param {string} [attrs] */
export const svg = (w, h, body, attrs = '') =>
  `<svg viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" ${attrs}>${body}</svg>`;

// Tiles. Upper half; the lower half is the same rotated by 180 degrees, so a tile reads the same from both
// ends.
/** @type {Record<number, number[][]>} */
const HALF = {
  1: [[50, 42, 18]],
  2: [
    [29, 34],
    [71, 34],
  ],
  3: [
    [27, 28],
    [50, 60],
    [73, 92],
  ],
  4: [
    [29, 34],
    [71, 34],
    [29, 80],
    [71, 80],
  ],
  5: [
    [28, 28],
    [72, 28],
    [50, 60],
    [28, 92],
    [72, 92],
  ],
  6: [
    [29, 28],
    [29, 60],
    [29, 92],
    [71, 28],
    [71, 60],
    [71, 92],
  ],
};
/** @param {number} x @param {number} y @param {number} r @param {boolean} red */
const pip = (x, y, r, red) =>
  html`
    <circle cx="${x}" cy="${y}" r="${r + 1.4}" fill="#000" fill-opacity=".55"/>
    <circle cx="${x}" cy="${y}" r="${r}" fill="url(#${red ? 'pipR' : 'pipW'})"/>
  `;
/** @param {number} n @param {boolean} teen */
const half = (n, teen) =>
  HALF[n].map(([x, y, r = 10.5], i) => pip(x, y, r, n === 1 || n === 4 || (teen && i < 3))).join('');
/** @param {Piece} face */
const body = (face) =>
  html`
    <rect x="1" y="7" width="100" height="240" rx="14" fill="var(--shade)"/>
    <rect width="100" height="240" rx="14" fill="url(#tileSide)" stroke="#85786c" stroke-width="1.2"/>
    <rect x="1.5" y="1.5" width="97" height="233" rx="12.5" fill="url(#tileFace)"/>
    <path d="M8 13 Q8 6.5 15 6.5 H85 Q92 6.5 92 13" fill="none" stroke="#fff" stroke-opacity=".22"
      stroke-width="1.6"/>
    ${face}
  `;
/** @type {Record<string, string>} */
const ring = {
  selected: html`
    <rect x="-5" y="-5" width="110" height="250" rx="18" fill="none" stroke="var(--brass)"
      stroke-width="5"/>
  `,
  hint: html`
    <rect x="-5" y="-5" width="110" height="250" rx="18" fill="none" stroke="var(--brass)" stroke-width="3.5"
      stroke-dasharray="9 8"/>
  `,
  win: html`
    <rect x="-5" y="-5" width="110" height="250" rx="18" fill="none" stroke="var(--win)" stroke-width="5"/>
  `,
  focus: html`
    <rect x="-5" y="-5" width="110" height="250" rx="18" fill="none" stroke="var(--focus-gap)"
      stroke-width="9"/>
    <rect x="-5" y="-5" width="110" height="250" rx="18" fill="none" stroke="var(--focus)"
      stroke-width="5"/>
  `,
};
/** @param {string} name @param {number} x @param {number} y @param {number} h @param {string} [state] */
export const tile = (name, x, y, h, state = '') => {
  const [a, b] = name.split('-').map(Number);
  const teen = name === '6-6';
  const face = html`
    <g transform="translate(0 -2)"${state === 'dim' ? ' opacity=".38"' : ''}>
      ${half(a, teen)}
      <g transform="rotate(180 50 120)">${half(b, teen)}</g>
    </g>
  `;
  const s = h / 240;
  return at(x, y - (state === 'selected' ? h * 0.05 : 0), s, body(face) + (ring[state] || ''));
};
const coin = html`
  <g fill="none" stroke="url(#brassG)" stroke-width="2.6">
    <circle cx="50" cy="118" r="19"/>
    <rect x="43.5" y="111.5" width="13" height="13" rx="1.5"/>
  </g>
  <rect x="11" y="11" width="78" height="214" rx="8" fill="none" stroke="url(#brassG)" stroke-opacity=".55"
    stroke-width="1.6"/>
`;
/** @param {number} x @param {number} y @param {number} h @param {string} [state] */
export const back = (x, y, h, state = '') => at(x, y, h / 240, body(coin) + (ring[state] || ''));
// A stack of four on the felt: three edges under a top tile.
/** @param {number} x @param {number} y @param {number} h @param {number} [n] */
export const stack = (x, y, h, n = 4) =>
  Array.from({ length: n }, (_, i) => at(x, y - i * h * 0.045, h / 240, body(i === n - 1 ? coin : ''))).join(
    '',
  );

// Cards.
/** @type {Record<string, string>} */
const SUIT = {
  h:
    'M0 44C-15 29-46 9-46-16-46-34-33-45-20-45-10-45-3-39 0-29 ' +
    '3-39 10-45 20-45 33-45 46-34 46-16 46 9 15 29 0 44Z',
  d: 'M0-49C10-28 22-12 38 0 22 12 10 28 0 49-10 28-22 12-38 0-22-12-10-28 0-49Z',
  s:
    'M0-49C14-30 45-12 45 14 45 30 33 39 21 39 13 39 6 35 3 27 4 37 8 45 15 49' +
    'H-15C-8 45-4 37-3 27-6 35-13 39-21 39-33 39-45 30-45 14-45-12-14-30 0-49Z',
  c:
    'M0-48a21 21 0 0 1 15 35.500q-2 2-4 3.500a22 22 0 1 1-8 33Q5 40 14 48' +
    'H-14Q-5 40-3 24a22 22 0 1 1-8-33q-2-1.5-4-3.500A21 21 0 0 1 0-48Z',
};
/** @type {Record<string, Record<string, string>>} */
export const INK = {
  two: { s: '#1b1a1f', h: '#c2240f', d: '#c2240f', c: '#1b1a1f' },
  four: { s: '#1b1a1f', h: '#c2240f', d: '#0d5fa8', c: '#1a6b34' },
};
/**
 * @param {string} k
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @param {string} [turn]
 */
export const suit = (k, x, y, size, fill, turn = '') =>
  `<path d="${SUIT[k]}" transform="translate(${x} ${y}) scale(${size / 100})${turn}" fill="${fill}"/>`;
/** @type {Record<string, number>} */
const COLS = { l: 35, m: 50, r: 65 };
/** @type {Record<string, string>} */
const SPOTS = {
  2: 'm30 m110',
  3: 'm30 m70 m110',
  4: 'l30 r30 l110 r110',
  5: 'l30 r30 m70 l110 r110',
  6: 'l30 r30 l70 r70 l110 r110',
  7: 'l30 r30 m50 l70 r70 l110 r110',
  8: 'l30 r30 m50 l70 r70 m90 l110 r110',
  9: 'l30 r30 l57 r57 m70 l83 r83 l110 r110',
  10: 'l30 r30 m43 l57 r57 l83 r83 m97 l110 r110',
};
/** @type {Record<string, string>} */
const EMBLEM = {
  // 40 wide, standing on y=0; drawn twice, the second turned
  K: html`
    <path d="M-19 0 L-22 -23 L-11 -13 L0 -29 L11 -13 L22 -23 L19 0Z"/>
    <circle cx="-22" cy="-26" r="3"/>
    <circle cx="0" cy="-32" r="3.4"/>
    <circle cx="22" cy="-26" r="3"/>
  `,
  Q: html`
    <path
      d="M0 0C-9-8-9-22 0-32 9-22 9-8 0 0Z
        M-4 0C-16-3-22-14-20-25-10-22-3-12-4 0Z
        M4 0C16-3 22-14 20-25 10-22 3-12 4 0Z
        M-7 1C-17 3-26-2-28-10-18-13-9-8-7 1Z
        M7 1C17 3 26-2 28-10 18-13 9-8 7 1Z"/>
  `,
  J: html`
    <path
      d="M-2.5 0V-20C-14-17-20-24-18-33-13-27-8-26-2.5-27
        L0-38 2.5-27C8-26 13-27 18-33 20-24 14-17 2.5-20V0Z"/>
  `,
};
/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} h
 * @param {{ four?: boolean, state?: string, lift?: number }} [given4]
 */
export const card = (name, x, y, h, { four = true, state = '', lift = 0 } = {}) => {
  const s = h / 140;
  let inner;
  if (name === 'Jo') {
    const rays = Array.from(
      { length: 16 },
      (_, i) =>
        html`
          <path d="M50 38L47.4 27H52.600Z" transform="rotate(${i * 22.5} 50 66)"
            fill="${i % 2 ? '#b07a1c' : '#c2240f'}"/>
        `,
    ).join('');
    inner =
      html`
        <g transform="translate(9.5 13.3) scale(.81)">
          ${rays}
          <circle cx="50" cy="70" r="17" fill="#c2240f"/>
          <circle cx="50" cy="70" r="14" fill="none" stroke="#f3d58c" stroke-width="1.5"/>
          <rect x="45" y="65" width="10" height="10" rx="1.2" fill="#fffdf8" transform="rotate(45 50 70)"/>
        </g>
      ` +
      ['', ' transform="rotate(180 50 70)"']
        .map(
          (t) =>
            html`
              <g${t} fill="#8e1a0a">
                <path d="M14.5 9L17 16.6 25 16.6 18.6 21.3 21 29 14.5 24.3 8 29 10.4 21.3 4 16.6 12 16.600Z"/>
                ${'JOKER'
                  .split('')
                  .map(
                    (l, i) =>
                      html`
                        <text x="14.5" y="${42 + i * 11.5}" text-anchor="middle" font-size="11"
                          font-weight="700">
                          ${l}
                        </text>
                      `,
                  )
                  .join('')}
              </g>
            `,
        )
        .join('');
  } else {
    const r = name.slice(0, -1),
      k = name.slice(-1),
      fill = INK[four ? 'four' : 'two'][k];
    const index = html`
      <text x="${r === '10' ? 14 : 14.5}" y="27" text-anchor="middle" font-size="${r === '10' ? 21 : 25}"
        font-weight="700" letter-spacing="${r === '10' ? -2.4 : 0}" fill="${fill}">
        ${r}
      </text>
      ${suit(k, 14.5, 40, 17, fill)}
    `;
    let mid;
    if (r === 'A') mid = suit(k, 50, 72, 50, fill);
    else if (EMBLEM[r])
      mid = html`
        <rect x="28" y="17" width="44" height="106" rx="5" fill="${fill}" fill-opacity=".07" stroke="${fill}"
          stroke-opacity=".5" stroke-width="1.2"/>
        <g fill="${fill}">
          <g transform="translate(50 64) scale(.84)">${EMBLEM[r]}</g>
          <g transform="translate(50 76) rotate(180) scale(.84)">${EMBLEM[r]}</g>
          <path d="M30 70h40" stroke="${fill}" stroke-width="1.4"/>
        </g>
        ${suit(k, 36, 25.5, 10, fill)}${suit(k, 64, 114.5, 10, fill, ' rotate(180)')}
      `;
    else
      mid = SPOTS[r]
        .split(' ')
        .map((p) => {
          const py = +p.slice(1);
          return suit(k, COLS[p[0]], py, +r > 6 ? 16 : 18.5, fill, py > 70 ? ' rotate(180)' : '');
        })
        .join('');
    inner = `${index}<g transform="rotate(180 50 70)">${index}</g>${mid}`;
  }
  const edge = { selected: 'var(--brass)', win: 'var(--win)' }[state];
  const halo = edge
    ? html`
      <rect x="-3.5" y="-3.5" width="107" height="147" rx="11" fill="none" stroke="${edge}" stroke-width="4"/>
    `
    : '';
  return at(
    x,
    y - lift,
    s,
    html`
      <rect x="0" y="3" width="101" height="140" rx="9" fill="var(--shade)"/>
      <rect width="100" height="140" rx="8.5" fill="#fffdf8" stroke="var(--card-edge)" stroke-width="1"/>
      ${inner}${halo}
    `,
    ` class="card"${state === 'dim' ? ' opacity=".45"' : ''}`,
  );
};
/** @param {number} x @param {number} y @param {number} h @param {number} [turn] */
export const cardBack = (x, y, h, turn = 0) =>
  html`
    <g transform="translate(${x} ${y}) scale(${h / 140}) rotate(${turn})">
      <rect x="0" y="3" width="101" height="140" rx="9" fill="var(--shade)"/>
      <rect width="100" height="140" rx="8.5" fill="#fffdf8"/>
      <rect x="5" y="5" width="90" height="130" rx="6" fill="url(#cardBack)"/>
      <rect x="5" y="5" width="90" height="130" rx="6" fill="url(#weave)"/>
      <circle cx="50" cy="70" r="20" fill="#7a1a0d" stroke="#e9c98a" stroke-width="2"/>
      <rect x="43" y="63" width="14" height="14" rx="1.5" fill="none" stroke="#e9c98a" stroke-width="2"/>
    </g>
  `;
