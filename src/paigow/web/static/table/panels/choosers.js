// Choices that need more than a button: the bank, the cut, the delivery, a card cut, an exposed piece, a
// seat.

import { cutOrder, turns } from '../../pieces/delivery.js';
import { back, card, cardBack, stack, svg, tile } from '../../pieces/drawings.js';
import { pieceName } from '../../pieces/names.js';
import { bank } from '../../pieces/tokens.js';
import { html } from '../../shared/html.js';
import { esc, money, t, whole } from '../../shared/texts.js';
import { isTiles, nameOf, options, rack, seatOf } from '../model.js';
import { buyIn, freeSeats } from '../seats.js';
import { clock, kbd, paragraphs } from './buttons.js';
import { nowPanel } from './now.js';

/**
 * @param {string} act
 * @param {string} text
 * @param {{ key?: string, cls?: string, data?: string }} [given2]
 */
const btn = (act, text, { key = '', cls = '', data = '' } = {}) =>
  html`
    <button class="btn ${cls}" data-act="${act}" data-k="${act}${data}" ${data}>
      ${text}${key ? ` ${kbd(key)}` : ''}
    </button>
  `;
/** @param {string} title @param {string} text @param {string} body @param {string} actions */
const frame = (title, text, body, actions) =>
  html`
    <div class="choice"><header><h2>${title}</h2><p>${text}</p></header>${body}</div>
    <div class="act">${actions}</div>
  `;

/** @param {Model} model */
function offer(model) {
  const whole = options(model, 'accept-bank').some((option) => !option.command.co_bank),
    half = options(model, 'accept-bank').some((option) => option.command.co_bank);
  const art = svg(110, 110, bank(55, 52, 44, [...t('marker.bank')][0]), 'aria-hidden="true"');
  const facts = html`
    <div class="facts">
      ${art}
      <ul>
        <li>${t('offer.pays')}</li>
        ${isTiles(model) ? `<li>${t('offer.cut')}</li>` : ''}
        <li>${t('offer.copies')}</li>
        ${half ? `<li>${t('offer.half')}</li>` : ''}
      </ul>
    </div>
  `;
  return frame(
    t('offer.title'),
    t('offer.text', { amount: money(model.view.balances[`rack/${model.me}`] || 0) }),
    facts,
    clock(model, t('offer.clock'), t('wait.you')) +
      (whole ? btn('bank', t('offer.take'), { key: 'T', cls: 'primary' }) : '') +
      (half ? btn('cobank', t('offer.co'), { key: 'O' }) : '') +
      btn('pass', t('offer.pass'), { key: 'P' }),
  );
}

// Eight stacks to inspect; two taps select a block, an end takes it, and the new order is previewed.
/** @param {Model} model */
export function cutDraft(model) {
  return { first: 0, last: 0, end: 'right', split: 0, ...(model.cut || {}) };
}
/** @param {Model} model */
function cut(model) {
  const draft = cutDraft(model),
    chosen = draft.first > 0,
    order = chosen ? cutOrder(draft) : [1, 2, 3, 4, 5, 6, 7, 8];
  /** @param {number} n */
  const within = (n) => chosen && n >= draft.first && n <= draft.last;
  /** @param {number} n */
  const stackButton = (n) =>
    html`
      <button class="stackbtn" data-act="cutstack" data-n="${n}" data-k="cut${n}" aria-pressed="${within(n)}"
        aria-label="${t('cut.stack', { n })}">
        ${svg(52, 118, stack(6, 20, 92), 'aria-hidden="true"')}
        <span>${n}</span>
      </button>
    `;
  const size = draft.last - draft.first + 1;
  const ends = ['right', 'left']
    .map(
      (end) =>
        html`
          <button data-act="cutend" data-end="${end}" data-k="end${end}"
            aria-pressed="${chosen && draft.end === end}">
            ${t(`cut.end.${end}`)}
          </button>
        `,
    )
    .join('');
  const splits =
    chosen && size > 1
      ? html`
        <div class="ways" role="group" aria-label="${t('cut.split')}">
          ${Array.from(
            { length: size },
            (_, n) => html`
              <button data-act="cutsplit" data-n="${n}" data-k="split${n}"
                aria-pressed="${draft.split === n}">
                ${n ? t('cut.split.n', { n, rest: size - n }) : t('cut.whole')}
              </button>
            `,
          ).join('')}
        </div>
      `
      : '';
  const then = html`
    <p class="then" aria-live="polite">
      ${chosen ? t('cut.then', { order: order.join(' · ') }) : t('cut.how')}
    </p>
  `;
  return frame(
    t('cut.title'),
    t('cut.text'),
    html`
      <div class="stacks" role="group" aria-label="${t('cut.stacks')}">
        ${[1, 2, 3, 4, 5, 6, 7, 8].map(stackButton).join('')}
      </div>
      <div class="cutways">
        <div class="ways" role="group" aria-label="${t('cut.ends')}">${ends}</div>
        ${splits}
      </div>
      ${then}
    `,
    clock(model, t('cut.clock'), t('wait.you')) +
      (chosen ? btn('docut', t('cut.do'), { key: 'Enter', cls: 'primary' }) : '') +
      btn('nocut', t('cut.none'), { key: 'P', cls: chosen ? 'quiet' : 'primary' }),
  );
}

