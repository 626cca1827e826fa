// The table page: regions drawn from the model, clicks and keys turned into commands, lines spoken once.

import { topbar } from '../shared/bar.js';
import { draggable } from '../shared/dragging.js';
import { countUp, draw, finishMoving, shakeNow, still } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { esc, money, t } from '../shared/texts.js';
import { ACTS } from './actions.js';
import { play } from './animations.js';
import { attend, otherSound } from './attention.js';
import { weigh } from './chances.js';
import { feltFor, PHONE, TABLET, TURNED, UPRIGHT } from './felt/arrangements.js';
import { keyboard, toMain } from './keyboard.js';
import { emptyModel, isTiles, options, rack, received, roundShown, seatOf } from './model.js';
import { live } from './panels/bets.js';
import { offlineNote, shut } from './panels/offline.js';
import { railPanel } from './panels/rail.js';
import { resultPanel } from './panels/result.js';
import { sidePanel, ticker } from './panels/side.js';
import { current, myPlace, phaseOf, spent } from './phase.js';
import { buyIn, freeSeats } from './seats.js';
import { lineSaid, refusal, remarked } from './sentences.js';
import { inOrder, repeatable } from './spots.js';
import { ticking } from './ticking.js';
import { wordKeeper } from './words.js';

// A draft for the previous round ends with that round.
const NEW_HAND = {
  ...{ dismissed: false, allWays: false, done: false, again: false, kept: false },
  ...{ draft: null, picked: null, cut: null, asking: null },
};
const PASSES = Object.entries({ 'pass-bank': 'pass', 'pass-cut': 'passcut' });
const OWN = new Set(['wager-placed', 'wager-taken-back']);
const REGIONS = ['top', 'felt', 'ticker', 'live', 'rail', 'side'];
const shell = () =>
  html`
    <div class="app">
      <header class="topbar" data-region="top"></header>
      <div class="felt" data-region="felt"></div>
      <div class="movers" aria-hidden="true"></div>
      <section class="ticker" data-region="ticker" aria-label="${t('script')}"></section>
      <section class="live" data-region="live" aria-label="${t('mine.title')}"></section>
      <div class="railbox" data-region="rail"></div>
      <aside class="side" data-region="side" aria-label="${t('side.said')}"></aside>
      <section class="offnote" role="alert" data-region="offline"></section>
      <p class="toast" role="alert" data-region="toast"></p>
      <p class="sr" role="status" aria-live="polite" data-region="spoken"></p>
    </div>
  `;

