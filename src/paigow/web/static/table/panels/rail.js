// What lies in front of me: my fan of wagers, my hand, my buttons. Which of them, the phase says.
import { timer } from '../felt/board.js';
import { SIGN, bigFan, stackOf } from '../felt/fan.js';
import { ledger, outcomeOf } from '../ledger.js';
import { handAt, isTiles, options, rack, seatOf, stakeOf } from '../model.js';
import { compareHalves, fouled, nameHalf, namedHand, pieceName, ways } from '../../pieces/names.js';
import { myPlace, phaseOf } from '../phase.js';
import { back, card, cardBack, svg, tile } from '../../pieces/drawings.js';
import { chip } from '../../pieces/tokens.js';
import { chooser } from './choosers.js';
import { nowPanel } from './now.js';
import { placing, repeatable, spotName, spotOf, whereWith } from '../spots.js';
import { esc, money, oddsText, plain, signed, t, whole } from '../../shared/texts.js';

const kbd = (key) => `<kbd aria-hidden="true">${key}</kbd>`;
export const button = (act, text, { key = '', cls = '', data = '', off = '' } = {}) =>
  `<button class="btn ${cls}" data-act="${act}" data-k="${act}${data}" ${data} ${off ? 'aria-disabled="true"' : ''}>${text}${key ? ` ${kbd(key)}` : ''}</button>`;
export const paragraphs = (cites, most = 1) =>
  (cites || [])
    .slice(0, most)
    .map(
      (cite) =>
        `<button class="para" data-act="paragraph" data-cite="${esc(cite)}" aria-label="${esc(t('paragraph', { cite }))}">${esc(cite)}</button>`,
    )
    .join(' ');

// ---- my wagers
const mineNow = (model) => model.view.wagers.filter((wager) => wager.person === model.me);
function cellOf(model, wager, lines, betting) {
  const { kind } = wager,
    spot = spotOf(model),
    held = mineNow(model).filter((each) => each.kind === kind && (!betting || each.position === spot)),
    amount = held.reduce((sum, each) => sum + stakeOf(each), 0);
  const settled = lines.filter((line) => line.kind === kind),
    won = settled.reduce((sum, line) => sum + line.net, 0);
  const open = betting && placing(model).some(({ command }) => command.kind === kind && command.position === spot);
  const odds = wager.odds || [];
  return {
    kind,
    title: t(`wager.${kind}`),
    name: t(`wager.${kind}.fold`).split('|'),
    odds: odds.map(oddsText),
    said: odds.map(oddsText).join(' '),
    amount,
    open,
    result: settled.length ? outcomeOf(settled, won) : '',
    net: won,
    paid: signed(won),
  };
}
export function myFan(model) {
  const betting = phaseOf(model) === 'bet',
    all = betting ? [] : ledger(model.events, model.me),
    // A progressive's chips are taken in before the deal, and may win all the same.
    [taken, lines] = [true, false].map((early) => all.filter((line) => (line.event === 'progressive-collected') === early));
  const offered = model.layout?.wagers || [{ kind: 'main', odds: ['1 to 1'] }];
  const cells = offered.map((wager) => {
    const cell = cellOf(model, wager, lines, betting),
      lay = taken.filter((line) => line.kind === wager.kind).reduce((sum, line) => sum + line.stake, 0);
    return { ...cell, amount: cell.amount || (cell.result ? 0 : lay) };
  });
  const main = cells.find((cell) => cell.kind === 'main'),
    side = cells.filter((cell) => cell.kind !== 'main');
  const total = mineNow(model).reduce((sum, wager) => sum + stakeOf(wager), 0),
    many = side.length > 4;
  const [w, h, cx, cy] = many
    ? [396, 276, 198, 198]
    : side.length
      ? [316, 258, 158, 166]
      : [236, 214, 118, 88];
  const fan = bigFan(cx, cy, {
    inner: many ? 72 : 66,
    outer: many ? 190 : 152,
    hub: many ? 63 : side.length ? 58 : 76,
    main,
    cells: side,
  });
  const say = (x, y, text, anchor, extra = '') =>
    `<text x="${x}" y="${y}" font-size="13" text-anchor="${anchor}" fill="var(--felt-ink)" class="num" ${extra}>${esc(text)}</text>`;
  const words =
    say(22, h - 32, t('mine.title'), 'start') +
    say(w - 22, h - 32, t('mine.inplay', { amount: money(total) }), 'end', 'font-weight="700"') +
    say(22, h - 13, betting && spotOf(model) !== seatOf(model) ? spotName(model, spotOf(model)) : t('seat.short', { n: seatOf(model) }), 'start');
  return `<div class="mine"><div class="felted${many ? '' : ' few'}">${svg(w, h, fan + words, `role="group" aria-label="${t('mine.title')}"`)}</div>${betting ? whereWith(model) : ''}</div>`;
}

