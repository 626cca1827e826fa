// Analysis of any hand: tapped or typed, from any side, against any house way. The address holds the
// position.

import { showHand } from '../pieces/hands.js';
import { inOrder, pieceName } from '../pieces/names.js';
import { artOf } from '../pieces/valued.js';
import { topbar } from '../shared/bar.js';
import { api } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { counted } from '../shared/figures.js';
import { html, targetOf } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { copyAddress, problemOf, progressBar, settled } from '../shared/study.js';
import { termed } from '../shared/terms.js';
import { esc, t, term } from '../shared/texts.js';
import { dealersPanel, settingsPanel, waysPanel } from './panels.js';
import { picker, readPieces, SIZE, wholeSet } from './picker.js';

const FEW = 6;
/** @type {Record<string, string>} */
const FIRST = { tiles: '6-6 2-2 4-5 2-6', cards: 'As Kd Qs 10h 9c 9d 2s' };

/** @type {Record<string, string>} */
const SEEN = { tiles: '5-5 1-6', cards: 'Ah 7c' };

// A link with a complete hand sends its query before anything else is loaded.
/** @param {URLSearchParams} asked */
function askedEarly(asked) {
  const hand = asked.get('hand') || '',
    whole = ['tiles', 'cards'].some((game) => readPieces(hand, game)?.length === SIZE[game]);
  if (!whole || !asked.has('book')) return null;
  const begun = api(`/api/analysis?${asked}`);
  // Show a refusal where the answer was expected.
  begun.catch(() => {});
  return begun;
}
/** @param {HTMLElement} root */
export async function analyzePage(root) {
  const asked = new URLSearchParams(location.search);
  let early = askedEarly(asked);
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('analyze') })}</header>
    <main class="page analyze">
      <h1 class="sr">${t('analyze.title')}</h1>
      <section class="asking" aria-label="${t('analyze.hand')}"></section>
      <section class="finding" aria-label="${t('analyze.settings')}" aria-live="polite">
        ${progressBar(null)}
      </section>
      <section class="aside"></section>
    </main>
  `;
  const books = await api('/api/analysis/options');
  const bookOf = (/** @type {string} */ name) => books.find((/** @type {any} */ each) => each.book === name);
  let option = bookOf(asked.get('book')) || books[0],
    role = asked.get('role') || 'player',
    dealer = asked.get('dealer') || option.dealer,
    wheel = asked.get('wheel') || option.wheel,
    seen = asked.get('seen') || '',
    typed = asked.get('hand') ?? FIRST[option.game],
    /** @type {Piece[]} */ hand = readPieces(typed, option.game) || [],
    /** @type {any} */ found = null,
    /** @type {any} */ dealers = null,
    problem = '',
    /** @type {import('../shared/study.js').Far | null} */ progress = null,
    shown = FEW,
    open = false,
    question = 0;

  if (option.book !== asked.get('book')) early = null;
  const [ask, result, beside] = ['.asking', '.finding', '.aside'].map((part) => root.querySelector(part)),
    field = () => /** @type {HTMLInputElement} */ (root.querySelector('#notation'));

  const params = () => {
    const wanted = new URLSearchParams({ book: option.book, hand: typed });
    if (role !== 'player') wanted.set('role', role);
    if (dealer !== option.dealer) wanted.set('dealer', dealer);
    if (wheel !== option.wheel) wanted.set('wheel', wheel);
    if (seen) wanted.set('seen', seen);
    return wanted;
  };
  /** @param {string} name @param {[value: string, label: string][]} choices @param {string} chosen */
  const choice = (name, choices, chosen) => html`
    <label>
      <span>${t(`analyze.${name}`)}</span>
      <select class="pick" data-choice="${name}" data-input="1">
        ${choices
          .map(
            ([value, label]) =>
              `<option value="${esc(value)}" ${value === chosen ? 'selected' : ''}>${esc(label)}</option>`,
          )
          .join('')}
      </select>
    </label>
  `;
  const roles = () => html`
    <div class="roles" role="group" aria-label="${t('analyze.role')}">
      <span aria-hidden="true">${t('analyze.role')}</span>
      ${option.roles
        .map(
          (/** @type {string} */ each) => html`
            <button data-act="role" data-role="${each}" data-k="role-${each}" aria-pressed="${each === role}">
              ${t(`analyze.role.${each}`)}
            </button>
          `,
        )
        .join('')}
    </div>
  `;
  function drawAsk() {
    const size = SIZE[option.game];
    draw(
      ask,
      html`
        <div class="feltbox holding">
          ${hand.length ? artOf(hand, 88) : `<p class="none">${t('analyze.none')}</p>`}
          <p>${hand.length ? esc(hand.map(pieceName).join(', ')) : ''}</p>
          <p class="go">
            <button class="btn slim" data-act="random" data-k="random">${t('analyze.random')}</button>
            <button class="btn slim" data-act="clear" data-k="clear">${t('analyze.clear')}</button>
            <button class="btn slim primary small" data-act="change" data-k="change" aria-expanded="${open}">
              ${t(`analyze.change.${option.game}`)}
            </button>
          </p>
        </div>
        <div class="feltbox tray${open ? ' open' : ''}" role="group"
          aria-label="${t(`analyze.set.${option.game}`)}">
          <p class="muted num">
            ${t('analyze.chosen', { n: hand.length, of: size })}
            <button class="btn slim small" data-act="change" data-k="done">${t('close')}</button>
          </p>
          ${picker(option.game, hand)}
        </div>
        <label class="typed">
          <span class="sr">${t('analyze.notation')}</span>
          <input id="notation" data-k="notation" value="${esc(typed)}" autocomplete="off" autocapitalize="off"
            spellcheck="false" placeholder="${FIRST[option.game]}">
          <kbd aria-hidden="true">/</kbd>
        </label>
        <p class="problem lose" role="alert">${esc(problem)}</p>
        <div class="panelbox choices">
          ${choice(
            'book',
            books.map((/** @type {any} */ { book }) => [book, t(`book.${book}`)]),
            option.book,
          )}
          ${roles()}
          ${choice(
            'dealer',
            option.ways.map((/** @type {any} */ { name, title }) => [name, title]),
            dealer,
          )}
          ${
            option.wheels.length
              ? choice(
                  'wheel',
                  option.wheels.map((/** @type {string} */ each) => [each, t(`analyze.wheel.${each}`)]),
                  wheel,
                )
              : ''
          }
          <label>
            <span>${t(`analyze.seen.${option.game}`)}</span>
            <input class="pick" data-choice="seen" data-k="seen" value="${esc(seen)}" autocomplete="off"
              autocapitalize="off" spellcheck="false" placeholder="${SEEN[option.game]}">
          </label>
        </div>
      `,
    );
  }
  const against = () =>
    termed(
      t(`analyze.replies.${found.role === 'player' ? 'player' : 'bank'}`, { n: counted(found.replies) }),
    );
  const means = () => termed(t(found.role === 'co-bank' ? 'analyze.means.half' : 'analyze.means'));
  // Still being tapped or typed. Only the server judges a hand that can't be read here, or is too long.
  const unfinished = () => hand.length < SIZE[option.game] && !!readPieces(typed, option.game);
  function drawFound() {
    const missing = SIZE[option.game] - hand.length;
    if (!found && missing > 0 && (problem || unfinished())) {
      draw(result, `<p class="panelbox blank muted">${t(`analyze.pick.${option.game}`, { n: missing })}</p>`);
      draw(beside, '');
      return;
    }
    const head = html`
      <div class="heading">
        <div>
          <h2>${t('analyze.settings')}</h2>
          ${found ? `<p class="muted">${against()}</p><p class="muted">${means()}</p>` : ''}
          ${found?.role === 'co-bank' ? `<p class="muted">${termed(t('analyze.cobank'))}</p>` : ''}
        </div>
        <div class="tools">
          <button class="btn slim" data-act="link" data-k="link" aria-live="polite">
            ${t('analyze.link')}
          </button>
          <p class="legend">
            ${['win', 'push', 'lose']
              .map((each) => {
                const name = t(`study.${each}`);
                return `<span class="${each}"><i></i>${each === 'push' ? term(each, name) : name}</span>`;
              })
              .join('')}
          </p>
        </div>
      </div>
    `;
    draw(result, head + (found ? settingsPanel(found, shown) : problem ? '' : progressBar(progress)));
    draw(
      beside,
      found
        ? html`
          <div class="panelbox">${waysPanel(found)}</div>
          ${dealers ? `<div class="panelbox">${dealersPanel(dealers, found)}</div>` : ''}
        `
        : '',
    );
  }
  async function look() {
    question += 1;
    const mine = question,
      wanted = () => mine === question && root.isConnected;
    history.replaceState(null, '', `/analyze?${params()}`);
    found = null;
    dealers = null;
    progress = null;
    problem = '';
    shown = FEW;
    drawAsk();
    const begun = early;
    early = null;
    drawFound();
    if (unfinished()) return;
    try {
      const told = (/** @type {import('../shared/study.js').Far} */ far) => {
        progress = far;
        drawFound();
      };
      const answer = await settled(`/api/analysis?${params()}`, { wanted, told, begun });
      if (!answer) return;
      found = answer;
      hand = inOrder(answer.pieces);
      drawAsk();
      drawFound();
      const others = await settled(`/api/analysis/dealers?${params()}`, { wanted });
      if (others) dealers = others.dealers;
    } catch (error) {
      if (wanted()) problem = problemOf(error);
    }
    if (wanted()) {
      drawAsk();
      drawFound();
    }
  }
  /** @param {Piece[]} pieces */
  function take(pieces) {
    hand = pieces;
    typed = pieces.join(' ');
    field().value = typed;
    look();
  }
  /** @param {Event} event */
  const changed = (event) => {
    const given = /** @type {HTMLInputElement} */ (targetOf(event));
    if (given.id === 'notation') {
      typed = given.value.trim();
      hand = readPieces(typed, option.game) || [];
    } else if (given.dataset.choice === 'book') {
      const game = option.game;
      option = bookOf(given.value);
      dealer = option.dealer;
      wheel = option.wheel;
      if (!option.roles.includes(role)) role = 'player';
      if (game !== option.game) {
        seen = '';
        typed = FIRST[option.game];
        hand = readPieces(typed, option.game);
        field().value = typed;
      }
    } else if (given.dataset.choice === 'dealer') dealer = given.value;
    else if (given.dataset.choice === 'seen') seen = given.value.trim();
    else wheel = given.value;
    look();
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const typing = targetOf(event).matches('input, select, textarea');
    if (event.key === '/' && !typing) {
      event.preventDefault();
      field().focus();
      field().select();
    } else if (event.key === 'Enter' && targetOf(event).id === 'notation') changed(event);
    else if (event.key === 'Escape' && open) page.change();
  };
  const page = {
    /** @param {DOMStringMap} data */
    piece: ({ place }) => {
      const name = wholeSet(option.game)[Number(place)],
        used = root.querySelector(`[data-place="${place}"]`).getAttribute('aria-pressed') === 'true',
        at = hand.indexOf(name);
      if (used) take(hand.filter((_, i) => i !== at));
      else if (hand.length < SIZE[option.game]) take([...hand, name]);
    },
    /** @param {DOMStringMap} data */
    role: (data) => {
      role = data.role;
      look();
    },
    /** @param {DOMStringMap} data */
    hand: ({ pieces }) => showHand(pieces.split(' '), found?.wheel === 'lowest'),
    random: async () => take(inOrder((await api(`/api/practice/hand?book=${option.book}`)).pieces)),
    clear: () => take([]),
    more: () => {
      shown = found.settings.length;
      drawFound();
    },
    change: () => {
      open = !open;
      drawAsk();
      if (open) /** @type {HTMLElement} */ (root.querySelector('.set button')).focus();
    },
    link: () => copyAddress(root.querySelector('[data-act=link]')),
    close: () => {
      question += 1;
      root.removeEventListener('change', changed);
      document.removeEventListener('keydown', key);
    },
  };
  root.addEventListener('change', changed);
  document.addEventListener('keydown', key);
  look();
  return page;
}