/** @param {HTMLElement} root @param {TableOptions} given */
export function tablePage(
  root,
  {
    layout = null,
    send,
    tell: channel = () => {},
    onTheWay = () => [],
    recall = () => {},
    navigate,
    readOnly = false,
    // The help of a page around the table, in place of the player's.
    help = null,
    title,
    fourColours = true,
    consoles = [],
    felt = /** @returns {any} */ () => null,
    side = sidePanel,
  },
) {
  root.innerHTML = shell();
  const region = Object.fromEntries(
    [...root.querySelectorAll('[data-region]')].map((each) => [each.dataset.region, each]),
  );
  /** @type {Model} */
  let model = {
    ...emptyModel(),
    layout,
    four: fourColours,
    wheelLowest: layout?.wheel === 'lowest',
    canSit: !readOnly,
  };
  /** @type {Partial<Model>} */
  let ui = {};
  let toastTimer = 0;

  const whole = () => ({ ...model, ...ui });
  const crumb = () =>
    `<h1>${esc(title || t('table', { n: layout?.number || model.view.table }))}</h1>
      <span class="wide"> · ${esc(t(`book.${model.view.book}`))}</span>`;

  // Frames can arrive faster than the screen refreshes: several between two refreshes are drawn once.
  let due = 0;
  const redrawSoon = () => {
    due =
      due ||
      requestAnimationFrame(() => {
        due = 0;
        redraw();
      });
  };
  function redraw() {
    // Chances that were being counted can arrive after another page has replaced this one.
    if (!model.view || !root.firstElementChild) return;
    const all = whole(),
      phase = phaseOf(all);
    // Before the first bets there is no round to number.
    const number = model.view.round || model.view.bets_open ? roundShown(model) : 0;
    const game = isTiles(model) ? 'tiles' : 'cards';
    const app = /** @type {HTMLElement} */ (root.firstElementChild);
    app.className = `app ${phase} ${game}${model.online ? '' : ' offline'}`;
    Object.assign(app.dataset, { step: model.view.step, version: model.view.version });
    draw(
      region.top,
      topbar({
        crumb: crumb(),
        round: number ? t('round', { n: number }) : '',
        online: readOnly && title ? null : model.online,
        retry: model.retry,
        chips: seatOf(model) === null ? null : money(rack(model)),
        menu: !readOnly,
      }),
    );
    draw(region.felt, shut(all, (felt() || feltFor())(all)), { move: true });
    countUp(region.felt);
    showMoves(all);
    draw(region.ticker, ticker(all));
    draw(region.live, phase === 'result' ? '' : live(all));
    draw(region.rail, shut(all, phase === 'result' ? resultPanel(all) : railPanel(all)));
    draw(region.side, side(all));
    draw(region.offline, model.online ? '' : offlineNote(all, onTheWay()));
    if (arriving) arrive();
  }
  // What has happened since the last rendering, and the table as it was then.
  /** @type {GameEvent[]} */
  let happened = [];
  /** @type {View | null} */
  let wasView = null;
  /** @param {Model} all */
  function showMoves(all) {
    const events = happened;
    happened = [];
    if (events.length && wasView && !still() && !document.hidden) play(root, events, all, wasView);
    wasView = model.view;
  }
  // A `note` reports what was done; any other loud text is a problem.
  /** @param {string} text @param {boolean | 'note'} [loud] */
  const say = (text, loud = false) => {
    if (!loud) {
      region.spoken.textContent = text;
      return;
    }
    region.toast.classList.toggle('note', loud === 'note');
    region.toast.textContent = text;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => {
      region.toast.textContent = '';
    }, 6000);
  };
  /** @param {Frame} frame */
  function speakNew(frame) {
    const fresh =
      (frame.events || []).length || (frame.lines || []).length
        ? model.log.slice(-3).filter((entry) => !entry.spoken)
        : [];
    const texts = fresh.map((entry) => {
      entry.spoken = true;
      return lineSaid(model, entry);
    });
    // Announcing everyone's bets would be too much; my own actions are confirmed.
    for (const event of frame.events || [])
      if (OWN.has(event.event) && event.person === model.me)
        texts.push(lineSaid(model, { tag: event.event, event, text: event.told }));
    if (texts.length) say(texts.join(' '));
  }

  /** @param {Frame} frame */
  function receive(frame) {
    const before = model;
    model = current(received(model, { ...frame, layout: undefined }));
    if (model.started === undefined && seatOf(model) !== null && rack(model))
      model.started =
        rack(model) +
        model.view.wagers
          .filter((/** @type {any} */ each) => each.person === model.me)
          .reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.chips, 0);
    // A snapshot repeats the whole round: my draft for it stays.
    const told =
      frame.type === 'snapshot' && before.view?.round === model.view.round ? [] : frame.events || [];
    for (const event of told) {
      if (event.event === 'no-more-bets') {
        const staked = model.view.staked.filter((/** @type {any} */ each) => each.person === model.me);
        if (staked.length) ui.previous = inOrder(staked, seatOf(model));
        ui = { ...ui, ...NEW_HAND };
      }
      if (event.event === 'round-finished' || event.event === 'round-voided')
        ui = { ...ui, dismissed: false, draft: null, picked: null };
      if (event.event === 'play-begun') ui = { ...ui, looked: false };
      if (event.event === 'house-way-told')
        ui = { ...ui, draft: { low: [...event.low], high: [...event.high] }, picked: null };
      if (event.event === 'dice-shaken') shakeNow(root);
    }
    // A player who has left the seat is cashed out.
    if (!readOnly && before.view && seatOf(before) !== null && seatOf(model) === null && rack(model)) {
      say(t('leave.paid', { amount: money(rack(model)) }), 'note');
      perform('cashout', {});
    }
    // The table doesn't wait for a player who sits out, for the bank or the cut either.
    if (ui.out && frame.options)
      for (const [tag, act] of PASSES) if (options(model, tag).length) perform(act, {});
    // Bets open before the dealer asks for them; a player who was ready by then still is.
    if (ui.done && before.view?.step !== 'bets' && model.view.step === 'bets') channel({ type: 'ready' });
    // Without a clock, the table waits for an inspection only if it is asked to.
    if (phaseOf(whole()) === 'inspect' && (frame.type === 'snapshot' || phaseOf(before) !== 'inspect'))
      channel({ type: 'ready', on: false });
    if (ui.again && model.view.bets_open) perform('same', {});
    nextHand(before);
    if (!readOnly && before.view) attend(before, model, told);
    if (frame.type !== 'snapshot') happened.push(...(frame.events || []));
    if (before.view) redrawSoon();
    else {
      redraw();
      performance.mark('table-drawn');
    }
    if (before.view) speakNew(frame);
    if (!readOnly) words.look(model);
  }
  const words = wordKeeper({ send, warn: () => say(t('words.left'), true) });
  // What I asked for in advance, as soon as it can be done.
  /** @param {Model} before */
  function nextHand(before) {
    const all = whole(),
      opened = model.view.bets_open && !before.view?.bets_open;
    if (ui.repeat && opened && model.online && repeatable(all)) perform('same', {});
    const phase = phaseOf(all);
    weigh(all, phase, perform, (found) => prepare({ set: found }));
    if (!ui.auto || phase !== 'set' || waiting) return;
    const told = model.told && model.told.position === myPlace(all);
    perform(options(all, 'ask-dealer').length ? 'askdealer' : told ? 'set' : 'houseway', {});
  }
  // Keyboard users start at the main button, again in their seat; before the first bets there may be none.
  let arriving = !readOnly,
    seating = false;
  function arrive() {
    // The seat can be acknowledged before it is seen: until then the main button is the one to sit down.
    if (seating && seatOf(model) === null) return;
    arriving = !toMain(root);
    seating &&= arriving;
  }

  // Commands go one after another, each computed from what the one before changed.
  let queue = Promise.resolve(),
    waiting = 0,
    breaks = 0;
  const busy = () => region.rail.setAttribute('aria-busy', String(waiting > 0));
  /** @param {string} act @param {any} data */
  function perform(act, data) {
    const made = ACTS[act];
    if (act === 'recall') return recall();
    if (!made || !model.view) return outside(act, data);
    if (!model.online) return say(t('reason.offline'), true);
    const result = made(whole(), data);
    if (!result.send && !result.sit) return prepare(result);
    waiting += 1;
    busy();
    const pressed = breaks;
    queue = queue
      // A click from before the disconnect belongs to the state of that moment.
      .then(() => (pressed === breaks ? commanded(made(whole(), data)) : undefined))
      .finally(() => {
        waiting -= 1;
        redraw();
        busy();
      });
    return queue;
  }
  /** @param {any} result */
  function prepare(result) {
    if (result.say) channel(result.say);
    if (result.tell) say(result.tell, true);
    if (!result.set) return;
    ui = { ...ui, ...result.set };
    redraw();
  }
  /** @param {any} result */
  async function commanded(result) {
    prepare(result);
    if (result.sit) await sit(result.sit);
    for (const command of result.send || []) if (!(await give(command))) return;
    prepare(result.then || {});
  }
  /** @param {Command} command */
  async function give(command) {
    const answer = await send(command);
    if (answer?.type === 'ack') model = spent(model, command, answer.version);
    return tell(answer);
  }
  /** @param {number} position */
  async function sit(position) {
    const bought = buyIn(model);
    if (!(await give({ do: 'sit', position }))) return;
    if (!rack(model) && (await give({ do: 'buy-in', chips: bought.chips }))) say(bought.told, 'note');
    arriving = seating = true;
  }
  /** @param {Answer} answer */
  function tell(answer) {
    if (answer?.type !== 'refused') return true;
    say(refusal(answer), true);
    return false;
  }
  /** @param {DOMStringMap} given */
  const explain = ({ pieces }) =>
    import('../pieces/hands.js').then(({ showHand }) => showHand(pieces.split(' '), model.wheelLowest));
  /** @param {string} act @param {DOMStringMap} data */
  function outside(act, data) {
    if (act === 'paragraph')
      return import('../shared/dialogs.js').then((open) => open.showParagraph(model.view.book, data.cite));
    if (act === 'hand') return explain(data);
    if (act === 'prices') return import('./prices.js').then(({ showPrices }) => showPrices(model));
    if (act === 'sound') return say(otherSound(), 'note');
    if (act === 'menu')
      return import('./menu.js').then(({ showMenu }) => showMenu(whole(), perform, consoles));
    if (act === 'help') return help ? help() : import('./menu.js').then(({ helpHere }) => helpHere(model));
    return navigate(act, { ...data, round: model.last?.round ?? model.view?.round, model });
  }

  // Another page may use the same element later: remove this page's listeners.
  const ended = new AbortController(),
    gone = { signal: ended.signal };
  root.addEventListener(
    'click',
    (event) => {
      const pressed = targetOf(event).closest('[data-act]');
      if (!pressed && targetOf(event).closest('.felt')) finishMoving();
      // The page around the table follows links.
      if (!pressed || pressed.tagName === 'A') return;
      if (pressed.getAttribute('aria-disabled') === 'true') {
        say(model.online ? pressed.dataset.why || '' : t('reason.offline'), true);
        return;
      }
      perform(pressed.dataset.act, { ...pressed.dataset });
      // After a pointer click, keys are for the page: Enter means what the page asks next, not the same
      // again.
      if (event.pointerType && pressed.matches('button, g')) pressed.blur();
    },
    gone,
  );
  const letGo = draggable(root, (from, to) => perform('carry', { from, to }));
  root.addEventListener(
    'input',
    (event) => {
      const name = targetOf(event).dataset?.input;
      if (name) perform(name, { value: /** @type {HTMLInputElement} */ (event.target).value });
    },
    gone,
  );
  const onKey = keyboard(root, whole, perform);
  document.addEventListener('keydown', onKey, gone);
  for (const width of [PHONE, UPRIGHT, TABLET, TURNED]) width.addEventListener('change', redraw, gone);
  const tick = ticking(root, () => model, say);

  return {
    receive,
    explain,
    say,
    /** @param {number} [seconds] */
    offline(seconds = 1) {
      breaks += 1;
      model = { ...model, online: false, retry: seconds };
      redraw();
    },
    /** @param {Record<string, unknown>} values */
    set(values) {
      ui = { ...ui, ...values };
      redraw();
    },
    /** @param {{ person: string, phrase: string }} given */
    remark: (given) => say(remarked(model, given), 'note'),
    // Take the first free seat; returns whether nothing is left to do for it.
    sitDown() {
      if (seatOf(model) !== null) return true;
      if (!freeSeats(whole()).length) return false;
      perform('sitany', {});
      return true;
    },
    get model() {
      return whole();
    },
    close() {
      cancelAnimationFrame(due);
      clearInterval(tick);
      clearTimeout(toastTimer);
      ended.abort();
      letGo();
      root.innerHTML = '';
    },
    regions: REGIONS,
  };
}
