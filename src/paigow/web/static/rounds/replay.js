// A past round as a board to study: every step, every decision with its cost. The address holds the step.

import { paint } from '../pieces/drawings.js';
import { addHand } from '../practice/memory.js';
import { topbar } from '../shared/bar.js';
import { whoAmI } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { copyAddress, download, downloadPng } from '../shared/study.js';
import { esc, loadPart, t } from '../shared/texts.js';
import { board, framesOf, picture, stagesOf } from './board.js';
import { decisionsPanel, scrubber } from './decisions.js';
import { eveningPanel } from './evening.js';
import { judgeAll, playedRounds } from './judging.js';
import { roundRecord } from './records.js';
import { decisionsOf, judged } from './review.js';
import { verifyRound } from './verify.js';

// Milliseconds for a step.
/** @type {Record<string, number>} */
const PACES = { slow: 2000, normal: 1000, quick: 400 };
// Whose result is shown at the end: the viewer's, or that of the first player with a wager or the bank.
/** @param {any} record @param {string | undefined} viewer */
function hero(record, viewer) {
  const views = record.acts.map((/** @type {Act} */ { view }) => view),
    played = views.flatMap((/** @type {View} */ { staked, bank }) => [
      ...staked.map(({ person }) => person),
      bank?.person,
    ]);
  return played.includes(viewer) ? viewer : (played.find(Boolean) ?? 'observer');
}
/** @param {string} act @param {string} label @param {string} sign */
const control = (act, label, sign) => html`
  <button class="btn" data-act="${act}" data-k="${act}" aria-label="${label}" title="${label}">
    <span aria-hidden="true">${sign}</span>
  </button>
`;

