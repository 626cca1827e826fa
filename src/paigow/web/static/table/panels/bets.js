// My wagers: the fan that shows them, and the chips to make more.
import { svg } from '../../pieces/drawings.js';
import { chip } from '../../pieces/tokens.js';
import { html } from '../../shared/html.js';
import { esc, money, oddsText, signed, t, whole } from '../../shared/texts.js';
import { bigFan } from '../felt/fan.js';
import { ledger, outcomeOf } from '../ledger.js';
import { seatOf, stakeOf } from '../model.js';
import { phaseOf } from '../phase.js';
import { chosenChip, onlyBanks, placing, spotName, spotOf, whereWith } from '../spots.js';
import { kbd } from './buttons.js';

/** @param {Model} model */
export const mineNow = (model) => model.view.wagers.filter((wager) => wager.person === model.me);
/** @param {Model} model @param {WagerOffered} wager @param {LedgerLine[]} lines @param {boolean} betting */
function cellOf(model, wager, lines, betting) {
  const { kind } = wager,
    spot = spotOf(model),
    held = mineNow(model).filter((each) => each.kind === kind && (!betting || each.position === spot)),
    amount = held.reduce((sum, each) => sum + stakeOf(each), 0);
  const settled = lines.filter((line) => line.kind === kind),
    won = settled.reduce((sum, line) => sum + line.net, 0);
  const open =
    betting && placing(model).some(({ command }) => command.kind === kind && command.position === spot);
  const odds = wager.odds || [];
  return {
    kind,
    title: t(`wager.${kind}`),
    name: t(`wager.${kind}.fold`).split('|'),
    odds: odds.map(oddsText),
    said: odds.map(oddsText).join(' '),
    amount,
    betting,
    open,
    result: settled.length ? outcomeOf(settled, won) : '',
    net: won,
    paid: signed(won),
  };
}
/** @param {Model} model */
export function myFan(model) {
  const betting = phaseOf(model) === 'bet',
    all = betting ? [] : ledger(model.events, model.me),
    // A progressive's chips are collected before the deal, and can still win.
    [taken, lines] = [true, false].map((early) =>
      all.filter((line) => (line.event === 'progressive-collected') === early),
    );
  const offered = model.layout?.wagers || [];
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
  /**
   * @param {number} x
   * @param {number} y
   * @param {string} text
   * @param {string} anchor
   * @param {string} [extra]
   */
  const say = (x, y, text, anchor, extra = '') =>
    html`
      <text x="${x}" y="${y}" font-size="13" text-anchor="${anchor}" fill="var(--felt-ink)" class="num"
        ${extra}>
        ${esc(text)}
      </text>
    `;
  // The bank has no main bet.
  const banks = model.view.bank?.person === model.me && !total;
  const words =
    say(22, h - 32, banks ? t('who.bank', { name: t('you') }) : t('mine.title'), 'start') +
    (banks
      ? ''
      : say(
          w - 22,
          h - 32,
          total ? t('mine.inplay', { amount: money(total) }) : '',
          'end',
          'font-weight="700"',
        )) +
    say(
      22,
      h - 13,
      betting && spotOf(model) !== seatOf(model)
        ? spotName(model, spotOf(model))
        : t('seat.short', { n: seatOf(model) }),
      'start',
    );
  const prices =
    betting && side.length
      ? html`
        <g role="button" tabindex="0" class="press prices" data-act="prices" data-k="prices"
          aria-haspopup="dialog">
          <rect x="${w - 130}" y="${h - 29}" width="112" height="24" fill="transparent"/>
          ${say(w - 22, h - 13, t('prices'), 'end', 'text-decoration="underline"')}
        </g>
      `
      : '';
  return html`
    <div class="mine">
      <div class="felted${many ? '' : ' few'}">
        ${svg(w, h, fan + words + prices, `role="group" aria-label="${t('mine.title')}"`)}
      </div>
      <div class="where">${betting ? whereWith(model) : ''}</div>
      ${model.replay ? '' : nextHands(model)}
    </div>
  `;
}

