// Drills on single procedures: a task, the pupil's answer, the table's own answer with its paragraph. A
// missed one comes back later. Progress is stored in this browser and, with an account, on the floor.

import { cited } from '../console/station.js';
import { topbar } from '../shared/bar.js';
import { api, whoAmI } from '../shared/connection.js';
import { showParagraph } from '../shared/dialogs.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { nextOf, noted, standing } from '../shared/spacing.js';
import { esc, t } from '../shared/texts.js';
import { answerForm, answerText, picture, rightlySet, saidIn, storyTold, written } from './answers.js';

// Progress by book: one card for each kind of drill, and for each irregularity.
/** @param {string} book */
const kept = (book) => JSON.parse(localStorage.getItem(`drills/${book}`) || '{}');

/** @param {Course} course */
export const keysOf = ({ kinds, stories }) => [
  ...kinds.filter((kind) => kind !== 'irregularity'),
  ...stories.map((story) => `irregularity.${story}`),
];
/** @param {string} key */
export const drillName = (key) =>
  key.startsWith('irregularity.') ? t(`school.story.${key.slice(13)}`) : t(`school.kind.${key}`);

/** @param {LessonAssigned} lesson */
export const progressOf = ({ asked, right }) =>
  asked ? t('school.since', { right, asked }) : t('school.since.none');

/**
 * @param {HTMLElement} root
 * @param {Course & { game: string }} course
 * @param {{ only?: string[], assigned?: string[] }} [wanted]
 */
