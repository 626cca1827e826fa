// The trainers: one question after another, by what is due; settings are scored by what they cost.

import { showHand } from '../pieces/hands.js';
import { topbar } from '../shared/bar.js';
import { api, ruleBooks, whoAmI } from '../shared/connection.js';
import { showParagraph } from '../shared/dialogs.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { handSetter } from '../shared/setter.js';
import { noted } from '../shared/spacing.js';
import { marked } from '../shared/terms.js';
import { t } from '../shared/texts.js';
import { choicesOf, costOf, drillsOf, nextQuestion, rightOf, rulesOf, sameLow } from './drills.js';
import { recalled, remember } from './memory.js';
import { aside, question as questionPanel, trainers, verdict } from './panels.js';
import { report } from './report.js';

// Values that are still being counted are requested again, this often and after this many milliseconds.
const ASKS = 20,
  AGAIN = 1500,
  LENGTH = 20;
/** @param {string} drill */
const sets = (drill) => drill === 'set' || drill === 'dealer';

/** @param {HTMLElement} root */
export async function practicePage(root) {
  const [books, me] = await Promise.all([ruleBooks(), whoAmI().catch(/** @returns {any} */ () => null)]);
  const account = !!me && !me.guest,
    wanted = localStorage.getItem('practice-book'),
    // A learner who comes from a game's page trains that game.
    from = new URLSearchParams(location.search).get('game'),
    offered = books.filter(({ game }) => !from || game === from);
  let memory = await recalled(account),
    book = (offered.find(({ name }) => name === wanted) || offered[0] || books[0])?.name,
    /** @type {import('./drills.js').Scope} */ scope = null,
    drill = 'set',
    /** @type {import('./drills.js').Question | null} */ asked = null,
    /** @type {string[]} */ choices = [],
    /** @type {any} */ answer = null,
    /** @type {Grade | null} */ grade = null,
    /** @type {any} */ session = null,
    finished = false,
    failed = false,
    checking = '',
    asks = 0,
    scored = false,
    come = false;
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('learn') })}</header>
    <main class="page trainer">
      <div class="head">
        <div><h1>${t('practice.title')}</h1><p>${marked(t('practice.text'))}</p></div>
        <nav>
          <label class="sr" for="book">${t('practice.pick')}</label>
          <select class="pick" id="book">
            ${books
              .map(
                ({ name }) =>
                  `<option value="${name}" ${name === book ? 'selected' : ''}>${t(`book.${name}`)}</option>`,
              )
              .join('')}
          </select>
        </nav>
      </div>
      <div class="columns">
        <nav class="panelbox drills" id="drills" aria-label="${t('practice.trainers')}"></nav>
        <div class="middle">
          <section class="panelbox asking" id="asking" aria-label="${t('practice.question')}">
            <div id="question"></div>
            <div class="feltbox setter" id="try" hidden></div>
            <div class="go" id="go"></div>
          </section>
          <section class="verdictbox" id="grade" aria-live="polite"></section>
        </div>
        <aside class="beside" id="aside"></aside>
      </div>
      <div id="report" hidden></div>
    </main>
  `;
  const at = (/** @type {string} */ id) => root.querySelector(`#${id}`),
    setter = handSetter(at('try'));
  const now = () => Date.now();
  const begun = () => ({
    at: now(),
    drill,
    book,
    asked: 0,
    right: 0,
    cost: 0,
    house: 0,
    costed: 0,
    missed: /** @type {any[]} */ ([]),
  });

  function redraw() {
    const costs =
      grade && asked?.drill === 'set'
        ? { yours: costOf(grade, grade.yours), house: costOf(grade, grade.house_way) }
        : null;
    draw(at('drills'), trainers(drillsOf(scope), drill, scope, memory.cards, now()));
    draw(
      at('question'),
      failed
        ? `<p class="muted">${t('error.gone')}</p>`
        : asked
          ? questionPanel(asked, scope, choices, answer, session.asked + (scored ? 0 : 1), LENGTH)
          : '<p class="muted">…</p>',
    );
    at('try').hidden = !asked || !sets(drill);
    draw(at('go'), buttons());
    draw(
      at('grade'),
      answer
        ? verdict({
            asked,
            scope,
            answer,
            grade,
            costs,
            counting: asks > 0,
            choices,
            card: memory.cards[asked.key],
          })
        : '',
    );
    draw(at('aside'), aside(session, memory, drill, scope, account, now()));
    root.querySelector('.columns').toggleAttribute('hidden', finished);
    at('report').hidden = !finished;
    draw(at('report'), finished ? report(session, memory, scope, now()) : '');
  }
  // A setting that was answered is scored before the next question, however long its values take.
  const waiting = () => checking === asked.key || (drill === 'set' && !!answer && !scored && asks > 0);
  const buttons = () => {
    if (!asked) return '';
    // The rule is still to be named.
    const open = drill === 'dealer' && answer && !answer.rule;
    const over = answer && session.asked >= LENGTH,
      [act, text] = open
        ? []
        : answer
          ? over
            ? ['finish', t('practice.report')]
            : ['next', t('practice.next')]
          : sets(drill)
            ? ['check', t('practice.set')]
            : [];
    return html`
      ${
        session.asked && !over
          ? `<button class="btn quiet" data-act="finish" data-k="finish">${t('practice.end')}</button>`
          : ''
      }
      ${
        act
          ? html`
            <button class="btn primary" data-act="${act}" data-k="${act}"
              ${waiting() ? 'aria-disabled="true"' : ''}>
              ${waiting() && drill === 'set' ? t('practice.counting') : text}${' '}
              <kbd aria-hidden="true">Enter</kbd>
            </button>
          `
          : ''
      }
    `;
  };
  async function next() {
    const last = asked?.key || '';
    asks = 0;
    answer = grade = asked = null;
    failed = finished = scored = false;
    const mine = `${drill}/${book}`;
    const found = await nextQuestion(drill, scope, memory.cards, now(), last).catch(
      /** @returns {any} */ () => null,
    );
    if (mine !== `${drill}/${book}`) return;
    asked = found;
    failed = !found;
    if (found && sets(drill)) setter.deal(found.what.split(' '));
    choices = found && !sets(drill) ? choicesOf(found, scope) : [];
    redraw();
    // After pressing for the next question, the focus moves there; on arrival, it stays put.
    if (come)
      (root.querySelector('[data-act=check]') || root.querySelector('.answer'))?.focus({
        preventScroll: true,
      });
    come = true;
  }
  const showVerdict = () => at('grade').scrollIntoView({ block: 'nearest' });
  // Record an answer: in the memory, in the session, and in the list of misses.
  /** @param {boolean} right */
  function score(right) {
    // The result is below; on a phone, below the screen.
    requestAnimationFrame(showVerdict);
    memory = remember({ ...memory, cards: noted(memory.cards, asked.key, right, now()) }, account);
    scored = true;
    session.asked += 1;
    session.right += right ? 1 : 0;
  }
  /** @param {any} given */
  function choose(given) {
    if (answer || !asked || sets(drill)) return;
    answer = given;
    const right = given === rightOf(asked, scope);
    score(right);
    if (!right) session.missed.push({ ...asked, yours: given });
    redraw();
    root.querySelector('[data-act=next], [data-act=finish].primary')?.focus({ preventScroll: true });
  }
  async function check() {
    if (!asked || answer || checking === asked.key || !sets(drill)) return;
    const { low, high } = setter.current(),
      key = asked.key;
    checking = key;
    draw(at('go'), buttons());
    const found = await api('/api/practice/grade', { book, pieces: setter.hand, low }).catch(
      /** @returns {any} */ () => null,
    );
    if (checking === key) checking = '';
    if (asked?.key !== key || answer) return;
    failed = !found;
    if (!found) {
      redraw();
      return;
    }
    grade = { ...found, yours: found.yours || { low, high } };
    answer = { low, high, rule: null };
    setter.lock();
    asks = grade.values ? 0 : ASKS;
    requestAnimationFrame(showVerdict);
    if (drill === 'dealer') choices = rulesOf(grade.house_way.number, scope);
    else if (grade.values) costed();
    if (!grade.values) setTimeout(askAgain, AGAIN, low, key);
    redraw();
    root
      .querySelector('[data-act=rule], [data-act=next], [data-act=finish].primary')
      ?.focus({ preventScroll: true });
  }
  // The dealer's move counts only together with its rule.
  /** @param {string} number */
  function chooseRule(number) {
    if (drill !== 'dealer' || !answer || answer.rule || !number) return;
    answer.rule = number;
    const right = number === grade.house_way.number && sameLow(answer, grade.house_way);
    score(right);
    if (!right) session.missed.push({ ...asked, yours: answer, best: grade.house_way });
    redraw();
    root.querySelector('[data-act=next], [data-act=finish].primary')?.focus({ preventScroll: true });
  }
  // A setting is right if it costs nothing, whatever the house does.
  function costed() {
    const cost = grade.yours.fouled ? 1 : (costOf(grade, grade.yours) ?? 0),
      house = costOf(grade, grade.house_way) ?? 0;
    score(cost < 1e-9);
    Object.assign(session, {
      cost: session.cost + cost,
      house: session.house + house,
      costed: session.costed + 1,
    });
    if (cost >= 1e-9) session.missed.push({ ...asked, yours: answer, best: grade.best, cost });
  }
  // The first hand starts the worker that counts: its values can take longer than an answer waits.
  /** @param {Piece[]} low @param {string} key */
  async function askAgain(low, key) {
    if (asks <= 0 || asked?.key !== key) return;
    const found = await api('/api/practice/grade', { book, pieces: setter.hand, low }).catch(
      /** @returns {any} */ () => null,
    );
    if (asked?.key !== key || !grade) return;
    asks = found?.values ? 0 : asks - 1;
    if (found?.values) {
      grade = { ...grade, best: found.best, values: found.values };
      if (drill === 'set') costed();
    }
    redraw();
    setTimeout(askAgain, AGAIN, low, key);
  }
  function finish() {
    if (!session.asked) return;
    const { at: began, asked: n, right, cost, house } = session;
    const kept = { at: began, drill, book, asked: n, right, cost, house };
    memory = remember({ ...memory, sessions: [...memory.sessions, kept] }, account);
    finished = true;
    redraw();
    root.querySelector('#report h2')?.focus({ preventScroll: true });
  }
  /** @param {string} to */
  async function begin(to) {
    drill = to;
    session = begun();
    asked = null;
    localStorage.setItem('practice-drill', to);
    await next();
    // On a phone the trainers are a row that scrolls.
    root.querySelector('.drills [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }
  /** @param {string} to */
  async function open(to) {
    book = to;
    localStorage.setItem('practice-book', to);
    const facts = await api(`/api/training/facts?book=${to}`);
    scope = { book, game: facts.game, facts };
    const known = drillsOf(scope),
      kept = localStorage.getItem('practice-drill');
    await begin(known.includes(kept) ? kept : 'set');
  }
  /** @type {Record<string, (data: any) => unknown>} */
  const ACTS = {
    ...setter.acts,
    check,
    next: () => (waiting() ? undefined : next()),
    finish,
    drill: (data) => begin(data.drill),
    choose: (data) => choose(data.value),
    rule: (data) => chooseRule(data.value),
    which: (data) => choose(data.side),
    paragraph: (data) => showParagraph(book, data.cite),
    // What this browser remembers goes to the account with the next answer.
    signin: async () => (await import('../lobby/account.js')).showAccount(me, () => location.reload()),
    hand: (data) => showHand(data.pieces.split(' ')),
    // A missed question is due at once: it went back to the first box.
    missed: () => {
      const keys = session.missed.map((/** @type {any} */ each) => each.key),
        cards = { ...memory.cards };
      for (const key of keys) if (cards[key]) cards[key] = { ...cards[key], due: now() };
      memory = remember({ ...memory, cards }, account);
      begin(drill);
    },
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || targetOf(event).matches?.('select, input')) return;
    if (!asked || finished || document.querySelector('dialog[open]')) return;
    if (/^[1-9]$/.test(event.key)) {
      if (drill === 'dealer' && answer) chooseRule(choices[Number(event.key) - 1] || '');
      else if (sets(drill)) setter.key(event.key);
      else if (choices[Number(event.key) - 1] !== undefined) choose(choices[Number(event.key) - 1]);
    }
    if (event.key.toLowerCase() === 'a')
      /** @type {HTMLElement} */ (at('grade').querySelector('[data-k=why]'))?.click();
    if (event.key === 'Enter' && !targetOf(event).closest?.('button, a'))
      /** @type {HTMLElement} */ (at('go').querySelector('.primary'))?.click();
  };
  document.addEventListener('keydown', onKey);
  at('book').addEventListener('change', (event) =>
    open(/** @type {HTMLSelectElement} */ (event.target).value),
  );
  await open(book);
  return {
    ...ACTS,
    close() {
      document.removeEventListener('keydown', onKey);
      setter.close();
    },
  };
}
