// Buttons with their keys, paragraphs to click, and the clock of a decision.
import { html } from '../../shared/html.js';
import { keyOf } from '../../shared/keys.js';
import { esc, t } from '../../shared/texts.js';
import { timer } from '../felt/board.js';
import { nameOf } from '../model.js';

/** @param {string | number} key */
export const kbd = (key) => `<kbd aria-hidden="true">${keyOf(String(key))}</kbd>`;
/**
 * @param {string} act
 * @param {string} text
 * @param {{ key?: string, cls?: string, data?: string, off?: string }} [given2]
 */
export const button = (act, text, { key = '', cls = '', data = '', off = '' } = {}) =>
  html`
    <button class="btn ${cls}" data-act="${act}" data-k="${act}${data}" ${data}
      ${off ? `aria-disabled="true" data-why="${esc(off)}"` : ''}>
      ${text}${key ? ` ${kbd(key)}` : ''}
    </button>
  `;
/** @param {Cites | undefined} cites @param {number} [most] */
export const paragraphs = (cites, most = 1) =>
  (cites || [])
    .slice(0, most)
    .map(
      (cite) =>
        html`
          <button class="para" data-act="paragraph" data-cite="${esc(cite)}"
            aria-label="${esc(t('paragraph', { cite }))}">
            ${esc(cite)}
          </button>
        `,
    )
    .join(' ');
// Whom the table waits for while I have nothing to do: players by name, or the dealer.
/** @param {Model} model */
export function whoseTurn(model) {
  const [name, other, ...more] = model.awaited
    .filter((/** @type {string} */ person) => person !== model.me)
    .map((/** @type {string} */ person) => nameOf(model, person));
  if (!name) return t('wait.title');
  if (more.length) return esc(t('wait.more', { name, n: more.length + 1 }));
  return esc(other ? t('wait.two', { name, other }) : t('wait.for', { name }));
}
/** @param {Model} model @param {string} title @param {string} sub */
export function clock(model, title, sub) {
  const left = model.deadline ? Math.max(0, Math.ceil((model.deadline - Date.now()) / 1000)) : null;
  const ring = left === null ? '' : timer(left, model.of || 30);
  return html`
    <div class="clock">
      ${ring}
      <div><b>${title}</b><span class="muted">${left === null ? sub : t('timer.left')}</span></div>
    </div>
  `;
}
