// Which page an address shows, and what all pages share.

import { paint } from './pieces/drawings.js';
import { topbar } from './shared/bar.js';
import { html, targetOf } from './shared/html.js';
import { mendPresses } from './shared/pressing.js';
import { applySettings, otherTheme } from './shared/settings.js';
import { esc, loadPart, loadTexts, t } from './shared/texts.js';

const root = document.getElementById('page');
/** @type {Promise<unknown> | null} */
let styled = null;
// The styles of pages other than the table: a table is drawn without them.
const styles = () => {
  styled = styled || Promise.all(['pages', 'stations', 'pages-small'].map(sheet));
  return styled;
};
/** @param {string} name */
const sheet = (name) =>
  new Promise((done) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: `/styles/${name}.css`,
      onload: done,
      onerror: done,
    });
    document.head.append(link);
  });
/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();
/** @param {string} name */
const ownSheet = (name) => {
  if (!sheets.has(name))
    sheets.set(
      name,
      styles().then(() => sheet(name)),
    );
  return sheets.get(name);
};
// What only some pages need is loaded with the first of them: texts from `texts/NAME`, sheets from
// `styles/NAME.css`.
/** @param {string} module @param {string} name @param {{ texts?: string[], sheets?: string[] }} [own] */
const lazily =
  (module, name, own = {}) =>
  async (/** @type {any[]} */ ...values) => {
    const [found] = await Promise.all([
      import(`./${module}.js`),
      module === 'table/page' || styles(),
      ...(own.texts || []).map(loadPart),
      ...(own.sheets || []).map(ownSheet),
    ]);
    return found[name](...values);
  };
