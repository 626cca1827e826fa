import { morph } from './morphing.js';
import { money } from './texts.js';

// Render text into regions of the page: only what changed, keeping the focus, animating what moved.
export const still = () =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ||
  document.documentElement.dataset.motion === 'off';
const EASE = 'cubic-bezier(.2,.8,.2,1)';

/** @param {HTMLElement} root */
const places = (root) =>
  new Map(
    [...root.querySelectorAll('svg [data-move]')].map((piece) => [
      piece.dataset.move,
      piece.getBoundingClientRect(),
    ]),
  );
/** @param {HTMLElement} root @param {Map<string, DOMRect>} before */
function moved(root, before) {
  const svg = root.querySelector('svg');
  if (!svg || !before.size || still()) return;
  let order = 0;
  // Stacks stay in place: `moves` shows what happens to them, and new hands.
  const all = [...svg.querySelectorAll('[data-move]:not([data-move^=stock])')].map((piece) => ({
    piece,
    now: piece.getBoundingClientRect(),
    scale: /** @type {SVGGElement} */ (piece.parentNode).getScreenCTM()?.a || 1,
  }));
  for (const { piece, now, scale } of all) {
    const key = piece.dataset.move,
      from = before.get(key);
    if (!from && /^p\d.*f$/.test(key)) {
      piece.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], {
        duration: 260,
        easing: 'ease-in-out',
        delay: order * 60,
        fill: 'backwards',
      });
      piece.style.transformBox = 'fill-box';
      piece.style.transformOrigin = 'center';
      order += 1;
      continue;
    }
    if (!from) continue;
    const dx = (from.x - now.x) / scale,
      dy = (from.y - now.y) / scale;
    if (Math.abs(dx) + Math.abs(dy) < 1) continue;
    piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
      duration: 320,
      easing: EASE,
    });
  }
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();
/** @param {HTMLElement} region @param {string} markup @param {{ move?: boolean }} [given2] */
export function draw(region, markup, { move = false } = {}) {
  if (drawn.get(region) === markup) return false;
  const active = document.activeElement,
    within = region.contains(active) && active !== document.body ? active : null;
  const before = move ? places(region) : new Map();
  morph(region, markup);
  drawn.set(region, markup);
  if (within && within !== document.activeElement) refocus(region, /** @type {HTMLElement} */ (within));
  if (move) moved(region, before);
  return true;
}
// The focused element is gone: its re-rendered counterpart takes the focus, or else its part of the page.
/** @param {HTMLElement} region @param {HTMLElement} within */
function refocus(region, within) {
  const key = within.dataset.k;
  const again = within.isConnected ? within : key && region.querySelector(`[data-k="${CSS.escape(key)}"]`);
  (again || region.querySelector('[tabindex="-1"]'))?.focus({ preventScroll: true });
}

// Meters count up to their new amount.
const COUNTING = 600;
/** @type {WeakMap<Element, number>} */
const shown = new WeakMap();
/** @param {Element} text @param {number} from @param {number} to @param {number} start */
function count(text, from, to, start) {
  /** @param {number} now */
  const step = (now) => {
    if (!text.isConnected || shown.get(text) !== to) return;
    const part = Math.max(0, Math.min(1, (now - start) / COUNTING));
    text.textContent = money(from + Math.round((to - from) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}
/** @param {HTMLElement} region */
export function countUp(region) {
  for (const text of region.querySelectorAll('[data-meter]')) {
    const to = Number(text.dataset.meter),
      from = shown.get(text) ?? to;
    shown.set(text, to);
    if (to > from && !still()) count(text, from, to, performance.now());
  }
}

// Finish all animations: on a tap or the space bar.
export const finishMoving = () =>
  document.getAnimations?.().forEach((animation) => {
    try {
      animation.finish();
    } catch {
      animation.cancel();
    }
  });
/** @param {HTMLElement} root */
export const shakeNow = (root) => {
  const bowl = root.querySelector('.felt [data-move="shaker"]');
  if (!bowl || still()) return;
  bowl.animate(
    [0, -6, 6, -5, 5, -3, 0].map((x) => ({ transform: `translate(${x}px, ${Math.abs(x) / 2}px)` })),
    { duration: 900, easing: 'ease-in-out' },
  );
};
