// The lobby: the way in for a newcomer, the current tables, and your own tables.

import { standingOf } from '../learn/progress.js';
import { card, svg, tile } from '../pieces/drawings.js';
import { topbar } from '../shared/bar.js';
import { api, ruleBooks, whoAmINow } from '../shared/connection.js';
import { html, targetOf } from '../shared/html.js';
import { morph } from '../shared/morphing.js';
import { navigation } from '../shared/nav.js';
import { BUY_IN, fourColours } from '../shared/settings.js';
import { esc, money, t, whole, withTerms } from '../shared/texts.js';
import { showAccount } from './account.js';
import { tableCard } from './cards.js';
import { friendsPanel, openTable, showInvitation } from './friends.js';

const REFRESH = 2000;
const welcomeArt = () =>
  svg(
    250,
    196,
    html`
      <g transform="rotate(-7 60 110)">${tile('6-6', 22, 20, 172)}</g>
      <g transform="rotate(4 130 110)">${tile('2-4', 98, 12, 172)}</g>
      <g transform="rotate(12 200 110)">${card('Qs', 150, 46, 118, { four: fourColours() })}</g>
    `,
    'aria-hidden="true" class="pieces-art"',
  );
const BARS = [
  [54, 36, 10],
  [50, 31, 19],
  [8, 50, 42],
];
const analyzeArt = () =>
  svg(
    66,
    52,
    BARS.map(([win, push, lose], i) => {
      const y = 3 + i * 17;
      return html`
        <rect x="0" y="${y}" width="${win * 0.64}" height="12" rx="2" fill="#6ad7ab"/>
        <rect x="${win * 0.64 + 1}" y="${y}" width="${push * 0.64 - 1}" height="12" rx="2" fill="#b8cbe0"/>
        <rect x="${(win + push) * 0.64 + 1}" y="${y}" width="${lose * 0.64}" height="12" rx="2"
          fill="#ff9a89"/>
      `;
    }).join(''),
    'aria-hidden="true"',
  );
const learnArt = () =>
  svg(66, 60, tile('4-6', 4, 2, 56) + tile('5-6', 32, 2, 56), 'aria-hidden="true" class="felted"');
// A course to start or continue; after all of it, the trainers.
/** @param {string} game @param {number} i */
const courseLink = (game, i) => {
  const standing = standingOf(game),
    href = standing === 'over' ? `/practice?game=${game}` : `/learn/${game}`,
    look = i ? '' : ' primary';
  return `<a class="btn${look}" href="${href}" data-act="go">${t(`lobby.${standing}.${game}`)}</a>`;
};
const GAMES = ['tiles', 'cards'];
const welcome = () => {
  const standings = GAMES.map(standingOf),
    stage = standings.every((each) => each === standings[0]) ? standings[0] : 'begun';
  return html`
    <section class="door welcome" aria-labelledby="welcome">
      <div>
        <h1 id="welcome">${t(`lobby.${stage}`)}</h1>
        <p>${t('lobby.what')}</p>
        <p class="long">${withTerms(esc(t(`lobby.${stage}.text`)))}</p>
        <div class="go">${GAMES.map(courseLink).join('')}</div>
      </div>
      ${welcomeArt()}
    </section>
    <div class="doors">
      <a class="door" href="/learn" data-act="go">
        ${learnArt()}<div><h2>${t('lobby.learn')}</h2><p>${t('lobby.learn.text')}</p></div>
      </a>
      <a class="door" href="/analyze" data-act="go">
        ${analyzeArt()}<div><h2>${t('lobby.analyze')}</h2><p>${t('lobby.analyze.text')}</p></div>
      </a>
    </div>
  `;
};
// The lobby's record in this page's terms: chairs by position, the bank as a position.
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
// Tables of one book are told apart by the house and number of each.
/** @param {LobbyTable[]} tables @returns {LobbyTable[]} */
const toldApart = (tables) =>
  tables.map((table) =>
    tables.filter(({ book }) => book === table.book).length > 1
      ? { ...table, name: `${table.name} · ${table.number}` }
      : table,
  );