// Where each turn's four tiles come from: the first turn dark, the second lighter, the rest outlined.
/** @param {string} style */
function diagram(style) {
  const color = new Map();
  for (const [turn, four] of turns(style).slice(0, 2).entries())
    for (const [at, depth] of four) color.set(`${at}/${depth}`, turn);
  /** @param {any} at @param {number} depth */
  const cell = (at, depth) => {
    const turn = color.get(`${at}/${depth}`);
    return html`
      <rect x="${3 + at * 15}" y="${4 + depth * 9}" width="12" height="7" rx="2"
        fill="${turn === 0 ? 'var(--brass)' : turn === 1 ? 'var(--push)' : 'none'}"
        stroke="var(--line-strong)" stroke-width="1"/>
      ${
        turn === undefined
          ? ''
          : html`
            <text x="${9 + at * 15}" y="${10 + depth * 9}" font-size="6.5" font-weight="700"
              text-anchor="middle" fill="var(--page)">
              ${turn + 1}
            </text>
          `
      }
    `;
  };
  return svg(
    124,
    42,
    Array.from({ length: 32 }, (_, i) => cell(i % 8, Math.floor(i / 8))).join(''),
    'aria-hidden="true"',
  );
}
/** @param {Model} model */
function style(model) {
  const offered = options(model, 'choose-delivery').flatMap((option) => {
    const free = option.free.find((each) => each.field === 'style');
    return free ? free.choices : [option.command.style];
  });
  /** @param {string} name @param {number} i */
  const one = (name, i) =>
    html`
      <button class="stylebtn" data-act="style" data-style="${name}" data-k="style-${name}">
        ${diagram(name)}
        <b>
          ${i < 9 ? `<kbd aria-hidden="true">${i + 1}</kbd> ` : '<kbd aria-hidden="true">0</kbd> '}
          ${t(`style.${name}`)}
        </b>
        <span>${t(`style.${name}.what`)}</span>
      </button>
    `;
  const keys = t(model.deadline ? 'style.key' : 'style.key.unhurried');
  return frame(
    t('style.title'),
    t('style.text'),
    `<div class="styles" role="group" aria-label="${t('style.title')}">${offered.map(one).join('')}</div>`,
    `${clock(model, t('style.clock'), t('wait.you'))}<small>${keys}</small>`,
  );
}

/** @param {Model} model */
function cutcards(model) {
  const free = options(model, 'cut-cards')[0]?.free.find((each) => each.field === 'depth'),
    least = free?.least ?? 10,
    most = free?.most ?? 43,
    place = Math.min(most, Math.max(least, model.cutAt || 26));
  const art = svg(
    430,
    96,
    `${Array.from(
      { length: 53 },
      (_, i) =>
        html`
          <rect x="${8 + i * 7.7 + (i >= place ? 8 : 0)}" y="12" width="5.6" height="72" rx="1.5"
            fill="#fffdf8" stroke="#b9ae98" stroke-width=".6"/>
        `,
    ).join('')}<rect x="${8 + place * 7.7}" y="4" width="4" height="88" rx="1.5" fill="#e2bd74"/>`,
    'aria-hidden="true"',
  );
  return frame(
    t('cutcards.title'),
    t('cutcards.text', { least, most }),
    html`
      ${art}
      <input type="range" class="slider" min="${least}" max="${most}" value="${place}" data-input="cutat"
        data-k="cutat" aria-label="${t('cutcards.place')}">
      <p class="then num">${t('cutcards.then', { n: place })}</p>
    `,
    clock(model, t('cut.clock'), t('wait.you')) +
      btn('docutcards', t('cut.do'), { key: 'Enter', cls: 'primary', data: `data-place="${place}"` }) +
      (options(model, 'pass-cut').length ? btn('passcut', t('cut.none'), { key: 'P', cls: 'quiet' }) : ''),
  );
}

