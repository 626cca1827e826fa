// The floor: its tables, what each offers and costs, and the way to a seat.

import { bank } from '../pieces/tokens.js';
import { topbar } from '../shared/bar.js';
import { api, consolesOf, ruleBooks, whoAmI } from '../shared/connection.js';
import { html } from '../shared/html.js';
import { esc, has, money, orElse, percent, t, whole } from '../shared/texts.js';
import { showAccount } from './account.js';
import { cover, ROUND as R, WIDTH as W } from './covers.js';

/** @param {LobbyTable} table */
function seatsArt(table) {
  return (table.chairs || [])
    .map((/** @type {any} */ chair, /** @type {number} */ i) => {
      const a = ((i - 2.5) * 8.7 * Math.PI) / 180,
        x = W / 2 + (R - 30) * Math.sin(a) * 1.02,
        y = 244 - (R - 30) + (R - 30) * Math.cos(a);
      if (!chair)
        return html`
          <g transform="translate(${x} ${y})">
            <circle r="17" fill="none" stroke="var(--felt-ink)" stroke-opacity=".75" stroke-dasharray="4 4"/>
          </g>
        `;
      const name = chair.name || chair.person || String(chair);
      return html`
        <g transform="translate(${x} ${y})">
          <circle r="17" fill="var(--panel)" stroke="var(--felt-line)" stroke-width="1.5"/>
          <text y="5" text-anchor="middle" font-size="14" font-weight="700" fill="var(--text)">
            ${esc([...name][0])}
          </text>
        </g>
        ${table.bank === i + 1 ? bank(x + 14, y - 17, 13, [...t('marker.bank')][0]) : ''}
      `;
    })
    .join('');
}
/** @param {LobbyTable} table @param {RuleBook} book */
function art(table, book) {
  const taken = (table.chairs || []).filter(Boolean).length,
    left = table.left ? ` · 0:${String(Math.ceil(table.left)).padStart(2, '0')}` : '';
  return cover(book, {
    title: `${t(`step.${table.step || 'idle'}`)}${left}`,
    seats: seatsArt(table),
    named: `role="img" aria-label="${esc(t('lobby.seats', { n: table.number, taken }))}"`,
  });
}
/** @param {LobbyTable} table */
function lines(table) {
  const rows = (table.meters || []).map((/** @type {[string, number]} */ [name, cents]) => [
    has(`meter.${name}`) ? t(`meter.${name}`) : name,
    money(cents),
  ]);
  const banker = table.bank && table.chairs[table.bank - 1]?.name;
  rows.push([
    t('lobby.bank'),
    table.bank ? t('lobby.named', { name: banker || '', n: table.bank }) : t('house'),
  ]);
  rows.push([t('lobby.vigorish'), t(`vigorish.${table.vigorish}`).replace(/^[^\d]*/, '')]);
  const sides = Object.keys(table.limits).filter((kind) => kind !== 'main' && has(`wager.${kind}`));
  if (sides.length)
    rows.push([t('lobby.sides'), sides.map((kind) => t(`wager.${kind}`)).join(t('list.and'))]);
  const seated = table.chairs.filter(Boolean),
    bots = seated.filter((/** @type {any} */ chair) => chair.bot).length;
  if (seated.length)
    rows.push([t('lobby.seated'), t('lobby.seated.n', { people: seated.length - bots, bots })]);
  rows.push([t('lobby.houseway'), orElse(`houseway.${table.house_way}`, table.house_way)]);
  return rows
    .slice(0, sides.length > 5 ? 3 : 4)
    .map((/** @type {string[]} */ [name, value]) => `<div><dt>${esc(name)}</dt><dd>${esc(value)}</dd></div>`)
    .join('');
}
/** @param {number | null} value */
const edge = (value) =>
  value === null || value === undefined ? '—' : typeof value === 'number' ? percent(value) : esc(value);
/** @param {[role: string, href: string][]} consoles */
const staff = (consoles) =>
  consoles.length
    ? html`
      <div class="go staff">
        ${consoles
          .map(
            ([role, href]) =>
              `<a class="btn quiet" href="${href}" data-act="go">${t(`console.link.${role}`)}</a>`,
          )
          .join('')}
      </div>
    `
    : '';
