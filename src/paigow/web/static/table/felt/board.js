// The table itself: its edge, the tray, plates of seats, words on the felt. What is on it is in `felt`.

import { nameHalf } from '../../pieces/names.js';
import { avatar } from '../../shared/avatars.js';
import { html } from '../../shared/html.js';
import { esc, t } from '../../shared/texts.js';

/** @param {number} degrees */
const rad = (degrees) => (degrees * Math.PI) / 180;
/** @param {number} r @param {number} degrees */
export const polar = (r, degrees) => [
  +(r * Math.cos(rad(degrees))).toFixed(2),
  +(r * Math.sin(rad(degrees))).toFixed(2),
];

// Straight on the dealer's side, an arc toward the players; `out` is how far it extends past the picture.
/** @param {number} w @param {number} h @param {number} R @param {number} [out] */
export function board(w, h, R, out = 0) {
  const side = h - (R - Math.sqrt(R * R - (w / 2 + out) ** 2));
  /** @param {number} k */
  const d = (k) =>
    `M${k - out} -20V${(side - k).toFixed(1)}A${R} ${R} 0 0 0 ${w + out - k} ${(side - k).toFixed(1)}V-20Z`;
  return html`
    <path d="${d(0)}" fill="url(#rail)"/>
    <path d="${d(12)}" fill="url(#felt)"/>
    <path d="${d(12)}" fill="none" stroke="#00000055" stroke-width="3"/>
    <path d="${d(19)}" fill="none" stroke="var(--felt-line)" stroke-opacity=".55" stroke-width="1.2"/>
  `;
}

/** @type {[value: number, count: number][]} */
const TRAY = [
  [500, 9],
  [100, 13],
  [100, 11],
  [25, 14],
  [25, 12],
  [25, 14],
  [5, 13],
  [5, 14],
  [5, 10],
  [1, 14],
  [1, 8],
];
/** @type {Record<number, string>} */
const TRAY_INK = { 500: '#5b3a86', 100: '#2b2f36', 25: '#1f7a55', 5: '#b8321e', 1: '#e6dcc6' };
/** @param {number} x @param {number} y @param {number} w @param {number} h */
export function tray(x, y, w, h) {
  const width = (w - 20) / TRAY.length,
    height = (h - 12) / 14;
  /** @param {[any, number]} given @param {number} i */
  const column = ([value, count], i) => {
    const left = x + 10 + i * width,
      top = y + h - 6 - count * height;
    return html`
      <rect x="${left + 1.5}" y="${y + 6}" width="${width - 3}" height="${h - 12}" rx="3" fill="#140b06"/>
      <rect x="${left + 2.5}" y="${top}" width="${width - 5}" height="${count * height}"
        fill="${TRAY_INK[value]}"/>
      <rect x="${left + width / 2 - 3}" y="${top}" width="6" height="${count * height}" fill="#f7ead2"
        fill-opacity=".8"/>
      ${Array.from(
        { length: count },
        (_, k) => html`
          <path d="M${left + 2.5} ${top + k * height}h${width - 5}" stroke="#140b06" stroke-width=".8"/>
        `,
      ).join('')}
    `;
  };
  return html`
    <g aria-hidden="true">
      <rect x="${x}" y="${y + 3}" width="${w}" height="${h}" rx="9" fill="var(--shade)"/>
      <rect x="${x}" y="${y}" width="${w}" height="${h}" rx="9" fill="#2a1a10" stroke="#6d4a2a"/>
      ${TRAY.map(column).join('')}
    </g>
  `;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {{
 *   size?: number, anchor?: string, weight?: number, fill?: string, cls?: string, extra?: string,
 * }} [given3]
 */
export const note = (
  x,
  y,
  text,
  { size = 12, anchor = 'middle', weight = 400, fill = 'var(--felt-ink)', cls = '', extra = '' } = {},
) =>
  html`
    <text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" fill="${fill}"
      class="${cls}" ${extra}>
      ${text}
    </text>
  `;
// The name of an exposed hand, as a button that explains it.
/**
 * @param {number} x
 * @param {number} y
 * @param {string} kind
 * @param {Piece[]} pieces
 * @param {{ wheelLowest?: boolean, w?: number, extra?: string }} [given4]
 */
export const handLabel = (x, y, kind, pieces, { wheelLowest = false, w = 128, extra = '' } = {}) =>
  html`
    <g role="button" tabindex="0" class="press label" data-act="hand" data-pieces="${pieces.join(' ')}"
      data-k="dealer-${kind}" aria-haspopup="dialog">
      <rect class="edge" x="${x - w / 2}" y="${y - 16}" width="${w}" height="24" rx="7" fill="transparent"
        stroke="none"/>
      ${note(x, y, `${t(kind)} · ${esc(nameHalf(pieces, wheelLowest).short)}`, {
        size: 12,
        weight: 700,
        extra,
      })}
    </g>
  `;
/**
 * @param {string} id
 * @param {number} w
 * @param {number} y
 * @param {number} R
 * @param {string} text
 * @param {number} [size]
 */
export function arcText(id, w, y, R, text, size = 13) {
  const half = w * 0.4,
    dy = R - Math.sqrt(R * R - half * half);
  return html`
    <g aria-hidden="true">
      <path id="${id}" d="M${w / 2 - half} ${y - dy}A${R} ${R} 0 0 0 ${w / 2 + half} ${y - dy}" fill="none"/>
      <text font-size="${size}" letter-spacing="2.6" fill="var(--felt-ink)" class="serif"
        text-anchor="middle">
        <textPath href="#${id}" startOffset="50%">${esc(text)}</textPath>
      </text>
    </g>
  `;
}
// Places without a drawing, for what moves to them.
/** @param {any[]} list */
export const spots = (list) =>
  html`
    <g aria-hidden="true" fill="none">
      ${list
        .map(([key, x, y, w, h]) => `<rect data-spot="${key}" x="${x}" y="${y}" width="${w}" height="${h}"/>`)
        .join('')}
    </g>
  `;
/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} [r] */
export const hole = (x, y, w, h, r = 4) =>
  html`
    <rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="none" stroke="var(--felt-ink)"
      stroke-opacity=".5" stroke-dasharray="3 4"/>
  `;

