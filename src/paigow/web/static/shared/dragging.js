// Dragging pieces from one hand to the other with the mouse, a finger, or a pen. A press that hardly moves
// stays a tap.
import { targetOf } from './html.js';

const SLOP = 8;
/** @param {Iterable<HTMLElement>} pieces @param {number} x */
const nearest = (pieces, x) => {
  /** @param {HTMLElement} piece */
  const away = (piece) => {
    const box = piece.getBoundingClientRect();
    return Math.abs((box.left + box.right) / 2 - x);
  };
  return [...pieces].sort((one, other) => away(one) - away(other))[0];
};
// What is under the pointer: a piece, or the nearest one in the hand whose area it is.
/** @param {number} x @param {number} y @param {Element} carried */
function under(x, y, carried) {
  const all = document.elementsFromPoint(x, y).filter((each) => !carried.contains(each));
  const piece = all.map((each) => each.closest('button.piece')).find(Boolean);
  if (piece) return piece;
  const slot = all.map((each) => each.closest('.slot')).find(Boolean);
  return slot ? nearest(slot.querySelectorAll('button.piece'), x) : null;
}

// Calls drop(the dragged piece, the piece it replaces), both as the data of their elements.
/** @param {HTMLElement} root @param {(from: Moved, to: Moved) => void} drop */
export function draggable(root, drop) {
  /** @type {{ piece: HTMLElement, id: number, x: number, y: number, moving: boolean } | null} */
  let held = null;
  const lay = () => {
    const { piece } = held;
    held = null;
    for (const name of ['translate', 'z-index', 'position', 'transition']) piece.style.setProperty(name, '');
  };
  /** @param {PointerEvent} event */
  const down = (event) => {
    const piece = targetOf(event).closest('button.piece');
    if (piece && event.button === 0 && !held)
      held = { piece, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (event.pointerId !== held?.id) return;
    const dx = event.clientX - held.x,
      dy = event.clientY - held.y;
    if (!held.moving && Math.hypot(dx, dy) < SLOP) return;
    if (!held.moving) {
      held.moving = true;
      held.piece.setPointerCapture(held.id);
    }
    Object.assign(held.piece.style, {
      translate: `${dx}px ${dy}px`,
      zIndex: '5',
      position: 'relative',
      transition: 'none',
    });
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (event.pointerId !== held?.id) return;
    const { piece, moving } = held,
      to = moving ? under(event.clientX, event.clientY, piece) : null;
    lay();
    if (!moving) return;
    // The click that ends a drag isn't a tap.
    /** @param {any} click */
    const stop = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    root.addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => root.removeEventListener('click', stop, { capture: true }), 0);
    // The drag is over: Enter is for the page's main button again, not for this piece.
    piece.blur();
    if (to && to !== piece) drop({ ...piece.dataset }, { ...to.dataset });
  };
  /** @param {PointerEvent} event */
  const cancel = (event) => {
    if (event.pointerId === held?.id) lay();
  };
  /** @type {Record<string, (event: any) => void>} */
  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel };
  for (const [name, listener] of Object.entries(heard)) root.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(heard)) root.removeEventListener(name, listener);
  };
}

// The two hands after two pieces changed places; null if both are in the same hand.
/** @param {Draft} draft @param {Moved} from @param {Moved} to */
export function exchanged(draft, from, to) {
  if (from.half === to.half) return null;
  /** @type {Record<string, Piece[]> & Draft} */
  const next = { low: [...draft.low], high: [...draft.high] };
  const here = Number(from.index),
    there = Number(to.index);
  [next[from.half][here], next[to.half][there]] = [next[to.half][there], next[from.half][here]];
  return next;
}