// ---- my hand
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
export function draftOf(model) {
  const hand = handAt(model, myPlace(model));
  if (!hand) return null;
  if (hand.high?.length) return { low: hand.low, high: hand.high, done: true, pieces: hand.pieces };
  if (hand.pieces.some((piece) => piece === null)) return { hidden: true, pieces: hand.pieces };
  const { draft } = model,
    whole7 = [...hand.pieces].sort().join(' ');
  if (draft && [...draft.low, ...draft.high].sort().join(' ') === whole7)
    return { ...draft, pieces: hand.pieces };
  const first = ways(hand.pieces, model.wheelLowest)[0];
  return { low: first.low, high: first.high, pieces: hand.pieces };
}
// Of half a bank the dealer takes care: its hand is looked at, and set the house way.
const cared = ({ view, me }) => view.bank?.co_banked && view.bank.person === me;
function slot(model, kind, pieces, draft, tiles) {
  const named = nameHalf(pieces, model.wheelLowest),
    h = tiles ? 168 : 128;
  const title = tiles ? t(kind) : t(kind === 'high' ? 'high.five' : 'low.two');
  const said = named.name ? t('hand.said', { kind: t(kind), name: named.name }) : t(kind);
  const each = (piece, i) => {
    const picked = model.picked === `${kind}${i}`,
      hint = model.told && model.told[kind].includes(piece) && !draft.done;
    const art = pieceArt(model, piece, h, picked ? 'selected' : hint && tiles ? 'hint' : '');
    if (draft.done || draft.hidden || cared(model))
      return `<span class="piece" role="img" aria-label="${esc(pieceName(piece))}">${art}</span>`;
    return `<button class="piece" data-act="pick" data-half="${kind}" data-index="${i}" data-piece="${piece}" data-k="pick-${kind}${i}" aria-pressed="${picked}" aria-label="${esc(`${pieceName(piece)}, ${t(kind)}`)}">${art}</button>`;
  };
  return `<section class="slot ${tiles ? '' : 'cards'} ${kind}" aria-label="${esc(said)}"><header><span class="eyebrow">${title}</span><h2>${namedHand(pieces, model.wheelLowest) || '&nbsp;'}</h2>${tiles ? `<p>${esc(named.note) || '&nbsp;'}</p>` : ''}</header><div class="pieces">${pieces.map(each).join('')}</div></section>`;
}
export function handPanel(model) {
  const draft = draftOf(model),
    tiles = isTiles(model);
  if (!draft) return nowPanel(model);
  if (draft.hidden) {
    const low = draft.pieces.slice(0, 2),
      high = draft.pieces.slice(2);
    return `<div class="hand"><div class="slots">${slot(model, 'high', high, draft, tiles)}${slot(model, 'low', low, draft, tiles)}</div></div>`;
  }
  const list = draft.done || cared(model) ? [] : ways(draft.pieces, model.wheelLowest);
  const few = tiles ? 3 : 2,
    shown = model.allWays ? list : list.slice(0, few);
  const same = (way) => [...way.low].sort().join() === [...draft.low].sort().join();
  const way = (each, i) => {
    const name = esc(`${nameHalf(each.high, model.wheelLowest).short} / ${nameHalf(each.low).short}`);
    return `<button aria-pressed="${same(each)}" data-act="way" data-index="${i}" data-k="way${i}" aria-label="${name}, ${esc(each.low.map(pieceName).join(', '))} ${t('low')}">${i < 9 ? kbd(i + 1) : ''}${name}</button>`;
  };
  const more =
    !model.allWays && list.length > few
      ? `<button data-act="ways" data-k="ways">${t('ways.more', { n: list.length - few })}</button>`
      : '';
  const foul = !draft.done && !tiles && fouled(draft.low, draft.high, model.wheelLowest);
  const upside = !draft.done && tiles && compareHalves(draft.low, draft.high) > 0;
  const warn = foul
    ? `<p class="warn" role="alert">${t('foul.warn')}</p>`
    : upside
      ? `<p class="warn soft">${t('tiles.turn')}</p>`
      : '';
  return `<div class="hand"><div class="slots">${slot(model, 'high', draft.high, draft, tiles)}${slot(model, 'low', draft.low, draft, tiles)}</div>${warn}${shown.length ? `<div class="ways${model.allWays ? ' all' : ''}" role="group" aria-label="${t('ways.title')}">${shown.map(way).join('')}${more}</div>` : ''}</div>`;
}

