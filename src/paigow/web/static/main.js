// Which page an address shows, and what all pages share.
import { paint } from './pieces.js';
import { showHelp } from './dialogs.js';
import { applySettings, otherLanguage, otherTheme } from './settings.js';
import { esc, loadTexts, t } from './texts.js';

const root = document.getElementById('page');
const lazily =
  (module, name) =>
  async (...values) =>
    (await import(`./${module}.js`))[name](...values);
const wishes = () => new URLSearchParams(location.search);
const openAt = ([, id]) => {
  const sit = wishes().has('sit');
  // Who comes back to this page later has not asked for a seat again.
  if (sit) history.replaceState(null, '', location.pathname);
  return lazily('table-page', 'openTable')(root, decodeURIComponent(id), { go, sit });
};
const ROUTES = [
  [/^\/$/, () => lazily('lobby', 'lobbyPage')(root)],
  [/^\/table\/([^/]+)$/, openAt],
  [
    /^\/watch\/([^/]+)$/,
    ([, id]) => lazily('table-page', 'openTable')(root, decodeURIComponent(id), { go, watch: true }),
  ],
  [
    /^\/round\/([^/]+)\/(\d+)$/,
    ([, id, round]) => lazily('replay', 'replayPage')(root, decodeURIComponent(id), round, { go }),
  ],
  [/^\/history$/, () => lazily('history', 'historyPage')(root)],
  [/^\/practice$/, () => lazily('practice', 'practicePage')(root)],
  [/^\/school$/, () => lazily('school', 'schoolPage')(root, { go })],
  [
    /^\/console\/([^/]+)$/,
    ([, id]) =>
      lazily('console', 'consolePage')(root, decodeURIComponent(id), {
        go,
        role: wishes().get('as') || 'dealer',
      }),
  ],
  [/^\/pieces$/, () => lazily('pieces-page', 'piecesPage')(root)],
];
let page = {};

function go(address) {
  const { pathname, search } = location;
  if (address !== pathname && address !== pathname + search) history.pushState(null, '', address);
  return route();
}

async function route() {
  page.close?.();
  root.innerHTML = '';
  const found = ROUTES.map(([pattern, open]) => [location.pathname.match(pattern), open]).find(
    ([match]) => match,
  );
  try {
    page = found ? (await found[1](found[0])) || {} : {};
  } catch (error) {
    page = {};
    root.innerHTML = `<main class="page"><h1>${t('error.gone')}</h1><p class="muted">${esc(error.message)}</p><p><a class="btn" href="/">${t('lobby.crumb')}</a></p></main>`;
  }
}
const SHARED = {
  theme: otherTheme,
  language: async () => {
    await otherLanguage();
    await route();
  },
  help: () => showHelp(),
};
root.addEventListener('click', (event) => {
  const pressed = event.target.closest('[data-act]');
  if (!pressed) return;
  const { act } = pressed.dataset;
  if (pressed.tagName === 'A') {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = new URL(pressed.href);
    go(pathname + search);
  } else if (page[act]) page[act](pressed.dataset);
  else if (!page.own && SHARED[act]) SHARED[act](pressed.dataset);
});

applySettings();
document.getElementById('paint').innerHTML = paint();
// Who is asking, the texts and the page's own modules come at the same time.
if (/^\/(table|watch)\//.test(location.pathname))
  Promise.all([import('./connection.js'), import('./table-page.js')]).then(([{ whoAmI }]) =>
    whoAmI().catch(() => {}),
  );
await loadTexts();
await route();
window.addEventListener('popstate', route);