/** @param {LobbyTable[]} tables */
const summary = (tables) => {
  const seated = tables.flatMap(({ chairs }) => chairs.filter(Boolean)),
    bots = seated.filter((chair) => chair.bot).length,
    // A person who sits at several tables counts once.
    people = new Set(seated.filter((chair) => !chair.bot).map(({ person }) => person)).size;
  return [t('lobby.live'), people && t('lobby.people', { n: people }), bots && t('lobby.bots', { n: bots })]
    .filter(Boolean)
    .join(' · ')
    .concat(`<span class="join"> · ${t('lobby.join', { amount: whole(BUY_IN) })}</span>`);
};
/** @param {string} title @param {string} text @param {string} cards */
const row = (title, text, cards) =>
  html`
    <section class="row" aria-label="${title}">
      <div class="rowhead"><h2>${title}</h2><p class="muted num">${text}</p></div>
      <div class="floor-cards">${cards}</div>
    </section>
  `;

/** @param {HTMLElement} root @param {{ go: (address: string) => unknown }} given */
export async function lobbyPage(root, { go }) {
  const found = await Promise.all([whoAmINow().catch(/** @returns {any} */ () => null), ruleBooks()]);
  let [me] = found;
  const [, books] = found;
  let closed = false,
    problem = '',
    shown = '';
  /** @param {string} address @returns {Promise<LobbyTable[]>} */
  const listed = async (address) =>
    ((await api(address).catch(/** @returns {any} */ () => null))?.tables || []).map(readTable);
  async function refresh() {
    const [all, own] = await Promise.all([listed('/api/lobby'), me ? listed('/api/tables') : []]);
    if (closed) return;
    const tables = toldApart(all);
    const markup = html`
      <header class="topbar">
        ${topbar({
          nav: navigation('tables'),
          chips: me ? money(me.wallet ?? 0) : null,
          account: me && !me.guest ? me.name : '',
        })}
      </header>
      <main class="page lobby">
        <div class="entry">${welcome()}${friendsPanel(tables, problem)}</div>
        ${
          own.length
            ? row(
                t('lobby.own'),
                t('lobby.own.text'),
                own.map((each) => tableCard(each, me, books, true)).join(''),
              )
            : ''
        }
        ${row(
          t('lobby.tables'),
          summary(tables),
          tables.map((each) => tableCard(each, me, books)).join('') ||
            `<p class="muted">${t('lobby.none')}</p>`,
        )}
        <footer class="foot">
          <span>${withTerms(esc(t('lobby.foot')))}</span>
          <span class="links">
            ${me?.roles?.includes('floor') ? `<a href="/floor" data-act="go">${t('lobby.floor')}</a>` : ''}
            <a href="/practice" data-act="go">${t('lobby.practice')}</a>
            <a href="/school" data-act="go">${t('lobby.school')}</a>
            <a href="/pieces" data-act="go">${t('lobby.pieces')}</a>
          </span>
        </footer>
      </main>
    `;
    // The page doesn't change behind a dialog, so that the focus can return.
    if (markup !== shown && !document.querySelector('dialog[open]')) {
      morph(root, markup);
      shown = markup;
    }
  }
  /** @param {SubmitEvent} event */
  async function submit(event) {
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    if (form.dataset.act !== 'open-private') return;
    event.preventDefault();
    try {
      problem = '';
      const made = await openTable(new FormData(form, event.submitter));
      if (made.kind === 'practice') go(`/table/${encodeURIComponent(made.id)}?sit`);
      else {
        await refresh();
        showInvitation(made.id);
      }
    } catch (error) {
      const { detail } = /** @type {any} */ (error);
      problem = detail?.problem || t('error.gone');
      await refresh();
    }
  }
  root.addEventListener('submit', submit);
  await refresh();
  const timer = setInterval(() => document.hidden || refresh(), REFRESH);
  return {
    account() {
      showAccount(me, async () => {
        me = await whoAmINow().catch(/** @returns {any} */ () => null);
        await refresh();
      });
    },
    /** @param {any} data */
    invite: ({ id }) => showInvitation(esc(id)),
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}
