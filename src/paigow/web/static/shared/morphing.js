// Morph a part of the page to match new markup, keeping every element that is still the same: a press that
// began on a button ends on it, the focus stays, and nothing flickers.
/** @param {any} node */
const keyOf = (node) => node.dataset?.k || node.dataset?.move || node.id || '';
/** @param {any} old @param {any} wanted */
const alike = (old, wanted) => old.nodeName === wanted.nodeName && keyOf(old) === keyOf(wanted);

/** @param {any} old @param {any} wanted */
function attributes(old, wanted) {
  // What a person has typed stays, unless the page itself has a new value.
  const said = old.nodeName === 'INPUT' && old.getAttribute('value') !== wanted.getAttribute('value');
  for (const { name } of [...old.attributes]) {
    // Inline `style` set during animations belongs to the page's modules. The person decides whether details
    // are open.
    const theirs = name === 'style' || (name === 'open' && old.nodeName === 'DETAILS');
    if (!theirs && !wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  // In a list that the page itself can change, the page decides what is selected.
  if (old.nodeName === 'OPTION' && old.parentNode.dataset.input)
    old.selected = wanted.hasAttribute('selected');
  if (said && old !== document.activeElement) old.value = wanted.value;
}

/** @param {any} old @param {any} wanted */
function become(old, wanted) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  attributes(old, wanted);
  children(old, wanted);
}

/** @param {ChildNode} node */
function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** @param {any} old @param {any} wanted */
function children(old, wanted) {
  const keyed = new Map(),
    stays = new Set([...wanted.children].map(keyOf));
  for (const child of old.children) if (keyOf(child)) keyed.set(keyOf(child), child);
  let at = old.firstChild;
  for (const next of [...wanted.childNodes]) {
    // Remove unwanted elements first, so that those after them needn't be moved.
    while (at && keyOf(at) && !stays.has(keyOf(at))) at = dropped(at);
    const key = keyOf(next);
    const known = key ? keyed.get(key) : null;
    if (known && alike(known, next)) {
      keyed.delete(key);
      // Moving an element loses its focus, so move what is before it instead.
      while (at && at !== known && (!keyOf(at) || !stays.has(keyOf(at)))) at = dropped(at);
      if (known === at) at = at.nextSibling;
      else old.insertBefore(known, at);
      become(known, next);
    } else if (!key && at && alike(at, next)) {
      const same = at;
      at = at.nextSibling;
      become(same, next);
    } else old.insertBefore(next, at);
  }
  while (at) at = dropped(at);
}

/** @param {HTMLElement} region @param {string} markup */
export function morph(region, markup) {
  const wanted = document.createElement('template');
  wanted.innerHTML = markup;
  children(region, wanted.content);
}