/** @param {Model} model */
function choose(model) {
  const found = options(model, 'choose-after-exposure'),
    position = found[0].command.position;
  const event = [...model.events]
    .reverse()
    .find((each) => each.event === 'piece-exposed' && each.place === position);
  const seen = event?.piece;
  const art = isTiles(model)
    ? svg(80, 120, seen ? tile(seen, 18, 10, 96, 'hint') : back(18, 10, 96, 'hint'), 'aria-hidden="true"')
    : svg(90, 120, seen ? card(seen, 8, 8, 100) : cardBack(8, 8, 100), 'aria-hidden="true"');
  /** @param {any} play @param {string} text @param {string} cls @param {string} key */
  const act = (play, text, cls, key) =>
    found.some((option) => option.command.play_on === play)
      ? btn('exposed', text, { cls, key, data: `data-play="${play}" data-position="${position}"` })
      : '';
  return frame(
    t(isTiles(model) ? 'choose.title' : 'choose.title.cards'),
    t('choose.text', { piece: seen ? esc(pieceName(seen)) : '' }),
    `<div class="facts">${art}<ul><li>${t('choose.play')}</li><li>${t('choose.void')}</li></ul></div>`,
    clock(model, t('choose.clock'), t('wait.you')) +
      act(true, t('choose.playon'), 'primary', 'Enter') +
      act(false, t('choose.voidit'), '', 'V') +
      `<small>${paragraphs(event?.cites, 2)}</small>`,
  );
}

// Say what sitting down takes from the wallet before it is taken.
/** @param {Model} model */
const sitWith = (model) =>
  model.wallet && !rack(model) ? t('watch.sit.with', { amount: whole(buyIn(model).chips) }) : t('watch.sit');
/** @param {Model} model */
function watch(model) {
  const free = seatOf(model) === null ? freeSeats(model).length : 0;
  const bankName = model.view.bank ? nameOf(model, model.view.bank.person) : t('house');
  return html`
    ${nowPanel(model)}
    <div class="act">
      ${clock(model, t('watch.title'), t('watch.text', { bank: esc(bankName) }))}
      ${free ? btn('sitany', sitWith(model), { cls: 'primary' }) : ''}
      ${btn('lobby', t('watch.lobby'), { cls: 'quiet' })}
    </div>
  `;
}

// Sixteen pairs by rank, or the deck in its suits with the joker; face down, it is a row of backs.
const PAIRED =
  '2-4 1-2 6-6 6-6 1-1 1-1 4-4 4-4 1-3 1-3 5-5 5-5 3-3 3-3 2-2 2-2 ' +
  '5-6 5-6 4-6 4-6 1-6 1-6 1-5 1-5 3-6 4-5 2-6 3-5 2-5 3-4 1-4 2-3';
const PAIRS = PAIRED.split(' ');
const RANKS = 'A K Q J 10 9 8 7 6 5 4 3 2'.split(' ');
/** @param {Model} model */
function lying(model) {
  if (isTiles(model))
    return svg(
      544,
      176,
      PAIRS.map((name, i) =>
        tile(name, 4 + (Math.floor(i / 2) % 8) * 68 + (i % 2) * 31, 4 + (i < 16 ? 0 : 86), 76),
      ).join(''),
      'aria-hidden="true"',
    );
  if (model.view.cards?.spread !== 'face-up')
    return svg(
      250,
      110,
      Array.from({ length: 13 }, (_, i) => cardBack(6 + i * 14, 8, 92)).join(''),
      'aria-hidden="true"',
    );
  const four = model.four !== false,
    rows = ['s', 'h', 'd', 'c'].map((suit) => RANKS.map((rank) => rank + suit));
  const all = rows.flatMap((row, y) =>
    row.map((name, x) => card(name, 4 + x * 36, 4 + y * 38, 70, { four })),
  );
  return svg(544, 194, all.join('') + card('Jo', 484, 118, 70, { four }), 'aria-hidden="true"');
}
/** @param {Model} model */
function inspect(model) {
  const down = !isTiles(model) && model.view.cards?.spread !== 'face-up',
    what = isTiles(model) ? 'tiles' : down ? 'down' : 'cards';
  return frame(
    t(`inspect.title.${what}`),
    t(`inspect.text.${what}`),
    `<div class="lying" role="img" aria-label="${esc(t(`inspect.title.${what}`))}">${lying(model)}</div>`,
    clock(model, t('inspect.clock'), t('wait.you')) +
      btn('look', t('inspect.done'), { key: 'Enter', cls: 'primary' }) +
      (options(model, 'ask-inspection').length ? btn('asktosee', t('inspect.ask')) : ''),
  );
}

/** @type {Record<string, (model: Model) => string>} */
const PANELS = { inspect, offer, cut, style, cutcards, choose, watch };
/** @param {Model} model @param {string} phase */
export const chooser = (model, phase) => PANELS[phase](model);