export async function drillsPage(root, course, { only = [], assigned = [] } = {}) {
  const { book } = course,
    keys = keysOf(course),
    open = new Set(only.filter((key) => keys.includes(key)));
  /** @type {Set<number>} */
  let chosen = new Set();
  let /** @type {DrillTask | null} */ task = null,
    /** @type {DrillVerdict | null} */ verdict = null,
    /** @type {any} */ said = null,
    missing = '',
    cards = kept(book),
    failed = false,
    last = '';
  await whoAmI().catch(/** @returns {any} */ () => null);
  root.innerHTML = html`
    <header class="topbar">
      ${topbar({ crumb: `${t('school.title')} · <b>${t(`book.${book}`)}</b>` })}
    </header>
    <main class="page drills">
      <div class="head"><div><h1>${t('school.drills')}</h1><p>${t('school.drills.text')}</p></div></div>
      <div class="practice">
        <section class="panelbox" id="task" aria-live="polite"></section>
        <section class="panelbox" id="kinds" aria-label="${t('school.kinds')}"></section>
      </div>
    </main>
  `;
  const place = root.querySelector('#task'),
    list = root.querySelector('#kinds');

  const question = () => {
    const values = written(task.given);
    const story = task.given.story?.[1];
    return html`
      <p class="kicker">${esc(drillName(task.kind))}</p>
      <h2 data-ask="${task.ask}" data-kind="${task.kind}" data-seed="${task.seed}">
        ${story ? `${esc(storyTold(story, course.game === 'tiles', task.given.place?.[1]))} ` : ''}
        ${esc(t(`school.ask.${task.ask}`, values))}
      </h2>
      ${picture(task)}
    `;
  };
  const judged = () => {
    const right = answerText(task, verdict.answer);
    return html`
      <p class="verdict" role="status" data-right="${verdict.right}">
        <span class="${verdict.right ? 'win' : 'lose'}">
          ${verdict.right ? `▲ ${t('school.right')}` : `▼ ${t('school.missed')}`}
        </span> ${verdict.right ? '' : esc(t('school.yours.was', { answer: answerText(task, said) }))}
      </p>
      <p class="right">${esc(t('school.is', { answer: right }))}</p>
      ${rightlySet(task, verdict.answer)}
      ${verdict.why ? `<p>${esc(t(`school.why.${verdict.why}`, written(verdict.given)))}</p>` : ''}
      ${verdict.rule ? `<p><b>${t('school.rule')}</b> <span lang="en">${esc(verdict.rule)}</span></p>` : ''}
      <p class="cites">${cited(verdict.cites.slice(0, 6))}</p>
      ${verdict.right ? '' : `<p class="muted">${t('school.again')}</p>`}
      <p class="go">
        <button class="btn primary" type="button" data-act="next" data-k="next">
          ${t('school.nexttask')} <kbd aria-hidden="true">Enter</kbd>
        </button>
      </p>
    `;
  };
  const lacking = () => `<p class="lose" role="status">${esc(missing)}</p>`;
  const kinds = () =>
    keys
      .map((key) => {
        const found = cards[key];
        return html`
          <li>
            <label>
              <input type="checkbox" data-kind="${key}" ${!open.size || open.has(key) ? 'checked' : ''}>
              ${esc(drillName(key))}
              ${assigned.includes(key) ? `<b class="tag">${t('school.assigned')}</b>` : ''}
            </label>
            <span class="muted num">
              ${found ? t('school.score', { right: found.right, wrong: found.asked - found.right }) : ''}
            </span>
            <span class="standing ${standing(found)}">${t(`school.standing.${standing(found)}`)}</span>
            <button class="btn slim quiet" type="button" data-only="${key}" data-k="only-${key}"
              aria-label="${esc(t('school.only.said', { name: drillName(key) }))}">
              ${t('school.only')}
            </button>
          </li>
        `;
      })
      .join('');
  const allAgain = () =>
    `<button class="btn quiet" type="button" data-only="" data-k="all">${t('school.all')}</button>`;
  function redraw() {
    const body = task
      ? question() + (verdict ? judged() : answerForm(task, chosen) + lacking())
      : `<p class="muted">${failed ? t('error.gone') : '…'}</p>`;
    draw(place, body);
    draw(
      list,
      html`
        <h2>${t('school.kinds')}</h2>
        <p class="muted">${t('school.kinds.text')}</p>
        <ul class="kinds">${kinds()}</ul>
        <p class="go">
          ${open.size ? allAgain() : ''}
          <a class="btn quiet" href="/school" data-act="go">${t('school.back')}</a>
        </p>
      `,
    );
  }
  async function next() {
    const wanted = keys.filter((key) => !open.size || open.has(key));
    const kind = nextOf(cards, wanted, Date.now(), last);
    last = kind;
    task = verdict = said = null;
    missing = '';
    chosen = new Set();
    const path = `/api/school/task?book=${book}&kind=${encodeURIComponent(kind)}`;
    const found = await api(path).catch(/** @returns {any} */ () => null);
    failed = !found;
    task = found && { ...found, game: course.game };
    redraw();
    /** @type {HTMLElement} */ (place.querySelector('input, [data-act]'))?.focus({ preventScroll: true });
  }
  /** @param {any} value */
  async function answer(value) {
    if (!task || verdict) return;
    missing = value === null ? t(`school.missing.${task.form}`) : '';
    if (missing) {
      redraw();
      return;
    }
    const { kind, seed } = task;
    const found = await api('/api/school/answer', { book, kind, seed, answer: value }).catch(
      /** @returns {any} */ () => null,
    );
    if (!found || task?.seed !== seed || verdict) return;
    said = value;
    verdict = found;
    cards = noted(cards, kind, found.right, Date.now());
    localStorage.setItem(`drills/${book}`, JSON.stringify(cards));
    redraw();
    /** @type {HTMLElement} */ (place.querySelector('[data-act=next]'))?.focus({ preventScroll: true });
  }
  /** @param {number} value */
  function choose(value) {
    if (chosen.has(value)) chosen.delete(value);
    else chosen.add(value);
    missing = '';
    // Two pieces go low: a third replaces the first.
    if (task.form === 'low' && chosen.size > 2) chosen.delete([...chosen][0]);
    redraw();
  }
  /** @type {Record<string, (data: any) => unknown>} */
  const ACTS = {
    answer: (data) => answer(JSON.parse(data.value)),
    choose: (data) => choose(Number(data.value)),
    next,
    cite: (data) => showParagraph(book, data.cite),
  };
  place.addEventListener('click', (event) => {
    const pressed = targetOf(event).closest('[data-act]');
    if (pressed) ACTS[pressed.dataset.act]?.(pressed.dataset);
  });
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    answer(saidIn(task, /** @type {HTMLFormElement} */ (event.target), chosen));
  });
  // Selecting none means all, as at first.
  /** @param {string[]} on */
  function practice(on) {
    open.clear();
    for (const key of on.length === keys.length ? [] : on) open.add(key);
    redraw();
    if (task && open.size && !open.has(task.kind) && !verdict) next();
  }
  list.addEventListener('change', (event) => {
    event.stopPropagation();
    const boxes = /** @type {HTMLInputElement[]} */ ([...list.querySelectorAll('[data-kind]')]);
    practice(boxes.filter((box) => box.checked).map((box) => box.dataset.kind));
  });
  list.addEventListener('click', (event) => {
    const { only } = targetOf(event).closest('[data-only]')?.dataset || {};
    if (only !== undefined) practice(only ? [only] : []);
  });
  await next();
  return { own: false, close: () => {} };
}
