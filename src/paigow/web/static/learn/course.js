// The first hands, guided: real rounds with hands laid out for each lesson, set by the learner and judged by
// the table on the server. What is explained, and when, stands in STEPS; the sentences are texts.

import { isTile, nameHalf } from '../pieces/names.js';
import { api } from '../shared/connection.js';
import { still } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { termed } from '../shared/terms.js';
import { esc, has, t } from '../shared/texts.js';
import { script } from '../table/panels/side.js';
import { tablePage } from '../table/table.js';
import { coachOf } from './coach.js';
import { handArt } from './pictures.js';
import { keepProgress, LESSONS, progressOf } from './progress.js';

// What is explained in a lesson before its hand is set: when, what it points at, and pieces to look at.
/** @type {Record<string, Record<string, [when: 'bet' | 'set', point: string, pieces?: string][]>>} */
const STEPS = {
  tiles: {
    count: [
      ['bet', '.mine'],
      ['set', '.slot.high', '4-6 3-6'],
      ['set', '.ways'],
    ],
    two: [['set', '.ways']],
    copy: [['set', '.slot.high', '6-6 1-6']],
    gong: [['set', '.slot.high', '6-6 2-6']],
    pairs: [['set', '.slot.high', '2-4 1-2']],
    bank: [['set', '.slot.high']],
  },
  cards: {
    two: [
      ['bet', '.mine'],
      ['set', '.slot.low'],
      ['set', '.ways'],
    ],
    copy: [['set', '.slot.low']],
    joker: [['set', '.slot.high', 'Jo 9s 8d 7h 6s']],
    pairs: [['set', '.ways']],
    nothing: [['set', '[data-act=houseway]']],
    bank: [['set', '.slot.high']],
  },
};
// Milliseconds from one frame to the next: deliveries quickly, everything else to be read.
const PACE = 520,
  QUICK = 150;

/** @param {string} text */
function picture(text) {
  const pieces = text.split(' '),
    art = handArt(pieces, isTile(pieces[0]) ? 70 : 60);
  return `<div class="shownhand">${art}<b>${esc(nameHalf(pieces).name)}</b></div>`;
}

