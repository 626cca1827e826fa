// A past round again, step by step, on the same table as it was played.

import { whoAmI } from '../shared/connection.js';
import { html, targetOf } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { t } from '../shared/texts.js';
import { tablePage } from '../table/table.js';
import { roundRecord } from './records.js';
import { verifyRound } from './verify.js';

// Whose result is shown at the end: the viewer's, or that of the first player who had a wager or the bank.
/** @param {any} record @param {string | undefined} viewer */
function hero(record, viewer) {
  const views = record.acts.map((/** @type {Act} */ { view }) => view),
    played = views.flatMap((/** @type {View} */ { staked, bank }) => [
      ...staked.map(({ person }) => person),
      bank?.person,
    ]);
  return played.includes(viewer) ? viewer : (played.find(Boolean) ?? 'observer');
}
/** @param {HTMLElement} root @param {string} table @param {number} round @param {{ go: Go }} given3 */
export async function replayPage(root, table, round, { go }) {
  const [record, viewer] = await Promise.all([
    roundRecord(table, round),
    whoAmI().catch(/** @returns {any} */ () => null),
  ]);
  const me = hero(record, viewer?.person);
  root.innerHTML = html`
    <div class="replaybox">
      <div class="stage"></div>
      <footer class="stepper">
        <h1 class="sr">${t('replay.title', { n: round })}</h1>
        <button class="btn" data-step="first">${t('replay.first')}</button>
        <button class="btn" data-step="prev">◀ ${t('replay.prev')}</button>
        <button class="btn primary" data-step="next">${t('replay.next')} ▶</button>
        <button class="btn" data-step="last">${t('replay.last')}</button>
        <span class="muted num" role="status"></span>
        <span class="spacer"></span>
        <button class="btn quiet" data-step="verify">${t('verify')}</button>
        <a class="btn quiet" href="/api/tables/${encodeURIComponent(table)}/rounds/${round}/file">
          ${t('replay.export')}
        </a>
      </footer>
    </div>
  `;
  const stage = root.querySelector('.stage'),
    status = root.querySelector('[role="status"]');
  let at = 0,
    /** @type {TablePage | null} */ page = null;
  /** @param {Act} act @param {number} i @returns {Frame} */
  const frame = (act, i) => ({
    type: i ? 'update' : 'snapshot',
    me,
    view: act.view,
    events: act.events,
    lines: act.lines,
    options: [],
    awaited: [],
    names: record.names || {},
    left: null,
  });
  /** @param {any} to */
  function show(to) {
    const next = Math.max(0, Math.min(record.acts.length - 1, to));
    if (!page || next < at) {
      page?.close();
      page = tablePage(stage, {
        layout: record.layout,
        send: async () => /** @type {Answer} */ ({ type: 'ack' }),
        navigate: (act) => {
          if (act === 'lobby') go('/');
        },
        readOnly: true,
        title: t('replay.title', { n: round }),
        fourColours: fourColours(),
      });
      page.set({ replay: true, sealed: record.sealed });
      at = -1;
    }
    while (at < next) {
      at += 1;
      page.receive(frame(record.acts[at], at));
    }
    status.textContent = t('replay.at', { n: at + 1, all: record.acts.length });
  }
  /** @type {Record<string, () => unknown>} */
  const MOVES = {
    first: () => show(0),
    prev: () => show(at - 1),
    next: () => show(at + 1),
    last: () => show(record.acts.length - 1),
    verify: () => verifyRound(table, round),
  };
  /** @param {Event} event */
  const press = (event) => {
    const move = MOVES[targetOf(event).closest('[data-step]')?.dataset.step];
    if (move) move();
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    /** @type {Record<string, () => unknown>} */
    const moves = { ArrowRight: MOVES.next, ArrowLeft: MOVES.prev, Home: MOVES.first, End: MOVES.last };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      move();
    }
  };
  root.addEventListener('click', press);
  document.addEventListener('keydown', key);
  show(0);
  return {
    own: true,
    close() {
      root.removeEventListener('click', press);
      document.removeEventListener('keydown', key);
      page?.close();
    },
  };
}