const wishes = () => new URLSearchParams(location.search);
const invite = lazily('lobby/friends', 'showInvitation', { texts: ['lobby'], sheets: ['lobby'] });
/** @param {string[]} given @param {HTMLElement} at */
const openAt = ([, id], at) => {
  const sit = wishes().has('sit');
  // Returning to this page later isn't another request for a seat.
  if (sit) history.replaceState(null, '', location.pathname);
  return lazily('table/page', 'openTable')(at, decodeURIComponent(id), { go, styles, invite, sit });
};
/** @param {string} part */
const study = (part) => ({ texts: ['study', 'terms', part], sheets: ['study', part] });
const CONSOLE = { texts: ['console'] };
const FLOOR = { texts: ['floor', 'console'], sheets: ['floor', 'print'] };
const SCHOOL = { texts: ['school', 'console'], sheets: ['school', 'print'] };
const TRAIN = {
  texts: ['practice', 'study', 'learn', 'terms'],
  sheets: ['lobby', 'learn', 'study', 'practice'],
};
const LEARN = { texts: ['learn', 'terms'], sheets: ['lobby', 'learn'] };
/** @type {[RegExp, (match: string[], at: HTMLElement) => Promise<Page | undefined>][]} */
const ROUTES = [
  [/^\/$/, (_, at) => lazily('lobby/page', 'lobbyPage', { texts: ['lobby'], sheets: ['lobby'] })(at, { go })],
  [/^\/table\/([^/]+)$/, openAt],
  [
    /^\/watch\/([^/]+)$/,
    ([, id], at) =>
      lazily('table/page', 'openTable')(at, decodeURIComponent(id), {
        go,
        styles,
        watch: true,
        role: 'observer',
      }),
  ],
  [
    /^\/round\/([^/]+)\/(\d+)$/,
    ([, id, round], at) =>
      wishes().get('for') === 'dispute'
        ? lazily('floor/dispute', 'disputePage', FLOOR)(at, decodeURIComponent(id), Number(round))
        : lazily('rounds/replay', 'replayPage', study('review'))(at, decodeURIComponent(id), round),
  ],
  [/^\/analyze$/, (_, at) => lazily('analyze/page', 'analyzePage', study('analyze'))(at)],
  [/^\/workshop$/, (_, at) => lazily('workshop/page', 'workshopPage', study('workshop'))(at, { go })],
  [/^\/odds$/, (_, at) => lazily('odds/page', 'oddsPage', study('odds'))(at)],
  [/^\/history$/, (_, at) => lazily('rounds/history', 'historyPage', study('review'))(at)],
  [/^\/learn$/, (_, at) => lazily('learn/overview', 'learnPage', LEARN)(at)],
  [/^\/learn\/how\/(tiles|cards)$/, ([, game], at) => lazily('learn/how', 'howPage', LEARN)(at, game)],
  [
    /^\/learn\/(tiles|cards)$/,
    ([, game], at) =>
      lazily('learn/course', 'coursePage', LEARN)(at, game, { go, lesson: wishes().get('lesson') }),
  ],
  [/^\/practice$/, (_, at) => lazily('practice/page', 'practicePage', TRAIN)(at)],
  [/^\/school\/pupils$/, (_, at) => lazily('school/pupils', 'pupilsPage', SCHOOL)(at)],
  [/^\/floor$/, (_, at) => lazily('floor/page', 'floorPage', FLOOR)(at)],
  [/^\/school$/, (_, at) => lazily('school/page', 'schoolPage', SCHOOL)(at, { go })],
  [
    /^\/console\/([^/]+)$/,
    ([, id], at) =>
      lazily('console/page', 'consolePage', CONSOLE)(at, decodeURIComponent(id), {
        go,
        role: wishes().get('as') || 'dealer',
      }),
  ],
  [
    /^\/settings$/,
    (_, at) =>
      lazily('settings/page', 'settingsPage', {
        texts: ['settings', 'help'],
        sheets: ['lobby', 'settings'],
      })(at),
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

// Each page has its own element: one that opens late can't draw over a page requested since.
async function route() {
  const at = document.createElement('div'),
    focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset.k;
  page.close?.();
  page = {};
  root.replaceChildren(at);
  const found = ROUTES.find(([pattern]) => pattern.test(location.pathname));
  try {
    const opened = found ? (await found[1](location.pathname.match(found[0]), at)) || {} : {};
    if (at.isConnected) page = opened;
    else opened.close?.();
    if (!found) await styles();
    if (!found) at.innerHTML = dead('error.nowhere', location.pathname);
  } catch (error) {
    at.innerHTML = dead('error.gone', /** @type {Error} */ (error).message);
  }
  arrive(at, focused);
  // Pages are drawn without waiting for the glossary; what is drawn after it arrives has its terms marked.
  import('./shared/terms.js').then(({ readTerms }) => readTerms());
}
// A page that can't be shown says so, and links back to the lobby.
/** @param {string} key @param {string} what */
const dead = (key, what) =>
  html`
    <header class="topbar">${topbar({ crumb: `<b>${t(key)}</b>` })}</header>
    <main class="page">
      <div class="panelbox blank">
        <h1>${t(key)}</h1>
        <p class="muted">${esc(what)}</p>
        <p><a class="btn primary" href="/" data-act="go">${t('error.back')}</a></p>
      </div>
    </main>
  `;
// Focus on arrival: the element that was clicked to get here, if it is here too, or the page's heading.
/** @param {HTMLElement} at @param {string | undefined} focused */
function arrive(at, focused) {
  if (!at.isConnected || at.contains(document.activeElement)) return;
  const again = focused && at.querySelector(`[data-k="${CSS.escape(focused)}"]`),
    heading = at.querySelector('main h1, h1');
  if (!again && heading && !heading.closest('.app')) heading.tabIndex = -1;
  (again || heading)?.focus({ preventScroll: true });
}
/** @type {Record<string, () => unknown>} */
const SHARED = {
  theme: otherTheme,
  language: async () => (await import('./shared/language.js')).chooseLanguage(route),
  help: async () => (await import('./shared/help.js')).showHelp(),
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
  // A table has its own help: what its keys do now.
  else if (SHARED[act] && !(act === 'help' && page.own)) SHARED[act]();
});

applySettings();
mendPresses();
document.getElementById('paint').innerHTML = paint();
// The session, the texts, and the page's modules load in parallel.
if (/^\/(table|watch)\//.test(location.pathname))
  Promise.all([import('./shared/connection.js'), import('./table/page.js')]).then(([{ whoAmI }]) =>
    whoAmI().catch(() => {}),
  );
await loadTexts();
await route();
window.addEventListener('popstate', route);
