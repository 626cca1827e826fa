// The first lines of a settlement: what the round, or its only bet, did to me.

import { html } from '../../shared/html.js';
import { money, t } from '../../shared/texts.js';
import { net } from '../ledger.js';
import { seatOf } from '../model.js';

/** @param {number} cents */
export const toneOf = (cents) => (cents > 0 ? 'win' : cents < 0 ? 'lose' : 'push');
/** @param {number} cents */
const gained = (cents) => `${cents > 0 ? '+' : '−'}${money(Math.abs(cents))}`;
// The result of the main wager, in words: by both hands, or by what happened to it before.
/** @param {LedgerLine} main @param {Played} past @param {number | null} seat */
function mainTold(main, past, seat) {
  if (main.event === 'wager-surrendered') return t('result.main.surrendered');
  const shown = past.events.find(({ event, position }) => event === 'hand-exposed' && position === seat);
  if (main.outcome !== 'lose') return t(`result.main.${main.outcome}`);
  const both = shown?.high_half === 'lose' && shown?.low_half === 'lose';
  return t(both ? 'result.main.lose' : 'result.main.none');
}
// With more than a main wager, the result starts with the whole round, so that a round lost overall never
// reads as a win; then what the main wager and the others did.
/** @param {number} total @param {string} told @param {number} won */
function wholeRound(total, told, won) {
  /** @param {number} cents */
  const amount = (cents) => (cents ? ` <b class="num ${toneOf(cents)}">${gained(cents)}</b>` : '');
  return html`
    <h2>${t(`result.${toneOf(total)}`)}</h2>
    <p class="num big ${toneOf(total)}">${total ? gained(total) : ''}</p>
    <p>${told}${amount(won)} · ${t('result.others')}${amount(total - won) || ` ${t('even')}`}</p>
  `;
}
// The result starts with the main wager: its outcome, its amount, and how that was computed.
/** @param {Model} model @param {Played} past @param {LedgerLine[]} lines */
export function headline(model, past, lines) {
  const voided = model.last?.voided
    ? 'void'
    : lines[0] && lines.every((line) => line.outcome === 'void') && 'handvoid';
  if (voided) return `<h2>${t(`result.${voided}`)}</h2>`;
  const seat = seatOf(model),
    main = lines.find((line) => line.kind === 'main' && line.position === seat);
  if (!main || main.outcome === 'void') {
    const total = net(lines),
      tone = toneOf(total);
    // A banker whose winners and losers cancel out has no line.
    if (!lines.length && !model.last) return `<h2 class="muted">${t('result.settling')}</h2>`;
    return html`
      <h2>${t(model.last ? `result.${tone}` : 'result.sofar')}</h2>
      <p class="num big ${tone}">${total ? gained(total) : ''}</p>
    `;
  }
  const won = main.net - main.vigorish,
    paid = {
      kind: t('wager.main'),
      stake: money(main.stake),
      won: money(main.net),
      vigorish: money(main.vigorish),
    };
  if (model.last && lines.length > 1) return wholeRound(net(lines), mainTold(main, past, seat), won);
  return html`
    <h2>${mainTold(main, past, seat)}</h2>
    <p class="num big ${main.outcome}">${won ? gained(won) : ''}</p>
    ${main.net > 0 ? `<p>${t('result.worked', paid)}${main.vigorish ? t('result.less', paid) : ''}</p>` : ''}
  `;
}