// My standing orders for the next hands, each turned off with one click. A first-time bettor has enough to
// read: their place stays empty until there is a hand.
/** @param {Model} model */
const nextHands = (model) => {
  const first = phaseOf(model) === 'bet' && !model.previous && !model.repeat && !model.auto;
  /** @param {string} act @param {unknown} on */
  const one = (act, on) =>
    html`
      <button class="switch" role="switch" aria-checked="${!!on}" data-act="${act}" data-k="${act}">
        <i aria-hidden="true"></i>${t(`next.${act}`)}
      </button>
    `;
  return html`
    <div class="next${first ? ' first' : ''}" role="group" aria-label="${t('next.title')}">
      <span class="eyebrow">${t('next.title')}</span>
      ${one('repeat', model.repeat)}${one('auto', model.auto)}
    </div>
  `;
};
const CHIPS = [100, 500, 2500, 10000, 50000];
/** @param {Model} model */
export function betPanel(model) {
  const chosen = chosenChip(model),
    [least, most] = model.layout?.limits.main || [0, 0],
    banks = model.view.bank?.person === model.me;
  /** @param {number} cents @param {number} i */
  const one = (cents, i) =>
    html`
      <button class="chipbtn" role="radio" aria-checked="${cents === chosen}" data-act="chip"
        data-cents="${cents}" data-k="chip${cents}">
        ${svg(58, 60, chip(cents / 100, 29, 28, 25), 'aria-hidden="true"')}${kbd(i + 1)}
        <span class="sr">${esc(t('chip.said', { amount: whole(cents) }))}</span>
      </button>
    `;
  /** @param {{ kind: string, position: number }} given */
  const named = ({ kind, position }) =>
    t(`wager.${kind}`) + (position === seatOf(model) ? '' : ` · ${t('position', { n: position })}`);
  const held = mineNow(model)
    .map(
      (wager) =>
        html`
          <li>
            <span>${esc(named(wager))}</span>
            <b class="num">${money(stakeOf(wager))}${wager.coupon ? ` + ${money(wager.coupon)}` : ''}</b>
            <button class="tiny" data-act="takeback" data-kind="${wager.kind}"
              data-position="${wager.position}" data-k="take${wager.kind}${wager.position}"
              aria-label="${esc(t('takeback.said', { kind: named(wager) }))}">
              ×
            </button>
          </li>
        `,
    )
    .join('');
  return html`
    <div class="hand betting">
      <header${banks ? ' class="banks"' : ''}>
        <h2>${t(banks ? 'now.bets.bank.title' : 'bet.title')}</h2>
        <p>${t(banks ? 'now.bets.bank' : 'bet.how')}</p>
      </header>
      ${
        onlyBanks(model)
          ? ''
          : html`
            <div class="chiprow" role="radiogroup" aria-label="${t('chip.title')}">
              ${CHIPS.map(one).join('')}
            </div>
          `
      }
      <ul class="held" aria-label="${t('mine.title')}">
        ${
          held ||
          (banks
            ? ''
            : html`
              <li class="none">
                <span class="how">${t('bet.how')}</span>${' '}
                ${t('limits', { least: whole(least), most: whole(most) })}
              </li>
            `)
        }
      </ul>
    </div>
  `;
}
// On a phone: my main wager and the others in a line, which has no room for all their names.
/** @param {Model} model */
export const live = (model) => {
  const mine = mineNow(model),
    side = mine.filter((wager) => wager.kind !== 'main');
  /** @param {string} name @param {Wager[]} wagers */
  const box = (name, wagers) => {
    const cents = wagers.reduce((sum, each) => sum + stakeOf(each), 0);
    return cents ? `<span>${name}<b class="num">${money(cents)}</b></span>` : '';
  };
  const main = mine.filter((wager) => wager.kind === 'main'),
    named = side.length === 1 ? t(`wager.${side[0].kind}`) : t('mine.side', { n: side.length });
  return box(t('wager.main'), main) + box(named, side);
};
