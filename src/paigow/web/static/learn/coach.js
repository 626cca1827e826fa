// The coach mark: one at a time, above the hand or beside it, never over it. The caller supplies its text.

import { html } from '../shared/html.js';

const GAP = 12,
  LEAST = 190,
  WIDE = 528,
  NARROW = 372,
  PHONE = 720,
  // What the names of the second and the fifth seat leave of the felt's width.
  BETWEEN = 0.4;
/**
 * @typedef {{
 *   eyebrow: string, title: string, text: string, art?: string, point?: string, between?: boolean,
 *   buttons: [act: string, label: string, cls?: string][],
 * }} Mark
 */

// The first visible one of a mark's targets: a phone shows some of them elsewhere.
/** @param {HTMLElement} root @param {string} [point] @returns {DOMRect | undefined} */
const aimAt = (root, point) =>
  point &&
  [...root.querySelectorAll(point)]
    .map((each) => each.getBoundingClientRect())
    .find(({ width, height }) => width && height);

/** @param {Mark} mark */
const content = ({ eyebrow, title, text, art = '', buttons }) =>
  html`
    <p class="eyebrow">${eyebrow}</p>
    <h2 id="coach-title" tabindex="-1">${title}</h2>
    <p id="coach-text">${text}</p>
    ${art}
    <div class="row">
      ${buttons
        .map(
          ([act, label, cls = '']) =>
            `<button class="btn ${cls}" data-coach="${act}" data-k="coach-${act}">${label}</button>`,
        )
        .join('')}
    </div>
  `;

// Clear of the learner's own plate and chips, on the side nearer to the target, if either has the room.
/** @param {HTMLElement} root @param {number} left @param {number} width @param {number} right */
function clearOfOwn(root, left, width, right) {
  const own = aimAt(root, '.felt [data-own]');
  if (!own || left >= own.right + GAP || left + width + GAP <= own.left) return left;
  const free = [own.right + GAP, own.left - GAP - width].filter(
    (each) => each >= GAP && each + width + GAP <= right,
  );
  return free.sort((one, other) => Math.abs(one - left) - Math.abs(other - left))[0] ?? left;
}
// Place the mark where there is room: over the felt, its foot at the top of the hand, or left of a hand at
// the right of the screen. A mark between the players is narrow, in the middle of the felt.
/**
 * @param {HTMLElement} mark
 * @param {HTMLElement} root
 * @param {{ point?: string, between?: boolean }} where
 */
function place(mark, root, { point, between = false }) {
  const bar = root.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0,
    rail = root.querySelector('.railbox')?.getBoundingClientRect(),
    hand = rail?.height ? rail : null;
  if (!hand) return;
  const beside = hand.top - bar < LEAST,
    column = root.querySelector('.side')?.getBoundingClientRect(),
    // An upright tablet has the column below the felt.
    right = column?.left ? column.left : innerWidth;
  const most = between && right > PHONE ? Math.min(NARROW, BETWEEN * right) : WIDE;
  const width = Math.min(most, (beside ? hand.left : right) - 2 * GAP),
    aim = aimAt(root, between ? '.felt' : point) || hand,
    middle = (aim.left + aim.right) / 2,
    high = aim.top - bar < LEAST,
    past = aim.right + 3 * GAP,
    centered = Math.max(GAP, Math.min(right - width - GAP, middle - width / 2)),
    near = high && past + width + GAP <= right ? past : centered,
    left = beside ? GAP : between ? near : clearOfOwn(root, near, width, right);
  mark.style.setProperty('--width', `${width}px`);
  // If its target is too high for the mark to fit above it, the mark goes to its right, or else below it.
  const head = high ? hand.top : Math.min(hand.top, aim.top);
  Object.assign(mark.style, {
    left: `${left}px`,
    bottom: beside ? `${GAP}px` : `${innerHeight - head + GAP}px`,
    maxHeight: `${(beside ? innerHeight - GAP : head - GAP) - bar - GAP / 2}px`,
  });
}
// Collapsed, the mark is a button on the felt: in its middle, right of the dealer, in the corner outside its
// arc, or at its top, whichever covers no words. In fractions of the felt's width and height.
const SPOTS = [
  [0.5, 0.48],
  [1, 0.2],
  [0, 1],
  [0.5, 0],
];
/** @param {HTMLElement} mark @param {HTMLElement} root */
function tuck(mark, root) {
  const felt = root.querySelector('.felt'),
    area = felt.getBoundingClientRect(),
    words = [...felt.querySelectorAll('text')].map((each) => each.getBoundingClientRect());
  const boxes = SPOTS.map(([across, down]) => {
    const left = area.left + GAP + across * (area.width - mark.offsetWidth - 2 * GAP),
      top = area.top + GAP / 2 + down * (area.height - mark.offsetHeight - GAP);
    return new DOMRect(left, top, mark.offsetWidth, mark.offsetHeight);
  });
  const free = boxes.find((box) => !words.some((each) => meet(box, each))) || boxes[0];
  Object.assign(mark.style, {
    left: `${free.left}px`,
    bottom: `${innerHeight - free.bottom}px`,
    maxHeight: '',
  });
}
/** @param {DOMRect} one @param {DOMRect} other */
const meet = (one, other) =>
  other.width > 0 &&
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;
// A ring around the mark's target; the hand itself stays free to be touched.
/** @param {HTMLElement} ring @param {HTMLElement} root @param {string} [point] */
function encircle(ring, root, point) {
  const aim = aimAt(root, point);
  ring.hidden = !aim;
  if (!aim) return;
  const left = Math.max(2, aim.left - 4),
    right = Math.min(innerWidth - 2, aim.right + 4);
  Object.assign(ring.style, {
    left: `${left}px`,
    top: `${aim.top - 4}px`,
    width: `${right - left}px`,
    height: `${aim.height + 8}px`,
  });
}

