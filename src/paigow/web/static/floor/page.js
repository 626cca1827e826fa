// The floor supervisor's page: every table at a glance, and a log of incidents.

import { showDenied } from '../console/denied.js';
import { topbar } from '../shared/bar.js';
import { api, whoAmI } from '../shared/connection.js';
import { showParagraph } from '../shared/dialogs.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { esc, money, orElse, signed, t } from '../shared/texts.js';
import { dealerName, moment, paragraphs, toldIn } from './cells.js';

const AGAIN = 5000;
const KINDS = ['irregularity', 'dispute', 'correction', 'chips', 'handover', 'equipment'];

// An age in hours and minutes: dice and decks are changed by the hour.
/** @param {number} seconds */
const age = (seconds) =>
  t('floor.age', { h: Math.floor(seconds / 3600), m: Math.floor((seconds % 3600) / 60) });
/** @param {string} back @param {number} seconds */
const deckAge = (back, seconds) =>
  back === 'only'
    ? t('floor.deck.only', { age: age(seconds) })
    : t('floor.deck', { back: orElse(`back.${back}`, back), age: age(seconds) });
/** @param {FloorTable} table */
const ages = ({ dice_age, deck_ages }) =>
  [
    dice_age === null ? '' : t('floor.dice', { age: age(dice_age) }),
    ...Object.entries(deck_ages).map(([back, seconds]) => deckAge(back, seconds)),
  ]
    .filter(Boolean)
    .map(esc)
    .join('<br>');

// Closing sends players away, so it asks once more; opening again doesn't.
/** @param {FloorTable} table @param {string} closing */
const closeOrOpen = (table, closing) => {
  /** @param {string} deed @param {string} text */
  const button = (deed, text) => html`
    <button class="btn slim" data-deed="${deed}" data-k="${deed}-${esc(table.id)}"
      aria-label="${esc(`${text}: ${table.title}`)}">
      ${text}
    </button>
  `;
  if (table.closed) return `<strong>${t('floor.closed')}</strong> ${button('open', t('floor.open'))}`;
  if (closing !== table.id) return button('ask', t('floor.close'));
  return html`
    <small>${t('floor.close.means')}</small><br>
    ${button('close', t('floor.close.sure'))} ${button('keep', t('floor.close.not'))}
  `;
};
/** @param {FloorTable} table @param {string} closing */
const row = (table, closing) => {
  const id = encodeURIComponent(table.id);
  const dealer = dealerName(table.dealt_by) || table.dealers.join(', ') || t('floor.automatic');
  return html`
    <tr data-k="table-${esc(table.id)}" data-table="${esc(table.id)}">
      <th scope="row">
        <a href="/console/${id}?as=floor" data-act="go" data-k="console-${esc(table.id)}"
          aria-label="${esc(`${table.title}: ${t('floor.console')}`)}">
          ${esc(table.title)}
        </a><br><small class="muted">${esc(table.id)}<br>${t(`book.${table.book}`)}</small><br>
        ${closeOrOpen(table, closing)}
      </th>
      <td>${esc(dealer)}</td>
      <td>
        ${table.round ? `${t('round', { n: table.round })} · ` : ''}${t(`step.${table.step}`)}<br>
        <span class="num">${t('floor.seated', { n: table.seated })}</span>
      </td>
      <td class="num">${money(table.tray)}</td>
      <td class="num">${ages(table)}</td>
      <td class="num">${KINDS.slice(0, 4)
        .map((kind) => `${t(`floor.kind.${kind}`)} ${table.counts[kind] || 0}`)
        .join('<br>')}</td>
    </tr>
  `;
};
/** @param {FloorTable[]} tables @param {string} closing @param {string} problem */
const overview = (tables, closing, problem) => html`
  <h2>${t('floor.tables')}</h2>
  <p role="alert" class="lose">${esc(problem)}</p>
  <div class="scroller" tabindex="0" role="region" aria-label="${t('floor.tables')}">
    <table class="grid">
      <thead>
        <tr>
          ${['table', 'dealer', 'step', 'tray', 'ages', 'happened']
            .map((name) => `<th scope="col">${t(`floor.col.${name}`)}</th>`)
            .join('')}
        </tr>
      </thead>
      <tbody>${tables.map((table) => row(table, closing)).join('')}</tbody>
    </table>
  </div>
`;
// A table that is gone has its id alone.
/** @param {FloorLogEntry} entry @param {FloorTable[]} tables */
const whereOf = ({ table, round }, tables) =>
  esc(`${tables.find(({ id }) => id === table)?.title || table}${round ? ` · ${round}` : ''}`);
/** @param {FloorLogEntry} entry @param {FloorTable[]} tables */
const logged = (entry, tables) => html`
  <tr data-k="log-${esc(entry.table)}-${entry.version}" data-event="${entry.event}">
    <td class="num"><time datetime="${new Date(entry.at).toISOString()}">${moment(entry.at)}</time></td>
    <td class="num">
      ${
        entry.finished
          ? html`
            <a href="/round/${encodeURIComponent(entry.table)}/${entry.round}?for=dispute" data-act="go"
              data-k="round-${esc(entry.table)}-${entry.version}">
              ${whereOf(entry, tables)}
            </a>
          `
          : whereOf(entry, tables)
      }
    </td>
    <td>${t(`floor.kind.${entry.kind}`)}</td>
    <td>${esc(entry.who || t('floor.itself'))}</td>
    <td class="sentence">${esc(toldIn(entry.fields, entry.told))}</td>
    <td class="num">${entry.cents ? signed(entry.cents) : ''}</td>
    <td class="cites" data-of="${esc(entry.table)}">${paragraphs(entry.cites)}</td>
  </tr>
`;
/** @param {string} name @param {[value: string, text: string][]} choices @param {string} chosen */
const filter = (name, choices, chosen) => html`
  <label for="${name}">
    ${t(`floor.filter.${name}`)}
    <select id="${name}" data-filter="${name}">
      ${choices
        .map(
          ([value, text]) =>
            `<option value="${esc(value)}"${value === chosen ? ' selected' : ''}>${esc(text)}</option>`,
        )
        .join('')}
    </select>
  </label>
`;