// ---- betting
const CHIPS = [100, 500, 2500, 10000, 50000];
function betPanel(model) {
  const chosen = model.chip || 2500,
    [least, most] = model.layout?.limits.main || [0, 0],
    banks = model.view.bank?.person === model.me;
  const one = (cents, i) =>
    `<button class="chipbtn" role="radio" aria-checked="${cents === chosen}" data-act="chip" data-cents="${cents}" data-k="chip${cents}" aria-label="${esc(t('chip.said', { amount: whole(cents) }))}">${svg(58, 60, chip(cents / 100, 29, 28, 25), 'aria-hidden="true"')}${kbd(i + 1)}</button>`;
  const named = (wager) =>
    `${t(`wager.${wager.kind}`)}${wager.position === seatOf(model) ? '' : ` · ${t('position', { n: wager.position })}`}`;
  const held = mineNow(model)
    .map(
      (wager) =>
        `<li><span>${esc(named(wager))}</span><b class="num">${money(stakeOf(wager))}${wager.coupon ? ` + ${money(wager.coupon)}` : ''}</b><button class="tiny" data-act="takeback" data-kind="${wager.kind}" data-position="${wager.position}" data-k="take${wager.kind}${wager.position}" aria-label="${esc(t('takeback.said', { kind: named(wager) }))}">×</button></li>`,
    )
    .join('');
  return `<div class="hand betting"><header><h2>${t(banks ? 'now.bets.bank.title' : 'bet.title')}</h2><p>${t(banks ? 'now.bets.bank' : 'bet.how')}</p></header><div class="chiprow" role="radiogroup" aria-label="${t('chip.title')}">${CHIPS.map(one).join('')}</div><ul class="held" aria-label="${t('mine.title')}">${held || (banks ? '' : `<li class="none">${t('bet.none', { least: whole(least), most: whole(most) })}</li>`)}</ul></div>`;
}

// ---- what I may do now
export function clock(model, title, sub) {
  const left = model.deadline ? Math.max(0, Math.ceil((model.deadline - Date.now()) / 1000)) : null;
  const ring = left === null ? '' : timer(left, model.of || 30, t('timer.said', { n: left }));
  return `<div class="clock">${ring}<div><b>${title}</b><span class="muted">${left === null ? sub : t('timer.left')}</span></div></div>`;
}
const closed = (text, why, cites = []) =>
  `<button class="btn quiet" disabled>${text}</button><small>${why} ${paragraphs(cites)}</small>`;
