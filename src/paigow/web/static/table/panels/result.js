// The settlement: my hands next to the opposing ones, then every wager to the cent, with the vigorish on its
// own line.

import { card, svg, tile } from '../../pieces/drawings.js';
import { compareHalves, hasRank, namedHand, pieceName, whatDecided } from '../../pieces/names.js';
import { html } from '../../shared/html.js';
import { esc, has, money, orElse, plain, signed, t, term, withTerms } from '../../shared/texts.js';
import { SIGN } from '../felt/fan.js';
import { eyeTold } from '../felt/felt.js';
import { ledger, net } from '../ledger.js';
import { isTiles, nameOf, rack, seatOf, stakeOf } from '../model.js';
import { askedNext, mainOfResult } from '../phase.js';
import { repeatable } from '../spots.js';
import { button, clock, paragraphs, whoseTurn } from './buttons.js';
import { headline, toneOf } from './headline.js';

/** @param {Model} model */
const finished = (model) => model.last;
/** @param {Model} model */
const record = (model) =>
  finished(model)
    ? { events: model.last.events, hands: model.last.hands, bank: model.last.bank, staked: model.last.staked }
    : { events: model.events, hands: model.view.hands, bank: model.view.bank, staked: model.view.staked };

/**
 * @param {Model} model
 * @param {Piece[]} pieces
 * @param {boolean} tiles
 * @param {string} state
 * @param {number} [rank] the one that decided
 */
const art = (model, pieces, tiles, state, rank) => {
  const said = `role="img" aria-label="${esc(pieces.map(pieceName).join(', '))}"`;
  if (tiles)
    return svg(118, 142, pieces.map((piece, i) => tile(piece, 4 + i * 58, 5, 124, state)).join(''), said);
  const h = 66,
    step = pieces.length > 2 ? 36 : 40;
  return svg(
    Math.round(h / 1.4 + step * (pieces.length - 1) + 10),
    h + 10,
    pieces
      .map((piece, i) => {
        const ring = hasRank(piece, rank) ? state || 'selected' : '';
        return card(piece, 5 + i * step, 4, h, { four: model.four !== false, state: ring });
      })
      .join(''),
    said,
  );
};
/** @type {Record<string, [tone: Tone, word: string]>} */
const VERDICT = {
  win: ['win', 'verdict.win'],
  copy: ['push', 'verdict.copy'],
  lose: ['lose', 'verdict.lose'],
};
// Why a half won or lost, and the deciding ranks, mine first, if the names are the same.
/**
 * @param {Model} model
 * @param {string} half
 * @param {Piece[]} mine
 * @param {Piece[]} theirs
 * @param {string} kind
 * @returns {{ told: string, ranks: number[] | null }}
 */
