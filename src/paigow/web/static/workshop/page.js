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
import { helpPanel, starter } from './starting.js';

const PAUSE = 350,
  // A text that can't be read yet has no title to be kept under.
  UNFINISHED = 'workshop-unfinished';
/** @returns {Record<string, string>} */
const drafts = () => JSON.parse(localStorage.getItem('workshop') || '{}');

/** @param {HTMLElement} root @param {{ go: Go }} given */
export async function workshopPage(root, { go }) {
  const ways = await api('/api/workshop/ways');
  /** The book that is meant for each game. @type {Record<string, string>} */
  const books = Object.fromEntries(ways.map((/** @type {any} */ { game, book }) => [game, book]));
  /** @type {any} */
  let state = {};
  const built = (/** @type {string} */ wanted) =>
    ways.find((/** @type {any} */ { name }) => name === wanted).text;
  const unfinished = localStorage.getItem(UNFINISHED),
    first = unfinished ?? Object.values(drafts())[0] ?? built('traditional');
  let text = first,
    edited = unfinished !== null,
    // The titles that this text was kept under since it was opened: a title is typed letter by letter.
    /** @type {string[]} */ titles = [],
    question = 0,
    timer = 0,
    other = '',
    /** @type {any} */ differs = null,
    compared = '',
    /** @type {import('../shared/study.js').Far | null | undefined} */ differing,
    whole = false,
    removing = false,
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
        <div class="ws-help"></div>
      </section>
      <section class="ws-side">
        <div class="panelbox ws-check" aria-live="polite"></div>
        <div class="panelbox ws-compare"></div>
        <div class="panelbox ws-hands"></div>
      </section>
      <section class="ws-printed" aria-label="${t('workshop.card')}">
        <h2>${t('workshop.card')}</h2>
        <div class="ws-card" role="region" aria-label="${t('workshop.text')}" lang="en" tabindex="0"></div>
      </section>
    </main>
  `;
  const [head, gutterPlace, colors, errorPlace, help, check, hands, compare, card] = [
    '.ws-head',
    '.ws-gutter',
    '.ws-text pre',
    '.ws-error',
    '.ws-help',
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
    const others = ways.map(
      (/** @type {any} */ { name, title }) => `<option value="${name}">${esc(title)}</option>`,
    );
    return html`
      <option value="">${t('workshop.open')}</option>
      <optgroup label="${t('workshop.new')}">
        ${Object.keys(books)
          .map((game) => `<option value="new:${game}">${t(`workshop.new.${game}`)}</option>`)
          .join('')}
      </optgroup>
      <optgroup label="${t('workshop.mine')}">${mine.join('')}</optgroup>
      <optgroup label="${t('workshop.builtin')}">${others.join('')}</optgroup>
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
        ${
          drafts()[state.title] === undefined
            ? ''
            : html`
              <button class="btn quiet" data-act="remove" data-k="remove">
                ${t(removing ? 'workshop.delete.sure' : 'workshop.delete')}
              </button>
            `
        }
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
            ${
              error.line
                ? html`
                  <button class="ws-at" data-act="place" data-k="place">
                    ${t('workshop.at', { line: error.line, column: error.column })}
                  </button>
                `
                : ''
            }${' '}
            <span lang="en">${esc(error.problem)} ${esc(error.allowed ?? '')}</span>${' '}
            ${better ? fixButton(better) : ''}
          </p>
        `
        : `<p class="muted">${t('workshop.margin')}</p>`,
    );
    draw(help, helpPanel(state.game));
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
    const rest = Object.entries(drafts()).filter(
      ([title]) => title !== state.title && !titles.includes(title),
    );
    if (drafts()[state.title] === undefined) titles.push(state.title);
    localStorage.setItem('workshop', JSON.stringify({ [state.title]: text, ...Object.fromEntries(rest) }));
    localStorage.removeItem(UNFINISHED);
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
      // What isn't about a place in the text, such as its length, stands where other errors do.
      const read = await api('/api/workshop/read', { text }).catch(
        /** @returns {any} */ (error) => ({
          ok: false,
          error: { line: 0, column: 0, problem: problemOf(error), allowed: null },
        }),
      );
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
    titles = [];
    removing = false;
    text = given;
    area.value = given;
    notice = '';
    differs = null;
    compared = '';
    other = '';
    look();
  }
  // Another text instead of this one, which is kept unless it can't be read.
  /** @param {string} given @param {boolean} [fresh] kept even if nothing is changed in it */
  function open(given, fresh = false) {
    localStorage.removeItem(UNFINISHED);
    edited = fresh;
    take(given);
  }
  function freeTitle() {
    const taken = drafts(),
      title = t('workshop.new.title');
    for (let n = 1; ; n += 1) {
      const found = n > 1 ? `${title} ${n}` : title;
      if (taken[found] === undefined) return found;
    }
  }
  /** @param {string} given */
  function write(given) {
    text = given;
    if (area.value !== text) area.value = text;
    edited = true;
    removing = false;
    localStorage.setItem(UNFINISHED, text);
    state = { ...state, stale: true };
    question += 1;
    clearTimeout(timer);
    timer = window.setTimeout(look, PAUSE);
    redraw();
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
      write(replacedAt(text, line, column, suggestionIn(allowed)));
      area.focus();
    },
    place: () => {
      const { line, column } = state.error,
        before = text
          .split('\n')
          .slice(0, line - 1)
          .join('\n').length,
        at = Math.min(text.length, before + (line > 1 ? 1 : 0) + column - 1);
      area.focus();
      area.setSelectionRange(at, at);
    },
    /** @param {DOMStringMap} data */
    insert: ({ words }) => {
      const at = area.selectionStart,
        gap = /\S$/.test(text.slice(0, at)) ? ' ' : '';
      area.setRangeText(gap + words, at, area.selectionEnd, 'end');
      area.focus();
      write(area.value);
    },
    // A second press deletes.
    remove: () => {
      if (!removing) {
        removing = true;
        redraw();
        return;
      }
      const { [state.title]: _gone, ...rest } = drafts();
      localStorage.setItem('workshop', JSON.stringify(rest));
      open(Object.values(rest)[0] ?? built('traditional'));
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
    if (targetOf(event) === area) write(area.value);
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
      const [kind, name] = value.split(/:(.*)/);
      if (kind === 'new') open(starter(name, freeTitle()), true);
      else open(kind === 'mine' ? drafts()[name] : built(value));
    }
  };
  root.addEventListener('input', typed);
  root.addEventListener('change', changed);
  take(first);
  return page;
}
