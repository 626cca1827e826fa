// A finished round for a dispute: hands rebuilt, money by wager, each action with its time, person, and
// paragraphs, and whether it can be verified.

import { showNoRound, showNoTable, tableExists } from '../console/denied.js';
import { card, svg, tile } from '../pieces/drawings.js';
import { nameHalf, pieceName } from '../pieces/names.js';
import { roundRecord } from '../rounds/records.js';
import { verifyRound } from '../rounds/verify.js';
import { topbar } from '../shared/bar.js';
import { api } from '../shared/connection.js';
import { showParagraph } from '../shared/dialogs.js';
import { html, targetOf } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { esc, has, money, signed, t } from '../shared/texts.js';
import { dealerName, moment, moneyMoved, paragraphs, toldIn } from './cells.js';

/** @param {number} place */
const placeName = (place) =>
  place === 0 ? t('dealer') : place === 7 ? t('dead') : t('position', { n: place });
/** @param {Piece[]} pieces */
const drawn = (pieces) => {
  const tiles = pieces[0]?.includes('-'),
    height = tiles ? 72 : 62,
    width = (height * 100) / (tiles ? 240 : 140);
  const body = pieces
    .map((piece, i) =>
      tiles
        ? tile(piece, i * (width + 4), 0, height)
        : card(piece, i * (width + 3), 0, height, { four: fourColours() }),
    )
    .join('');
  const label = esc(pieces.map(pieceName).join(', '));
  return svg(pieces.length * (width + 4), height + 4, body, `role="img" aria-label="${label}"`);
};
/** @param {string} name @param {Piece[]} pieces */
const half = (name, pieces) => html`
  <figure>
    ${drawn(pieces)}
    <figcaption>${t(name)} · ${esc(nameHalf(pieces).short)}</figcaption>
  </figure>
`;
// The last state of each hand: collected hands leave the table before the round is over.
/** @param {any} record @returns {Hand[]} */
function rebuilt(record) {
  /** @type {Map<number, Hand>} */
  const found = new Map();
  for (const { view } of record.acts)
    for (const hand of [...view.discards, ...view.hands])
      if (hand.pieces?.every(Boolean) && hand.pieces.length) found.set(hand.place, hand);
  return [...found.values()].sort((one, other) => one.place - other.place);
}
// Dealer and floor by role, everybody else by name.
/** @param {string} by */
const actor = (by) =>
  by === 'dealer' ? t('dealer') : by === 'floor' ? t('floor.supervisor') : by.replace(/~.*$/, '');