function why(model, half, mine, theirs, kind) {
  // The house is the banker if no player is: learners know it as the dealer.
  if (half === 'copy') return { told: t(record(model).bank ? 'why.copy' : 'why.copy.dealer'), ranks: null };
  if (isTiles(model) && kind === 'low' && half === 'lose' && compareHalves(mine, theirs) > 0)
    return { told: t('why.zero'), ranks: null };
  const [better, worse] = half === 'win' ? [mine, theirs] : [theirs, mine],
    { told, ranks } = whatDecided(better, worse, model.wheelLowest);
  return { told, ranks: ranks && half === 'lose' ? [ranks[1], ranks[0]] : ranks };
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
    [tone, word] = VERDICT[half] || VERDICT.copy,
    { told, ranks } = why(model, half, mine, theirs, kind);
  const title = tiles ? t(kind) : t(kind === 'high' ? 'high.five' : 'low.two');
  return html`
    <section class="duel ${tiles ? '' : 'cards'}">
      <header><h2 class="eyebrow">${title}</h2><b class="${tone}">${SIGN[tone]} ${t(word)}</b></header>
      <div class="two">
        <div>
          <span class="who">${model.replay ? esc(nameOf(model, model.me)) : t('you')}</span>
          ${art(model, mine, tiles, half === 'win' ? 'win' : '', ranks?.[0])}
          <h3>${namedHand(mine, model.wheelLowest)}</h3>
        </div>
        <div>
          <span class="who">${esc(who)}</span>
          ${art(model, theirs, tiles, half === 'lose' ? 'win' : '', ranks?.[1])}
          <h3>${namedHand(theirs, model.wheelLowest)}</h3>
        </div>
      </div>
      <footer><span>${withTerms(esc(told))}</span>${paragraphs(cites)}</footer>
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
// The player whose hand is at a position, or the position if nobody's main bet is known.
/** @param {Model} model @param {Played} past @param {number} position */
const whoAt = (model, past, position) => {
  const main = past.staked?.find(
    (/** @type {Wager} */ wager) => wager.position === position && wager.kind === 'main',
  );
  return main ? nameOf(model, main.person) : t('position', { n: position });
};
// As the bank I play against everyone: my two hands, and the result of each of theirs.
/** @param {Model} model @param {Played} past @param {number} seat */
function bankSide(model, past, seat) {
  const mine =
    past.events.find((/** @type {GameEvent} */ event) => event.event === 'bank-exposed') ||
    past.hands.find((/** @type {Hand} */ hand) => hand.place === seat);
  if (!mine?.high?.length)
    return `<div class="versus plain"><p class="muted">${t('result.nohand')}</p></div>`;
  const tiles = isTiles(model);
  const dealers = past.events.find(
    (/** @type {GameEvent} */ event) => event.event === 'hand-set' && event.place === 0,
  );
  const rows = past.events
    .filter((/** @type {GameEvent} */ { event }) => /^(hand-exposed|dealer-wager-decided)$/.test(event))
    .map((/** @type {GameEvent} */ event) => {
      /** @type {Record<string, string>} */
      const turned = { win: 'lose', lose: 'win', push: 'push' };
      const outcome = turned[event.outcome],
        { high, low } = event.position ? event : dealers;
      return html`
        <li>
          <span>${esc(event.position ? whoAt(model, past, event.position) : t('dealer'))}</span>
          <span class="pieces">${art(model, high, tiles, '')}${art(model, low, tiles, '')}</span>
          <span class="set">
            <span>
              ${namedHand(high, model.wheelLowest, 'short')}${' '}
              / ${namedHand(low, model.wheelLowest, 'short')}
            </span>
            <b class="${outcome}">${SIGN[outcome]} ${t(`bank.${outcome}`)}</b>
          </span>
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
                <span>${esc(whoAt(model, past, hand.place))}</span>
                <span class="waits">${t('result.later')}</span>
              </li>
            `,
        );
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
// Why a main wager won or lost: by its hands, or by what happened to it before they were compared.
/** @param {LedgerLine} given */
const mainReason = ({ event, outcome, why }) =>
  has(`main.${event}`) ? t(`main.${event}`) : orElse(`main.${outcome}.${why}`, t(`main.${outcome}`));
/** @param {LedgerLine} given */
const reason = (given) => {
  const { kind, line, dice } = given;
  // The line of most dice bets is their name: the dice themselves decided.
  const told = line && line !== kind ? orElse(`payline.${line}`, line) : '';
  if (dice) return [told, eyeTold(dice)].filter(Boolean).join(' · ');
  return told || (kind === 'main' ? mainReason(given) : '');
};
// A wager that wasn't on the player's own spot says where it was.
/** @param {{ kind: string, position?: number }} given @param {number} seat */
const wagerName = ({ kind, position }, seat) =>
  esc(
    position && position !== seat ? `${kindName(kind)} · ${t('position', { n: position })}` : kindName(kind),
  );
// Chips, and the promotional part bet with them.
/** @param {LedgerLine} given */
const staked = ({ stake, given }) => [stake, given].filter(Boolean).map(plain).join(' + ');
/** @param {LedgerLine[]} lines @param {number} seat */
function rows(lines, seat) {
  return lines
    .flatMap((line) => {
      const row = html`
        <tr>
          <td>
            <b>${term(`wager.${line.kind}`, wagerName(line, seat))}</b>${' '}
            <span class="muted">${staked(line)}</span>
          </td>
          <td class="${line.outcome}">
            <b>${SIGN[line.outcome]} ${t(`outcome.${line.outcome}`)}</b>${' '}
            <span class="muted why">${withTerms(esc(reason(line)))}</span> ${paragraphs(line.cites)}
          </td>
          <td class="${line.outcome}"><b>${line.net ? signed(line.net) : t('even')}</b></td>
        </tr>
      `;
      const fee = line.vigorish
        ? html`
          <tr class="fee">
            <td><b>${term('vigorish', t('vigorish'))}</b></td>
            <td>
              <span class="muted why">${t('vigorish.of', { amount: plain(line.net) })}</span>${' '}
              ${paragraphs((line.cites || []).slice(1, 2))}
            </td>
            <td><b>${signed(-line.vigorish)}</b></td>
          </tr>
        `
        : '';
      return [row, fee];
    })
    .join('');
}

// My bets that aren't settled yet.
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
            <td><b>${wagerName(wager, seatOf(model))}</b> <span>${plain(stakeOf(wager))}</span></td>
            <td colspan="2">${t('result.later')}</td>
          </tr>
        `,
    )
    .join('');
