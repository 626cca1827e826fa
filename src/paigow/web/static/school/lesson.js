// Dealer's school: a table of one's own with bots, dealt by the pupil. The script is hidden; each step is
// judged at once.

import { actName, seatName } from '../console/forms.js';
import { ANSWERS, accident, canHappen, MISHAPS, outcomeOf } from '../console/irregularities.js';
import { cited, citesOf, doneIn, station, toldOf } from '../console/station.js';
import { nameHalf, ways } from '../pieces/names.js';
import { api } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';
import { diceOf, handAt, isTiles } from '../table/model.js';
import { whyRefused } from '../table/sentences.js';

// Acts for a player who does not answer, and for the opening: not steps of a round to be learnt.
const APART = new Set(['set-absent', 'seal-tiles', 'inspect-dice', 'pass-cut', 'use-preshuffled']);
// What a step says that has to be right, beside its being the next.
/** @type {Record<string, string>} */
const VALUES = {
  'announce-total': 'total',
  'announce-eye': 'number',
  'place-eye-button': 'position',
  'take-dice-wagers': 'position',
  'pay-dice-wagers': 'position',
  'deliver-stack': 'place',
  'set-dealer-hand': 'low',
  'expose-hand': 'position',
  'pay-winner': 'position',
  'pay-from-center': 'place',
  'settle-optional': 'position',
  'verify-progressive': 'position',
  'settle-progressive': 'position',
  'pay-envy': 'position',
};
/** @param {number} first @param {number} last */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
// A command that is not due is refused whatever it says: these make it whole.
/** @type {Record<string, any>} */
const FALLBACK = {
  position: 1,
  place: 1,
  total: 9,
  number: 1,
  how: 'say',
  kind: 'main',
  low: [],
  order: [],
  dice: [1, 1, 1],
  depth: 26,
  chips_counted: 0,
  device: 'shuffler',
  style: 'house-way-right',
};

// Right and wrong of a lesson are kept where its pupil sits: it goes on after the page is loaded again.
/**
 * @param {string} id
 * @returns {{ right: number, wrong: number, sofar: { good: boolean, tag: string, cites: Cites }[] }}
 */
const marksOf = (id) => JSON.parse(localStorage.getItem(`school/${id}`)) || { right: 0, wrong: 0, sofar: [] };

