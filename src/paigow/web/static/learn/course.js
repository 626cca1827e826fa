// Guided first hands: real rounds with prearranged hands for each lesson, set by the learner and judged by
// the table on the server. `steps.js` has what is explained and when; the sentences are texts.

import { isTile, nameHalf } from '../pieces/names.js';
import { api } from '../shared/connection.js';
import { still } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { termed } from '../shared/terms.js';
import { esc, has, money, t } from '../shared/texts.js';
import { ledger } from '../table/ledger.js';
import { rack } from '../table/model.js';
import { script } from '../table/panels/side.js';
import { tablePage } from '../table/table.js';
import { coachOf } from './coach.js';
import { handArt } from './pictures.js';
import { keepProgress, LESSONS, markOf, progressOf } from './progress.js';
import { showRanks } from './ranks.js';
import { RANKS, STEPS } from './steps.js';

// Milliseconds between frames: deliveries are quick, everything else has to be read.
const PACE = 520,
  QUICK = 150;
// A learner who has lost much starts again with the course's initial chips.
const CHIPS = 100000,
  FEW = 50000;

/** @param {string} name @returns {(frame: { events: GameEvent[] }) => boolean} */
const tells =
  (name) =>
  ({ events }) =>
    events.some(({ event }) => event === name);

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
    ended = false,
    laid = 0,
    /** @type {number | null} */ stake = null,
    { chips = CHIPS } = progressOf(game),
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
            const { done, missed } = markOf(game, key);
            return html`
              <li>
                <button data-act="lesson" data-n="${i + 1}" data-k="lesson${i}"
                  ${i + 1 === n ? 'aria-current="step"' : ''} class="${done ? 'done' : ''}">
                  <i aria-hidden="true">${missed ? '↻' : done ? '✓' : i + 1}</i>
                  <span>
                    <b>${named(key)}</b>
                    <small>${missed ? t('learn.missed') : named(`${key}.sub`)}</small>
                  </span>
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

  // Escape asks before it leaves, and a second one goes back; a mark that came up meanwhile is shown then.
  let asking = false,
    /** @type {() => void} */ said = () => {};
  /** @param {() => void} what */
  function present(what) {
    said = what;
    if (!asking) what();
  }
  function ask() {
    asking = true;
    coach.show({
      eyebrow: t(`learn.course.${game}`),
      title: t('learn.leave'),
      text: t('learn.leave.text', { n }),
      buttons: [
        ['skip', t('learn.leave.go'), 'alt'],
        ['stay', t('learn.leave.stay'), 'primary'],
      ],
    });
  }
  function stay() {
    asking = false;
    said();
  }

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
    asking = false;
    present(() => coach.hide());
    n = Math.max(1, Math.min(all.length, to));
    keepProgress(game, { ...progressOf(game), at: n });
    stake = STEPS[game][all[n - 1]][0][0] === 'bet' ? 0 : null;
    const found = await api(address());
    if (mine !== run) return;
    record = found;
    step = 0;
    ended = false;
    page?.close();
    page = tablePage(stage, {
      layout: record.layout,
      send,
      tell: heard,
      navigate: (act, data) => {
        if (act === 'lesson') open(Number(data.n));
        if (act === 'lobby') go('/');
      },
      readOnly: true,
      title: t(`learn.short.${game}`),
      fourColours: fourColours(),
      side,
    });
    page.set({ guided: true });
    if (stake === null) {
      const closed = show(1 + record.frames.findIndex(tells('no-more-bets')));
      deal(closed);
    } else {
      show(record.frames.length);
      explain(fold);
    }
  }
  const address = (more = '') =>
    `/api/lessons/${game}/${n}?chips=${chips}${stake === null ? '' : `&bet=${stake}`}${more}`;
  // The round from its start to one of its frames.
  /** @param {number} to */
  function show(to) {
    record.frames.slice(0, to).forEach((/** @type {any} */ frame, /** @type {number} */ i) => {
      receive(frame, !i);
    });
    return to;
  }
  /** @param {number} from */
  const deal = (from) =>
    playOn(record.frames.slice(from), () => {
      if (step < steps().length) explain();
    });
  // The learner's own bet is placed, changed, or taken back: the round restarts with it.
  /** @param {number} cents */
  async function lay(cents) {
    const mine = run;
    stake = cents;
    const found = await api(address());
    if (mine !== run) return;
    record = found;
    laid = show(cents ? 1 + record.frames.findIndex(tells('wager-placed')) : record.frames.length);
  }
  /** @param {any} message */
  function heard({ type }) {
    if (type !== 'ready' || !stake || !page.model.view.bets_open) return;
    step = 1;
    present(() => coach.hide());
    deal(laid);
  }
  /** @param {any} command @returns {Promise<any>} */
  async function send(command) {
    const version = page.model.view.version + 1;
    if (command.do === 'ask-help' && record.help) receive(record.help);
    if (command.do === 'place-wager') await lay(command.chips);
    if (command.do === 'take-back-wager') await lay(0);
    if (!command.low) return { type: 'ack', version };
    const mine = run,
      { frames } = await api(address(`&low=${command.low.join(',')}`));
    if (mine !== run) return { type: 'ack', version };
    present(() => coach.hide());
    playOn(frames.slice(record.frames.length), () => {
      ended = true;
      over();
    });
    return { type: 'ack', version };
  }

  // ---- what is explained
  const eyebrow = () => t('learn.lesson', { n, all: all.length, name: named(record.key) });
  /** @returns {[act: string, label: string, cls?: string][]} */
  const ranks = () =>
    RANKS[game] === record.key && steps()[step][0] === 'set'
      ? [['ranks', t(`learn.ranks.${game}.go`), 'alt']]
      : [];
  const fold = () => present(() => coach.fold(t('learn.show')));
  /** @type {(() => void) | null} */
  let onward = null;
  /** @param {(() => void) | null} [then] */
  function explain(then = null) {
    onward = then;
    // The mark points at the table as it is now, not as it was in the previous frame.
    page.set({});
    const [when, point, pieces, between] = steps()[step],
      key = `learn.${game}.${record.key}.${step + 1}`,
      last = step === steps().length - 1;
    present(() =>
      coach.show({
        eyebrow: eyebrow(),
        title: t(`${key}.title`),
        text: termed(t(key)),
        art: pieces ? picture(pieces) : '',
        point,
        between,
        buttons: [
          ['skip', `${t('learn.skip')} <kbd aria-hidden="true">Esc</kbd>`, 'text'],
          ...ranks(),
          // The bet is placed at the table, not with the mark's button.
          ['got', t(last || when === 'bet' ? 'learn.try' : 'learn.got'), 'primary'],
        ],
      }),
    );
  }
  // The learner's result, by both hands or, as the bank, by money, and which hand won a push.
  function outcome() {
    const { last } = page.model,
      shown = last.events.find(
        (/** @type {GameEvent} */ each) => each.event === 'hand-exposed' && each.position === 3,
      );
    if (shown) return { how: shown.outcome, won: shown.outcome === 'push' ? shown.limb : '' };
    const center = last.events.find((/** @type {GameEvent} */ each) => each.event === 'center-closed');
    return { how: center?.surplus > 0 ? 'bank' : 'banklose', won: '' };
  }
  function over() {
    const { how, won } = outcome(),
      key = `learn.${game}.${record.key}.after`,
      end = n === all.length,
      { done, missed } = progressOf(game);
    const own = [`${key}.${how}.${won}`, `${key}.${how}`].find(has) || key,
      others = missed.filter((each) => each !== record.key);
    // Some hands allow no more than a push. If the text mentions a win, it was possible.
    const right = ['win', 'bank'].includes(how) || (how === 'push' && !has(`${key}.win`)),
      before = done.includes(record.key) && others.length === missed.length;
    keepProgress(game, {
      at: end ? 1 : n + 1,
      done: [...new Set([...done, record.key])],
      missed: right || before ? others : [...others, record.key],
      chips: carried(),
    });
    page.set({});
    present(() =>
      coach.show({
        eyebrow: eyebrow(),
        title: t(`learn.after.${how}`),
        text: termed(t(own, paid())),
        point: '.paid header',
        buttons: [
          ['repeat', t('learn.repeat'), 'alt'],
          end ? ['last', t('learn.got'), 'primary'] : ['next', t('learn.next'), 'primary'],
        ],
      }),
    );
  }
  // The main bet and its result.
  function paid() {
    const main = ledger(page.model.last.events, record.me).find(({ kind }) => kind === 'main');
    return main ? { stake: money(main.stake), won: money(main.net - main.vigorish) } : {};
  }
  // The learner's chips for the next lesson.
  function carried() {
    const has = rack(page.model);
    return has < FEW ? CHIPS : has;
  }
  // What the lessons couldn't show, and a link to a table.
  const last = () =>
    present(() =>
      coach.show({
        eyebrow: t(`learn.course.${game}`),
        title: t('learn.finish.title'),
        text: termed(t('learn.finish.text')),
        buttons: [
          ['skip', t('learn.finish.more'), 'alt'],
          ['finish', t('learn.finish'), 'primary'],
        ],
      }),
    );
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
      present(() => coach.hide());
      if (then) then();
      else if (more) explain();
      else fold();
    },
    again: () => {
      const bets = page.model.view.bets_open;
      step = bets ? 0 : steps().length - 1;
      explain(bets ? fold : null);
    },
    next: () => {
      chips = carried();
      return open(n + 1);
    },
    repeat: () => open(n),
    last,
    ranks: () => showRanks(game),
    stay,
    finish,
    skip,
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (asking) stay();
      else ask();
    } else if (event.key === 'Enter' && coach.open && !targetOf(event).closest('button, a')) {
      event.stopPropagation();
      coach.main()?.click();
    } else if (ended && event.key.length === 1) event.stopPropagation();
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
