// How a drill is presented: its values in the page's words, the form of its answer, and the answer itself.

import { seatName } from '../console/forms.js';
import { card, svg, tile } from '../pieces/drawings.js';
import { nameHalf, pieceName } from '../pieces/names.js';
import { die } from '../pieces/tokens.js';
import { html } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { esc, money, oddsText, orElse, t } from '../shared/texts.js';

/** @type {Record<string, (value: any) => string>} */
const WRITTEN = {
  money,
  number: String,
  place: seatName,
  wager: (kind) => t(`wager.${kind}`),
  line: (line) => orElse(`payline.${line}`, oddsText(line)),
  style: (style) => t(`style.${style}`),
  dice: (dice) => dice.join(' · '),
  method: (method) => t(`school.method.${method}`),
  step: (step) => t(`step.${step}`),
  choice: (word) => t(`school.answer.${word}`),
};
/** @param {Record<string, [string, any]>} given */
export const written = (given) =>
  Object.fromEntries(Object.entries(given).map(([name, [as, value]]) => [name, WRITTEN[as](value)]));

// What went wrong, and where: a tile at one table is a card at another.
/** @param {string} key @param {boolean} tiles @param {number} [place] */
export const storyTold = (key, tiles, place) =>
  t(`school.drill.${key}`, {
    place: place === undefined ? '' : seatName(place),
    piece: t(tiles ? 'school.piece.tile' : 'school.piece.card'),
  });

/** @param {Piece} piece @param {number} height */
const drawing = (piece, height) =>
  piece.includes('-')
    ? svg((height * 100) / 240, height, tile(piece, 0, 0, height), 'aria-hidden="true"')
    : svg(
        (height * 100) / 140,
        height,
        card(piece, 0, 0, height, { four: fourColours() }),
        'aria-hidden="true"',
      );
/** @param {Piece[]} pieces */
const heightOf = (pieces) => (pieces[0]?.includes('-') ? 132 : 112);

// Face-up pieces.
/** @param {Piece[]} pieces */
export const turnedOver = (pieces) => html`
  <div class="pieces" data-pieces="${esc(pieces.join(' '))}" role="img"
    aria-label="${esc(pieces.map(pieceName).join(', '))}">
    ${pieces.map((piece) => drawing(piece, heightOf(pieces))).join('')}
  </div>
`;
/** @param {string} name @param {Piece[]} pieces */
const half = (name, pieces) => html`
  <figure class="half">
    ${turnedOver(pieces)}
    <figcaption>${t(name)}</figcaption>
  </figure>
`;
/** @param {DrillHand} hand */
export const shownHand = (hand) => html`
  <section class="drillhand" aria-label="${t(`school.whose.${hand.whose}`)}">
    <h3>${t(`school.whose.${hand.whose}`)}</h3>
    <div class="halves">${half('high', hand.high)}${half('low', hand.low)}</div>
  </section>
`;
/** @param {DrillTask} task */
export const picture = (task) => {
  const dice = task.given.dice?.[1];
  const eye = task.ask.startsWith('count.button') || task.ask.startsWith('dice');
  const thrown =
    dice &&
    svg(
      200,
      64,
      dice
        .map((/** @type {number} */ n, /** @type {number} */ i) =>
          die(n, 36 + i * 64, 32, 50, { eye: eye && !i }),
        )
        .join(''),
      `role="img" aria-label="${esc(t('school.dice', { dice: dice.join(', ') }))}"`,
    );
  const hands = task.form === 'low' ? '' : task.hands.map(shownHand).join('');
  return html`
    ${thrown ? `<p class="dice">${thrown}</p>` : ''}
    ${hands && `<div class="drillhands">${hands}</div>`}
  `;
};

