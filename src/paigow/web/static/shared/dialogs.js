// Small windows: a paragraph of the rule book, the keys, a question. Never while the clock forces an answer.
import { html } from './html.js';
import { current, esc, t } from './texts.js';

let dialog = null;
let act = () => {};
// `perform` is told what is pressed in the window, which is closed by that unless a form wants it to stay.
export function show(content, label, perform = () => {}) {
  act = perform;
  if (!dialog) {
    dialog = document.createElement('dialog');
    document.body.append(dialog);
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog || event.target.closest('[data-close]')) dialog.close();
      const pressed = event.target.closest('button[data-act]:not([aria-disabled="true"])');
      if (pressed) {
        dialog.close();
        act(pressed.dataset.act, { ...pressed.dataset });
      }
    });
    dialog.addEventListener('submit', (event) => {
      const { act: name } = event.target.dataset;
      if (!name) return;
      event.preventDefault();
      if (!('stay' in event.target.dataset)) dialog.close();
      act(name, Object.fromEntries(new FormData(event.target, event.submitter)), event.target);
    });
  }
  dialog.setAttribute('aria-label', label);
  dialog.innerHTML = html`
    ${content}
    <form method="dialog"><button class="btn" data-close autofocus>${t('close')}</button></form>
  `;
  if (!dialog.open) dialog.showModal();
}
export const hide = () => dialog?.close();

const books = new Map();
async function paragraphsOf(book) {
  if (!books.has(book))
    books.set(
      book,
      fetch(`/api/books/${book}/paragraphs`)
        .then((answer) => (answer.ok ? answer.json() : {}))
        .catch(() => ({})),
    );
  return books.get(book);
}
export async function showParagraph(book, cite) {
  const all = await paragraphsOf(book),
    found = all[cite] || all[cite.replace(/^\S+ /, '')];
  const gist = typeof found === 'string' ? found : found?.gist;
  show(
    html`
      <p class="eyebrow">${esc(t(`book.${book}`))}</p>
      <h2>${esc(cite)}</h2>
      ${
        gist
          ? html`
            <p class="gist" lang="en">${esc(gist)}</p>
            ${current() === 'en' ? '' : `<p class="muted">${t('paragraph.english')}</p>`}
          `
          : `<p class="gist">${t('paragraph.none')}</p>`
      }
    `,
    t('paragraph', { cite }),
  );
}
const KEYS = ['1–9', 'Enter', 'H', 'S', 'R', 'C', 'D', 'B', 'W', 'T', 'O', 'P', 'M', '←→', '␣', '?'];
export const showHelp = () =>
  show(
    html`
      <h2>${t('help.title')}</h2>
      <p>${t('help.text')}</p>
      <dl class="keys">
        ${KEYS.map((key) => `<dt><kbd>${key}</kbd></dt><dd>${t(`key.${key}`)}</dd>`).join('')}
      </dl>
    `,
    t('help.title'),
  );
