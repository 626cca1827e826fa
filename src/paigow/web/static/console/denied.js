// Shown in place of a staff page: why it isn't available, and a sign-in that returns to the same address, or
// what there is instead.

import { showAccount } from '../lobby/account.js';
import { topbar } from '../shared/bar.js';
import { api, consolesOf, whoAmI } from '../shared/connection.js';
import { html } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { esc, loadPart, t } from '../shared/texts.js';

// `title` is already escaped.
/** @param {HTMLElement} place @param {string} title @param {{ also?: string, level?: string }} [given2] */
export async function showDenied(place, title, { also = '', level = 'h1' } = {}) {
  const me = await whoAmI().catch(/** @returns {any} */ () => null),
    guest = !me || me.guest;
  place.innerHTML = html`
    <${level}>${title}</${level}>
    <p>${t('console.denied.text')}</p>
    <p class="go">
      <button class="btn primary" type="button" data-k="signin">
        ${t(guest ? 'account.title' : 'console.denied.other')}
      </button>
      ${also}
      <a class="btn" href="/" data-act="go">${t('error.back')}</a>
    </p>
  `;
  place
    .querySelector('[data-k=signin]')
    .addEventListener('click', () => showAccount(me, () => location.reload()));
}

/** @param {HTMLElement} root @param {string} title @param {string} body @param {string} [bar] */
const nothingThere = (root, title, body, bar = topbar({ crumb: `<b>${t('console.title')}</b>` })) => {
  root.innerHTML = html`
    <header class="topbar">${bar}</header>
    <main class="page missing">
      <h1>${title}</h1>
      ${body}
      <p class="go"><a class="btn" href="/" data-act="go">${t('error.back')}</a></p>
    </main>
  `;
};
// An address with a mistyped table: the names that exist, with their consoles if this person has the role.
/** @param {HTMLElement} root @param {string} id @param {string} role */
export async function showNoTable(root, id, role) {
  const [me, found] = await Promise.all([
    whoAmI().catch(/** @returns {any} */ () => null),
    api('/api/lobby').catch(/** @returns {any} */ () => ({ tables: [] })),
  ]);
  /** @param {string} name */
  const link = (name) => {
    const console = consolesOf(me, name).find(([each]) => each === role);
    return console ? `<a href="${console[1]}" data-act="go">${esc(name)}</a>` : esc(name);
  };
  const tables = found.tables.map((/** @type {LobbyTable} */ table) => `<li>${link(table.id)}</li>`);
  nothingThere(
    root,
    esc(t('console.missing', { id })),
    tables.length ? `<p>${t('console.missing.tables')}</p><ul>${tables.join('')}</ul>` : '',
  );
}
// A dispute's address with a round that isn't finished, or never was.
/** @param {HTMLElement} root @param {string} id @param {number} round */
export const showNoRound = (root, id, round) =>
  nothingThere(
    root,
    t('console.missing.round', { n: round }),
    html`
      <p>
        <a href="/console/${encodeURIComponent(id)}?as=floor" data-act="go">
          ${esc(t('console.missing.console', { id }))}
        </a>
      </p>
    `,
  );
// A replay's address with such a round, shown to players: back to their own rounds.
/** @param {HTMLElement} root @param {number} round */
export const showNoReplay = (root, round) =>
  nothingThere(
    root,
    t('console.missing.round', { n: round }),
    `<p><a href="/history" data-act="go">${t('review.history.title')}</a></p>`,
    topbar({ nav: navigation('rounds') }),
  );
/** @param {string} id */
export const tableExists = (id) =>
  api(`/api/tables/${encodeURIComponent(id)}`).then(
    () => true,
    (error) => error.status !== 404,
  );
// A player's mistyped or outdated link. A browser doesn't say why a socket was rejected, so ask; returns
// whether the table is missing.
/** @param {HTMLElement} root @param {string} id @param {() => Promise<unknown>} styles */
export async function showIfMissing(root, id, styles) {
  if (await tableExists(id)) return false;
  await Promise.all([loadPart('console'), styles()]);
  nothingThere(root, t('console.missing.closed'), '', topbar({ crumb: `<b>${esc(id)}</b>` }));
  const heading = root.querySelector('h1');
  heading.tabIndex = -1;
  heading.focus();
  return true;
}
