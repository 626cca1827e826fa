// Which page an address shows, and what all pages share.

import { paint } from './pieces/drawings.js';
import { showHelp } from './shared/dialogs.js';
import { html, targetOf } from './shared/html.js';
import { mendPresses } from './shared/pressing.js';
import { applySettings, otherLanguage, otherTheme } from './shared/settings.js';
import { esc, loadTexts, t } from './shared/texts.js';

const root = document.getElementById('page');
/** @param {string} module @param {string} name */
const lazily =
  (module, name) =>
  async (/** @type {any[]} */ ...values) =>
    (await import(`./${module}.js`))[name](...values);
const wishes = () => new URLSearchParams(location.search);
/** @param {string[]} given @param {HTMLElement} at */
const openAt = ([, id], at) => {
  const sit = wishes().has('sit');
  // Who comes back to this page later has not asked for a seat again.
  if (sit) history.replaceState(null, '', location.pathname);
  return lazily('table/page', 'openTable')(at, decodeURIComponent(id), { go, sit });
};
/** @type {[RegExp, (match: string[], at: HTMLElement) => Promise<Page | undefined>][]} */
const ROUTES = [
  [/^\/$/, (_, at) => lazily('lobby/page', 'lobbyPage')(at)],
  [/^\/table\/([^/]+)$/, openAt],
  [
    /^\/watch\/([^/]+)$/,
    ([, id], at) => lazily('table/page', 'openTable')(at, decodeURIComponent(id), { go, watch: true }),
  ],
  [
    /^\/round\/([^/]+)\/(\d+)$/,
    ([, id, round], at) => lazily('rounds/replay', 'replayPage')(at, decodeURIComponent(id), round, { go }),
  ],
  [/^\/history$/, (_, at) => lazily('rounds/history', 'historyPage')(at)],
  [/^\/practice$/, (_, at) => lazily('practice/page', 'practicePage')(at)],
  [/^\/school$/, (_, at) => lazily('school/page', 'schoolPage')(at, { go })],
  [
    /^\/console\/([^/]+)$/,
    ([, id], at) =>
      lazily('console/page', 'consolePage')(at, decodeURIComponent(id), {
        go,
        role: wishes().get('as') || 'dealer',
      }),
  ],
  [/^\/pieces$/, (_, at) => lazily('pieces/page', 'piecesPage')(at)],
];
/** @type {Page} */
let page = {};

/** @param {string} address */
function go(address) {
  const { pathname, search } = location;
  if (address !== pathname && address !== pathname + search) history.pushState(null, '', address);
  return route();
}

// Each page has a place of its own: one that is opened late draws nothing over what has been asked for since.
async function route() {
  const at = document.createElement('div');
  page.close?.();
  page = {};
  root.replaceChildren(at);
  const found = ROUTES.find(([pattern]) => pattern.test(location.pathname));
  try {
    const opened = found ? (await found[1](location.pathname.match(found[0]), at)) || {} : {};
    if (at.isConnected) page = opened;
    else opened.close?.();
  } catch (error) {
    at.innerHTML = html`
      <main class="page">
        <h1>${t('error.gone')}</h1>
        <p class="muted">${esc(/** @type {Error} */ (error).message)}</p>
        <p><a class="btn" href="/">${t('lobby.crumb')}</a></p>
      </main>
    `;
  }
}
/** @type {Record<string, () => unknown>} */
const SHARED = {
  theme: otherTheme,
  language: async () => {
    await otherLanguage();
    await route();
  },
  help: () => showHelp(),
};
root.addEventListener('click', (event) => {
  const pressed = targetOf(event).closest('[data-act]');
  if (!pressed) return;
  const { act } = pressed.dataset;
  if (pressed.tagName === 'A') {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = new URL(/** @type {HTMLAnchorElement} */ (pressed).href);
    go(pathname + search);
  } else if (page[act]) page[act](pressed.dataset);
  // A table has a help of its own: what its keys do now.
  else if (SHARED[act] && !(act === 'help' && page.own)) SHARED[act]();
});

applySettings();
mendPresses();
document.getElementById('paint').innerHTML = paint();
// Who is asking, the texts and the page's own modules come at the same time.
if (/^\/(table|watch)\//.test(location.pathname))
  Promise.all([import('./shared/connection.js'), import('./table/page.js')]).then(([{ whoAmI }]) =>
    whoAmI().catch(() => {}),
  );
await loadTexts();
await route();
window.addEventListener('popstate', route);