/** @param {HTMLElement} root @param {string} game @param {{ go: Go, lesson: string | null }} given */
export async function coursePage(root, game, { go, lesson: asked }) {
  root.innerHTML = '<div class="course"><div class="stage"></div></div>';
  const stage = root.querySelector('.stage'),
    all = LESSONS[game];
  let n = 0,
    step = 0,
    run = 0,
    /** @type {any} */ record = null,
    /** @type {TablePage | null} */ page = null;
  const coach = coachOf(root.querySelector('.course'), (act) => PRESSED[act]?.());
  const steps = () => STEPS[game][record.key];
  const named = (/** @type {string} */ key) => t(`learn.${game}.${key}`);

  /** @param {Model} model */
  const side = (model) => html`
    <section class="lessons">
      <h2>${t(`learn.course.${game}`)} <small>${t('learn.progress', { n, all: all.length })}</small></h2>
      <progress max="${all.length}" value="${progressOf(game).done.length}"
        aria-label="${t('learn.lessons')}"></progress>
      <ol>
        ${all
          .map((key, i) => {
            const done = progressOf(game).done.includes(key);
            return html`
              <li>
                <button data-act="lesson" data-n="${i + 1}" data-k="lesson${i}"
                  ${i + 1 === n ? 'aria-current="step"' : ''} class="${done ? 'done' : ''}">
                  <i aria-hidden="true">${done ? '✓' : i + 1}</i>
                  <span><b>${named(key)}</b><small>${named(`${key}.sub`)}</small></span>
                </button>
              </li>
            `;
          })
          .join('')}
      </ol>
    </section>
    <section class="grow"><h2>${t('learn.script')}</h2>${script(model, 4)}</section>
    <section class="muted laid">${t('learn.laid')}</section>
  `;

  // ---- the round
  /** @param {any} frame @param {boolean} [first] */
  const receive = (frame, first = false) =>
    page.receive({
      ...frame,
      type: first ? 'snapshot' : 'update',
      me: record.me,
      names: { [record.me]: t('learn.guest') },
      left: null,
    });
  /** @param {any[]} frames @param {() => void} then */
  function playOn(frames, then) {
    const mine = run;
    const next = (/** @type {number} */ i) => {
      if (mine !== run) return;
      if (i >= frames.length) {
        then();
        return;
      }
      receive(frames[i]);
      const quick = frames[i].events.every((/** @type {GameEvent} */ { event }) =>
        /deliver|rack/.test(event),
      );
      if (still()) next(i + 1);
      else setTimeout(next, quick ? QUICK : PACE, i + 1);
    };
    next(0);
  }
  /** @param {number} to */
  async function open(to) {
    run += 1;
    const mine = run;
    coach.hide();
    n = Math.max(1, Math.min(all.length, to));
    keepProgress(game, { ...progressOf(game), at: n });
    const found = await api(`/api/lessons/${game}/${n}`);
    if (mine !== run) return;
    record = found;
    step = 0;
    page?.close();
    page = tablePage(stage, {
      layout: record.layout,
      send,
      navigate: (act, data) => {
        if (act === 'lesson') open(Number(data.n));
        if (act === 'lobby') go('/');
      },
      readOnly: true,
      title: t(`learn.course.${game}`),
      fourColours: fourColours(),
      side,
    });
    const [first, ...others] = record.frames;
    receive(first, true);
    const deal = () =>
      playOn(others, () => {
        if (step < steps().length) explain();
      });
    if (steps()[0][0] === 'bet') explain(deal);
    else deal();
  }
  /** @param {any} command @returns {Promise<any>} */
  async function send(command) {
    const version = page.model.view.version + 1;
    if (command.do === 'ask-help' && record.help) receive(record.help);
    if (!command.low) return { type: 'ack', version };
    const mine = run,
      { frames } = await api(`/api/lessons/${game}/${n}?low=${command.low.join(',')}`);
    if (mine !== run) return { type: 'ack', version };
    coach.hide();
    playOn(frames.slice(record.frames.length), () => {
      page.set({ guided: true });
      over();
    });
    return { type: 'ack', version };
  }

  // ---- what is explained
  const eyebrow = () => t('learn.lesson', { n, all: all.length, name: named(record.key) });
  /** @type {(() => void) | null} */
  let onward = null;
  /** @param {(() => void) | null} [then] */
  function explain(then = null) {
    onward = then;
    const [, point, pieces] = steps()[step],
      key = `learn.${game}.${record.key}.${step + 1}`,
      last = step === steps().length - 1;
    coach.show({
      eyebrow: eyebrow(),
      title: t(`${key}.title`),
      text: termed(t(key)),
      art: pieces ? picture(pieces) : '',
      point,
      buttons: [
        ['skip', `${t('learn.skip')} <kbd aria-hidden="true">Esc</kbd>`, 'text'],
        ['got', t(last ? 'learn.try' : 'learn.got'), 'primary'],
      ],
    });
  }
  // How the round came out for the learner: by both hands, or as the bank by money.
  function outcome() {
    const { last } = page.model,
      shown = last.events.find(
        (/** @type {GameEvent} */ each) => each.event === 'hand-exposed' && each.position === 3,
      );
    if (shown) return shown.outcome;
    const center = last.events.find((/** @type {GameEvent} */ each) => each.event === 'center-closed');
    return center?.surplus > 0 ? 'bank' : 'banklose';
  }
  function over() {
    const how = outcome(),
      key = `learn.${game}.${record.key}.after`,
      end = n === all.length,
      { done } = progressOf(game);
    const own = has(`${key}.${how}`) ? `${key}.${how}` : key;
    keepProgress(game, { at: end ? 1 : n + 1, done: [...new Set([...done, record.key])] });
    page.set({});
    coach.show({
      eyebrow: eyebrow(),
      title: t(`learn.after.${how}`),
      text: `${termed(t(own))}${end ? ` <b>${t('learn.finish.title')}.</b>` : ''}`,
      point: '.paid header',
      buttons: [
        ['repeat', t('learn.repeat'), 'alt'],
        end ? ['finish', t('learn.finish'), 'primary'] : ['next', t('learn.next'), 'primary'],
      ],
    });
  }
  async function finish() {
    const { tables } = await api('/api/lobby').catch(/** @returns {any} */ () => ({ tables: [] })),
      open = tables.find((/** @type {any} */ each) => each.game === game && each.free);
    return go(open ? `/table/${encodeURIComponent(open.id)}?sit` : '/');
  }
  const skip = () => go('/learn');
  /** @type {Record<string, () => unknown>} */
  const PRESSED = {
    got: () => {
      step += 1;
      const then = onward,
        more = step < steps().length;
      coach.hide();
      if (then) then();
      else if (more) explain();
      else coach.fold(t('learn.show'));
    },
    again: () => {
      step = steps().length - 1;
      explain();
    },
    next: () => open(n + 1),
    repeat: () => open(n),
    finish,
    skip,
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      skip();
    } else if (event.key === 'Enter' && coach.open && !targetOf(event).closest('button, a')) {
      event.stopPropagation();
      coach.main()?.click();
    } else if (page?.model.guided && event.key.length === 1) event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, true);
  await open(Number(asked) || progressOf(game).at);
  return {
    own: true,
    close() {
      run += 1;
      document.removeEventListener('keydown', onKey, true);
      coach.close();
      page?.close();
    },
    get model() {
      return page?.model;
    },
  };
}
