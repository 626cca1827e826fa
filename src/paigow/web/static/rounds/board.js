// A round at one of its steps as a board: my hand above the opponent's, large, and what was said.

import { svg } from '../pieces/drawings.js';
import { compareHalves, inOrder, isTile, nameHalf, rankTiles } from '../pieces/names.js';
import { artOf, drawnHand } from '../pieces/valued.js';
import { html } from '../shared/html.js';
import { marked } from '../shared/terms.js';
import { esc, orElse, signed, t, withTerms } from '../shared/texts.js';
import { ledger, net } from '../table/ledger.js';
import { emptyModel, nameOf, received, stages } from '../table/model.js';
import { quoted } from '../table/sentences.js';

/** @typedef {{ hand: Hand | undefined, open: boolean }} Shown */

// The table after each action, and the hands as last seen: at the end they are in the discard rack.
/** @param {any} record @param {string} me */
export function framesOf(record, me) {
  let model = { ...emptyModel(), layout: record.layout, wheelLowest: record.layout.wheel === 'lowest' };
  /** @type {Map<number, Hand>} */
  let hands = new Map();
  return record.acts.map((/** @type {Act} */ act, /** @type {number} */ i) => {
    /** @type {any} */
    const frame = {
      type: i ? 'update' : 'snapshot',
      me,
      view: act.view,
      events: act.events,
      lines: act.lines,
      options: [],
      awaited: [],
      names: record.names,
      left: null,
    };
    model = received(model, frame);
    hands = new Map(hands);
    for (const hand of model.view.hands) if (hand.pieces?.length) hands.set(hand.place, hand);
    return { model, hands, bank: model.view.bank ?? model.last?.bank ?? null };
  });
}
// The stages of the round, and the step at which each begins. The last view is already the next round's.
/** @param {{ model: Model }[]} frames @returns {{ name: string, step: number }[]} */
export function stagesOf(frames) {
  /** @type {Map<string, number>} */
  const found = new Map();
  frames.forEach(({ model }, step) => {
    const { all, now } = stages(model);
    if (now >= 0 && !model.last && !found.has(all[now])) found.set(all[now], step);
  });
  return [...found].map(([name, step]) => ({ name, step }));
}
/** @param {any} frame @param {string} me */
function places({ model, bank }, me) {
  const staked = model.view.staked.length ? model.view.staked : (model.last?.staked ?? []);
  const mine = staked.find((/** @type {Wager} */ wager) => wager.kind === 'main' && wager.person === me);
  const banking = bank?.person === me;
  const own = banking ? bank.position : (mine?.position ?? model.view.chairs.indexOf(me) + 1);
  const rivals = staked.filter((/** @type {Wager} */ wager) => wager.kind === 'main' && wager.person !== me);
  const other = banking ? (rivals[0]?.position ?? 0) : (bank?.position ?? 0);
  return { own, other, banking };
}
/** @param {string} who @param {string} sub @param {Hand | undefined} hand @param {boolean} lowest */
function row(who, sub, hand, lowest) {
  if (!hand)
    return html`
      <div class="rv-row empty">
        <p class="who"><b>${esc(who)}</b></p>
        <p class="none">${t('review.nohand')}</p>
      </div>
    `;
  const set = hand.low?.length && hand.high?.length,
    tiles = isTile(hand.pieces[0]),
    height = tiles ? 168 : 132;
  /** @param {Piece[]} pieces */
  const half = (pieces) => html`
    <figure>
      ${artOf(inOrder(pieces, lowest), height)}
      <figcaption>${marked(nameHalf(pieces, lowest).name)}</figcaption>
    </figure>
  `;
  return html`
    <div class="rv-row">
      <p class="who"><b>${esc(who)}</b><span>${marked(sub)}</span></p>
      <div class="halves">
        ${
          set
            ? half(hand.high) + half(hand.low)
            : `<figure>${artOf(inOrder(hand.pieces, lowest), height)}</figure>`
        }
      </div>
    </div>
  `;
}
/** @type {Record<string, string>} */
const SIGN = { win: '▲', lose: '▼', push: '=' };
// Which half won, once both hands are set and shown.
/**
 * @param {Hand | undefined} mine
 * @param {Hand | undefined} theirs
 * @param {boolean} lowest
 * @param {boolean} bank
 */
function duels(mine, theirs, lowest, bank) {
  if (!mine?.high?.length || !theirs?.high?.length) return '';
  return ['high', 'low']
    .map((half) => {
      const name = /** @type {'high' | 'low'} */ (half);
      const order = compareHalves(mine[name], theirs[name], lowest);
      // A player's low hand of tiles with value zero never wins.
      if (name === 'low' && order > 0 && !bank && isTile(mine.low[0]) && rankTiles(mine.low)[0] === 0)
        return `<p class="rv-duel lose"><b>${t(half)}</b> ${SIGN.lose} ${t('why.zero')}</p>`;
      const key = order > 0 ? 'win' : order < 0 ? 'lose' : bank ? 'win' : 'lose';
      const text = order ? `review.duel.${key}` : `review.copy.${key}`;
      return html`<p class="rv-duel ${key}"><b>${t(half)}</b> ${SIGN[key]} ${t(text)}</p>`;
    })
    .join('');
}
// Who the opponent is: a player by name, or the dealer.
/** @param {Model} model @param {number} place */
const sideName = (model, place) => {
  const person = model.view.chairs[place - 1];
  return !place ? t('review.dealer') : person ? nameOf(model, person) : t('review.position', { n: place });
};
// At the end, the viewer's own hand is shown, not the one settled last.
/** @param {Model} model @param {number} own */
const ownResult = (model, own) =>
  model.log.findLast(({ tag, event }) => tag === 'hand-exposed' && event?.position === own);
