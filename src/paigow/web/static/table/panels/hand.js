// My hand: its pieces in two halves, the ways to set it, and a warning before a foul.
import { back, card, cardBack, svg, tile } from '../../pieces/drawings.js';
import { compareHalves, fouled, inOrder, namedHand, nameHalf, pieceName, ways } from '../../pieces/names.js';
import { html } from '../../shared/html.js';
import { esc, t } from '../../shared/texts.js';
import { handAt, isTiles } from '../model.js';
import { myPlace } from '../phase.js';
import { kbd } from './buttons.js';
import { nowPanel } from './now.js';

/** @param {Model} model @param {Piece} piece @param {number} h @param {string} state */
const pieceArt = (model, piece, h, state) => {
  if (isTiles(model))
    return svg(
      h / 2.4 + 12,
      h + 20,
      piece ? tile(piece, 6, 14, h, state) : back(6, 14, h),
      'aria-hidden="true"',
    );
  return svg(
    h / 1.4 + 10,
    h + 16,
    piece
      ? card(piece, 5, 11, h, { four: model.four !== false, state, lift: state === 'selected' ? 5 : 0 })
      : cardBack(5, 11, h),
    'aria-hidden="true"',
  );
};
/** @param {Model} model @returns {HandDraft | null} */
export function draftOf(model) {
  const hand = handAt(model, myPlace(model));
  if (!hand) return null;
  if (hand.high?.length) return { low: hand.low, high: hand.high, done: true, pieces: hand.pieces };
  if (hand.pieces.some((piece) => piece === null)) return { hidden: true, pieces: hand.pieces };
  const { draft } = model,
    whole7 = [...hand.pieces].sort().join(' ');
  if (draft && [...draft.low, ...draft.high].sort().join(' ') === whole7)
    return {
      low: inOrder(draft.low, model.wheelLowest),
      high: inOrder(draft.high, model.wheelLowest),
      pieces: hand.pieces,
    };
  const first = ways(hand.pieces, model.wheelLowest)[0];
  return { low: first.low, high: first.high, pieces: hand.pieces };
}
// Whether the hand would foul as it is: the low hand above the high one.
/** @param {Model} model */
export function fouls(model) {
  const draft = draftOf(model);
  return !!draft?.low && !draft.done && !isTiles(model) && fouled(draft.low, draft.high, model.wheelLowest);
}
// The dealer takes care of a co-bank: I look at its hand, and it is set the house way.
/** @param {Model} given */
const cared = ({ view, me }) => view.bank?.co_banked && view.bank.person === me;
/**
 * @param {Model} model
 * @param {Half} kind
 * @param {Piece[]} pieces
 * @param {HandDraft} draft
 * @param {boolean} tiles
 */
function slot(model, kind, pieces, draft, tiles) {
  const named = nameHalf(pieces, model.wheelLowest),
    h = tiles ? 168 : 128;
  const title = tiles ? t(kind) : t(kind === 'high' ? 'high.five' : 'low.two');
  const said = named.name ? t('hand.said', { kind: t(kind), name: named.name }) : t(kind);
  /** @param {Piece} piece @param {number} i */
  const each = (piece, i) => {
    const picked = model.picked === `${kind}${i}`,
      hint = model.told?.[kind].includes(piece) && !draft.done;
    const art = pieceArt(model, piece, h, picked ? 'selected' : hint && tiles ? 'hint' : '');
    if (draft.done || draft.hidden || cared(model))
      return `<span class="piece" role="img" aria-label="${esc(pieceName(piece))}">${art}</span>`;
    return html`
      <button class="piece" data-act="pick" data-half="${kind}" data-index="${i}" data-piece="${piece}"
        data-k="pick-${kind}${i}" aria-pressed="${picked}">
        ${art}<span class="sr">${esc(`${pieceName(piece)}, ${t(kind)}`)}</span>
      </button>
    `;
  };
  return html`
    <section class="slot ${tiles ? '' : 'cards'} ${kind}" aria-label="${esc(said)}">
      <header>
        <span class="eyebrow">${title}</span>
        <h2>${namedHand(pieces, model.wheelLowest) || '&nbsp;'}</h2>
        ${tiles ? `<p>${esc(named.note) || '&nbsp;'}</p>` : ''}
      </header>
      <div class="pieces">${pieces.map(each).join('')}</div>
    </section>
  `;
}
// Hands are dealt to every position: one without a wager or the bank isn't anybody's.
/** @param {Model} model */
const playing = (model) => {
  const place = myPlace(model),
    { bank, staked } = model.view;
  return bank?.position === place || staked.some((each) => each.position === place && each.kind === 'main');
};
// Side bets can be in play without a main bet: their owner has no hand to set.
/** @param {Model} model */
const noHand = (model) => {
  const aside = model.view.staked.some((each) => each.person === model.me) ? '.aside' : '';
  return html`
    <div class="hand empty">
      <div class="slots">
        <section class="slot none">
          <h2>${t(`join.title${aside}`)}</h2>
          <p>${t(`join.text${aside}`)}</p>
        </section>
      </div>
    </div>
  `;
};
// Labels distinguish splits: by their leading tiles if the values alone don't.
/**
 * @param {Draft[]} list @param {boolean} wheelLowest
 * @param {(high: string, low: string) => string} [written]
 */
