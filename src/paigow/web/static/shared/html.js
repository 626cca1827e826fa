// Markup written over several lines: html`...` returns the text as if on one line. A line break with its
// indentation is one space within a tag and nothing between tags. Write a significant space there as ${' '}.
const BREAK_OR_EDGE = /\s*\n\s*|[<>]/g;
/** @param {TemplateStringsArray} strings */
const joined = (strings) => {
  let inTag = false;
  return strings.map((part) =>
    part.replace(BREAK_OR_EDGE, (found) => {
      if (found.includes('\n')) return inTag ? ' ' : '';
      inTag = found === '<';
      return found;
    }),
  );
};
// Each template is joined once: its list of strings is the same object at every call.
/** @type {WeakMap<TemplateStringsArray, string[]>} */
const kept = new WeakMap();

/** @param {TemplateStringsArray} strings @param {...any} values */
export const html = (strings, ...values) => {
  if (!kept.has(strings)) kept.set(strings, joined(strings));
  const parts = kept.get(strings);
  return values.reduce((text, value, i) => text + value + parts[i + 1], parts[0]);
};

// The element that was clicked or changed: all our event targets are elements.
/** @param {Event} event */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);
