// Text for the clipboard. On a plain connection a browser offers no clipboard: what is selected is copied.

/** @param {string} text @returns {Promise<boolean>} whether it was copied */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = /** @type {HTMLElement | null} */ (document.activeElement),
      field = Object.assign(document.createElement('textarea'), { value: text });
    // Nothing outside an open dialog can be selected.
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    before?.focus();
    return done;
  }
}
