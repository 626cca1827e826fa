// The felt as one picture: dealer's side above, six seats on an arc below. A pure function of the viewer's
// model.

import { remaining, turns } from '../../pieces/delivery.js';
import { back, card, cardBack, stack, tile } from '../../pieces/drawings.js';
import { bank, chip, cover, eyeButton, flatButton, lammer, marker, shaker } from '../../pieces/tokens.js';
import { html } from '../../shared/html.js';
import { esc, money, t } from '../../shared/texts.js';
import { diceOf, handAt, hasDice, isTiles } from '../model.js';
import { feltSaid, saidOf, seatsOf } from '../seats.js';
import { arcText, board, handLabel, hole, note, plate, spots, tray } from './board.js';
import { smallFan } from './fan.js';
import { corner, placard } from './signs.js';

// Three pictures of one table: wide, with its board drawn by the style sheet around my panel too; flat for a
// tablet, without inscriptions, where letters keep their size; and upright for a tablet in portrait.
/** @type {FeltShape} */
const WIDE = {
  ...{ W: 1104, H: 366, R: 2600, edge: 0, turn: 4.02, seats: 244, left: 0, up: -20, full: true, k: 1 },
  ...{ words: 0, shaker: [252, 78, 40, 60], ladder: 876, meter: [838, 6, 228, 32, 37], placard: [40, 40] },
};
/** @type {FeltShape} */
const FLAT = {
  ...{ W: 1024, H: 346, R: 2200, edge: 2500, turn: 4.17, seats: 200, left: -40, up: -77, full: false, k: 1 },
  ...{ words: 0, shaker: [236, 46, 34, 53], ladder: 812, meter: [772, 8, 222, 24, 27], placard: [30, 30] },
};
/** @type {FeltShape} */
const UPRIGHT = {
  ...{ W: 820, H: 500, R: 900, edge: 1010, turn: 8.52, seats: 352, left: -142, up: 40, full: true, k: 0.92 },
  ...{
    words: 267,
    shaker: [102, 138, 39, 62],
    ladder: 634,
    meter: [600, 10, 190, 31, 36],
    placard: [32, 38, 2],
  },
};
/** @param {{ W: number, R: number, turn: number, seats: number }} given @param {number} n */
const spot = ({ W, R, turn, seats }, n) => {
  const a = ((n - 3.5) * turn * Math.PI) / 180;
  return [+(W / 2 + R * Math.sin(a)).toFixed(1), +(seats - R + R * Math.cos(a)).toFixed(1)];
};
/** @param {string} key @param {string} body */
const moving = (key, body) => `<g data-move="${key}">${body}</g>`;
/** @param {Hand} hand */
const facesOf = (hand) => (hand.high?.length ? [hand.high, hand.low] : [hand.pieces]);

// ---- pieces at a place
/** @param {Hand} hand @param {number} x @param {number} y @param {number} h */
function tilesAt(hand, x, y, h) {
  const w = h / 2.4,
    open = hand.pieces.every((piece) => piece !== null);
  if (!open && hand.status === 'dealt' && !hand.shown.length)
    return moving(`hand${hand.place}`, stack(x - w / 2, y + 4, h - 3));
  const halves = open && hand.high?.length ? [...hand.high, ...hand.low] : hand.pieces;
  return halves
    .map((piece, i) => {
      const left = x - 2 * w - 9 + i * (w + 3) + (i > 1 ? 8 : 0);
      return moving(
        `p${hand.place}-${i}${piece ? 'f' : 'b'}`,
        piece ? tile(piece, left, y, h) : back(left, y, h),
      );
    })
    .join('');
}
/** @param {Hand} hand @param {number} x @param {number} y @param {number} h */
function cardsAt(hand, x, y, h) {
  const open = hand.pieces.every((piece) => piece !== null),
    step = 17;
  if (open) {
    const halves = facesOf(hand),
      all = halves.flat(),
      gap = halves.length > 1 ? 5 : 0,
      width = step * (all.length - 1) + gap + h / 1.4;
    return all
      .map((piece, i) =>
        moving(
          `p${hand.place}-${i}f`,
          card(piece, x - width / 2 + i * step + (i >= halves[0].length ? gap : 0), y - 3, h + 4),
        ),
      )
      .join('');
  }
  /** @param {number} count @param {number} left */
  const fan = (count, left) => Array.from({ length: count }, (_, i) => cardBack(left + i * 5, y, h)).join('');
  if (hand.status === 'dealt') return moving(`hand${hand.place}`, fan(hand.pieces.length, x - 28));
  return moving(`hand${hand.place}s`, fan(5, x - 42) + fan(2, x + 12));
}

