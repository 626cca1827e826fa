// Which page an address shows, and what all pages share.
import { paint } from './pieces.js';
import { piecesPage } from './pieces-page.js';
import { showHelp } from './dialogs.js';
import { applySettings, otherLanguage, otherTheme } from './settings.js';
import { loadTexts } from './texts.js';

const root = document.getElementById('page');
const ROUTES = [
  [/^\/pieces$/, async () => piecesPage(root)],
];
let page = {};

async function route() {
  page.close?.();
  const found = ROUTES.map(([pattern, open]) => [location.pathname.match(pattern), open]).find(([match]) => match);
  page = found ? (await found[1](found[0])) || {} : {};
}
const SHARED = { theme: otherTheme, language: async () => { await otherLanguage(); await route(); }, help: () => showHelp() };
root.addEventListener('click', (event) => {
  const pressed = event.target.closest('[data-act]');
  const act = pressed && (page[pressed.dataset.act] || SHARED[pressed.dataset.act]);
  if (act) act(pressed.dataset);
});

applySettings();
document.getElementById('paint').innerHTML = paint();
await loadTexts();
await route();
window.addEventListener('popstate', route);
