// A workshop for house ways: an editor that checks all hands while you write. Drafts stay in this browser.

import { topbar } from '../shared/bar.js';
import { api, whoAmI } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { download, problemOf, settled } from '../shared/study.js';
import { termed } from '../shared/terms.js';
import { esc, t } from '../shared/texts.js';
import { marked, replacedAt, suggestionIn } from './highlighting.js';
import { checkPanel, dearPanel, differencePanel, gutter, wordsPanel } from './panels.js';

const PAUSE = 350;
/** @returns {Record<string, string>} */
const drafts = () => JSON.parse(localStorage.getItem('workshop') || '{}');

/** @param {HTMLElement} root @param {{ go: Go }} given */
export async function workshopPage(root, { go }) {
  const ways = await api('/api/workshop/ways');
  /** The book that is meant for each game. @type {Record<string, string>} */
  const books = Object.fromEntries(ways.map((/** @type {any} */ { game, book }) => [game, book]));
  /** @type {any} */
  let state = {};
  const first =
    Object.values(drafts())[0] ?? ways.find((/** @type {any} */ { name }) => name === 'traditional').text;
  let text = first,
    edited = false,
    question = 0,
    timer = 0,
    other = '',
    /** @type {any} */ differs = null,
    compared = '',
    /** @type {import('../shared/study.js').Far | null | undefined} */ differing,
    whole = false,
    notice = '';
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('workshop') })}</header>
    <main class="page workshop">
      <div class="ws-head"></div>
      <section class="ws-editor" aria-label="${t('workshop.editor')}">
        <div class="ws-scroll">
          <pre class="ws-gutter" aria-hidden="true"></pre>
          <div class="ws-text">
            <pre aria-hidden="true"></pre>
            <textarea id="way" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"
              aria-label="${t('workshop.text')}" aria-describedby="way-error"></textarea>
          </div>
        </div>
        <div class="ws-error" id="way-error" role="status"></div>
      </section>
      <section class="ws-side">
        <div class="panelbox ws-check" aria-live="polite"></div>
        <div class="panelbox ws-hands"></div>
        <div class="panelbox ws-compare"></div>
      </section>
      <section class="ws-printed" aria-label="${t('workshop.card')}">
        <h2>${t('workshop.card')}</h2>
        <div class="ws-card" role="region" aria-label="${t('workshop.text')}" lang="en" tabindex="0"></div>
      </section>
    </main>
  `;
  const [head, gutterPlace, colors, errorPlace, check, hands, compare, card] = [
    '.ws-head',
    '.ws-gutter',
    '.ws-text pre',
    '.ws-error',
    '.ws-check',
    '.ws-hands',
    '.ws-compare',
    '.ws-card',
  ].map((part) => root.querySelector(part));
  const area = /** @type {HTMLTextAreaElement} */ (root.querySelector('#way'));
  const options = () => {
    const mine = Object.keys(drafts()).map(
      (title) => `<option value="mine:${esc(title)}">${esc(title)}</option>`,
    );
    const built = ways.map(
      (/** @type {any} */ { name, title }) => `<option value="${name}">${esc(title)}</option>`,
    );
    return html`
      <option value="">${t('workshop.open')}</option>
      <optgroup label="${t('workshop.mine')}">${mine.join('')}</optgroup>
      <optgroup label="${t('workshop.builtin')}">${built.join('')}</optgroup>
    `;
  };
  const fixButton = (/** @type {string} */ word) => html`
    <button class="btn slim" data-act="fix" data-k="fix">${t('workshop.fix', { word: esc(word) })}</button>
  `;
  function redraw() {
    draw(
      head,
      html`
        <h1>${t('workshop.title')}</h1>
        <p class="muted lead">${termed(t('workshop.lead'))}</p>
        <label><span class="sr">${t('workshop.open')}</span>
          <select class="pick" data-open="1" data-k="open">${options()}</select>
        </label>
        <span class="muted" role="status">${esc(notice)}</span>
        <button class="btn" data-act="export" data-k="export">${t('workshop.export')}</button>
        <button class="btn primary" data-act="table" data-k="table"
          ${state.check?.clean && !state.error ? '' : 'aria-disabled="true"'}>
          ${t('workshop.table')}
        </button>
      `,
    );
    const { error } = state;
    gutterPlace.innerHTML = gutter(text, error ? null : state.check, state.cost, error?.line ?? 0);
    colors.innerHTML = `${marked(text, error)}\n`;
    const better = suggestionIn(error?.allowed ?? null);
    draw(
      errorPlace,
      error
        ? html`
          <p class="lose">
            <b>${t('workshop.at', { line: error.line, column: error.column })}</b>${' '}
            <span lang="en">${esc(error.problem)} ${esc(error.allowed ?? '')}</span>${' '}
            ${better ? fixButton(better) : ''}
          </p>
        `
        : `<p class="muted">${t('workshop.margin')}</p>`,
    );
    const book = books[state.game] ?? books.tiles;
    draw(check, checkPanel(state) + wordsPanel(state.check, book));
    draw(hands, dearPanel(state.cost, book));
    const same = ways.filter((/** @type {any} */ { game }) => game === state.game);
    draw(
      compare,
      html`
        <h2>${t('workshop.compare')}</h2>
        <label><span class="sr">${t('workshop.compare')}</span>
          <select class="pick" data-other="1" data-input="1" data-k="other">
            <option value="">${t('workshop.choose')}</option>
            ${same
              .map(
                (/** @type {any} */ { name, title }) =>
                  `<option value="${name}" ${name === other ? 'selected' : ''}>${esc(title)}</option>`,
              )
              .join('')}
          </select>
        </label>
        ${differencePanel(differs, differing, {
          title: same.find((/** @type {any} */ { name }) => name === other)?.title,
          all: state.check?.hands,
          book,
          whole,
        })}
      `,
    );
    draw(card, state.card ? `<pre>${esc(state.card)}</pre>` : '');
  }
  const save = () => {
    if (!state.title || !edited) return;
    const { [state.title]: _old, ...rest } = drafts();
    localStorage.setItem('workshop', JSON.stringify({ [state.title]: text, ...rest }));
    notice = t('workshop.saved');
  };
  /**
   * @param {string} path
   * @param {() => boolean} wanted
   * @param {(far: import('../shared/study.js').Far) => void} told
   */
  const ask = (path, wanted, told) => settled(`/api/workshop/${path}`, { wanted, told, body: { text } });
  async function look() {
    question += 1;
    const mine = question,
      wanted = () => mine === question && root.isConnected;
    try {
      const read = await api('/api/workshop/read', { text });
      if (!wanted()) return;
      if (!read.ok) {
        state = { ...state, error: read.error, stale: true };
        redraw();
        return;
      }
      state = { ...read, error: null, stale: false, checking: null };
      save();
      redraw();
      const found = await ask('check', wanted, (far) => {
        state.checking = far;
        redraw();
      });
      if (!found) return;
      state.check = found;
      redraw();
      if (state.game === 'tiles' && found.clean) await page.count();
      // Selected while the rules were still being counted: it is already compared, and may be expanded.
      if (wanted() && other && compared !== pair()) await differ();
    } catch (error) {
      if (wanted()) notice = problemOf(error);
      redraw();
    }
  }
  const pair = () => JSON.stringify([text, other]);
  async function differ() {
    const mine = question,
      wanted = () => mine === question && root.isConnected;
    compared = pair();
    differs = null;
    whole = false;
    differing = other ? null : undefined;
    redraw();
    if (!other) return;
    const told = (/** @type {import('../shared/study.js').Far} */ far) => {
      differing = far;
      redraw();
    };
    differs = await settled('/api/workshop/difference', { wanted, told, body: { text, other } });
    if (root.isConnected) redraw();
  }
  /** @param {string} given */
  function take(given) {
    text = given;
    area.value = given;
    notice = '';
    differs = null;
    compared = '';
    other = '';
    look();
  }
  const page = {
    more: () => {
      whole = true;
      redraw();
    },
    count: async () => {
      const mine = question,
        wanted = () => mine === question && root.isConnected;
      state.costing = null;
      redraw();
      const found = await ask('cost', wanted, (far) => {
        state.costing = far;
        redraw();
      }).catch(/** @returns {any} */ () => null);
      if (!wanted()) return;
      state = { ...state, cost: found, costing: undefined };
      redraw();
    },
    fix: () => {
      const { line, column, allowed } = state.error;
      edited = true;
      take(replacedAt(text, line, column, suggestionIn(allowed)));
      area.focus();
    },
    export: () => download(text, `${(state.title || 'own').toLowerCase().replace(/\W+/g, '-')}.way`),
    table: async () => {
      if (!state.check?.clean || state.error) return;
      notice = t('workshop.opening');
      redraw();
      try {
        await whoAmI();
        const body = { submission: `${books[state.game]}-full`, kind: 'practice', bots: 2, way: text };
        const made = await api('/api/tables', body);
        go(`/table/${encodeURIComponent(made.id)}?sit`);
      } catch (error) {
        notice = problemOf(error);
        redraw();
      }
    },
    close: () => {
      question += 1;
      clearTimeout(timer);
      root.removeEventListener('input', typed);
      root.removeEventListener('change', changed);
    },
  };
  /** @param {Event} event */
  const typed = (event) => {
    if (targetOf(event) !== area) return;
    text = area.value;
    edited = true;
    state = { ...state, stale: true };
    question += 1;
    clearTimeout(timer);
    timer = window.setTimeout(look, PAUSE);
    redraw();
  };
  /** @param {Event} event */
  const changed = (event) => {
    const field = /** @type {HTMLSelectElement} */ (targetOf(event));
    if (field.dataset.other) {
      other = field.value;
      differ();
    } else if (field.dataset.open && field.value) {
      const { value } = field;
      field.value = '';
      edited = false;
      const mine = value.startsWith('mine:') && drafts()[value.slice(5)];
      take(mine || ways.find((/** @type {any} */ { name }) => name === value).text);
    }
  };
  root.addEventListener('input', typed);
  root.addEventListener('change', changed);
  take(first);
  return page;
}
