// Dealer's school: a table of your own with bots, dealt by the pupil. The script is hidden; each step is
// judged at once.

import { called } from '../console/due.js';
import { actName } from '../console/forms.js';
import { accident, canHappen, MISHAPS, outcomeOf } from '../console/irregularities.js';
import { cited, citesOf, doneIn, station, toldOf } from '../console/station.js';
import { api, whoAmI } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';
import { diceOf, handAt } from '../table/model.js';
import { whyRefused } from '../table/sentences.js';
import { happenedPanel, soFarPanel } from './panels.js';
import {
  amountIn,
  amountText,
  askPanel,
  callPanel,
  choicesFor,
  PAYING,
  paidIn,
  settledWithHand,
  settlePanel,
  VALUES,
} from './saying.js';

// Acting for a player who doesn't answer, and the opening: these aren't steps of a round to learn.
const APART = new Set([
  'relieve-dealer',
  'set-absent',
  'seal-tiles',
  'inspect-dice',
  'pass-cut',
  'use-preshuffled',
]);
// Placeholder values for steps: a command that isn't due is refused no matter what it contains. Steps that
// the pupil fills in are never sent with these.
/** @type {Record<string, any>} */
const FALLBACK = {
  position: 1,
  number: 1,
  count: 1,
  how: 'say',
  order: [],
  dice: [1, 1, 1],
  depth: 26,
  chips_counted: 0,
  device: 'shuffler',
};

// Some steps are words to say, already in quotes.
/** @param {string} tag */
const unquoted = (tag) => actName(tag).replace(/[“”「」]/g, '');
// The probability, after a right step, that something an instructor chose goes wrong; at most once per round.
const OFTEN = 0.15;
// The label of a wrong answer, as opposed to a step that wasn't due.
const MISSED = 'school.missed';

// A lesson's score is stored in the pupil's browser: it survives a reload.
/**
 * @param {string} id
 * @returns {{ right: number, wrong: number, sofar: import('./panels.js').Judged[] }}
 */
const marksOf = (id) => JSON.parse(localStorage.getItem(`school/${id}`)) || { right: 0, wrong: 0, sofar: [] };

