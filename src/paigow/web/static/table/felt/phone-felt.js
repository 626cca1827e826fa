// The felt on a phone: seats as circles with dots for side wagers, the dealer's side above them.

import { remaining } from '../../pieces/delivery.js';
import { card, cardBack, stack, tile } from '../../pieces/drawings.js';
import { nameHalf } from '../../pieces/names.js';
import { bank, chips, cover, eyeButton, lammer, shaker } from '../../pieces/tokens.js';
import { avatar } from '../../shared/avatars.js';
import { html } from '../../shared/html.js';
import { esc, t } from '../../shared/texts.js';
import { diceOf, handAt, hasDice, isTiles } from '../model.js';
import { feltSaid, saidOf, seatsOf } from '../seats.js';
import { board, hole, note, polar, sitPress, spots } from './board.js';
import { stackOf } from './fan.js';

const W = 390,
  H = 262;
/** @type {SpotBox[]} */
const SPOTS = [
  ['tray', 175, 0, 40, 8],
  ['hand0spot', 140, 26, 120, 52],
  ['deadspot', 322, 32, 20, 40],
  ['shoe', 180, 10, 40, 40],
  ['center', 175, 100, 40, 14],
];
/** @param {string} key @param {string} body */
const moving = (key, body) => `<g data-move="${key}">${body}</g>`;

// A seat's place: on an arc, or in two rows if the width is less than the height.
/** @param {number} n */
const onArc = (n) => [34 + (n - 1) * 64.4, 172 - (n - 3.5) ** 2 * 5];
/** @param {number} n */
const inRows = (n) => [52 + ((n - 1) % 3) * 89, 142 + (n > 3 ? 90 : 0) + (n % 3 === 2 ? 4 : 0)];
/** @param {Model} model @param {Seat} seat @param {(n: number) => number[]} place */
function seatAt(model, seat, place) {
  const [x, y] = place(seat.n),
    count = seat.side.length;
  const spread = count > 4 ? 24 : 36;
  const dots = seat.side
    .map((cell, i) => {
      const [dx, dy] = polar(28, 270 + (i - (count - 1) / 2) * spread);
      return html`
        <circle cx="${x + dx}" cy="${y + dy}" r="3.2" fill="${cell.amount ? 'var(--brass)' : 'none'}"
          stroke="var(--felt-ink)" stroke-opacity=".7"/>
      `;
    })
    .join('');
  const inside = seat.main
    ? chips(stackOf(seat.main), x, y + 2, 13)
    : seat.bank
      ? moving('bank', bank(x, y, 20.5, t('marker.bank')))
      : seat.person
        ? avatar(seat.person, x, y, 17)
        : note(x, y + 5, seat.canSit ? t('seat.sit.short') : '', { size: 12.5 });
  const press =
    !seat.person && seat.canSit
      ? ` ${sitPress(seat.n, 'sits', `${t('seat.sit.short')} ${t('seat.short', { n: seat.n })}`)}`
      : ` role="group" aria-label="${saidOf(model, seat)}"`;
  const hub = html`
    <circle class="edge" data-spot="seat${seat.n}" cx="${x}" cy="${y}" r="21" fill="var(--felt-fill)"
      fill-opacity=".6" stroke="${seat.me ? 'var(--brass)' : 'var(--felt-line)'}"
      stroke-width="${seat.me ? 2.5 : 1.3}"/>
  `;
  const name = seat.person
    ? note(x, y + 39, esc(seat.me ? t('you') : seat.shown.slice(0, 8)), {
        size: 12,
        weight: seat.me ? 700 : 400,
        extra: `data-spot="plate${seat.n}"`,
      })
    : '';
  const tag = seat.person
    ? seat.tone
      ? seat.tag
      : seat.me
        ? t('seat.short', { n: seat.n })
        : seat.tag
    : t('seat.short', { n: seat.n });
  return html`
    <g${press}>
      ${dots}${hub}${inside}${name}${' '}${note(x, y + 54, esc(tag), { size: 12.2, cls: 'num' })}
    </g>
    ${seat.eye ? moving('eye', eyeButton(x + (seat.n > 3 ? -22 : 22), y - 19, 11, seat.eye)) : ''}
    ${seat.envy ? lammer(x + 21, y + 15, 20, t('marker.envy.short')) : ''}
  `;
}

