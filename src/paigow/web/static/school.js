// Dealer's school: a table of one's own with bots, dealt by the pupil.
import { topbar } from './bar.js';
import { api, whoAmI } from './connection.js';
import { consolePage } from './console.js';
import { t } from './texts.js';

const BOOKS = ['commission-tiles', 'colorado-tiles', 'rock-island-poker', 'maryland-poker'];
export async function schoolPage(root, { go }) {
  await whoAmI();
  root.innerHTML = `<header class="topbar">${topbar({ crumb: `<b>${t('school.title')}</b>` })}</header><main class="page"><div class="head"><div><h1>${t('school.title')}</h1><p>${t('school.text')}</p></div></div><div class="duties">${BOOKS.map((book) => `<button class="btn primary" data-act="begin" data-book="${book}">${t(`book.${book}`)}</button>`).join('')}</div></main>`;
  let lesson = null;
  return {
    begin: async ({ book }) => {
      const made = await api('/api/tables', { kind: 'school', submission: `${book}-full` });
      lesson = await consolePage(root, made.id, { go, role: 'dealer', school: true });
    },
    close: () => lesson?.close(),
  };
}
