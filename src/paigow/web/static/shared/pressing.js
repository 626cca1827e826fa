// Keep a click when its element is re-rendered or moved mid-press: browsers don't fire one then.
/** @param {Element} node */
const actAt = (node) => node?.closest?.('[data-act]');
/** @param {HTMLElement} pressed */
const said = (pressed) => JSON.stringify({ ...pressed.dataset });

export function mendPresses() {
  /** @type {string | null} */
  let held = null;
  /** @param {GameEvent} event */
  const down = (event) => {
    const pressed = event.pointerType === 'mouse' && event.button === 0 && actAt(event.target);
    held = pressed ? said(pressed) : null;
  };
  /** @param {{ clientX: any, clientY: any }} given */
  const up = ({ clientX, clientY }) => {
    const was = held;
    // A mouse click follows at once, before anything else can happen.
    if (was)
      setTimeout(() => {
        const there = held === was && actAt(document.elementFromPoint(clientX, clientY));
        held = null;
        if (there && !there.matches(':disabled') && said(there) === was)
          there.dispatchEvent(
            new PointerEvent('click', {
              bubbles: true,
              cancelable: true,
              pointerType: 'mouse',
              clientX,
              clientY,
            }),
          );
      });
  };
  const clicked = () => {
    held = null;
  };
  /** @type {Record<string, (event: any) => void>} */
  const all = { pointerdown: down, pointerup: up, click: clicked };
  for (const [name, heard] of Object.entries(all)) document.addEventListener(name, heard, { capture: true });
}