// Below the place of a hand, whether or not there is one: a seat to click keeps its place.
const PLATE = 100;
/** @param {Model} model @param {FeltShape} shape @param {Seat} seat */
function seatAt(model, shape, seat) {
  const [px, py] = spot(shape, seat.n),
    [x, y] = [0, 0],
    { hand } = seat,
    tiles = isTiles(model);
  const fan = smallFan(x, y, { cells: seat.side, amount: seat.main, live: !!seat.person, n: seat.n });
  const shown =
    hand &&
    hand.status !== 'dead' &&
    hand.status !== 'void' &&
    hand.status !== 'surrendered' &&
    (!seat.me || hand.outcome || hand.status === 'set');
  const pieces = shown ? (tiles ? tilesAt(hand, x, y + 36, 40) : cardsAt(hand, x, y + 38, 36)) : '';
  const markers =
    (seat.bank ? moving('bank', bank(x, y, 24, t('marker.bank'))) : '') +
    (seat.eye ? moving('eye', eyeButton(x + 58, y + 30, 15, seat.eye)) : '') +
    (seat.envy ? lammer(x - 50, y + 20, 46, t('marker.envy')) : '') +
    (seat.button ? moving('button', flatButton(x + 49, y + 20, 48, t('marker.start'))) : '');
  const glow = seat.me ? `<ellipse cx="${x}" cy="${y + 8}" rx="86" ry="84" fill="var(--felt-soft)"/>` : '';
  const lead = seat.me
    ? html`
      <path d="M${x} ${y + 116}V${((shape.H - 6 - py) / shape.k).toFixed(1)}" stroke="var(--brass)"
        stroke-width="2" stroke-dasharray="2 5"/>
    `
    : '';
  return html`
    <g role="group" aria-label="${saidOf(model, seat)}"
      transform="translate(${px} ${py})${shape.k === 1 ? '' : ` scale(${shape.k})`}">
      ${glow}${fan}${pieces}${markers}${lead}${plate(x, y + PLATE, seat, shape.k < 1 ? 138 : 146)}
    </g>
  `;
}

// ---- dealer's side
/** @param {string} style */
const styleName = (style) => t(`style.${style}`);
/** @param {Model} model */
function deliveryNote(model) {
  const { view } = model,
    dealt = view.hands.filter((hand) => hand.place <= 7).length;
  if (view.step === 'shuffle' || !view.stock.length) return t(`step.${view.step}`);
  if (!dealt) return view.delivery ? styleName(view.delivery) : t('stock.ready');
  return t(dealt >= 8 ? 'stock.all' : 'stock.some', {
    style: styleName(view.delivery || 'house-way-right'),
    n: dealt,
  });
}
/** @param {Model} model @param {number} x @param {number} y @param {number} h @param {number} gap */
function stacksAt(model, x, y, h, gap) {
  const { view } = model,
    dealt = view.hands.length,
    w = h / 2.4;
  if (!view.stock.length) return '';
  const left = remaining(view.delivery, dealt);
  const shown = view.step === 'style' && view.bank?.indicated.includes('move');
  const moved = shown ? turns(view.delivery)[0].map(([from]) => from) : [];
  return left
    .map((count, i) =>
      moving(
        `stock${i}`,
        count
          ? stack(x + i * gap, y + (moved.includes(i) ? 10 : 0), h, count)
          : hole(x + i * gap, y - 3, w, h),
      ),
    )
    .join('');
}
/**
 * @param {Model} _model
 * @param {Hand} hand
 * @param {number} x
 * @param {number} y
 * @param {number} h
 * @param {boolean} tiles
 */
