// The settlement: my hands beside those I played against, then every wager to the cent, the vigorish on a
// line of its own.

import { card, svg, tile } from '../../pieces/drawings.js';
import { compareHalves, namedHand, nameHalf, pieceName } from '../../pieces/names.js';
import { html } from '../../shared/html.js';
import { esc, has, money, orElse, plain, signed, t } from '../../shared/texts.js';
import { SIGN } from '../felt/fan.js';
import { ledger, net } from '../ledger.js';
import { handAt, isTiles, nameOf, rack, seatOf, stakeOf } from '../model.js';
import { repeatable } from '../spots.js';
import { button, paragraphs } from './buttons.js';
import { script } from './side.js';

/** @param {Model} model */
const finished = (model) => model.last;
/** @param {Model} model */
const record = (model) =>
  finished(model)
    ? { events: model.last.events, hands: model.last.hands, bank: model.last.bank, staked: model.last.staked }
    : { events: model.events, hands: model.view.hands, bank: model.view.bank, staked: model.view.staked };

/** @param {Model} model @param {Piece[]} pieces @param {boolean} tiles @param {string} state */
const art = (model, pieces, tiles, state) => {
  const said = `role="img" aria-label="${esc(pieces.map(pieceName).join(', '))}"`;
  if (tiles)
    return svg(118, 142, pieces.map((piece, i) => tile(piece, 4 + i * 58, 5, 124, state)).join(''), said);
  const h = 66,
    step = pieces.length > 2 ? 36 : 40;
  return svg(
    Math.round(h / 1.4 + step * (pieces.length - 1) + 10),
    h + 10,
    pieces.map((piece, i) => card(piece, 5 + i * step, 4, h, { four: model.four !== false })).join(''),
    said,
  );
};
/** @type {Record<string, [tone: Tone, word: string]>} */
const VERDICT = {
  win: ['win', 'verdict.win'],
  copy: ['push', 'verdict.copy'],
  lose: ['lose', 'verdict.lose'],
};
/**
 * @param {string} half
 * @param {NamedHalf} mine
 * @param {NamedHalf} theirs
 * @param {string} kind
 * @param {boolean} tiles
 */
function why(half, mine, theirs, kind, tiles) {
  if (half === 'copy') return t('why.copy');
  const [better, worse] = half === 'win' ? [mine, theirs] : [theirs, mine];
  if (tiles && kind === 'low' && half === 'lose' && compareHalves([...mine.pieces], [...theirs.pieces]) > 0)
    return t('why.zero');
  return t('why.beats', { better: better.name, worse: worse.plain });
}
/**
 * @param {Model} model
 * @param {string} kind
 * @param {string} half
 * @param {Piece[]} mine
 * @param {Piece[]} theirs
 * @param {string} who
 * @param {Cites | undefined} cites
 */
