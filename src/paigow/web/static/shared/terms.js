// One glossary for all pages: a dotted underline marks a term that explains itself, by tap, mouse, or
// keyboard. Some sentences name a term in brackets, [push] or [push|pushes]; in others the terms are found by
// search.

import { show } from './dialogs.js';
import { html, targetOf } from './html.js';
import { current, esc, keysOf, loadPart, setTermMarker, t, term } from './texts.js';

const NAMED = /\[([\w.-]+)(?:\|([^\]]+))?\]([.,;:!?，。；：]*)/g;
const MARKS = /^[.,;:!?，。；：]+/;
// A period or a comma stays on the line of its word.
/** @param {string} word @param {string} marks */
const kept = (word, marks) => (marks ? `<span class="nobr">${word}${marks}</span>` : word);
// A text of ours with its terms in brackets.
/** @param {string} text */
export const termed = (text) =>
  esc(text).replace(NAMED, (_, id, shown, marks) =>
    kept(term(id, shown || t(`terms.${id}`).toLowerCase()), marks),
  );

// Words in Latin letters need word boundaries; Chinese has none.
const edges = (/** @type {string} */ words) =>
  /[a-z]/i.test(words) ? new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'i') : new RegExp(words);
// The search pattern of each term, in the page's language. Longer words first: "house way" before "house".
/** @type {[language: string, [id: string, RegExp][]]} */
let finders = ['', []];
function findersNow() {
  if (finders[0] !== current())
    finders = [
      current(),
      keysOf('terms.')
        .filter((key) => key.endsWith('.words') && t(key) !== '-')
        .sort((one, other) => t(other).length - t(one).length)
        .map((key) => [key.slice(6, -6), edges(t(key))]),
    ];
  return finders[1];
}
// Find the first occurrence of each term in a sentence that is already escaped.
/** @param {string} text */
function found(text) {
  /** @type {{ id: string, at: number, end: number }[]} */
  const places = [];
  for (const [id, pattern] of findersNow()) {
    const hit = text.match(pattern);
    if (!hit) continue;
    const at = hit.index,
      end = at + hit[0].length;
    if (places.every((each) => end <= each.at || at >= each.end)) places.push({ id, at, end });
  }
  places.sort((one, other) => other.at - one.at);
  return places.reduce((told, { id, at, end }) => {
    const [marks] = told.slice(end).match(MARKS) || [''];
    return told.slice(0, at) + kept(term(id, told.slice(at, end)), marks) + told.slice(end + marks.length);
  }, text);
}

// A sentence with its terms found, on a page that has loaded the glossary.
/** @param {string} text */
export const marked = (text) => found(esc(text));
// The language may have changed since: the glossary is read with each page.
export async function readTerms() {
  await loadPart('terms');
  finders = ['', []];
  setTermMarker(found);
}

/** @param {string} id */
const explain = (id) =>
  show(
    html`
      <h2>${esc(t(`terms.${id}`))}</h2>
      <p class="gist">${esc(t(`terms.${id}.text`))}</p>
    `,
    t('terms.said', { name: t(`terms.${id}`) }),
  );

const tip = Object.assign(document.createElement('p'), { className: 'termtip', id: 'termtip', hidden: true });
tip.setAttribute('role', 'tooltip');
/** @type {HTMLElement | null} */
let at = null;
const hide = () => {
  at?.removeAttribute('aria-describedby');
  at = null;
  tip.hidden = true;
};
/** @param {HTMLElement} button */
function point(button) {
  hide();
  at = button;
  tip.textContent = t(`terms.${button.dataset.term}.text`);
  document.body.append(tip);
  tip.hidden = false;
  button.setAttribute('aria-describedby', tip.id);
  const box = button.getBoundingClientRect(),
    own = tip.getBoundingClientRect(),
    above = box.top - own.height - 8;
  tip.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, box.left))}px`;
  tip.style.top = `${above > 8 ? above : box.bottom + 8}px`;
}
/** @param {Event} event */
const termOf = (event) =>
  /** @type {HTMLElement | null} */ (targetOf(event).closest?.('[data-term]') || null);
document.addEventListener('pointerover', (event) => {
  const button = termOf(event);
  if (button && event.pointerType === 'mouse') point(button);
  else if (at && !at.matches(':focus-visible')) hide();
});
document.addEventListener('focusin', (event) => {
  const button = termOf(event);
  if (button?.matches(':focus-visible')) point(button);
  else hide();
});
// Before the page's own listeners: a term isn't an action at a table.
document.addEventListener(
  'click',
  (event) => {
    const button = termOf(event);
    if (!button) return;
    event.stopPropagation();
    hide();
    explain(button.dataset.term);
  },
  true,
);
document.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || !at) return;
    event.stopPropagation();
    hide();
  },
  true,
);