// Only a mark with text is a dialog.
const DIALOG = { role: 'dialog', 'aria-labelledby': 'coach-title', 'aria-describedby': 'coach-text' };
/** @param {HTMLElement} mark @param {boolean} on */
function asDialog(mark, on) {
  for (const [name, value] of Object.entries(DIALOG)) {
    if (on) mark.setAttribute(name, value);
    else mark.removeAttribute(name);
  }
}
/** @param {HTMLElement} root @param {(act: string) => unknown} press */
export function coachOf(root, press) {
  const mark = document.createElement('section');
  mark.className = 'coach';
  mark.hidden = true;
  const ring = document.createElement('div');
  ring.className = 'aimed';
  ring.hidden = true;
  root.append(ring, mark);
  let /** @type {Mark | null} */ shown = null;
  mark.addEventListener('click', (event) => {
    const pressed = /** @type {Element} */ (event.target).closest('[data-coach]');
    if (pressed) press(pressed.dataset.coach);
  });
  const settle = () => {
    if (mark.classList.contains('folded')) tuck(mark, root);
    if (!shown) return;
    place(mark, root, shown);
    encircle(ring, root, shown.point);
  };
  const watch = new ResizeObserver(settle);
  addEventListener('resize', settle);
  return {
    get open() {
      return !!shown;
    },
    /** @param {Mark} given */
    show(given) {
      shown = given;
      mark.classList.remove('folded');
      asDialog(mark, true);
      mark.innerHTML = content(given);
      mark.hidden = false;
      settle();
      const rail = root.querySelector('.railbox');
      if (rail) watch.observe(rail);
      mark.querySelector('.primary')?.focus({ preventScroll: true });
      // The table redraws with the next frame: the hand may have moved by then.
      requestAnimationFrame(() => requestAnimationFrame(settle));
    },
    hide() {
      shown = null;
      // A hidden element keeps the focus until the next frame, and would take the next key.
      if (mark.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
      mark.hidden = true;
      ring.hidden = true;
    },
    // The mark collapsed to a button that restores it.
    /** @param {string} label */
    fold(label) {
      this.hide();
      mark.innerHTML = `<button class="btn" data-coach="again" data-k="coach-again">${label}</button>`;
      mark.classList.add('folded');
      asDialog(mark, false);
      mark.hidden = false;
      tuck(mark, root);
    },
    settle,
    main: () => mark.querySelector('.primary'),
    close() {
      watch.disconnect();
      removeEventListener('resize', settle);
      ring.remove();
      mark.remove();
    },
  };
}