/** @param {LobbyTable} table @param {Whoami | null} me @param {RuleBook[]} books */
function panel(table, me, books) {
  const free = (table.chairs || []).filter((/** @type {any} */ chair) => !chair || chair.bot).length,
    open = (table.chairs || []).filter((/** @type {any} */ chair) => !chair).length,
    [least, most] = table.limits?.main || [0, 0];
  return html`
    <article class="table">
      <div class="art">${art(
        table,
        books.find(({ name }) => name === table.book),
      )}</div>
      <div class="info">
        <div>
          <h2>${esc(table.name || t(`book.${table.book}`))}<small class="num">${esc(table.title)}</small></h2>
          <p class="offers">${has(`lobby.offers.${table.book}`) ? t(`lobby.offers.${table.book}`) : ''}</p>
        </div>
        <dl class="facts num">
          <div><dt>${t('lobby.limits')}</dt><dd>${whole(least)} – ${whole(most)}</dd></div>
          <div><dt>${t('lobby.edge')}</dt><dd>${edge(table.edge)}</dd></div>
          <div>
            <dt>${t(table.bank_edge === null ? 'lobby.round' : 'lobby.edge.bank')}</dt>
            <dd>${table.bank_edge === null ? table.round : edge(table.bank_edge)}</dd>
          </div>
        </dl>
        <dl class="meters num">${lines(table)}</dl>
        <div class="go">
          <a class="btn primary" href="/table/${encodeURIComponent(table.id)}${free ? '?sit' : ''}"
            data-act="go">
            ${
              open || !free
                ? open
                  ? t('lobby.sit', { n: open })
                  : t('lobby.full')
                : t('lobby.sit', { n: free })
            }
          </a>
          <a class="btn quiet" href="/watch/${encodeURIComponent(table.id)}" data-act="go">
            ${t('lobby.watch')}
          </a>
          <a class="btn quiet" href="/api/tables/${encodeURIComponent(table.id)}/rules">
            ${t('lobby.rules')}
          </a>
        </div>
        ${staff(consolesOf(me, table.id))}
      </div>
    </article>
  `;
}
// The lobby's record in the terms of this page: chairs by position, the bank as a position.
/** @param {TableListed} table @returns {LobbyTable} */
function readTable(table) {
  const chairs = table.seats.map((seat) =>
    seat.person ? { person: seat.person, name: seat.name, bot: seat.bot } : null,
  );
  const at = table.seats.find((seat) => seat.person && seat.person === table.bank);
  return {
    ...table,
    chairs,
    bank: at ? at.position : null,
    meters: Object.entries(table.meters || {}),
    name: t(`book.${table.book}`),
    number: table.title,
  };
}
const LINKS = [
  ['practice', '/practice'],
  ['school', '/school'],
  ['history', '/history'],
  ['pieces', '/pieces'],
];

/** @param {HTMLElement} root */
export async function lobbyPage(root) {
  const found = await Promise.all([whoAmI().catch(/** @returns {any} */ () => null), ruleBooks()]);
  let [me] = found;
  const [, books] = found;
  let closed = false,
    shown = '';
  async function refresh() {
    const tables = await api('/api/lobby').catch(/** @returns {any} */ () => null);
    if (closed) return;
    const list = (tables?.tables || []).map(readTable);
    const panels = list.map((/** @type {LobbyTable} */ table) => panel(table, me, books)).join('');
    const markup = html`
      <header class="topbar">
        ${topbar({
          crumb: `<b>${t('lobby.crumb')}</b>`,
          chips: me ? money(me.wallet ?? 0) : null,
          account: me && !me.guest ? me.name : '',
        })}
      </header>
      <main class="page">
        <div class="head">
          <div><h1>${t('lobby.title')}</h1><p>${t('lobby.text')}</p></div>
          <nav aria-label="${t('lobby.crumb')}">
            ${LINKS.map(
              ([name, href]) => html`
                <a class="btn ${name === 'pieces' ? 'quiet' : ''}" href="${href}" data-act="go">
                  ${t(`lobby.${name}`)}
                </a>
              `,
            ).join('')}
          </nav>
        </div>
        <section class="tables" aria-label="${t('lobby.crumb')}">
          ${panels || `<p class="muted">${t('lobby.none')}</p>`}
        </section>
        <footer class="foot">
          <span>${t('lobby.foot')}</span>
          <span class="spacer"></span>
          <span>${t('lobby.play')}</span>
        </footer>
      </main>
    `;
    // The page holds still behind a window, so that the focus finds its way back.
    if (markup !== shown && !document.querySelector('dialog[open]')) {
      const at = document.activeElement,
        focused = ['href', 'data-k'].find((name) => at?.getAttribute(name)),
        wanted = focused && `[${focused}="${CSS.escape(at.getAttribute(focused))}"]`;
      root.innerHTML = markup;
      shown = markup;
      if (wanted) root.querySelector(wanted)?.focus();
    }
  }
  await refresh();
  const timer = setInterval(refresh, 4000);
  return {
    account() {
      showAccount(me, async () => {
        me = await whoAmI().catch(/** @returns {any} */ () => null);
        await refresh();
      });
    },
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}