function duel(model, kind, half, mine, theirs, who, cites) {
  const tiles = isTiles(model),
    [tone, word] = VERDICT[half] || VERDICT.copy;
  const a = { ...nameHalf(mine, model.wheelLowest), pieces: mine },
    b = { ...nameHalf(theirs, model.wheelLowest), pieces: theirs };
  const title = tiles ? t(kind) : t(kind === 'high' ? 'high.five' : 'low.two');
  return html`
    <section class="duel ${tiles ? '' : 'cards'}">
      <header><h2 class="eyebrow">${title}</h2><b class="${tone}">${SIGN[tone]} ${t(word)}</b></header>
      <div class="two">
        <div>
          <span class="who">${t('you')}</span>
          ${art(model, mine, tiles, half === 'win' ? 'win' : '')}
          <h3>${namedHand(mine, model.wheelLowest)}</h3>
        </div>
        <div>
          <span class="who">${esc(who)}</span>
          ${art(model, theirs, tiles, half === 'lose' ? 'win' : '')}
          <h3>${namedHand(theirs, model.wheelLowest)}</h3>
        </div>
      </div>
      <footer><span>${esc(why(half, a, b, kind, tiles))}</span>${paragraphs(cites)}</footer>
    </section>
  `;
}
/** @param {Model} model @param {Played} past */
function versus(model, past) {
  const seat = seatOf(model),
    shown = past.events.find(
      (/** @type {GameEvent} */ event) => event.event === 'hand-exposed' && event.position === seat,
    );
  const theirs = past.events.find((/** @type {GameEvent} */ event) =>
    past.bank ? event.event === 'bank-exposed' : event.event === 'hand-set' && event.place === 0,
  );
  if (past.bank?.position === seat) return bankSide(model, past, seat);
  if (!shown || !theirs?.high?.length)
    return `<div class="versus plain"><p class="muted">${t('result.nohand')}</p></div>`;
  const who = past.bank ? t('who.bank', { name: nameOf(model, past.bank.person) }) : t('dealer');
  return html`
    <div class="versus">
      ${duel(model, 'high', shown.high_half, shown.high, theirs.high, who, shown.cites)}
      ${duel(model, 'low', shown.low_half, shown.low, theirs.low, who, shown.cites)}
    </div>
  `;
}
// As the bank I play against everyone: my two hands, and what became of each of theirs.
/** @param {Model} model @param {Played} past @param {number} seat */
function bankSide(model, past, seat) {
  const mine =
    past.events.find((/** @type {GameEvent} */ event) => event.event === 'bank-exposed') ||
    past.hands.find((/** @type {Hand} */ hand) => hand.place === seat);
  if (!mine?.high?.length)
    return `<div class="versus plain"><p class="muted">${t('result.nohand')}</p></div>`;
  const rows = past.events
    .filter((/** @type {GameEvent} */ event) => event.event === 'hand-exposed')
    .map((/** @type {GameEvent} */ event) => {
      /** @type {Record<string, string>} */
      const turned = { win: 'lose', lose: 'win', push: 'push' };
      const outcome = turned[event.outcome];
      return html`
        <li>
          <span>${t('position', { n: event.position })}</span>
          <span>
            ${namedHand(event.high, model.wheelLowest, 'short')}${' '}
            / ${namedHand(event.low, model.wheelLowest, 'short')}
          </span>
          <b class="${outcome}">${SIGN[outcome]} ${t(`bank.${outcome}`)}</b>
        </li>
      `;
    });
  // Hands not turned up yet: each has its line before its turn comes.
  const waiting = finished(model)
    ? []
    : past.hands
        .filter(
          (/** @type {Hand} */ hand) =>
            hand.place > 0 && hand.place < 7 && hand.place !== seat && hand.status === 'set',
        )
        .map(
          (/** @type {Hand} */ hand) =>
            html`
              <li class="later">
                <span>${t('position', { n: hand.place })}</span>
                <span>${t('result.later')}</span>
              </li>
            `,
        );
  const tiles = isTiles(model);
  /** @param {string} kind @param {Piece[]} pieces */
  const half = (kind, pieces) =>
    html`
      <div>
        <span class="who">${t(kind)}</span>
        ${art(model, pieces, tiles, '')}
        <h3>${namedHand(pieces, model.wheelLowest)}</h3>
      </div>
    `;
  return html`
    <div class="versus">
      <section class="duel ${tiles ? '' : 'cards'}">
        <header><h2 class="eyebrow">${t('result.bankhand')}</h2></header>
        <div class="two">${half('high', mine.high)}${half('low', mine.low)}</div>
      </section>
      <section class="duel">
        <header><h2 class="eyebrow">${t('result.against')}</h2></header>
        <ul class="others">${rows.join('')}${waiting.join('')}</ul>
      </section>
    </div>
  `;
}

/** @param {string} kind */
const kindName = (kind) =>
  has(`wager.${kind}`) ? t(`wager.${kind}`) : has(`line.${kind}`) ? t(`line.${kind}`) : kind;
// Why a main wager came out as it did: by its hands, or by what happened to it before they were compared.
/** @param {LedgerLine} given */
const mainReason = ({ event, outcome, why }) =>
  has(`main.${event}`) ? t(`main.${event}`) : orElse(`main.${outcome}.${why}`, t(`main.${outcome}`));
/** @param {LedgerLine} line */
const reason = (line) =>
  line.line ? orElse(`payline.${line.line}`, line.line) : line.kind === 'main' ? mainReason(line) : '';
// A wager that lay elsewhere than on the own spot says where.
/** @param {{ kind: string, position?: number }} given @param {number} seat */
const wagerName = ({ kind, position }, seat) =>
  esc(
    position && position !== seat ? `${kindName(kind)} · ${t('position', { n: position })}` : kindName(kind),
  );