// Which staff member it was, if the viewer can see that.
/** @param {string} by @param {string | null | undefined} person */
const named = (by, person) => (person ? t('floor.named', { role: actor(by), who: person }) : actor(by));
// The bank's own hand plays against everybody's wagers. A hand without a wager was dealt too, and wasn't
// compared.
/** @param {Hand} hand @param {any} record */
const outcomeOf = ({ outcome, place }, { acts }) => {
  if (acts.some((/** @type {Act} */ { view }) => view.bank?.position === place)) return t('floor.bank');
  if (outcome && has(`outcome.${outcome}`)) return t(`outcome.${outcome}`);
  const played = acts.some((/** @type {Act} */ { view }) =>
    view.staked.some(({ position }) => position === place),
  );
  return place >= 1 && place <= 6 && !played ? t('floor.nobet') : '';
};
/** @param {Hand} hand @param {any} record */
const handRow = (hand, record) => {
  const chairs = record.acts.at(-1).view.chairs,
    first = record.acts.find((/** @type {Act} */ { view }) => view.chairs[hand.place - 1])?.view.chairs,
    person = hand.place ? (chairs[hand.place - 1] || first?.[hand.place - 1] || '').replace(/~.*$/, '') : '';
  const halves = hand.low?.length
    ? html`
      <div class="halves">
        ${half('high', hand.high)}${half('low', hand.low)}
      </div>
    `
    : `<div class="halves"><figure>${drawn(hand.pieces)}</figure></div>`;
  return html`
    <tr data-place="${hand.place}">
      <th scope="row">${placeName(hand.place)}<br><span class="muted">${esc(person)}</span></th>
      <td>${halves}</td>
      <td>${esc(actor(hand.set_by || ''))}</td>
      <td><b>${outcomeOf(hand, record)}</b></td>
    </tr>
  `;
};
// The house's own wager against a bank has no position: its event tells its result.
/** @param {any} record */
const dealerWagerRow = ({ steps }) => {
  const decided = steps
    .map((/** @type {{ event: GameEvent }} */ { event }) => event)
    .find((/** @type {GameEvent} */ { event }) => event === 'dealer-wager-decided');
  if (!decided) return '';
  const sign = { win: 1, lose: -1 }[/** @type {string} */ (decided.outcome)] || 0;
  return html`
    <tr data-wager="dealer">
      <th scope="row">${t('dealer')}</th>
      <td></td>
      <td>${t('wager.main')}</td>
      <td class="num">${money(decided.amount)}</td>
      <td class="num">${signed(sign * decided.amount)}</td>
    </tr>
  `;
};
// A bank settles once for all wagers against it: by what the center left, or what it was short.
/** @param {any} record */
const bankRow = ({ steps }) => {
  const events = steps.map((/** @type {{ event: GameEvent }} */ { event }) => event),
    bank = events.find((/** @type {GameEvent} */ { event }) => event === 'bank-accepted');
  if (!bank || !events.some((/** @type {GameEvent} */ { event }) => event === 'center-closed')) return '';
  const brought = events.reduce(
    (/** @type {number} */ sum, /** @type {any} */ { to_bank: won = 0, from_bank: lost = 0 }) =>
      sum + won - lost,
    0,
  );
  return html`
    <tr data-wager="bank">
      <th scope="row">${esc(String(bank.person).replace(/~.*$/, ''))}</th>
      <td>${bank.position}</td>
      <td>${t('floor.bank')}</td>
      <td></td>
      <td class="num">${signed(brought)}</td>
    </tr>
  `;
};
/** @param {any} record */
const moneyRows = (record) => {
  /** @type {Map<string, any>} */
  const wagers = new Map();
  for (const { view } of record.acts)
    for (const wager of view.staked) wagers.set(`${wager.person}/${wager.position}/${wager.kind}`, wager);
  const rows = [...wagers.values()]
    .map((wager) => {
      const found = record.results.find(
        (/** @type {any} */ each) =>
          each.person === wager.person && each.position === wager.position && each.kind === wager.kind,
      );
      return html`
        <tr>
          <th scope="row">${esc(wager.person.replace(/~.*$/, ''))}</th>
          <td>${wager.position}</td>
          <td>${has(`wager.${wager.kind}`) ? t(`wager.${wager.kind}`) : esc(wager.kind)}</td>
          <td class="num">${money(wager.chips + wager.promotional + wager.coupon)}</td>
          <td class="num">${found ? signed(found.due) : ''}</td>
        </tr>
      `;
    })
    .join('');
  return rows + dealerWagerRow(record) + bankRow(record);
};
/** @param {GameEvent} event */
const namedIn = ({ person, by, set_by, exposed_by, wager }) =>
  [person, by, set_by, exposed_by, wager?.person].filter(Boolean);
// Not everything that follows from a player's action concerns the player: only what names them does. Players
// look at their own hands, no matter whose action let them.
/** @param {Act} act @param {GameEvent} event @param {number} i */
function whoDid({ command, person, view }, event, i) {
  const by = String(command.by);
  if (event.event === 'hands-looked-at')
    return event.places
      .map((/** @type {number} */ place) =>
        actor(view.hands.find((hand) => hand.place === place)?.looked_by || ''),
      )
      .filter(Boolean)
      .join(', ');
  if (by === 'dealer') return named(by, person || dealerName(view.dealt_by));
  if (by === 'floor') return named(by, person);
  const told = namedIn(event);
  return told.includes(by) || (!i && !told.length) ? actor(by) : '';
}
/** @param {string} table @param {number | string} round */
const addressOf = (table, round) => `/round/${encodeURIComponent(table)}/${round}`;
// A correction or a dispute can be among the actions of a later round than the one it is about (R166).
/** @param {GameEvent} event @param {any} record */
const elsewhere = ({ round: about }, { table, round }) =>
  about && about !== round
    ? html`
      <a href="${addressOf(table, about)}?for=dispute" data-act="go">${t('floor.about', { n: about })}</a>
    `
    : '';
/** @param {Act} act @param {any} record */
const actRows = (act, record) =>
  act.events
    .filter(({ told }) => told)
    .map(
      (event, i) => html`
        <tr data-event="${event.event}">
          <td class="num">${act.at ? `<time datetime="${act.at}">${moment(act.at)}</time>` : ''}</td>
          <td>${esc(whoDid(act, event, i))}</td>
          <td class="sentence">${esc(toldIn(event, event.told, record.names))}${elsewhere(event, record)}</td>
          <td class="num">${moneyMoved(event.postings || [])}</td>
          <td class="cites">${paragraphs(event.cites || [])}</td>
        </tr>
      `,
    )
    .join('');