/** @param {HTMLElement} root @param {string} id @param {{ go: Go }} given2 */
export async function lessonPage(root, id, { go }) {
  const kept = marksOf(id),
    me = await whoAmI().catch(/** @returns {any} */ () => null),
    account = me && !me.guest;
  let /** @type {Station} */ at = null,
    { right, wrong, sofar } = kept,
    verdict = '',
    /** @type {{ tag: string, field: string } | null} */ asking = null,
    /** @type {Accident | null} */ happened = null,
    // The hand being called; until it is, nothing else reveals its result.
    /** @type {GameEvent | null} */ shown = null,
    // Wagers settled with that hand, whose payment the pupil has to name.
    /** @type {{ events: GameEvent[], pieces: Piece[] } | null} */ settling = null,
    covered = false,
    // The last round in which something went wrong unprompted.
    disturbed = -1,
    /** @type {LessonAssigned[]} */ assigned = [],
    /** @type {string[]} */ steps = [],
    /** @type {Record<string, ScriptLine[]>} */ script = {};

  // What an instructor chose to go wrong here; without a choice, anything can.
  const stories = () =>
    assigned
      .filter(({ book, kind }) => book === at.model.view.book && kind.startsWith('irregularity.'))
      .map(({ kind }) => kind.slice(13));
  /** @param {string} tag */
  const linesOf = (tag) => script[tag] || [];
  /** @param {string} tag */
  const paragraphsOf = (tag) => [...new Set(linesOf(tag).flatMap((line) => line.cites))];
  /**
   * @param {any} good
   * @param {string} tag
   * @param {string} sentence
   * @param {Cites | undefined} cites
   * @param {string} [wrongly]
   * @param {any} [instead] the right answer, where the sentence doesn't give it
   */
  const judge = (good, tag, sentence, cites, wrongly = 'school.wrong', instead = '') => {
    if (good) right += 1;
    else wrong += 1;
    sofar = [{ good, tag, wrongly, cites: (cites || []).slice(0, 1) }, ...sofar].slice(0, 12);
    localStorage.setItem(`school/${id}`, JSON.stringify({ right, wrong, sofar }));
    if (account) {
      const mark = { book: at.model.view.book, task: `${id}-${Date.now()}-${tag}`, right: !!good };
      fetch('/api/school/steps', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(mark),
      }).catch(() => {});
    }
    verdict = html`
      <span class="${good ? 'win' : 'lose'}">
        ${good ? `▲ ${t('school.right')}` : `▼ ${t(wrongly)}`}
      </span> ${esc(sentence)} ${cited((cites || []).slice(0, 4))} ${instead}
    `;
    redraw();
  };

  const moment = () => ({ due: at.due?.act || null, start: at.model.view.shaker.start });
  const drawSteps = () => {
    /** @param {string} tag */
    const step = (tag) =>
      html`
        <button class="btn" data-act="lesson" data-tag="${tag}" data-k="lesson-${tag}">
          ${esc(actName(tag))}
        </button>
      `;
    const waits = at.model.awaited.map((person) => esc(at.model.names[person] || person)).join(', ');
    const off = canHappen(at.options(), moment()) ? '' : 'aria-disabled="true"';
    return html`
      <p class="muted">${waits ? t('console.due.wait', { who: waits }) : t('school.yours')}</p>
      <section class="duties" aria-label="${t('school.next')}">${steps.map(step).join('')}</section>
      <p class="go">
        <button class="btn quiet" data-act="drill" data-k="drill" ${off}>${t('school.drill.title')}</button>
        <button class="btn quiet" data-act="hint" data-k="hint">${t('school.hint')}</button>
      </p>
    `;
  };
  function redraw() {
    if (!at?.model?.view) return;
    Object.assign(at.duty.dataset, {
      step: at.model.view.step,
      version: at.model.view.version,
      told: at.told,
    });
    at.duty.closest('.station').classList.toggle('covered', covered);
    const body = happened
      ? happenedPanel(at.model, happened)
      : shown
        ? callPanel(at.model, shown)
        : settling
          ? settlePanel(at.model, settling)
          : asking
            ? askPanel(at.model, asking)
            : drawSteps();
    draw(
      at.duty,
      html`
        <header class="told">
          <h1>${t('school.next')} <span class="muted num">${t('school.score', { right, wrong })}</span></h1>
          <p class="verdict" role="status">${verdict}</p>
        </header>
        ${body}
      `,
    );
    const told = soFarPanel(at.model, sofar);
    at.tellUnder(`<section class="told-so-far"><h2>${t('school.sofar')}</h2>${told}</section>`);
  }

  // ---- steps
  // Who has to act before the dealer does.
  const awaited = () => {
    const { act = null, waiting = [] } = at.due || {};
    if (act?.by === 'floor') return t('school.wait.floor', { act: actName(act.do) });
    const who = waiting.map((person) => called(at.model, person)).join(', ');
    return who ? t('school.wait', { who }) : t('school.wait.table');
  };
  // A step counts as right only if it was due: many others can be done, and repeated.
  /** @param {string} tag */
  const isDue = (tag) => at.due?.act?.do === tag && at.due.act.by === 'dealer';
  const dueCites = () => [...new Set((at.due?.lines || []).flatMap((line) => line.cites))];
  // A step that wasn't due gets the one that was, with its paragraphs.
  /** @param {string} tag @param {string} sentence @param {Cites} cites */
  const notDue = (tag, sentence, cites) => {
    const { act = null } = at.due || {},
      answer = t('school.is', { answer: act && actName(act.do) }),
      told = act?.by === 'dealer' ? answer : awaited();
    return judge(false, tag, sentence, cites, undefined, `${esc(told)} ${cited(dueCites().slice(0, 4))}`);
  };
  /** @param {unknown} one @param {unknown} other */
  const same = (one, other) => {
    const sorted = (/** @type {unknown} */ value) =>
      JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
    return sorted(one) === sorted(other);
  };
  // If two halves rank equally, either can be called the low one.
  /** @param {Piece[]} low */
  const rest = (low) => {
    const left = [...(handAt(at.model, 0)?.pieces || [])];
    for (const piece of low) left.splice(left.indexOf(piece), 1);
    return left;
  };
  /** @param {string} tag @param {Command} command @param {number | null} [said] */
  async function give(tag, { by, ...command }, said = null) {
    covered = tag === 'expose-hand' && isDue(tag);
    // The paragraphs of this round: a different bank, or a surrender, has others.
    const asked = isDue(tag) ? dueCites() : [];
    const { answer, events } = await at.give(command);
    if (answer.type === 'refused') {
      covered = false;
      return notDue(tag, whyRefused(answer), answer.cites);
    }
    shown = (covered && events.find(({ event }) => event === 'hand-exposed')) || null;
    const beside = covered ? settledWithHand(events) : [],
      open = shown || events.find(({ event }) => event === 'pairs-shown');
    settling = beside.length ? { events: beside, pieces: open?.pieces || [...open.high, ...open.low] } : null;
    covered = !!shown || !!settling;
    if (covered) return redraw();
    const paid = paidIn(events);
    if (said !== null && said !== paid)
      return judge(false, tag, t('school.is', { answer: amountText(paid) }), citesOf(events), MISSED);
    judge(true, tag, toldOf(at.model, events), asked.length ? asked : citesOf(events));
    return byItself();
  }
  // The dealer announces a hand's result: both halves win, one, or none.
  /** @param {string} word */
  function call(word) {
    if (!shown) return null;
    const { outcome: found, cites } = shown;
    shown = null;
    covered = !!settling;
    const told = t('school.is', { answer: t(`school.answer.${found}`) });
    return judge(word === found, 'expose-hand', told, cites, MISSED);
  }
  // And the payment of a wager that is settled with the hand.
  /** @param {number} said */
  function settle(said) {
    const { events } = settling,
      paid = paidIn(events);
    settling = null;
    covered = false;
    return judge(
      said === paid,
      'expose-hand',
      said === paid ? toldOf(at.model, events) : t('school.is', { answer: amountText(paid) }),
      citesOf(events),
      MISSED,
    );
  }
  /** @param {string} tag */
  async function lesson(tag) {
    await at.fresh();
    if (isDue(tag)) {
      if (!VALUES[tag] && !PAYING.has(tag)) return give(tag, at.due.act);
      asking = { tag, field: VALUES[tag] || 'amount' };
      return redraw();
    }
    // The table has the best explanation of what is impossible; what is possible isn't done either.
    if (at.options().some((option) => option.command.do === tag))
      return notDue(tag, t('school.notdue', { act: unquoted(tag) }), paragraphsOf(tag));
    // While the table waits for others, it may be about to ask for this step: with a placeholder value it
    // would be done after all, and done wrong.
    if (VALUES[tag] || at.due?.act?.by !== 'dealer')
      return notDue(tag, t('school.notyet', { act: unquoted(tag) }), paragraphsOf(tag));
    return give(tag, { ...FALLBACK, do: tag });
  }
  /** @param {any} value */
  async function answer(value) {
    // A second click finds nothing left to answer.
    if (!asking) return null;
    const { tag, field } = asking;
    asking = null;
    if (!isDue(tag)) return notDue(tag, t('school.notdue', { act: unquoted(tag) }), paragraphsOf(tag));
    const act = at.due.act;
    if (field === 'amount') return give(tag, act, value);
    if (PAYING.has(tag) && same(value, act[field])) {
      asking = { tag, field: 'amount' };
      return redraw();
    }
    if (same(value, act[field]) || (field === 'low' && same(rest(value), act.low))) return give(tag, act);
    const dice = diceOf(at.model);
    const [, told] = choicesFor(at.model, field).find(([each]) => same(each, act[field])) || ['', ''];
    return judge(
      false,
      tag,
      field === 'total' && dice
        ? t('school.total', { dice: dice.join(' + '), total: act.total })
        : t('school.is', { answer: told }),
      dueCites(),
      MISSED,
    );
  }

  // ---- accidents
  const anything = () => accident(at.options(), moment(), stories());
  async function drill() {
    await at.fresh();
    happened = anything();
    if (!happened) verdict = esc(t(stories().length ? 'school.drill.notnow' : 'school.drill.none'));
    redraw();
  }
  // What an instructor chose comes up unprompted; anything else only on demand.
  async function byItself() {
    const { round } = at.model.view;
    if (!stories().length || disturbed === round || Math.random() >= OFTEN) return;
    await at.fresh();
    happened = anything();
    if (!happened) return;
    disturbed = round;
    redraw();
  }
  /** @param {string} chosen */
  async function outcome(chosen) {
    if (!happened) return null;
    const { command } = happened,
      usual = isDue(command.do) ? dueCites() : [];
    happened = null;
    const { answer: told, events } = await at.give(command);
    if (told.type === 'refused') return judge(false, command.do, whyRefused(told), told.cites);
    const found = outcomeOf(events);
    return judge(
      found === chosen,
      command.do,
      `${t(`school.answer.${found}`)}. ${toldOf(at.model, events)}`,
      citesOf(events, usual),
      MISSED,
    );
  }
  async function hint() {
    await at.fresh();
    const { act = null, lines = [] } = at.due || {};
    verdict =
      act?.by === 'dealer'
        ? `<b>${esc(actName(act.do))}.</b> ${doneIn(lines)} ${cited(dueCites().slice(0, 4))}`
        : esc(awaited());
    redraw();
  }

  /** @type {Record<string, (data: any) => unknown>} */
  const ACTS = {
    lesson: (data) => lesson(data.tag),
    answer: (data) => answer(JSON.parse(data.value)),
    unask: () => {
      asking = null;
      redraw();
    },
    drill,
    outcome: (data) => outcome(data.value),
    call: (data) => call(JSON.parse(data.value)),
    hint,
  };
  const [found, lessons] = await Promise.all([
    api(`/api/tables/${encodeURIComponent(id)}/script`),
    api('/api/school/me').catch(/** @returns {any} */ () => ({ assigned: [] })),
  ]);
  assigned = lessons.assigned;
  script = Object.groupBy(/** @type {ScriptLine[]} */ (found.lines), (line) => line.key.replace(/^on /, ''));
  steps = [
    ...new Set(
      found.lines
        .filter((/** @type {ScriptLine} */ line) => line.who === 'dealer' && line.key.startsWith('on '))
        .map((/** @type {ScriptLine} */ line) => line.key.slice(3)),
    ),
  ]
    .filter((tag) => (!MISHAPS.has(tag) || tag === 'cover-device') && !APART.has(tag))
    // Not in procedure order: the pupil has to know that.
    .sort((one, other) => actName(one).localeCompare(actName(other)));
  at = await station(root, id, {
    go,
    role: 'dealer',
    title: t('school.title'),
    cls: 'school',
    onChange: () => redraw(),
  });
  if (!at) return { close: () => {} };
  at.duty.addEventListener('click', (event) => {
    const pressed = targetOf(event).closest('[data-act]');
    if (pressed && pressed.getAttribute('aria-disabled') !== 'true')
      ACTS[pressed.dataset.act]?.(pressed.dataset);
  });
  at.duty.addEventListener('submit', (event) => {
    event.preventDefault();
    const said = amountIn(/** @type {HTMLFormElement} */ (event.target));
    if (settling) settle(said);
    else answer(said);
  });
  redraw();
  return { close: () => at.close() };
}
