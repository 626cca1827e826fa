// Settings of this browser, applied at once, with a preview of the table.

import { card, svg, tile } from '../pieces/drawings.js';
import { topbar } from '../shared/bar.js';
import { html, targetOf } from '../shared/html.js';
import { keyOf, keysChanged, LETTERS, resetKeys, setKey } from '../shared/keys.js';
import { NAMES } from '../shared/language.js';
import { morph } from '../shared/morphing.js';
import { navigation } from '../shared/nav.js';
import { chosen, fourColours, SETTINGS, setChosen } from '../shared/settings.js';
import { sound } from '../shared/sounds.js';
import { marked } from '../shared/terms.js';
import { current, languages, loadPart, loadTexts, t } from '../shared/texts.js';

/** @type {[part: string, names: string[]][]} */
const PARTS = [
  ['look', ['theme', 'felt', 'deck', 'motion']],
  ['sound', ['sound', 'vibrate']],
  ['play', ['pace', 'surrender', 'messages']],
];
const FIXED = ['Enter', '1–9', '?'];
/** @param {string} key */
const meaning = (key) => t(`help.key.${key}`);
// The letter whose key is being changed.
let changing = '';
/** @param {string} letter */
const keyRow = (letter) => {
  const what = meaning(letter),
    now = changing === letter ? t('settings.keys.press') : keyOf(letter);
  return html`
    <div>
      <dt>${marked(what)}</dt>
      <dd>
        <button class="keybtn" data-key="${letter}" data-k="key-${letter}" aria-label="${what}: ${now}">
          <kbd>${now}</kbd>
        </button>
      </dd>
    </div>
  `;
};
/** @param {string} key */
const fixedRow = (key) => `<div><dt>${marked(meaning(key))}</dt><dd><kbd>${key}</kbd></dd></div>`;
const keyList = () =>
  html`
    <section class="panelbox" aria-labelledby="s-keys">
      <b id="s-keys">${t('settings.keys')}</b>
      <p class="muted">${t('settings.keys.text')}</p>
      <dl class="keylist">
        ${FIXED.map(fixedRow).join('')}
        ${LETTERS.map(keyRow).join('')}
      </dl>
      ${keysChanged() ? `<button class="btn" data-k="keyreset">${t('settings.keys.reset')}</button>` : ''}
    </section>
  `;
/** @param {string} name @param {string} value @param {string} text @param {boolean} on */
const option = (name, value, text, on) =>
  html`
    <label class="option ${name === 'felt' ? `swatch ${value}` : ''}">
      <input type="radio" name="${name}" value="${value}" data-setting="${name}" ${on ? 'checked' : ''}/>
      <span ${name === 'language' ? `lang="${value}"` : ''}>${text}</span>
    </label>
  `;
/** @param {string} name */
const values = (name) => [...SETTINGS[name]].sort((a, b) => order(name, a) - order(name, b));
/** @param {string} name @param {string} value */
const order = (name, value) => (name === 'pace' ? ['slow', 'normal', 'quick'].indexOf(value) : 0);
/** @param {string} name */
const control = (name) =>
  SETTINGS[name].includes('on')
    ? html`
      <label class="switch">
        <input type="checkbox" role="switch" data-setting="${name}" aria-labelledby="s-${name}"
          aria-describedby="d-${name}" ${chosen(name) === 'on' ? 'checked' : ''}/>
      </label>
    `
    : html`
      <div class="segments" role="radiogroup" aria-labelledby="s-${name}">
        ${values(name)
          .map((value) => option(name, value, t(`settings.${name}.${value}`), chosen(name) === value))
          .join('')}
      </div>
    `;
/** @param {string} name @param {string} right */
const row = (name, right) =>
  html`
    <div class="setting" data-k="row-${name}">
      <div>
        <b id="s-${name}">${t(`settings.${name}`)}</b>
        <p class="muted" id="d-${name}">${marked(t(`settings.${name}.text`))}</p>
      </div>
      ${right}
    </div>
  `;
const language = () =>
  html`
    <div class="segments" role="radiogroup" aria-labelledby="s-language">
      ${languages()
        .map((each) => option('language', each, NAMES[each], each === current()))
        .join('')}
    </div>
  `;
const HAND = ['Qs', 'Qh', 'Ac', '9s', '4d'];
const preview = () =>
  html`
    <figure class="feltbox">
      ${svg(
        330,
        270,
        html`
          ${HAND.map((name, i) => card(name, 12 + 58 * i, 8, 118, { four: fourColours() })).join('')}
          ${['6-6', '2-4', '1-1', '4-5'].map((name, i) => tile(name, 62 + 54 * i, 148, 112)).join('')}
        `,
        'aria-hidden="true"',
      )}
      <figcaption>${t('settings.preview')}</figcaption>
    </figure>
  `;
const markup = () =>
  html`
    <header class="topbar">${topbar({ nav: navigation('settings') })}</header>
    <main class="page settings">
      <h1>${t('settings.title')}</h1>
      <div class="sheets">
        ${PARTS.map(
          ([part, names]) => html`
            <section class="panelbox" aria-label="${t(`settings.part.${part}`)}">
              ${names.map((name) => row(name, control(name))).join('')}
              ${part === 'play' ? row('foul', `<span class="muted">${t('settings.always')}</span>`) : ''}
            </section>
          `,
        ).join('')}
        <section class="panelbox" aria-label="${t('settings.part.language')}">
          ${row('language', language())}
        </section>
      </div>
      <aside aria-label="${t('settings.preview')}">
        ${preview()}
        ${keyList()}
      </aside>
    </main>
  `;

/** @param {HTMLElement} root */
export async function settingsPage(root) {
  await loadPart('terms');
  const draw = () => morph(root, markup());
  root.addEventListener('change', async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target),
      name = input.dataset.setting;
    if (!name) return;
    if (name === 'language') {
      await loadTexts(input.value);
      await Promise.all(['settings', 'help', 'terms'].map(loadPart));
    } else setChosen(name, input.type === 'checkbox' ? (input.checked ? 'on' : 'off') : input.value);
    if (name === 'sound' && input.checked) sound('win');
    if (name === 'vibrate' && input.checked) navigator.vibrate?.(120);
    draw();
  });
  root.addEventListener('click', (event) => {
    const { key, k } = targetOf(event).closest('button')?.dataset || {};
    if (!key && k !== 'keyreset') return;
    if (key) changing = key;
    else resetKeys();
    draw();
  });
  root.addEventListener('keydown', (event) => {
    if (!changing || event.key === 'Tab') return;
    event.preventDefault();
    if (/^[a-z]$/i.test(event.key)) setKey(changing, event.key.toUpperCase());
    else if (event.key !== 'Escape') return;
    changing = '';
    draw();
  });
  draw();
  return {};
}
