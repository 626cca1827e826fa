// Hands for setting only, graded against the house way and the best play; progress stays in this browser.

import { showHand } from '../pieces/hands.js';
import { fouled, inOrder, namedHand, ways } from '../pieces/names.js';
import { topbar } from '../shared/bar.js';
import { api, ruleBooks, whoAmI } from '../shared/connection.js';
import { showParagraph } from '../shared/dialogs.js';
import { draggable, exchanged } from '../shared/dragging.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { esc, t } from '../shared/texts.js';
import { paragraphs } from '../table/panels/buttons.js';
import { handPanel, waysPanel } from '../table/panels/hand.js';

// Values that are still being counted are asked for again, this often and after this many milliseconds.
const ASKS = 20,
  AGAIN = 1500;
/** @param {Piece[]} a @param {Piece[]} b */
const same = (a, b) => [...a].sort().join() === [...b].sort().join();
const progress = () => JSON.parse(localStorage.getItem('practice') || '{"right":0,"all":0}');

/** @param {HTMLElement} root */
export async function practicePage(root) {
  const [books] = await Promise.all([ruleBooks(), whoAmI().catch(/** @returns {any} */ () => null)]);
  const kept = localStorage.getItem('practice-book');
  let book = books.find((/** @type {{ name: string }} */ { name }) => name === kept)?.name || books[0]?.name,
    /** @type {Piece[] | null} */ hand = null,
    /** @type {Partial<Model>} */ ui = {},
    /** @type {Grade | null} */ grade = null,
    failed = false,
    come = false,
    asks = 0;
  root.innerHTML = html`
    <header class="topbar">${topbar({ crumb: `<b>${t('practice.title')}</b>` })}</header>
    <main class="page">
      <div class="head">
        <div><h1>${t('practice.title')}</h1><p>${t('practice.text')}</p></div>
        <nav>
          <label class="sr" for="book">${t('practice.pick')}</label>
          <select class="pick" id="book">
            ${books
              .map(
                (/** @type {{ name: string }} */ { name }) => html`
                <option value="${name}" ${name === book ? 'selected' : ''}>${t(`book.${name}`)}</option>
              `,
              )
              .join('')}
          </select>
        </nav>
      </div>
      <div class="practice">
        <section class="panelbox" id="try" aria-label="${t('practice.title')}"></section>
        <section class="panelbox" id="grade" aria-live="polite"></section>
      </div>
    </main>
  `;
  const place = root.querySelector('#try'),
    result = root.querySelector('#grade');

  /** @returns {any} */
  const model = () => ({
    layout: { game: books.find((/** @type {{ name: string }} */ { name }) => name === book)?.game },
    view: {
      book,
      chairs: ['me'],
      hands: [{ place: 1, pieces: hand, low: null, high: null, status: 'dealt', shown: [] }],
      wagers: [],
      step: 'setting',
    },
    options: [{ command: { do: 'set-hand', position: 1 }, free: [] }],
    me: 'me',
    four: fourColours(),
    wheelLowest: false,
    awaited: [],
    ...ui,
  });
  const current = () => {
    const found = ui.draft || ways(hand)[0];
    return { low: inOrder(found.low), high: inOrder(found.high) };
  };
  function redraw() {
    if (!hand) {
      draw(place, `<p class="muted">${failed ? t('error.gone') : '…'}</p>`);
      return;
    }
    draw(
      place,
      html`
        ${handPanel(model())}
        <div class="ask">${grade ? '' : waysPanel(model())}</div>
        <div class="go">
          ${
            grade
              ? html`
                <button class="btn primary" data-act="next" data-k="next">
                  ${t('practice.next')} <kbd aria-hidden="true">Enter</kbd>
                </button>
              `
              : html`
                <button class="btn primary" data-act="check" data-k="check">
                  ${t('practice.set')} <kbd aria-hidden="true">Enter</kbd>
                </button>
              `
          }
        </div>
      `,
    );
    draw(result, gradeText());
  }
  /** @param {string} title @param {Draft} setting @param {any} value */
  function row(title, setting, value) {
    return html`
      <tr>
        <th scope="row">${title}</th>
        <td>${namedHand(setting.high, false, 'short')} / ${namedHand(setting.low, false, 'short')}</td>
        <td class="num">${value === null || value === undefined ? '' : value.toFixed(4)}</td>
      </tr>
    `;
  }
  function gradeText() {
    const { right, all } = progress(),
      score = html`
        <div class="kept">
          <meter min="0" max="${all || 1}" value="${right}"
            aria-label="${t('practice.score', { right, all })}"></meter>
          <p class="muted num">${all ? t('practice.score', { right, all }) : t('practice.score.none')}</p>
        </div>
      `;
    if (!grade) return `<h2>${t(`book.${book}`)}</h2><p>${t('practice.how')}</p>${score}`;
    const worth = (/** @type {Draft} */ setting) =>
        grade.values?.find(([low]) => same(low, setting.low))?.[1],
      yours = grade.yours;
    const cost =
      grade.best && worth(grade.best) !== undefined && worth(yours) !== undefined
        ? worth(grade.best) - worth(yours)
        : null;
    const asHouse = same(yours.low, grade.house_way.low);
    return html`
      <p class="verdict">
        <span class="${asHouse ? 'win' : 'lose'}">
          ${asHouse ? '▲' : '▼'} ${t(asHouse ? 'practice.right' : 'practice.other')}
        </span>
      </p>
      <table class="grades">
        <thead>
          <tr>
            <td></td>
            <th scope="col">${t('high')} / ${t('low')}</th>
            ${grade.values ? `<th scope="col">${t('practice.value')}</th>` : '<td></td>'}
          </tr>
        </thead>
        <tbody>
          ${row(t('practice.yours'), yours, worth(yours))}
          ${row(t('practice.house'), grade.house_way, worth(grade.house_way))}
          ${grade.best ? row(t('practice.best'), grade.best, worth(grade.best)) : ''}
        </tbody>
      </table>
      ${
        cost === null
          ? `<p class="muted" role="status">${t(asks ? 'practice.counting' : 'practice.uncounted')}</p>`
          : html`
            <p>
              ${
                cost > 1e-9
                  ? t('practice.costs', { cost: `${(cost * 100).toFixed(2)} %` })
                  : t('practice.same')
              }
            </p>
          `
      }
      ${
        grade.house_way.rule
          ? html`
            <p>
              <b>${t('practice.rule')}</b>${' '}
              <span lang="en">${esc(grade.house_way.rule)}</span>${' '}
              ${paragraphs(grade.house_way.cites)}
            </p>
          `
          : ''
      }
      ${score}
    `;
  }
  // The first hand wakes the worker that counts: its values may take longer than an answer waits.
  /** @param {Piece[]} low @param {Piece[]} graded */
  async function askAgain(low, graded) {
    if (asks <= 0) return;
    const answer = await api('/api/practice/grade', { book, pieces: graded, low }).catch(
      /** @returns {any} */ () => null,
    );
    if (!grade || hand !== graded) return;
    asks = answer?.values ? 0 : asks - 1;
    if (answer?.values) grade = { ...grade, best: answer.best, values: answer.values };
    redraw();
    setTimeout(askAgain, AGAIN, low, graded);
  }
  async function next() {
    asks = 0;
    grade = null;
    ui = {};
    failed = false;
    const found = await api(`/api/practice/hand?book=${book}`).catch(/** @returns {any} */ () => null);
    hand = found?.pieces || null;
    failed = !hand;
    redraw();
    // Who has pressed for the next hand goes on from there; who has just come is left in peace.
    if (come) place.querySelector('[data-act="check"]')?.focus({ preventScroll: true });
    come = true;
  }
  async function check() {
    const { low, high } = current();
    const answer = await api('/api/practice/grade', { book, pieces: hand, low }).catch(
      /** @returns {any} */ () => null,
    );
    if (!answer) {
      failed = true;
      return;
    }
    grade = {
      ...answer,
      yours: answer.yours || {
        low,
        high,
        fouled: low.length === 2 && high.length === 5 && fouled(low, high),
      },
    };
    const done = progress();
    localStorage.setItem(
      'practice',
      JSON.stringify({
        right: done.right + (same(grade.yours.low, grade.house_way.low) ? 1 : 0),
        all: done.all + 1,
      }),
    );
    asks = grade.values ? 0 : ASKS;
    if (asks) setTimeout(askAgain, AGAIN, low, hand);
    redraw();
    place.querySelector('[data-act="next"]')?.focus({ preventScroll: true });
  }
  /** @param {Half} half @param {number} index */
  function pick(half, index) {
    const key = `${half}${index}`,
      draft = current();
    if (!ui.picked || ui.picked.startsWith(half)) {
      ui = { ...ui, picked: ui.picked === key ? null : key };
      return redraw();
    }
    const other = half === 'high' ? 'low' : 'high';
    return carry({ half: other, index: ui.picked.slice(other.length) }, { half, index }, draft);
  }
  /** @param {any} from @param {any} to @param {Draft} [draft] */
  function carry(from, to, draft = current()) {
    const made = grade ? null : exchanged(draft, from, to);
    if (made) ui = { ...ui, draft: made, picked: null };
    redraw();
  }
  /** @type {Record<string, (data: any) => unknown>} */
  const ACTS = {
    check,
    next,
    paragraph: (data) => showParagraph(book, data.cite),
    hand: (data) => showHand(data.pieces.split(' ')),
    pick: (data) => pick(data.half, Number(data.index)),
    way: (data) => {
      const way = ways(hand)[Number(data.index)];
      ui = { ...ui, draft: way, picked: null };
      redraw();
    },
    ways: () => {
      ui = { ...ui, allWays: true };
      redraw();
    },
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (!hand || targetOf(event).matches('select, input') || document.querySelector('dialog[open]')) return;
    if (/^[1-9]$/.test(event.key) && !grade && ways(hand)[Number(event.key) - 1])
      ACTS.way({ index: Number(event.key) - 1 });
    if (event.key === 'Enter' && !targetOf(event).closest('button, a')) {
      if (grade) next();
      else check();
    }
  };
  document.addEventListener('keydown', onKey);
  const letGo = draggable(place, carry);
  root.querySelector('#book').addEventListener('change', (event) => {
    book = /** @type {HTMLSelectElement} */ (event.target).value;
    localStorage.setItem('practice-book', book);
    next();
  });
  await next();
  return {
    ...ACTS,
    close() {
      document.removeEventListener('keydown', onKey);
      letGo();
    },
  };
}