// Chips, and what was given away and lay with them.
/** @param {LedgerLine} given */
const staked = ({ stake, given }) => [stake, given].filter(Boolean).map(plain).join(' + ');
/** @param {LedgerLine[]} lines @param {number} seat */
function rows(lines, seat) {
  return lines
    .flatMap((line) => {
      const row = html`
        <tr>
          <td>${wagerName(line, seat)}</td>
          <td>${staked(line)}</td>
          <td class="${line.outcome}">
            <b>${SIGN[line.outcome]} ${t(`outcome.${line.outcome}`)}</b>${' '}
            <span class="muted why">${esc(reason(line))}</span>
          </td>
          <td class="${line.outcome}"><b>${signed(line.net)}</b></td>
          <td>${paragraphs(line.cites)}</td>
        </tr>
      `;
      const fee = line.vigorish
        ? html`
          <tr class="fee">
            <td>${t('vigorish')}</td>
            <td></td>
            <td><span class="muted why">${t('vigorish.of', { amount: plain(line.net) })}</span></td>
            <td><b>${signed(-line.vigorish)}</b></td>
            <td>${paragraphs((line.cites || []).slice(1, 2))}</td>
          </tr>
        `
        : '';
      return [row, fee];
    })
    .join('');
}

// What I have laid and nothing has become of yet.
/** @param {Model} model @param {Played} past @param {LedgerLine[]} lines */
const unsettled = (model, past, lines) =>
  (past.staked || [])
    .filter(
      (/** @type {Wager} */ wager) =>
        wager.person === model.me &&
        !lines.some((line) => line.kind === wager.kind && line.position === wager.position),
    )
    .map(
      (/** @type {Wager} */ wager) =>
        html`
          <tr class="later">
            <td>${wagerName(wager, seatOf(model))}</td>
            <td>${plain(stakeOf(wager))}</td>
            <td colspan="3">${t('result.later')}</td>
          </tr>
        `,
    )
    .join('');
/** @param {Model} model */
function footer(model) {
  const again = repeatable(model);
  return html`
    <footer>
      ${again ? button('same', t('same'), { key: 'R', cls: 'primary' }) : ''}
      ${button('change', t(model.view.bets_open ? 'change' : 'goon'), {
        key: 'Enter',
        cls: again ? '' : 'primary',
      })}
      ${button('replay', t('replay'), { cls: 'quiet' })}${button('verify', t('verify'), { cls: 'quiet' })}
    </footer>
  `;
}

/** @param {Model} model */
export function resultPanel(model) {
  const past = record(model),
    lines = ledger(past.events, model.me),
    total = net(lines),
    over = !!finished(model),
    later = over ? '' : unsettled(model, past, lines);
  const tone = total > 0 ? 'win' : total < 0 ? 'lose' : 'push',
    after =
      rack(model) +
      model.view.wagers
        .filter((wager) => wager.person === model.me)
        .reduce((sum, wager) => sum + wager.chips, 0);
  const voided =
    over && model.last.voided
      ? 'void'
      : lines[0] && lines.every((line) => line.outcome === 'void') && 'handvoid';
  const title = voided
    ? t(`result.${voided}`)
    : lines.length
      ? html`
        <span class="${tone}">
          ${SIGN[tone]} ${total ? `${total > 0 ? '+' : '−'}${money(Math.abs(total))}` : money(0)}
        </span>
        <small>${t(over ? `result.${tone}` : 'result.sofar')}</small>
      `
      : `<span class="muted">${t('result.settling')}</span>`;
  const foot = over ? footer(model) : `<footer><p class="muted">${t('result.wait')}</p></footer>`;
  return html`
    <main class="settle" id="front" tabindex="-1">
      ${versus(model, past)}
      <div class="paid">
        <header><h2 class="num">${title}</h2></header>
        <div class="scroll" tabindex="0" role="region" aria-label="${t('result.ledger')}">
          <table class="ledger num"${lines.length || later ? '' : ' hidden'}>
            <thead>
              <tr>
                <th scope="col">${t('col.wager')}</th>
                <th scope="col">${t('col.stake')}</th>
                <th scope="col">${t('col.result')}</th>
                <th scope="col">${t('col.net')}</th>
                <th scope="col"><span class="sr">${t('col.para')}</span></th>
              </tr>
            </thead>
            <tbody>${rows(lines, seatOf(model))}${later}</tbody>
            <tfoot${lines.length ? '' : ' hidden'}>
              <tr>
                <td colspan="3">
                  ${over ? t('result.chips', { before: money(after - total), after: money(after) }) : ''}
                </td>
                <td class="${tone}"><b>${signed(total)}</b></td>
                <td></td>
              </tr>
            </tfoot>
          </table>
        </div>
        <div class="saying">${script(model, 6)}</div>
        ${foot}
      </div>
    </main>
  `;
}
/** @param {Model} model */
export const hasHand = (model) => !!handAt(model, seatOf(model));
