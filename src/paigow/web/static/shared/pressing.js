// A press counts though what was pressed was drawn anew or moved before it was let go: a browser makes no
// click of it.
const actAt = (node) => node?.closest?.('[data-act]');
const said = (pressed) => JSON.stringify({ ...pressed.dataset });

export function mendPresses() {
  let held = null;
  const down = (event) => {
    const pressed = event.pointerType === 'mouse' && event.button === 0 && actAt(event.target);
    held = pressed ? said(pressed) : null;
  };
  const up = ({ clientX, clientY }) => {
    const was = held;
    // A mouse's click follows at once, before anything else can happen.
    if (was)
      setTimeout(() => {
        const there = held === was && actAt(document.elementFromPoint(clientX, clientY));
        held = null;
        if (there && !there.disabled && said(there) === was)
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
  for (const [name, heard] of Object.entries({ pointerdown: down, pointerup: up, click: clicked }))
    document.addEventListener(name, heard, { capture: true });
}