function shownHand(_model, hand, x, y, h, tiles) {
  const [high, low] = [hand.high, hand.low];
  if (tiles) {
    const w = h / 2.4;
    return (
      handLabel(x - 70, y - 8, 'high', high) +
      high.map((piece, i) => moving(`p0-h${i}f`, tile(piece, x - 70 - w - 2 + i * (w + 4), y, h))).join('') +
      handLabel(x + 70, y - 8, 'low', low) +
      low.map((piece, i) => moving(`p0-l${i}f`, tile(piece, x + 70 - w - 2 + i * (w + 4), y, h))).join('')
    );
  }
  return '';
}
/** @param {Model} model @param {boolean} full */
function dealerTiles(model, full) {
  const hand = handAt(model, 0),
    { view } = model;
  const open = hand?.high?.length;
  const dead = view.hands.filter((each) => each.place === 7 || each.status === 'dead').length;
  const wager = view.bank?.dealer_wager;
  const stackPlace = open
    ? ''
    : hand
      ? moving('hand0', stack(336, 88, 58)) + (wager ? chip(25, 348, 112, 12, false) : marker(348, 112, 12))
      : view.stock.length
        ? hole(336, 86, 24, 58)
        : '';
  const deadPlace = dead
    ? Array.from({ length: dead }, (_, i) => stack(770 + (i * 60) / Math.max(2, dead - 1), 88, 58)).join('')
    : view.stock.length
      ? hole(770, 86, 24, 58) + hole(804, 86, 24, 58)
      : '';
  const center = view.balances.center
    ? note(552, full ? 205 : 182, t('center.holds', { amount: money(view.balances.center) }), {
        size: 12.5,
        weight: 700,
      })
    : '';
  const middle = open
    ? shownHand(model, hand, 552, 97, 66, true) +
      (center ? '' : note(552, 182, t('dealer.hand'), { size: 12.5 }))
    : stacksAt(model, 552 - 145, 90, 58, 38) + note(552, 164, esc(deliveryNote(model)), { size: 12.5 });
  return (
    middle +
    stackPlace +
    (hand && !open ? note(348, 164, wager ? money(wager) : t('dealer'), { size: 12.5 }) : '') +
    deadPlace +
    (dead || view.stock.length ? note(800, 164, t('dead'), { size: 12.5 }) : '') +
    center
  );
}
/** @param {Model} model */
function dealerCards(model) {
  const hand = handAt(model, 0),
    { view } = model,
    open = hand?.high?.length;
  const spaced = { size: 12, weight: 700, extra: 'letter-spacing=".6"' };
  /** @param {number} x @param {number} w @param {string} label */
  const area = (x, w, label) =>
    html`
      <rect class="dealer-area" x="${x}" y="86" width="${w}" height="76" rx="8" fill="var(--felt-fill)"
        fill-opacity=".35" stroke="var(--felt-line)"/>
      ${label}
    `;
  /** @param {any[]} list @param {number} x @param {number} step */
  const faces = (list, x, step) =>
    list
      .map((/** @type {Piece} */ piece, /** @type {number} */ i) =>
        moving(`p0-${x}${i}f`, card(piece, x + i * step, 92, 64)),
      )
      .join('');
  const backs = hand
    ? moving(
        'hand0',
        Array.from({ length: hand.pieces.length }, (_, i) => cardBack(424 + i * 19, 93, 62)).join(''),
      )
    : '';
  /** @param {Half} kind @param {number} x @param {number} w */
  const label = (kind, x, w) =>
    open
      ? handLabel(x, 180, kind, hand[kind], { ...spaced, wheelLowest: model.wheelLowest, w })
      : note(x, 180, t(kind), spaced);
  const shoe = html`
    <rect x="330" y="92" width="58" height="66" rx="8" fill="#20242a" stroke="#5d6670"/>
    <rect x="337" y="99" width="44" height="30" rx="4" fill="#0e1013"/>
    ${view.stock.length && view.stock[0] ? cardBack(343, 118, 46) : ''}
    ${note(359, 180, t('shoe'), { size: 12.5 })}
  `;
  // Leftovers, hands without a wager, and hands that were taken: all are in the rack.
  const racked = [...view.hands.filter(({ status }) => status === 'dead'), ...view.discards];
  const discarded = racked.reduce((sum, { pieces }) => sum + pieces.length, view.cards.stub || 0);
  const rack = html`
    <rect x="728" y="100" width="66" height="58" rx="7" fill="#20242a" stroke="#5d6670"/>
    ${discarded ? cardBack(743, 104, 48) : ''}
    ${note(761, 180, t('discards', { n: discarded }), { size: 12.5 })}
  `;
  return (
    area(412, 184, label('high', 504, 180)) +
    area(606, 86, label('low', 649, 92)) +
    (open ? faces(hand.high, 420, 31) + faces(hand.low, 614, 27) : backs) +
    shoe +
    rack
  );
}