/** @param {Model} model */
function dealer(model) {
  const { view } = model,
    hand = handAt(model, 0),
    tiles = isTiles(model),
    open = hand?.high?.length;
  const said = open
    ? note(
        200,
        98,
        esc(
          t('dealer.both', {
            high: nameHalf(hand.high, model.wheelLowest).short,
            low: nameHalf(hand.low).short,
          }),
        ),
        { size: 12 },
      )
    : '';
  if (tiles) {
    if (open)
      return (
        [...hand.high, ...hand.low]
          .map((piece, i) => moving(`p0-${i}f`, tile(piece, 134 + i * 29 + (i > 1 ? 12 : 0), 22, 58)))
          .join('') + said
      );
    const left = view.stock.length ? remaining(view.delivery, view.hands.length) : [];
    return (
      left
        .map((count, i) =>
          moving(`stock${i}`, count ? stack(116 + i * 20, 32, 36, count) : hole(116 + i * 20, 30, 15, 36, 3)),
        )
        .join('') + note(195, 92, t(`step.${view.step}`), { size: 12 })
    );
  }
  if (open)
    return (
      hand.high.map((piece, i) => moving(`p0-h${i}f`, card(piece, 100 + i * 25, 24, 56))).join('') +
      hand.low.map((piece, i) => moving(`p0-l${i}f`, card(piece, 256 + i * 25, 24, 56))).join('') +
      said
    );
  return (
    (hand
      ? moving(
          'hand0',
          Array.from({ length: hand.pieces.length }, (_, i) => cardBack(140 + i * 16, 26, 52)).join(''),
        )
      : '') + note(206, 98, hand ? t('dealer') : t(`step.${view.step}`), { size: 12 })
  );
}

/**
 * @typedef {{
 *   w: number, h: number, edge: number, under: number, left: number, place: (n: number) => number[],
 * }} Shape
 */
/** @param {Model} model @param {Shape} shape */
function felt(model, { w, h, edge, under, left, place }) {
  const [bowlAt, r] = left ? [24, 18] : [56, 31],
    dice = diceOf(model),
    { view } = model,
    eye = !!model.layout?.dragon;
  const bowl = dice ? shaker(bowlAt, 50, r, [dice[1], dice[2], dice[0]], eye) : cover(bowlAt, 50, r);
  const total = dice
    ? eye
      ? t('shaker.eye', { n: dice[0] })
      : t('shaker.total', { n: dice[0] + dice[1] + dice[2] })
    : '';
  const dead =
    isTiles(model) && view.hands.some((hand) => hand.place === 7)
      ? stack(322, 32, 40) + note(332, 92, t('dead.short'), { size: 12 })
      : '';
  return html`
    <svg class="tall" viewBox="0 0 ${w} ${h}" preserveAspectRatio="xMidYMid meet" role="group"
      aria-label="${esc(feltSaid(model))}">
      ${board(w, h - 4 + under, edge, 22)}${hasDice(model) ? moving('shaker', bowl) : ''}
      ${note(left ? 28 : bowlAt, left ? 86 : 101, total, { size: 12, weight: 700, cls: 'counted' })}
      <g transform="translate(${left} 0)">${spots(SPOTS)}${dealer(model)}${dead}</g>
      ${seatsOf(model)
        .map((seat) => seatAt(model, seat, place))
        .join('')}
    </svg>
  `;
}
/** @param {Model} model */
export const tallFelt = (model) => felt(model, { w: W, h: H, edge: 620, under: 0, left: 0, place: onArc });
// A phone in landscape: the felt is at the left, the hand has the rest. The names of the second row need the
// whole felt, so the table's edge is below it.
/** @param {Model} model */
export const turnedFelt = (model) =>
  felt(model, { w: 282, h: 300, edge: 2400, under: 24, left: -70, place: inRows });