/** @param {DrillTask} task */
const places = (task) => Array.from({ length: task.game === 'tiles' ? 8 : 7 }, (_, place) => place);
/** @param {unknown} value @param {string} text */
const button = (value, text) => html`
  <button class="btn" type="button" data-act="answer" data-value="${esc(JSON.stringify(value))}"
    data-k="answer-${esc(text)}">
    ${esc(text)}
  </button>
`;
/** @param {string} inputs */
const form = (inputs) => html`
  <form class="answer" data-k="answer">
    ${inputs}
    <button class="btn primary" data-k="say">${t('school.say')}</button>
  </form>
`;
// Stacks and pieces are selected by clicking, and submitted together.
/** @param {Set<number>} chosen */
const stacks = (chosen) => html`
  <p class="muted">${t('school.stacks')}</p>
  <div class="stacks" role="group" aria-label="${t('school.stacks')}">
    ${Array.from({ length: 8 }, (_, i) => i + 1)
      .map(
        (n) => html`
          <button class="btn stack" type="button" data-act="choose" data-value="${n}" data-k="stack-${n}"
            aria-pressed="${chosen.has(n)}" aria-label="${t('school.stack', { n })}">
            <span class="num">${n}</span>
          </button>
        `,
      )
      .join('')}
  </div>
`;
/** @param {DrillTask} task @param {Set<number>} chosen */
const pieces = (task, chosen) => html`
  <div class="chosen-pieces" role="group" aria-label="${t('school.low')}">
    ${task.hands[0].pieces
      .map(
        (piece, i) => html`
          <button class="piece" type="button" data-act="choose" data-value="${i}" data-k="piece-${i}"
            aria-pressed="${chosen.has(i)}" aria-label="${esc(pieceName(piece))}">
            ${drawing(piece, heightOf([piece]))}
          </button>
        `,
      )
      .join('')}
  </div>
`;
/** @param {string} label @param {string} attributes */
const field = (label, attributes) => html`
  <label for="said">
    ${label}
    <input id="said" name="said" class="short" required autocomplete="off" ${attributes}>
  </label>
`;
/** @type {Record<string, (task: DrillTask, chosen: Set<number>) => string>} */
const FORMS = {
  cents: () => form(field(t('school.amount'), 'inputmode="decimal" pattern="\\$?[0-9]+(\\.[0-9]{1,2})?"')),
  number: () => form(field(t('school.number'), 'type="number" min="0" max="60"')),
  place: (task) =>
    `<div class="options">${places(task)
      .map((n) => button(n, seatName(n)))
      .join('')}</div>`,
  choice: (task) => {
    const words = task.choices.map((word) => button(word, t(`school.answer.${word}`)));
    return `<div class="options">${words.join('')}</div>`;
  },
  stacks: (_task, chosen) => form(stacks(chosen)),
  low: (task, chosen) => form(pieces(task, chosen)),
};
/** @param {DrillTask} task @param {Set<number>} chosen */
export const answerForm = (task, chosen) => FORMS[task.form](task, chosen);

// The form's value: an amount in cents, a number, or a selection. Null if it isn't complete.
/** @param {DrillTask} task @param {HTMLFormElement} element @param {Set<number>} chosen */
export function saidIn(task, element, chosen) {
  const said = String(new FormData(element).get('said') ?? '');
  if (task.form === 'cents') return Math.round(Number(said.replace('$', '')) * 100);
  if (task.form === 'number') return Number(said);
  if (task.form === 'stacks') return chosen.size ? [...chosen] : null;
  return chosen.size === 2 ? [...chosen].map((i) => task.hands[0].pieces[i]) : null;
}

/** @param {Piece[]} low @param {Piece[]} all */
const restOf = (low, all) => {
  const rest = [...all];
  for (const piece of low) rest.splice(rest.indexOf(piece), 1);
  return rest;
};
// Label the halves: others write the low one first.
/** @param {Piece[]} high @param {Piece[]} low */
const splitName = (high, low) => t('school.split', { high: nameHalf(high).short, low: nameHalf(low).short });
// The correct setting of a hand.
/** @param {DrillTask} task @param {any} low */
export const rightlySet = (task, low) =>
  task.form === 'low' ? shownHand({ ...task.hands[0], low, high: restOf(low, task.hands[0].pieces) }) : '';
/** @type {Record<string, (answer: any, task: DrillTask) => string>} */
const ANSWERS = {
  cents: (answer) => money(answer),
  number: String,
  place: (answer) => seatName(answer),
  choice: (answer) => t(`school.answer.${answer}`),
  stacks: (answer) => answer.join(', '),
  low: (answer, task) => splitName(restOf(answer, task.hands[0].pieces), answer),
};
/** @param {DrillTask} task @param {any} answer */
export const answerText = (task, answer) => ANSWERS[task.form](answer, task);