/** @param {string} name @param {number} most */
const clipped = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);
// The attributes of an element that seats the player.
/** @param {number} n @param {string} key @param {string} [name] what stands on it */
export const sitPress = (n, key, name = t('seat.sit', { n })) =>
  `role="button" tabindex="0" class="press" data-act="sit" data-position="${n}" data-k="${key}${n}" ` +
  `aria-label="${name}"`;
// How many letters of a name fit beside a tag of this length.
/** @param {number} tag @param {number} w */
const room = (tag, w) =>
  w < 146 ? (tag > 8 ? 3 : tag > 7 ? 4 : tag > 5 ? 5 : 9) : tag > 9 ? 6 : tag > 8 ? 7 : 9;
// A seat's plate: number, name, and its tag. An empty seat is a button to sit down.
/** @param {number} x @param {number} y @param {Seat} seat @param {number} [w] */
export function plate(x, y, seat, w = 146) {
  if (!seat.person) {
    const open = seat.canSit;
    return html`
      <g
        transform="translate(${x} ${y})"${open ? ` ${sitPress(seat.n, 'sit')}` : ''}>
        <rect class="edge" x="-50" y="-16" width="100" height="32" rx="16" fill="var(--felt-fill)"
          fill-opacity="${open ? 0.55 : 0}" stroke="var(--felt-ink)" stroke-opacity=".75"
          stroke-dasharray="4 4"/>
        <text y="4.5" text-anchor="middle" font-size="12.5" fill="var(--felt-ink)">
          ${open ? t('seat.sit', { n: seat.n }) : t('seat.short', { n: seat.n })}
        </text>
      </g>
    `;
  }
  const ink = seat.me ? 'var(--on-primary)' : 'var(--text)',
    tagInk = seat.me ? ink : seat.tone ? `var(--${seat.tone})` : 'var(--muted)',
    // There is no room for zero cents.
    tag = w < 146 ? seat.tag.replace(/\.00$/, '') : seat.tag;
  return html`
    <g transform="translate(${x} ${y})" data-move="plate${seat.n}"${seat.me ? ' data-own' : ''}>
      <rect x="${-w / 2}" y="-15" width="${w}" height="30" rx="15"
        fill="${seat.me ? 'var(--primary)' : 'var(--panel)'}"
        ${seat.me ? '' : `fill-opacity=".94" stroke="${seat.waits ? 'var(--brass)' : 'var(--line)'}"`}/>
      ${avatar(seat.person, -w / 2 + 14, 0, 12.5)}
      <circle cx="${-w / 2 + 25}" cy="6" r="7.5" fill="${seat.me ? 'var(--on-primary)' : 'var(--panel-2)'}"/>
      <text x="${-w / 2 + 25}" y="10" text-anchor="middle" font-size="12" font-weight="700"
        fill="${seat.me ? 'var(--primary)' : 'var(--text)'}">
        ${seat.n}
      </text>
      <text x="${-w / 2 + 35}" y="4.5" font-size="12.5" font-weight="700" fill="${ink}">
        ${esc(clipped(seat.me ? t('you') : seat.shown, room(tag.length, w)))}
      </text>
      <text x="${w / 2 - (w < 146 ? 10 : 12)}" y="4.5" text-anchor="end" font-size="12" fill="${tagInk}"
        font-weight="${seat.tone || seat.me ? 700 : 400}" class="num">
        ${esc(tag)}
      </text>
    </g>
  `;
}

// The number changes every second, so it isn't part of the accessible name.
/** @param {number} left @param {number} total */
export function timer(left, total) {
  const c = 2 * Math.PI * 27,
    part = Math.max(0, Math.min(1, left / Math.max(1, total)));
  return html`
    <svg class="timer${left <= 5 ? ' last' : ''}" viewBox="0 0 64 64" width="64" height="64" role="timer"
      aria-label="${t('timer.left')}">
      <circle cx="32" cy="32" r="27" fill="none" stroke="var(--line)" stroke-width="5"/>
      <circle class="ring" cx="32" cy="32" r="27" fill="none" stroke="var(--brass)" stroke-width="5"
        stroke-linecap="round" stroke-dasharray="${(c * part).toFixed(1)} ${c.toFixed(1)}"
        data-round="${c.toFixed(1)}" transform="rotate(-90 32 32)"/>
      <text class="num" x="32" y="39.7" text-anchor="middle" font-size="21.8" font-weight="700"
        fill="var(--text)">
        ${left}
      </text>
    </svg>
  `;
}
