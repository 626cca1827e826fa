// The odds of every wager at every table of the floor. The address holds the table and the wager.

import { topbar } from '../shared/bar.js';
import { api } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { download, problemOf, progressBar, secondsSince, settled } from '../shared/study.js';
import { esc, t } from '../shared/texts.js';
import { csvOf, idOf, listed, tablesOf } from './figures.js';
import { besidePanels, wagerPanel, wagersList } from './panels.js';

/** @typedef {import('../shared/study.js').Far} Far */

const SECOND = 1000;
const AGAIN = 2 * SECOND;

/** @param {HTMLElement} root */
export async function oddsPage(root) {
  const tables = await api('/api/odds');
  const asked = new URLSearchParams(location.search);
  let table = asked.get('table') || tables[0]?.table,
    chosen = asked.get('wager') || '',
    /** @type {any} */ result = null,
    /** @type {Far | null} */ progress = null,
    problem = '',
    since = Date.now(),
    question = 0;
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('odds') })}</header>
    <main class="page explorer">
      <section class="panelbox which" aria-label="${t('odds.wagers')}">
        <label class="sr" for="table">${t('odds.table')}</label>
        <select class="pick" id="table">
          ${tables
            .map(
              (/** @type {any} */ each) => html`
                <option value="${esc(each.table)}" ${each.table === table ? 'selected' : ''}>
                  ${t(`book.${each.book}`)} · ${esc(each.operator)} ${esc(each.number)}
                </option>
              `,
            )
            .join('')}
        </select>
        <div class="all"></div>
        <button class="btn slim" data-act="export" data-k="export">${t('odds.export')}</button>
      </section>
      <section class="one" aria-live="polite"></section>
      <section class="more"></section>
    </main>
  `;
  const [all, one, more] = ['.all', '.one', '.more'].map((part) => root.querySelector(part));
  const wagerOf = () =>
    [...result.wagers, ...result.others].find((each) => idOf(each) === chosen) ?? result.wagers[0];
  function redraw() {
    if (!result) {
      draw(all, '');
      draw(more, '');
      const waits = problem ? `<p class="lose" role="alert">${esc(problem)}</p>` : progressBar(progress);
      draw(one, `<h1>${t('odds.title')}</h1>${waits}`);
      return;
    }
    const wager = wagerOf();
    const { counting } = result,
      far = counting === undefined ? undefined : { done: counting, seconds: secondsSince(since) };
    draw(all, wagersList(result, wager && listed(result, wager), far));
    const panel = () => wagerPanel(wager, result.least[wager.kind], tablesOf(result, wager));
    draw(one, wager ? panel() : `<h1>${t('odds.title')}</h1>`);
    draw(more, besidePanels(result, wager?.kind));
  }
  const remember = () => {
    const wanted = new URLSearchParams({ table });
    if (chosen) wanted.set('wager', chosen);
    history.replaceState(null, '', `/odds?${wanted}`);
  };
  async function look() {
    question += 1;
    const mine = question,
      wanted = () => mine === question && root.isConnected;
    progress = null;
    problem = '';
    remember();
    redraw();
    try {
      const told = (/** @type {Far} */ far) => {
        progress = far;
        redraw();
      };
      const found = await settled(`/api/odds/${encodeURIComponent(table)}`, { wanted, told });
      if (!found) return;
      result = found;
      // The main wager of a table that wasn't counted before takes minutes: it appears when it is ready.
      if (!result.main && result.counting !== undefined) {
        setTimeout(() => wanted() && redraw(), SECOND);
        setTimeout(() => wanted() && look(), AGAIN);
      }
    } catch (error) {
      problem = problemOf(error);
    }
    if (wanted()) redraw();
  }
  /** @param {Event} event */
  const changed = (event) => {
    table = /** @type {HTMLSelectElement} */ (targetOf(event)).value;
    chosen = '';
    result = null;
    since = Date.now();
    look();
  };
  root.addEventListener('change', changed);
  look();
  return {
    /** @param {DOMStringMap} data */
    wager: (data) => {
      chosen = data.wager;
      remember();
      redraw();
      // On a phone the wager is below the list.
      if (one.getBoundingClientRect().top > innerHeight / 2) one.scrollIntoView({ block: 'start' });
    },
    export: () => result && download(csvOf(result.wagers), `${table}-odds.csv`, 'text/csv'),
    close: () => {
      question += 1;
      root.removeEventListener('change', changed);
    },
  };
}
