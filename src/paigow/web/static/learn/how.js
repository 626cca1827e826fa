// How each game works, with real pieces: what a hand is worth, which is higher, how a round goes, with things
// to try in between. The rules themselves are posted at every table.

import { showHand } from '../pieces/hands.js';
import { compareHalves, nameHalf } from '../pieces/names.js';
import { topbar } from '../shared/bar.js';
import { api } from '../shared/connection.js';
import { html, targetOf } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { handSetter } from '../shared/setter.js';
import { termed } from '../shared/terms.js';
import { esc, rulesOf, t, term } from '../shared/texts.js';
import { ladder } from './ranks.js';
import { higher, SIDES, whichPanel, whyHigher } from './which.js';

/** @type {Record<string, Piece[]>} */
const TRY = {
  tiles: ['6-6', '4-5', '2-2', '2-6'],
  cards: ['Ks', 'Kd', '4s', '4h', 'Ah', 'Jd', '7c'],
};
/** @type {Record<string, [Piece[], Piece[]][]>} */
export const PAIRS = {
  tiles: [
    [
      ['4-6', '3-6'],
      ['5-6', '1-6'],
    ],
    [
      ['6-6', '1-6'],
      ['1-1', '3-4'],
    ],
    [
      ['1-1', '2-6'],
      ['5-5', '3-6'],
    ],
    [
      ['6-6', '4-5'],
      ['1-4', '2-3'],
    ],
    [
      ['2-2', '4-5'],
      ['2-2', '3-6'],
    ],
    [
      ['2-4', '5-5'],
      ['3-3', '5-5'],
    ],
  ],
  cards: [
    [
      ['As', '4d'],
      ['2h', '2c'],
    ],
    [
      ['Kd', 'Qh', '9c', '5s', '3h'],
      ['4s', '4h', 'Jd', '8c', '2d'],
    ],
    [
      ['Jo', 'Ks'],
      ['Ad', 'Qc'],
    ],
    [
      ['Ah', 'Jh', '8h', '6h', '2h'],
      ['10s', '9d', '8c', '7c', 'Jo'],
    ],
    [
      ['As', 'Kd'],
      ['Ah', 'Kc'],
    ],
    [
      ['As', '2d', '3h', '4c', '5s'],
      ['Ks', 'Qd', 'Jh', '10c', '9s'],
    ],
  ],
};
const ROUND = ['bet', 'deal', 'set', 'show', 'pay'];

/** @param {string} game @param {string} key */
const say = (game, key) => termed(t(`learn.how.${game}.${key}`));
/** @param {string} game */
const outcomes = (game) =>
  html`
    <ul class="outcomes">
      ${['win', 'push', 'lose']
        .map(
          (how) => html`
            <li class="${how}">
              <b>${t(`learn.how.${how}`)}</b>
              <span>${say(game, how)}</span>
            </li>
          `,
        )
        .join('')}
    </ul>
  `;

