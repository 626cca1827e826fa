// Small dialogs: a paragraph of the rule book, a question. Never while a deadline forces an answer.
import { html, targetOf } from './html.js';
import { current, esc, t, withTerms } from './texts.js';

/** @type {HTMLDialogElement | null} */
let dialog = null;
/** @type {Performs} */
let act = () => {};
// `perform` is called with what is clicked in the dialog, which then closes unless a form keeps it open.
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
  // A long one is read from the top, though the focus is at the bottom.
  dialog.scrollTop = 0;
}
export const hide = () => dialog?.close();

/** @type {Map<string, Promise<any>>} */
const kept = new Map();
/** @param {string} path */
const readOnce = (path) => {
  if (!kept.has(path))
    kept.set(
      path,
      fetch(path)
        .then((answer) => (answer.ok ? answer.json() : {}))
        .catch(() => ({})),
    );
  return kept.get(path);
};
// What a paragraph of a book means, or the ruling where the books are silent.
/**
 * @param {string} book @param {string} cite
 * @returns {Promise<{ from: string, gist: string, key?: string }>}
 */
async function meaningOf(book, cite) {
  if (/^R\d+$/.test(cite)) {
    const { title, text } = await readOnce(`/api/rulings/${cite.slice(1)}`);
    return {
      from: t('paragraph.ruling'),
      gist: title ? `${title} ${text}` : '',
      key: t('paragraph.ruling.key'),
    };
  }
  const all = await readOnce(`/api/books/${book}/paragraphs`),
    found = all[cite] || all[cite.replace(/^\S+ /, '')];
  return { from: t(`book.${book}`), gist: found?.gist };
}
/** @param {string} book @param {string} cite */
export async function showParagraph(book, cite) {
  const { from, gist, key } = await meaningOf(book, cite);
  show(
    html`
      <p class="eyebrow">${esc(from)}</p>
      <h2>${esc(cite)}</h2>
      ${
        gist
          ? html`
            <p class="gist" lang="en">${current() === 'en' ? withTerms(esc(gist)) : esc(gist)}</p>
            ${key ? `<p class="muted">${esc(key)}</p>` : ''}
            ${current() === 'en' ? '' : `<p class="muted">${t('paragraph.english')}</p>`}
          `
          : `<p class="gist">${t('paragraph.none')}</p>`
      }
    `,
    t('paragraph', { cite }),
  );
}