export function labelsOf(list, wheelLowest, written = (high, low) => `${high}\u00a0/ ${low}`) {
  /** @param {Draft} way @param {'short' | 'name'} text */
  const label = (way, text) => written(nameHalf(way.high, wheelLowest)[text], nameHalf(way.low)[text]);
  const short = list.map((way) => label(way, 'short'));
  return list.map((way, i) =>
    short.indexOf(short[i]) === short.lastIndexOf(short[i]) ? short[i] : label(way, 'name'),
  );
}
/** @param {Model} model */
export function handPanel(model) {
  const draft = draftOf(model),
    tiles = isTiles(model);
  if (!draft) return nowPanel(model);
  if (draft.hidden && !playing(model)) return noHand(model);
  if (draft.hidden) {
    const low = draft.pieces.slice(0, 2),
      high = draft.pieces.slice(2);
    return html`
      <div class="hand">
        <div class="slots">
          ${slot(model, 'high', high, draft, tiles)}${slot(model, 'low', low, draft, tiles)}
        </div>
      </div>
    `;
  }
  return html`
    <div class="hand">
      <div class="slots">
        ${slot(model, 'high', draft.high, draft, tiles)}${slot(model, 'low', draft.low, draft, tiles)}
      </div>
    </div>
  `;
}
// The row below a hand: a warning, or the splits to choose from.
/** @param {Model} model */
export function waysPanel(model) {
  const draft = draftOf(model),
    tiles = isTiles(model);
  if (!draft?.low || draft.done || cared(model)) return '';
  if (fouls(model))
    return `<p class="warn" role="alert">${t(model.asking === 'foul' ? 'foul.ask' : 'foul.warn')}</p>`;
  const list = ways(draft.pieces, model.wheelLowest),
    few = tiles ? 3 : 2,
    shown = model.allWays ? list : list.slice(0, few),
    labels = labelsOf(list, model.wheelLowest);
  /** @param {Draft} way */
  const same = (way) => [...way.low].sort().join() === [...draft.low].sort().join();
  /** @param {Draft} each @param {number} i */
  const way = (each, i) =>
    html`
      <button aria-pressed="${same(each)}" data-act="way" data-index="${i}" data-k="way${i}">
        ${i < 9 ? kbd(i + 1) : ''}${esc(labels[i])}
        <span class="sr">, ${esc(each.low.map(pieceName).join(', '))} ${t('low')}</span>
      </button>
    `;
  const more =
    !model.allWays && list.length > few
      ? `<button data-act="ways" data-k="ways">${t('ways.more', { n: list.length - few })}</button>`
      : '';
  const turned =
    tiles && compareHalves(draft.low, draft.high) > 0 ? `<p class="warn soft">${t('tiles.turn')}</p>` : '';
  return html`
    ${turned}
    <div class="ways${model.allWays ? ' all' : ''}" role="group" aria-label="${t('ways.title')}">
      ${shown.map(way).join('')}${more}
    </div>
  `;
}