/** @param {HTMLElement} root @param {string} table @param {number} round */
export async function replayPage(root, table, round) {
  const [record, viewer] = await Promise.all([
    roundRecord(table, round).catch((error) => {
      // No round has a number that can't be read.
      if (error.status !== 404 && error.status !== 422) throw error;
    }),
    whoAmI().catch(/** @returns {any} */ () => null),
  ]);
  if (!record) {
    const [{ showNoReplay }] = await Promise.all([import('../console/denied.js'), loadPart('console')]);
    showNoReplay(root, round);
    return {};
  }
  const me = hero(record, viewer?.person),
    frames = framesOf(record, me),
    name = me === viewer?.person ? t('review.me') : record.names[me] || me,
    decided = esc(t(me === viewer?.person ? 'review.decisions' : 'review.decisions.of', { name })),
    book = frames[0].model.view.book,
    last = frames.length - 1,
    seal = esc(String(record.sealed ?? '—').slice(0, 16)),
    decisions = decisionsOf(record, me);
  const found = decisions.map((each) => ({ ...each, pending: true }));
  // Without a step, the result with both hands: the first steps have an empty felt.
  const asked = Number(new URLSearchParams(location.search).get('step')) || frames.length;
  let at = Math.min(last, Math.max(0, asked - 1)),
    playing = 0;
  const file = `/api/tables/${encodeURIComponent(table)}/rounds/${round}/file`;
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('rounds') })}</header>
    <main class="page review">
      <section class="boardbox">
        <div class="feltbox rv-board"></div>
        <footer class="stepper">
          <div class="scrub">
            <div class="track-place"></div>
            <input type="range" min="1" max="${last + 1}" aria-label="${t('review.step')}" data-k="scrub">
          </div>
          ${control('first', t('review.replay.first'), '|◀')}${control('prev', t('review.replay.prev'), '◀')}
          <button class="btn primary" data-act="play" data-k="play"></button>
          ${control('next', t('review.replay.next'), '▶')}${control('last', t('review.replay.last'), '▶|')}
          <label>
            <span class="sr">${t('review.pace')}</span>
            <select class="pick" data-k="pace">
              ${Object.keys(PACES)
                .map((each) => `<option value="${each}">${t(`review.pace.${each}`)}</option>`)
                .join('')}
            </select>
          </label>
          <span class="muted num" role="status"></span>
          <span class="spacer"></span>
          <button class="btn" data-act="decision" data-k="decision">
            ${t('review.next')} <kbd aria-hidden="true">D</kbd>
          </button>
        </footer>
      </section>
      <section class="panelbox rv-side" aria-label="${decided}">
        <h2>${decided}</h2>
        <div class="judged"></div>
        <p class="go">
          <button class="btn slim" data-act="link" data-k="link" aria-live="polite">
            ${t('review.link')}
          </button>
          <button class="btn slim" data-act="save" data-k="save">${t('review.save')}</button>
          <button class="btn slim" data-act="savesvg" data-k="savesvg">${t('review.savesvg')}</button>
          <button class="btn slim" data-act="verify" data-k="verify">${t('verify')}</button>
          <a class="btn slim" href="${file}" download>${t('replay.export')}</a>
        </p>
        <p class="muted rv-seal">${t('review.sealed', { seal })}</p>
      </section>
      <section class="panelbox whole" aria-label="${t('review.evening')}" hidden></section>
    </main>
  `;
  const [place, track, list, status, whole] = [
    '.rv-board',
    '.track-place',
    '.judged',
    '.stepper [role="status"]',
    '.whole',
  ].map((part) => root.querySelector(part));
  const range = /** @type {HTMLInputElement} */ (root.querySelector('input[type=range]')),
    pace = /** @type {HTMLSelectElement} */ (root.querySelector('[data-k=pace]')),
    play = root.querySelector('[data-act=play]'),
    begun = stagesOf(frames);
  pace.value = 'normal';

  /** @param {number} to */
  function show(to) {
    at = Math.max(0, Math.min(last, to));
    draw(place, board(frames[at], me, name, round));
    draw(track, scrubber(found, begun, frames.length, at));
    draw(list, decisionsPanel(found, at, { book, name }));
    const told = t('review.replay.at', { n: at + 1, all: frames.length });
    status.textContent = told;
    range.value = String(at + 1);
    range.setAttribute('aria-valuetext', told);
    play.textContent = playing ? `⏸ ${t('review.pause')}` : `▶ ${t('review.play')}`;
    history.replaceState(null, '', `${location.pathname}?step=${at + 1}`);
  }
  const stop = () => {
    clearInterval(playing);
    playing = 0;
  };
  const start = () => {
    playing = window.setInterval(() => {
      if (at >= last) stop();
      show(at + 1);
    }, PACES[pace.value]);
  };
  const page = {
    own: true,
    first: () => show(0),
    prev: () => show(at - 1),
    next: () => show(at + 1),
    last: () => show(last),
    play: () => {
      if (playing) stop();
      else {
        if (at === last) at = 0;
        start();
      }
      show(at);
    },
    decision: () => show((decisions.find((each) => each.step > at) ?? decisions[0])?.step ?? at),
    /** @param {DOMStringMap} data */
    jump: (data) => show(Number(data.step)),
    verify: () => verifyRound(table, round),
    save: () => downloadPng(picture(frames[at], me, name, paint()), `${table}-${round}-${at + 1}.png`),
    savesvg: () =>
      download(picture(frames[at], me, name, paint()), `${table}-${round}-${at + 1}.svg`, 'image/svg+xml'),
    /** @param {DOMStringMap} data */
    train: async ({ hand }) => {
      await addHand(book, hand, !!viewer && !viewer.guest);
      root.querySelector(`[data-act=train][data-hand="${hand}"]`).textContent = t('review.trained');
    },
    link: () => copyAddress(root.querySelector('[data-act=link]')),
    close: () => {
      stop();
      root.removeEventListener('input', slid);
      document.removeEventListener('keydown', key);
    },
  };
  /** @param {Event} event */
  const slid = ({ target }) => {
    if (target === range) show(Number(range.value) - 1);
    else if (playing) {
      stop();
      start();
    }
  };
  /** @type {Record<string, () => unknown>} */
  const KEYS = {
    ArrowRight: page.next,
    ArrowLeft: page.prev,
    Home: page.first,
    End: page.last,
    ' ': page.play,
    d: page.decision,
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const move = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key],
      pressing = targetOf(event).matches(event.key === ' ' ? 'button, a, summary, select' : 'select');
    if (!move || pressing || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    move();
  };
  root.addEventListener('input', slid);
  document.addEventListener('keydown', key);
  show(at);
  const here = () => root.isConnected;
  // Each as soon as it is known: a wager's edge can take longer than a hand's value.
  const all = decisions.map(async (each, i) => {
    const result = await judged(table, each, here).catch(() => each);
    if (!result || !here()) return;
    found[i] = { ...result, pending: false };
    show(at);
  });
  if (me === viewer?.person) Promise.all(all).then(showEvening);
  // The rounds before and after it, once its own decisions are judged.
  async function showEvening() {
    const rounds = await playedRounds(me).catch(/** @returns {import('./judging.js').Kept[]} */ () => []),
      shown = rounds.find((each) => each.table === table && each.round === Number(round));
    if (!here() || !shown) return;
    whole.hidden = false;
    const redraw = () => draw(whole, eveningPanel(rounds, shown));
    redraw();
    await judgeAll(rounds, me, here, redraw);
  }
  return page;
}
