// Pieces carried from one hand to the other with the mouse, a finger or a pen. A press that hardly moves
// stays a tap.
const SLOP = 8;
const nearest = (pieces, x) => {
  const away = (piece) => {
    const box = piece.getBoundingClientRect();
    return Math.abs((box.left + box.right) / 2 - x);
  };
  return [...pieces].sort((one, other) => away(one) - away(other))[0];
};
// What lies under the pointer: a piece, or the one nearest in the hand whose field it is.
function under(x, y, carried) {
  const all = document.elementsFromPoint(x, y).filter((each) => !carried.contains(each));
  const piece = all.map((each) => each.closest('button.piece')).find(Boolean);
  if (piece) return piece;
  const slot = all.map((each) => each.closest('.slot')).find(Boolean);
  return slot ? nearest(slot.querySelectorAll('button.piece'), x) : null;
}

// Calls drop(what was carried, the piece in whose place it goes), both as the data of their elements.
export function draggable(root, drop) {
  let held = null;
  const lay = () => {
    const { piece } = held;
    held = null;
    for (const name of ['translate', 'zIndex', 'position', 'transition']) piece.style[name] = '';
  };
  const down = (event) => {
    const piece = event.target.closest('button.piece');
    if (piece && event.button === 0 && !held)
      held = { piece, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
  };
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
  const up = (event) => {
    if (event.pointerId !== held?.id) return;
    const { piece, moving } = held,
      to = moving ? under(event.clientX, event.clientY, piece) : null;
    lay();
    if (!moving) return;
    // The press that ends a carrying is no tap.
    const stop = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    root.addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => root.removeEventListener('click', stop, { capture: true }), 0);
    if (to && to !== piece) drop({ ...piece.dataset }, { ...to.dataset });
  };
  const cancel = (event) => {
    if (event.pointerId === held?.id) lay();
  };
  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel };
  for (const [name, listener] of Object.entries(heard)) root.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(heard)) root.removeEventListener(name, listener);
  };
}

// The two hands after two pieces changed places; null if both lie in the same hand.
export function exchanged(draft, from, to) {
  if (from.half === to.half) return null;
  const next = { low: [...draft.low], high: [...draft.high] },
    here = Number(from.index),
    there = Number(to.index);
  [next[from.half][here], next[to.half][there]] = [next[to.half][there], next[from.half][here]];
  return next;
}