/** @param {FloorLogEntry} entry @param {any} record */
const laterRow = ({ at, event, fields, told, cites, who }, { names }) => html`
  <tr data-event="${event}">
    <td class="num"><time datetime="${new Date(at).toISOString()}">${moment(at)}</time></td>
    <td>${esc(named('floor', who))}</td>
    <td class="sentence">${esc(toldIn(fields, told, names))}</td>
    <td class="num">${moneyMoved(fields.postings || [])}</td>
    <td class="cites">${paragraphs(cites)}</td>
  </tr>
`;
/** @param {FloorLogEntry[]} entries @param {any} record */
const afterwards = (entries, record) => html`
  <section class="panelbox">
    <h2 id="afterwards">${t('floor.afterwards')}</h2>
    ${
      entries.length
        ? html`
          <div class="scroller" tabindex="0" role="region" aria-labelledby="afterwards">
            <table class="grid">
              ${head(['time', 'who', 'told', 'amount', 'cites'])}
              <tbody>${entries.map((entry) => laterRow(entry, record)).join('')}</tbody>
            </table>
          </div>
        `
        : `<p class="muted">${t('floor.afterwards.none')}</p>`
    }
  </section>
`;
/** @param {string[]} names */
const head = (names) => {
  const cells = names.map((name) => `<th scope="col">${t(`floor.col.${name}`)}</th>`);
  return `<thead><tr>${cells.join('')}</tr></thead>`;
};

/** @param {HTMLElement} root @param {string} table @param {number} round */
export async function disputePage(root, table, round) {
  const read = await Promise.all([
    roundRecord(table, round),
    api(`/api/tables/${encodeURIComponent(table)}/rounds/${round}/afterwards`),
  ]).catch((error) => {
    if (error.status !== 404) throw error;
  });
  if (!read) {
    if (await tableExists(table)) showNoRound(root, table, round);
    else await showNoTable(root, table, 'floor');
    return {};
  }
  const [found, later] = read;
  const record = { ...found, table },
    book = record.acts[0].view.book,
    dealer = record.dealt_by;
  const title = record.layout?.title || table;
  const address = addressOf(table, round);
  root.innerHTML = html`
    <header class="topbar">
      ${topbar({ crumb: `${esc(title)} · <b>${t('round', { n: round })}</b>` })}
    </header>
    <main class="page floor dispute">
      <div class="head">
        <div>
          <h1>${t('floor.dispute', { n: round })}</h1>
          <p>
            ${esc(title)} · ${t(`book.${book}`)} · ${moment(record.at, 'long')}
            ${dealer ? ` · ${esc(t('floor.dealtby', { who: dealerName(dealer) }))}` : ''}
            ${record.voided ? ` · <b class="push">= ${t('console.voided')}</b>` : ''}
          </p>
        </div>
        <nav class="noprint">
          <a class="btn" href="${address}?for=replay" data-act="go">${t('floor.replay')}</a>
          <a class="btn" href="/api/tables/${encodeURIComponent(table)}/rounds/${round}/file" download>
            ${t('replay.export')}
          </a>
          <button class="btn" data-press="verify">${t('verify')}</button>
          <button class="btn" data-press="print">${t('floor.print')}</button>
        </nav>
      </div>
      <section class="panelbox">
        <h2 id="hands">${t('floor.hands')}</h2>
        <div class="scroller" tabindex="0" role="region" aria-labelledby="hands">
          <table class="grid hands">
            ${head(['place', 'set', 'setby', 'outcome'])}
            <tbody>${rebuilt(record)
              .map((hand) => handRow(hand, record))
              .join('')}</tbody>
          </table>
        </div>
      </section>
      <section class="panelbox">
        <h2 id="money">${t('floor.money')}</h2>
        <div class="scroller" tabindex="0" role="region" aria-labelledby="money">
          <table class="grid">
            ${head(['person', 'position', 'wager', 'stake', 'brought'])}
            <tbody>${moneyRows(record)}</tbody>
          </table>
        </div>
      </section>
      ${afterwards(later.entries, record)}
      <section class="panelbox">
        <h2 id="acts">${t('floor.acts')}</h2>
        <div class="scroller" tabindex="0" role="region" aria-labelledby="acts">
          <table class="grid">
            ${head(['time', 'who', 'told', 'amount', 'cites'])}
            <tbody>${record.acts.map((/** @type {Act} */ act) => actRows(act, record)).join('')}</tbody>
          </table>
        </div>
      </section>
    </main>
  `;
  /** @param {Event} event */
  const press = (event) => {
    const { press: what, cite } = targetOf(event).closest('[data-press], [data-cite]')?.dataset || {};
    if (what === 'verify') verifyRound(table, round);
    else if (what === 'print') window.print();
    else if (cite) showParagraph(book, cite);
  };
  root.addEventListener('click', press);
  return { close: () => root.removeEventListener('click', press) };
}