/** @param {HTMLElement} root @param {string} game */
export async function howPage(root, game) {
  const other = game === 'tiles' ? 'cards' : 'tiles',
    { tables } = await api('/api/lobby').catch(/** @returns {any} */ () => ({ tables: [] })),
    /** @type {Map<string, string>} */ posted = new Map(
      tables
        .filter((/** @type {any} */ each) => each.game === game)
        .map((/** @type {any} */ each) => [each.book, each.id]),
    );
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('learn') })}</header>
    <main class="page how">
      <div class="head">
        <div><h1>${t(`learn.how.${game}`)}</h1><p>${say(game, 'lead')}</p></div>
        <nav aria-label="${t('learn.title')}">
          <a class="btn primary" href="/learn/${game}" data-act="go">${t('learn.start')}</a>
          <a class="btn quiet" href="/learn/how/${other}" data-act="go">${t(`learn.how.${other}`)}</a>
        </nav>
      </div>
      <section class="panelbox" aria-labelledby="how-set">
        <h2 id="how-set">${t(`learn.how.${game}.set.title`)}</h2>
        <p>${say(game, 'set')}</p>
        <div class="feltbox setter" id="try"></div>
        <p class="told" id="try-told" role="status"></p>
      </section>
      <section class="panelbox" aria-labelledby="how-rank">
        <h2 id="how-rank">${t('learn.how.rank.title')}</h2>
        <p>${say(game, 'rank')}</p>
        ${ladder(game)}
      </section>
      <section class="panelbox" aria-labelledby="how-which">
        <h2 id="how-which">${t('learn.which.ask')}</h2>
        <p>${say(game, 'which')}</p>
        <div class="feltbox" id="which"></div>
        <div class="told" id="which-told" role="status"></div>
      </section>
      <section class="panelbox" aria-labelledby="how-win">
        <h2 id="how-win">${t('learn.how.win.title')}</h2>
        ${outcomes(game)}
        <p class="muted">${termed(t('learn.how.surrender'))}</p>
      </section>
      <section class="panelbox" aria-labelledby="how-round">
        <h2 id="how-round">${t('learn.how.round.title')}</h2>
        <ol class="round">
          ${ROUND.map(
            (name) => html`
              <li>
                <b>${term(`stage.${name}`, esc(t(`terms.stage.${name}`)))}</b>${' '}
                ${say(game, `round.${name}`)}
              </li>
            `,
          ).join('')}
        </ol>
        ${
          posted.size
            ? html`
              <p class="muted posted">
                ${t('learn.how.rules')}${' '}
                ${[...posted]
                  .map(([book, id]) => `<a href="${rulesOf(id)}">${t(`book.${book}`)}</a>`)
                  .join(' · ')}
              </p>
            `
            : ''
        }
      </section>
      <div class="go last">
        <a class="btn primary" href="/learn/${game}" data-act="go">${t('learn.start')}</a>
        <a class="btn" href="/practice?game=${game}" data-act="go">${t('learn.train.go')}</a>
        <a class="btn quiet" href="/pieces" data-act="go">${t('learn.pieces')}</a>
      </div>
    </main>
  `;
  const place = root.querySelector('#which'),
    told = root.querySelector('#which-told'),
    tried = root.querySelector('#try-told');
  const setter = handSetter(root.querySelector('#try'), {
    onChange: () => {
      const { low, high } = setter.current(),
        turned = game === 'tiles' && compareHalves(low, high) > 0;
      tried.textContent = turned
        ? ''
        : t('learn.how.try', { high: nameHalf(high).name, low: nameHalf(low).name });
    },
  });
  setter.deal(TRY[game]);
  let at = 0,
    right = 0,
    /** @type {import('./which.js').Side | null} */ answer = null;
  const pairs = PAIRS[game];
  function ask() {
    place.innerHTML = whichPanel(pairs[at % pairs.length], { answer, height: game === 'tiles' ? 132 : 104 });
    told.innerHTML = answer
      ? html`
        <p>
          <b class="${answer === higher(pairs[at % pairs.length]) ? 'win' : 'lose'}">
            ${t(answer === higher(pairs[at % pairs.length]) ? 'learn.which.right' : 'learn.which.wrong')}
          </b>
          ${' '}${esc(whyHigher(pairs[at % pairs.length]))}
        </p>
        <button class="btn" data-act="another" data-k="another">${t('learn.which.next')}</button>
        <span class="muted num">${t('learn.which.score', { right, all: at + 1 })}</span>
      `
      : '';
  }
  const acts = {
    ...setter.acts,
    hand: (/** @type {DOMStringMap} */ data) => showHand(data.pieces.split(' ')),
    which: (/** @type {DOMStringMap} */ { side }) => {
      if (answer) return;
      answer = /** @type {import('./which.js').Side} */ (side);
      if (answer === higher(pairs[at % pairs.length])) right += 1;
      ask();
      root.querySelector('[data-act=another]')?.focus({ preventScroll: true });
    },
    another: () => {
      at += 1;
      answer = null;
      ask();
      root.querySelector('.answer')?.focus({ preventScroll: true });
    },
  };
  ask();
  // Digits belong to whatever was used last: the hand above, or the question.
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
    const within = targetOf(event).closest?.('.panelbox');
    if (within?.contains(place)) {
      const side = SIDES.find(([, key]) => key === event.key)?.[0];
      if (side) acts.which(/** @type {any} */ ({ side }));
    } else if (within?.querySelector('#try')) setter.key(event.key);
  };
  document.addEventListener('keydown', onKey);
  return {
    ...acts,
    close() {
      document.removeEventListener('keydown', onKey);
      setter.close();
    },
  };
}