/** @param {HTMLElement} root */
export async function floorPage(root) {
  const me = await whoAmI().catch(/** @returns {any} */ () => null);
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('') })}</header>
    <main class="page floor">
      <div class="head"><div><h1>${t('floor.title')}</h1><p>${t('floor.text')}</p></div></div>
      <section class="panelbox" id="overview"><p class="muted">${t('floor.loading')}</p></section>
      <section class="panelbox" id="log"></section>
    </main>
  `;
  const above = root.querySelector('#overview'),
    below = root.querySelector('#log');
  if (!me?.roles?.includes('floor')) {
    await showDenied(above, t('floor.denied'), { level: 'h2' });
    below.remove();
    return {};
  }
  /** @type {Record<string, string>} */
  const chosen = { table: '', kind: '', hours: '' };
  let /** @type {FloorTable[]} */ tables = [],
    /** @type {FloorLogEntry[]} */ entries = [],
    /** @type {ReturnType<typeof setTimeout> | undefined} */ timer,
    // The table whose closing is to be confirmed, and why the last one didn't close or open.
    closing = '',
    problem = '',
    closed = false;
  const wanted = () => {
    const asked = new URLSearchParams();
    if (chosen.table) asked.set('table', chosen.table);
    if (chosen.kind) asked.set('kind', chosen.kind);
    if (chosen.hours) asked.set('since', String(Date.now() - Number(chosen.hours) * 3_600_000));
    return asked.toString();
  };
  function redraw() {
    draw(above, overview(tables, closing, problem));
    /** @type {[string, string]} */
    const all = ['', t('floor.all')];
    /** @type {[string, string][]} */
    const names = tables.map(({ id, title }) => [id, title === id ? id : `${title} (${id})`]);
    /** @type {[string, string][]} */
    const kinds = KINDS.map((kind) => [kind, t(`floor.kind.${kind}`)]);
    /** @type {[string, string][]} */
    const hours = ['1', '8', '24'].map((n) => [n, t('floor.hours', { n })]);
    draw(
      below,
      html`
        <h2>${t('floor.log')}</h2>
        <div class="filters">
          ${filter('table', [all, ...names], chosen.table)}
          ${filter('kind', [all, ...kinds], chosen.kind)}
          ${filter('hours', [all, ...hours], chosen.hours)}
          <a class="btn slim" id="export" href="/api/floor/log.csv?${esc(wanted())}" download>
            ${t('floor.export')}
          </a>
        </div>
        ${
          entries.length
            ? html`
              <div class="scroller" tabindex="0" role="region" aria-label="${t('floor.log')}">
                <table class="grid">
                  <thead>
                    <tr>
                      ${['time', 'round', 'kind', 'who', 'told', 'tray', 'cites']
                        .map((name) => `<th scope="col">${t(`floor.col.${name}`)}</th>`)
                        .join('')}
                    </tr>
                  </thead>
                  <tbody>${entries.map((entry) => logged(entry, tables)).join('')}</tbody>
                </table>
              </div>
            `
            : `<p class="muted">${t('floor.log.none')}</p>`
        }
      `,
    );
  }
  async function read() {
    clearTimeout(timer);
    const [seen, log] = await Promise.all([
      api('/api/floor/tables').catch(/** @returns {any} */ () => null),
      api(`/api/floor/log?${wanted()}`).catch(/** @returns {any} */ () => null),
    ]);
    if (closed) return;
    tables = seen || tables;
    entries = log?.entries || entries;
    redraw();
    timer = setTimeout(read, AGAIN);
  }
  above.addEventListener('click', async (event) => {
    const { deed } = targetOf(event).closest('[data-deed]')?.dataset || {},
      id = targetOf(event).closest('[data-table]')?.dataset.table;
    if (!deed || !id) return;
    closing = deed === 'ask' ? id : '';
    problem = '';
    redraw();
    if (deed === 'ask' || deed === 'keep') {
      const next = deed === 'ask' ? 'close' : 'ask';
      /** @type {HTMLElement} */ (above.querySelector(`[data-table="${id}"] [data-deed=${next}]`))?.focus();
      return;
    }
    await api(`/api/floor/tables/${encodeURIComponent(id)}/${deed}`, {}).catch(({ detail }) => {
      problem = detail?.problem || t('floor.failed');
    });
    // What another supervisor has just done shows at the next reading.
    read();
  });
  below.addEventListener('change', (event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (!select.dataset.filter) return;
    chosen[select.dataset.filter] = select.value;
    read();
  });
  below.addEventListener('click', (event) => {
    const { cite } = targetOf(event).closest('[data-cite]')?.dataset || {},
      of = targetOf(event).closest('[data-of]')?.dataset.of,
      book = tables.find(({ id }) => id === of)?.book;
    if (cite && book) showParagraph(book, cite);
  });
  await read();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
