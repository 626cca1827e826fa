// Small windows: a paragraph of the rule book, the keys, a question. Never while the clock forces an answer.
import { html, targetOf } from './html.js';
import { current, esc, t, withTerms } from './texts.js';

/** @type {HTMLDialogElement | null} */
let dialog = null;
/** @type {Performs} */
let act = () => {};
// `perform` is told what is pressed in the window, which is closed by that unless a form wants it to stay.
/** @param {string} content @param {string} label @param {Performs} [perform] */
export function show(content, label, perform = () => {}) {
  act = perform;
  if (!dialog) {
    dialog = document.createElement('dialog');
    document.body.append(dialog);
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog || targetOf(event).closest('[data-close]')) dialog.close();
      const pressed = targetOf(event).closest('button[data-act]:not([aria-disabled="true"])');
      if (pressed) {
        dialog.close();
        act(pressed.dataset.act, { ...pressed.dataset }, pressed);
      }
    });
    dialog.addEventListener('submit', (event) => {
      const { act: name } = targetOf(event).dataset;
      if (!name) return;
      event.preventDefault();
      if (!('stay' in targetOf(event).dataset)) dialog.close();
      const form = /** @type {HTMLFormElement} */ (event.target);
      act(name, /** @type {any} */ (Object.fromEntries(new FormData(form, event.submitter))), form);
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
/** @param {string} book */
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
/** @param {string} book @param {string} cite */
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
            <p class="gist" lang="en">${current() === 'en' ? withTerms(esc(gist)) : esc(gist)}</p>
            ${current() === 'en' ? '' : `<p class="muted">${t('paragraph.english')}</p>`}
          `
          : `<p class="gist">${t('paragraph.none')}</p>`
      }
    `,
    t('paragraph', { cite }),
  );
}
const KEYS = ['1–9', 'Enter', 'H', 'S', 'R', 'C', 'D', 'B', 'W', 'T', 'O', 'P', 'L', 'M', '←→', '␣', '?'];
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