// A sign alone says nothing: what changed no money is named.
/** @param {LedgerLine} line */
const outcomeTold = ({ outcome, net: won, vigorish }) => {
  const named = withTerms(esc(t(`outcome.${outcome}`)));
  return `${SIGN[outcome] || ''} ${won === vigorish ? named : signed(won - vigorish)}`;
};
/** @param {number} cents */
const told = (cents) =>
  cents ? `${SIGN[cents > 0 ? 'win' : 'lose']} ${signed(cents)}` : `${SIGN.push} ${t('even')}`;
/** @param {any} frame @param {string} me @param {string} name @param {number} round */
export function board(frame, me, name, round) {
  const { model, hands } = frame,
    { own, other, banking } = places(frame, me),
    mine = hands.get(own),
    theirs = hands.get(other),
    last = model.last,
    said = (last && ownResult(model, own)) || model.log[model.log.length - 1],
    lines = last ? ledger(last.events, me) : [];
  const opponent = sideName(model, other),
    seated = (/** @type {number} */ n, bank = false) => t(bank ? 'review.banker' : 'review.position', { n });
  const shown = last || ['expose', 'expose-bank', 'pay', 'finish', 'optional'].includes(model.view.step);
  return html`
    <header>
      <h1>${esc(t('review.round', { n: round }))}</h1>
      <p class="said">
        ${lines.length || (last && banking) ? `<b>${esc(name)}: ${told(net(lines))}</b> · ` : ''}
        ${said ? marked(quoted(model, said)) : ''}
      </p>
      ${said?.cites?.length ? `<code>${esc(said.cites[0])}</code>` : ''}
    </header>
    ${row(name, own ? seated(own, banking) : '', mine, model.wheelLowest)}
    <div class="rv-between">${shown ? duels(mine, theirs, model.wheelLowest, banking) : ''}</div>
    ${row(opponent, other ? seated(other, !banking) : t('review.houseway'), theirs, model.wheelLowest)}
    ${lines.length ? settleTable(lines) : ''}
  `;
}
/** @param {LedgerLine[]} lines */
function settleTable(lines) {
  const total = net(lines);
  return html`
    <div class="rv-sums">
      <table class="num">
        <tbody>
          ${lines
            .map(
              (line) => html`
                <tr>
                  <td>${esc(orElse(`wager.${line.kind}`, orElse(`line.${line.kind}`, line.kind)))}</td>
                  <td class="${line.outcome}">
                    ${outcomeTold(line)}
                  </td>
                </tr>
              `,
            )
            .join('')}
        </tbody>
        <tfoot>
          <tr>
            <td>${t('review.won')}</td>
            <td><b>${total ? signed(total) : t('even')}</b></td>
          </tr>
        </tfoot>
      </table>
    </div>
  `;
}
// The board as a standalone picture: the computed styles are inlined.
/** @param {any} frame @param {string} me @param {string} name @param {string} paint */
export function picture(frame, me, name, paint) {
  const { model, hands } = frame,
    { own, other } = places(frame, me),
    lowest = model.wheelLowest,
    said = model.log[model.log.length - 1];
  /** @param {string} who @param {Hand | undefined} hand @param {number} y */
  const part = (who, hand, y) => {
    if (!hand) return '';
    const halves = hand.high?.length ? [hand.high, hand.low] : [hand.pieces];
    let x = 170;
    const drawn = halves.map((pieces) => {
      const { markup, wide } = drawnHand(inOrder(pieces, lowest), 150);
      const text = hand.high?.length ? nameHalf(pieces, lowest).name : '';
      const here = html`
        <g transform="translate(${x} ${y})">${markup}<text x="4" y="184">${esc(text)}</text></g>
      `;
      x += wide + 40;
      return here;
    });
    return `<text x="28" y="${y + 80}" font-weight="700">${esc(who)}</text>${drawn.join('')}`;
  };
  const opponent = sideName(model, other);
  const body = html`
    ${paint}<rect width="960" height="540" fill="var(--felt-2)"/>
    <g font-family="serif" font-size="20" fill="var(--felt-ink)">
      <text x="28" y="46" font-size="24">${said ? esc(quoted(model, said)) : ''}</text>
      ${part(name, hands.get(own), 80)}${part(opponent, hands.get(other), 310)}
    </g>
  `;
  const style = getComputedStyle(document.documentElement);
  const whole = svg(960, 540, body, 'xmlns="http://www.w3.org/2000/svg"');
  return whole.replace(/var\((--[\w-]+)\)/g, (_, token) => style.getPropertyValue(token).trim());
}