/** @param {number[]} dice the Dragon's Eye first */
export const eyeTold = ([eye, second, third]) => {
  const told = t('shaker.eye', { n: eye });
  if (second !== third) return told;
  return `${told} · ${t(eye === second ? 'shaker.triple' : 'shaker.double', { n: second })}`;
};
/** @param {Model} model @param {{ shaker: any }} given1 */
function shakerAt(model, { shaker: [x, y, r, below] }) {
  const dice = diceOf(model),
    eye = !!model.layout?.dragon,
    { view } = model;
  if (!hasDice(model)) return '';
  if (!dice)
    return (
      moving('shaker', cover(x, y, r)) +
      note(x, y + below, view.shaker.shakes ? t('shaker.shaken', { n: view.shaker.shakes }) : t('shaker'), {
        size: 12.5,
      })
    );
  const [first, second, third] = dice,
    start = view.shaker.start;
  const said = eye ? eyeTold(dice) : t('shaker.total', { n: first + second + third });
  const where =
    start === null || start === undefined
      ? ''
      : ` · ${start === 0 ? t('dealer') : start === 7 ? t('dead') : t('position', { n: start })}`;
  return (
    moving(
      'shaker',
      html`
        <g role="img" aria-label="${esc(t('shaker.said', { a: first, b: second, c: third }))}">
          ${shaker(x, y, r, [second, third, first], eye)}
        </g>
      `,
    ) + note(x, y + below, esc(said + (eye ? '' : where)), { size: 12.5, weight: 700, cls: 'counted' })
  );
}

/** @type {SpotBox[]} */
const SPOTS = [
  ['deadspot', 770, 86, 58, 58],
  ['shoe', 330, 92, 58, 66],
  ['center', 520, 190, 64, 20],
];
/** @param {Model} model @param {FeltShape} shape */
function felt(model, shape) {
  const { W, H, R, edge, left, up, full, words: line } = shape;
  const words = t(model.view.bank ? 'felt.words.bank' : 'felt.words');
  const pieces = isTiles(model) ? dealerTiles(model, full) : dealerCards(model);
  const dealers = html`
    <g transform="translate(${left} ${up})">
      ${pieces}
      ${spots([...SPOTS, ['hand0spot', ...(isTiles(model) ? [336, 86, 24, 58] : [412, 86, 184, 76])]])}
    </g>
    ${full ? moving('tray', tray(W / 2 - 160, shape.edge ? 8 : 4, 320, shape.edge ? 56 : 46)) : ''}
  `;
  const seats = seatsOf(model).map((seat) => seatAt(model, shape, seat));
  return html`
    <svg class="flat" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMid meet" role="group"
      aria-label="${esc(feltSaid(model))}">
      ${edge ? board(W, H, edge) : ''}
      <g role="group" aria-label="${t('felt.dealer')}">
        ${dealers}${shakerAt(model, shape)}${corner(model, shape)}${placard(model, shape)}
      </g>
      ${line ? arcText('arc', W, line, R, words, 13) : ''}${seats.join('')}
    </svg>
  `;
}
/** @param {Model} model */
export const wideFelt = (model) => felt(model, WIDE);
/** @param {Model} model */
export const flatFelt = (model) => felt(model, FLAT);
/** @param {Model} model */
export const uprightFelt = (model) => felt(model, UPRIGHT);