/** @param {HTMLElement} root @param {string} id @param {{ go: Go }} given2 */
export async function lessonPage(root, id, { go }) {
  const kept = marksOf(id);
  let /** @type {Station} */ at = null,
    { right, wrong, sofar } = kept,
    verdict = '',
    /** @type {{ tag: string, field: string } | null} */ asking = null,
    /** @type {Accident | null} */ happened = null,
    /** @type {string[]} */ steps = [],
    /** @type {Record<string, ScriptLine[]>} */ script = {};

  /** @param {string} tag */
  const linesOf = (tag) => script[tag] || [];
  /** @param {string} tag */
  const paragraphsOf = (tag) => [...new Set(linesOf(tag).flatMap((line) => line.cites))];
  /** @param {any} good @param {string} tag @param {string} sentence @param {Cites | undefined} cites */
  const judge = (good, tag, sentence, cites) => {
    if (good) right += 1;
    else wrong += 1;
    sofar = [{ good, tag, cites: (cites || []).slice(0, 1) }, ...sofar].slice(0, 12);
    localStorage.setItem(`school/${id}`, JSON.stringify({ right, wrong, sofar }));
    verdict = html`
      <span class="${good ? 'win' : 'lose'}">
        ${good ? `▲ ${t('school.right')}` : `▼ ${t('school.wrong')}`}
      </span> ${esc(sentence)} ${cited((cites || []).slice(0, 4))}
    `;
    redraw();
  };

  // ---- what to say with a step
  /** @param {any} _tag @param {string} field */
  const choicesFor = (_tag, field) => {
    const tiles = isTiles(at.model);
    if (field === 'total') return range(3, 18).map((total) => [total, String(total)]);
    if (field === 'number') return range(1, 6).map((number) => [number, String(number)]);
    if (field === 'low') {
      const found = ways(handAt(at.model, 0)?.pieces || [], at.model.wheelLowest);
      return found.map((way) => [
        way.low,
        `${nameHalf(way.high, at.model.wheelLowest).short} / ${nameHalf(way.low).short}`,
      ]);
    }
    return range(field === 'place' ? 0 : 1, field === 'place' && tiles ? 7 : 6).map((place) => [
      place,
      seatName(place),
    ]);
  };
  const drawAsking = () => {
    /** @param {any[]} given */
    const choice = ([value, text]) =>
      html`
        <button class="btn" data-act="answer" data-value="${esc(JSON.stringify(value))}"
          data-k="answer-${esc(text)}">
          ${esc(text)}
        </button>
      `;
    return html`
      <section class="duties asked" aria-labelledby="asked">
        <h2 id="asked">
          ${esc(actName(asking.tag))} <span class="muted">${t(`school.which.${asking.field}`)}</span>
        </h2>
        ${choicesFor(asking.tag, asking.field).map(choice).join('')}
        <button class="btn quiet" data-act="unask" data-k="unask">${t('school.back')}</button>
      </section>
    `;
  };
  const drawHappened = () => {
    /** @param {string} name */
    const answer = (name) =>
      html`
        <button class="btn" data-act="outcome" data-value="${name}" data-k="outcome-${name}">
          ${t(`school.answer.${name}`)}
        </button>
      `;
    return html`
      <section class="duties asked" data-story="${happened.key}" data-place="${happened.place ?? ''}"
        aria-labelledby="asked">
        <h2 id="asked">
          ${t(`school.drill.${happened.key}`, {
            place: happened.place === undefined ? '' : esc(seatName(happened.place)),
          })}
        </h2>
        <p class="muted">${t('school.drill.ask')}</p>
        ${ANSWERS.map(answer).join('')}
      </section>
    `;
  };
  const drawSteps = () => {
    /** @param {string} tag */
    const step = (tag) =>
      html`
        <button class="btn" data-act="lesson" data-tag="${tag}" data-k="lesson-${tag}">
          ${esc(actName(tag))}
        </button>
      `;
    const waits = at.model.awaited.map((person) => esc(at.model.names[person] || person)).join(', ');
    const off = canHappen(at.options()) ? '' : 'aria-disabled="true"';
    return html`
      <p class="muted">${waits ? t('console.waits', { who: waits }) : t('school.yours')}</p>
      <section class="duties" aria-label="${t('school.next')}">${steps.map(step).join('')}</section>
      <p class="go">
        <button class="btn quiet" data-act="drill" data-k="drill" ${off}>${t('school.drill.title')}</button>
        <button class="btn quiet" data-act="hint" data-k="hint">${t('school.hint')}</button>
      </p>
    `;
  };
  const drawSoFar = () =>
    sofar.length
      ? html`
        <ol class="script">
          ${sofar
            .map(
              ({ good, tag, cites }) => html`
                <li>
                  <p>
                    <b class="${good ? 'win' : 'lose'}">
                      ${good ? '▲' : '▼'} ${t(good ? 'school.right' : 'school.wrong')}
                    </b> ${esc(actName(tag))}
                  </p>
                  <span class="cites">${cited(cites)}</span>
                </li>
              `,
            )
            .join('')}
        </ol>
      `
      : `<p class="muted">${t('school.sofar.none')}</p>`;
  function redraw() {
    if (!at?.model?.view) return;
    Object.assign(at.duty.dataset, { step: at.model.view.step, version: at.model.view.version });
    const body = happened ? drawHappened() : asking ? drawAsking() : drawSteps();
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
    at.tellUnder(`<section class="told-so-far"><h2>${t('school.sofar')}</h2>${drawSoFar()}</section>`);
  }

  // ---- steps
  // What is right is called right only when it was due: much else may be done, and done again.
  /** @param {string} tag */
  const isDue = (tag) => at.due?.act?.do === tag && at.due.act.by === 'dealer';
  /** @param {unknown} one @param {unknown} other */
  const same = (one, other) => {
    const sorted = (/** @type {unknown} */ value) =>
      JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
    return sorted(one) === sorted(other);
  };
  // Of two halves that rank alike either may be called the low one.
  /** @param {Piece[]} low */
  const rest = (low) => {
    const left = [...(handAt(at.model, 0)?.pieces || [])];
    for (const piece of low) left.splice(left.indexOf(piece), 1);
    return left;
  };
  /** @param {string} tag @param {Command} command */
  async function give(tag, { by, ...command }) {
    const { answer, events } = await at.give(command);
    if (answer.type === 'refused') return judge(false, tag, whyRefused(answer), answer.cites);
    return judge(true, tag, toldOf(at.model, events.slice(-1)), paragraphsOf(tag));
  }
  /** @param {string} tag */
  async function lesson(tag) {
    await at.fresh();
    if (isDue(tag)) {
      if (!VALUES[tag]) return give(tag, at.due.act);
      asking = { tag, field: VALUES[tag] };
      return redraw();
    }
    // What could not be done at all the table says best; what could be is not done either.
    if (at.options().some((option) => option.command.do === tag))
      return judge(false, tag, t('school.notdue', { act: actName(tag) }), paragraphsOf(tag));
    return give(tag, { ...FALLBACK, do: tag });
  }
  /** @param {any} value */
  async function answer(value) {
    // A second press finds nothing to answer any more.
    if (!asking) return null;
    const { tag, field } = asking;
    asking = null;
    if (!isDue(tag)) return judge(false, tag, t('school.notdue', { act: actName(tag) }), paragraphsOf(tag));
    const act = at.due.act;
    if (same(value, act[field]) || (field === 'low' && same(rest(value), act.low))) return give(tag, act);
    const dice = diceOf(at.model);
    const [, told] = choicesFor(tag, field).find(([each]) => same(each, act[field])) || ['', ''];
    return judge(
      false,
      tag,
      field === 'total' && dice
        ? t('school.total', { dice: dice.join(' + '), total: act.total })
        : t('school.is', { answer: told }),
      [...new Set(at.due.lines.flatMap((line) => line.cites))],
    );
  }

  // ---- accidents
  async function drill() {
    await at.fresh();
    happened = accident(at.options());
    redraw();
  }
  /** @param {string} chosen */
  async function outcome(chosen) {
    if (!happened) return null;
    const { command } = happened;
    happened = null;
    const { answer: told, events } = await at.give(command);
    if (told.type === 'refused') return judge(false, command.do, whyRefused(told), told.cites);
    const found = outcomeOf(events);
    return judge(
      found === chosen,
      command.do,
      `${t(`school.answer.${found}`)}. ${toldOf(at.model, events)}`,
      citesOf(events),
    );
  }
  async function hint() {
    await at.fresh();
    const { act = null, lines = [] } = at.due || {};
    const cites = [...new Set(lines.flatMap((line) => line.cites))].slice(0, 4);
    verdict =
      act?.by === 'dealer'
        ? `<b>${esc(actName(act.do))}.</b> ${doneIn(lines)} ${cited(cites)}`
        : esc(t('school.wait'));
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
    hint,
  };
  const found = await api(`/api/tables/${encodeURIComponent(id)}/script`);
  script = Object.groupBy(/** @type {ScriptLine[]} */ (found.lines), (line) => line.key.replace(/^on /, ''));
  steps = [
    ...new Set(
      found.lines
        .filter((/** @type {ScriptLine} */ line) => line.who === 'dealer' && line.key.startsWith('on '))
        .map((/** @type {ScriptLine} */ line) => line.key.slice(3)),
    ),
  ]
    .filter((tag) => !MISHAPS.has(tag) && !APART.has(tag))
    // Not in the order of the procedure: that is what is to be known.
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
  redraw();
  return { close: () => at.close() };
}
