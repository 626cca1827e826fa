// Keys at a table: the focused element comes first, then the phase decides what a key means.
import { finishMoving } from '../shared/drawing.js';
import { targetOf } from '../shared/html.js';
import { meant } from '../shared/keys.js';
import { keyed } from './actions.js';

/** @param {HTMLElement} root @param {HTMLElement} piece @param {string} key */
function moveFocus(root, piece, key) {
  const all = [...root.querySelectorAll('button.piece')],
    at = all.indexOf(piece);
  all[(at + (key === 'ArrowLeft' || key === 'ArrowUp' ? all.length - 1 : 1)) % all.length]?.focus();
}
// Put the keyboard on the main button, unless it is somewhere else already; returns whether there is one.
/** @param {HTMLElement} root */
export function toMain(root) {
  const at = document.activeElement,
    front = /** @type {HTMLElement | null} */ (root.querySelector('#front')),
    main = /** @type {HTMLElement | null} */ (root.querySelector('.btn.primary:not([aria-disabled="true"])'));
  if (!at || at === document.body || at === front) (main || front)?.focus({ preventScroll: true });
  return !!main;
}
/** @type {Record<string, string>} */
const OUTSIDE = { '?': 'help', l: 'menu', m: 'sound' };
// `perform` carries out each key, including those that aren't table actions: the menu, the help.
/**
 * @param {HTMLElement} root
 * @param {() => Model} model
 * @param {(act: string, data: any) => unknown} perform
 * @returns {(event: KeyboardEvent) => void}
 */
export const keyboard = (root, model, perform) => (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const target = targetOf(event),
    { view } = model(),
    own = target.matches?.('button, a, input, select, [role="button"]');
  if (target.matches?.('g[role="button"]') && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    perform(target.dataset.act, { ...target.dataset });
    return;
  }
  const key = meant(event.key),
    outside = OUTSIDE[key];
  if (outside && (outside === 'help' || (view && !target.matches?.('input, select')))) {
    perform(outside, {});
    return;
  }
  // The main button has the focus by default: skipping an animation must not place a bet.
  const moves = target.matches?.('button') && document.querySelector('.movers > svg');
  if (event.key === ' ' && (moves || !own)) {
    event.preventDefault();
    finishMoving();
    return;
  }
  if (event.key === 'Enter' && own) return;
  if (target.matches?.('.piece') && event.key.startsWith('Arrow')) {
    moveFocus(root, target, event.key);
    event.preventDefault();
    return;
  }
  if (target.matches?.('input, select')) return;
  const found = view && keyed(model(), key);
  if (found) {
    event.preventDefault();
    perform(found[0], found[1]);
  }
};