/** @param {Model} model */
function footer(model) {
  const again = repeatable(model),
    asked = askedNext(model);
  const next = asked ? t(`result.next.${asked}`) : model.view.bets_open ? t('bet.open') : whoseTurn(model);
  const main = mainOfResult(model);
  /** @param {string} act @param {string} key */
  const look = (act, key) => (act === main ? { key: 'Enter', cls: 'primary' } : { key });
  const same = again ? button('same', t('same'), look('same', 'R')) : '';
  const go = button(
    'change',
    asked ? next : t(model.view.bets_open ? 'change' : 'goon'),
    look('change', 'C'),
  );
  return html`
    ${clock(model, asked ? t('wait.you') : next, '')}
    ${asked ? go + same : same + go}
    ${button('replay', t('replay'), { cls: 'quiet' })}${button('verify', t('verify'), { cls: 'quiet' })}
  `;
}
// The main wager comes first, no matter what was settled before it.
/** @param {LedgerLine[]} lines */
const mainFirst = (lines) => [
  ...lines.filter((line) => line.kind === 'main'),
  ...lines.filter((line) => line.kind !== 'main'),
];
// A phone's bar has no room for these: they follow the ledger there.
const looks = () =>
  html`
    <p class="looks">
      ${button('replay', t('replay'), { cls: 'slim', data: 'data-below' })}
      ${button('verify', t('verify'), { cls: 'slim', data: 'data-below' })}
    </p>
  `;
/** @param {Model} model */
export function resultPanel(model) {
  const past = record(model),
    lines = mainFirst(ledger(past.events, model.me)),
    total = net(lines),
    tone = toneOf(total),
    over = !!finished(model),
    later = over ? '' : unsettled(model, past, lines);
  const after =
    rack(model) +
    model.view.wagers
      .filter((wager) => wager.person === model.me)
      .reduce((sum, wager) => sum + wager.chips, 0);
  const foot =
    model.replay || model.guided
      ? ''
      : over
        ? footer(model)
        : clock(model, model.awaited.length ? whoseTurn(model) : t('result.wait.title'), t('result.wait'));
  return html`
    <main class="settle ${isTiles(model) ? 'tiles' : 'cards'}" id="front" tabindex="-1">
      <div class="paid">
        <header>${headline(model, past, lines)}</header>
        <div class="scroll" tabindex="0" role="region" aria-label="${t('result.ledger')}">
          <table class="ledger num"${lines.length || later ? '' : ' hidden'}>
            <thead class="sr">
              <tr>
                <th scope="col">${t('col.wager')}</th>
                <th scope="col">${t('col.result')}</th>
                <th scope="col">${t('col.net')}</th>
              </tr>
            </thead>
            <tbody>${rows(lines, seatOf(model))}${later}</tbody>
            <tfoot${lines.length ? '' : ' hidden'}>
              <tr>
                <td colspan="2">
                  ${
                    over && !model.replay
                      ? t('result.chips', { before: money(after - total), after: money(after) })
                      : ''
                  }
                </td>
                <td class="${tone}"><b>${total ? signed(total) : t('even')}</b></td>
              </tr>
            </tfoot>
          </table>
          ${over && !model.replay && !model.guided ? looks() : ''}
        </div>
      </div>
      ${versus(model, past)}
      <div class="act">${foot}</div>
    </main>
  `;
}
