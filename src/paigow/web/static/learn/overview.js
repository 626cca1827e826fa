// Where learning starts: a course for each game, how it works, and the trainers.

import { card, svg, tile } from '../pieces/drawings.js';
import { topbar } from '../shared/bar.js';
import { html } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { fourColours } from '../shared/settings.js';
import { marked } from '../shared/terms.js';
import { t } from '../shared/texts.js';
import { keepProgress, LESSONS, markOf, progressOf, standingOf } from './progress.js';

/** @type {Record<string, () => string>} */
const ART = {
  tiles: () =>
    svg(
      300,
      150,
      ['6-6', '4-5', '2-4', '1-2'].map((face, i) => tile(face, 26 + i * 64, 10, 126)).join(''),
      'aria-hidden="true"',
    ),
  cards: () =>
    svg(
      300,
      150,
      ['As', 'Kd', 'Jo', '9h', '9c']
        .map((name, i) => card(name, 16 + i * 44, 12, 124, { four: fourColours() }))
        .join(''),
      'aria-hidden="true"',
    ),
};
/** @param {string} game */
function course(game) {
  const { at, done } = progressOf(game),
    all = LESSONS[game],
    over = standingOf(game) === 'over',
    begun = standingOf(game) === 'begun';
  // After finishing, the learner goes on to the trainers; the course can be repeated.
  const ahead = begun ? t('learn.resume', { n: at }) : t('learn.start'),
    ways = over
      ? [
          [`/practice?game=${game}`, t('learn.train.go')],
          [`/learn/${game}?lesson=1`, t('learn.over.again')],
        ]
      : [
          [`/learn/${game}`, ahead],
          [`/learn/how/${game}`, t(`learn.how.${game}`)],
        ];
  return html`
    <section class="panelbox course-card" aria-labelledby="course-${game}">
      <div class="feltbox art">${ART[game]()}</div>
      <div>
        <h2 id="course-${game}">${t(`learn.course.${game}`)}</h2>
        <p class="muted">${over ? `✓ ${t('learn.over')}` : marked(t(`learn.course.text.${game}`))}</p>
      </div>
      <ol class="chapters">
        ${all
          .map((key, i) => {
            const { done: played, missed } = markOf(game, key);
            return html`
              <li class="${played ? 'done' : ''}">
                <a href="/learn/${game}?lesson=${i + 1}" data-act="go">
                  <i aria-hidden="true">${missed ? '↻' : played ? '✓' : i + 1}</i>
                  ${t(`learn.${game}.${key}`)}
                  ${missed ? `<span class="sr">${t('learn.missed')}</span>` : ''}
                </a>
              </li>
            `;
          })
          .join('')}
      </ol>
      <div class="go">
        ${ways
          .map(([href, label], i) => {
            const look = i ? 'quiet' : 'primary';
            return `<a class="btn ${look}" href="${href}" data-act="go">${label}</a>`;
          })
          .join('')}
      </div>
      ${
        done.length
          ? html`
            <p class="again">
              ${
                over
                  ? `<a class="term" href="/learn/how/${game}" data-act="go">${t(`learn.how.${game}`)}</a> · `
                  : ''
              }
              <button class="term" data-act="forget" data-game="${game}" data-k="forget-${game}">
                ${t('learn.again')}
              </button>
            </p>
          `
          : ''
      }
    </section>
  `;
}

/** @param {HTMLElement} root */
export function learnPage(root) {
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('learn') })}</header>
    <main class="page learn-page">
      <div class="head"><div><h1>${t('learn.head')}</h1><p>${t('learn.head.text')}</p></div></div>
      <div class="courses">${course('tiles')}${course('cards')}</div>
      <section class="panelbox train">
        <div><h2>${t('learn.train')}</h2><p class="muted">${t('learn.train.text')}</p></div>
        <div class="go">
          <a class="btn" href="/practice" data-act="go">${t('learn.train.go')}</a>
          <a class="btn quiet" href="/pieces" data-act="go">${t('learn.pieces')}</a>
        </div>
      </section>
    </main>
  `;
  return {
    /** @param {DOMStringMap} data */
    forget(data) {
      keepProgress(data.game, { at: 1, done: [], missed: [] });
      learnPage(root);
    },
  };
}