function actions(model, phase) {
  const { view } = model,
    draft = draftOf(model);
  switch (phase) {
    case 'set': {
      const help = options(model, 'ask-help').length,
        tiles = isTiles(model);
      const surrender = options(model, 'surrender').length
        ? button('surrender', t('surrender'), { key: 'S' })
        : tiles && model.layout?.surrender
          ? closed(t('surrender'), t('surrender.later'))
          : '';
      return (
        clock(model, myPlace(model) === seatOf(model) ? t('set.title') : t('set.at', { n: myPlace(model) }), t('set.sub')) +
        button(
          'set',
          draft?.low && !isTiles(model) && fouled(draft.low, draft.high, model.wheelLowest)
            ? t('set.fouled')
            : t('set'),
          { key: 'Enter', cls: 'primary' },
        ) +
        `<div class="pair">${help ? button('houseway', t('houseway'), { key: 'H' }) : ''}${options(model, 'ask-dealer').length ? button('askdealer', t('askdealer'), { cls: 'quiet slim' }) : ''}</div>` +
        surrender
      );
    }
    case 'bet': {
      const again = repeatable(model),
        mine = mineNow(model).length;
      return (
        clock(model, t('bet.open'), t('bet.open.sub')) +
        (mine
          ? button('ready', t('ready'), { key: 'Enter', cls: 'primary', off: model.done ? '1' : '' })
          : button('same', t('same'), { key: 'R', cls: 'primary', off: again ? '' : '1' })) +
        button('double', t('double'), { key: 'D', off: mine ? '' : '1' }) +
        button('clear', t('clear'), { key: 'C', cls: 'quiet', off: mine ? '' : '1' }) +
        (options(model, 'direct-dealer-wager').length
          ? button('nodealer', t('nodealer'), { cls: 'quiet' })
          : '') +
        `<div class="small">${button('leave', t('leave'), { cls: 'quiet slim' })}${button('buyin', t('buyin'), { cls: 'quiet slim' })}</div>`
      );
    }
    case 'shake':
      return (
        clock(model, t('shake.title'), t('shake.sub')) +
        button('shake', t('shake'), { key: 'Enter', cls: 'primary' }) +
        (options(model, 'leave-shake-to-dealer').length
          ? button('leaveshake', t('leaveshake'), { cls: 'quiet' })
          : options(model, 'ask-dealer').length
            ? button('askdealer', t('leaveshake'), { cls: 'quiet' })
            : '')
      );
    case 'surrender':
      return (
        clock(model, t('surrender.title'), t('surrender.sub')) +
        button('surrender', t('surrender'), { key: 'S' }) +
        button('keep', t('surrender.keep'), { key: 'Enter', cls: 'primary' }) +
        `<small>${t('surrender.what')}</small>`
      );
    default:
      return (
        clock(model, t('wait.title'), t('wait.sub')) +
        (view.bets_open ? '' : `<small>${t('wait.closed')}</small>`)
      );
  }
}

export function railPanel(model) {
  const phase = phaseOf(model);
  if (['inspect', 'offer', 'cut', 'cutcards', 'style', 'choose', 'watch'].includes(phase))
    return `<main class="rail chooser ${phase}" id="front" tabindex="-1">${chooser(model, phase)}</main>`;
  const middle = phase === 'bet' ? betPanel(model) : handPanel(model);
  return `<main class="rail ${phase} ${isTiles(model) ? 'tiles' : 'cards'}" id="front" tabindex="-1">${myFan(model)}${middle}<div class="act">${actions(model, phase)}</div></main>`;
}
export const live = (model) =>
  mineNow(model)
    .slice(0, 3)
    .map((wager) => `<span>${t(`wager.${wager.kind}`)}<b class="num">${money(stakeOf(wager))}</b></span>`)
    .join('');
export { SIGN, plain, rack, stackOf };
