// The dealer's school: whole rounds at a table of your own, drills on single procedures, assignments.

import { cover } from '../lobby/covers.js';
import { topbar } from '../shared/bar.js';
import { api, ruleBooks, whoAmI } from '../shared/connection.js';
import { html } from '../shared/html.js';
import { navigation } from '../shared/nav.js';
import { esc, t } from '../shared/texts.js';
import { drillName, drillsPage, progressOf } from './drills.js';
import { lessonPage } from './lesson.js';

/** @param {RuleBook} book */
const lessonCard = (book) => {
  const { name, game } = book;
  return html`
    <article class="table">
      <div class="art">${cover(book)}</div>
      <div class="info">
        <h2>${t(`book.${name}`)}</h2>
        <p class="offers">${t(`school.offers.${name}`)}</p>
        <p>${t(`school.learn.${game}`)}</p>
        <div class="go">
          <button class="btn primary" data-act="begin" data-book="${name}"
            aria-label="${esc(`${t('school.start')}: ${t(`book.${name}`)}`)}">
            ${t('school.start')}
          </button>
          <a class="btn" href="/school?drill=${name}" data-act="go"
            aria-label="${esc(`${t('school.drills')}: ${t(`book.${name}`)}`)}">
            ${t('school.drills')}
          </a>
        </div>
      </div>
    </article>
  `;
};
// An instructor's assignments, each with a link.
/** @param {LessonAssigned[]} assigned */
const homework = (assigned) =>
  assigned.length
    ? html`
      <section class="panelbox homework" aria-labelledby="homework">
        <h2 id="homework">${t('school.homework')}</h2>
        <ul>
          ${assigned
            .map((lesson) => {
              const { book, kind, given_by } = lesson;
              const name = kind === 'round' ? t('school.kind.round') : drillName(kind);
              const go =
                kind === 'round'
                  ? html`
                    <button class="btn slim" data-act="begin" data-book="${book}">
                      ${t('school.start')}
                    </button>
                  `
                  : html`
                    <a class="btn slim" data-act="go" href="/school?drill=${book}&only=${kind}">
                      ${t('school.practice')}
                    </a>
                  `;
              return html`
                <li>
                  <span><b>${esc(name)}</b> · ${t(`book.${book}`)}</span>
                  <span class="muted">
                    ${esc(t('school.givenby', { who: given_by }))} · ${esc(progressOf(lesson))}
                  </span>
                  ${go}
                </li>
              `;
            })
            .join('')}
        </ul>
      </section>
    `
    : '';

// Tables at which this pupil has dealt before: a lesson continues where it was.
/** @param {Pupil['tables']} tables */
const begunBefore = (tables) =>
  tables.length
    ? html`
      <nav class="panelbox homework" aria-label="${t('school.goon')}">
        <h2>${t('school.goon')}</h2>
        <p class="go">
          ${tables
            .map(
              ({ id, book }, i) => html`
                <a class="btn slim" href="/school?table=${encodeURIComponent(id)}" data-act="go">
                  ${t('school.lesson', { n: i + 1 })} · ${t(`book.${book}`)}
                </a>
              `,
            )
            .join('')}
        </p>
      </nav>
    `
    : '';

/** @param {HTMLElement} root @param {{ go: Go }} given1 */
export async function schoolPage(root, { go }) {
  const [books, me] = await Promise.all([ruleBooks(), whoAmI().catch(/** @returns {any} */ () => null)]);
  const mine = await api('/api/school/me').catch(/** @returns {any} */ () => ({ assigned: [], tables: [] }));
  const wanted = new URLSearchParams(location.search);
  const drilled = books.find(({ name }) => name === wanted.get('drill'));
  if (drilled) {
    const courses = await api('/api/school/courses');
    const course = courses.find((/** @type {Course} */ { book }) => book === drilled.name);
    return drillsPage(
      root,
      { ...course, game: drilled.game },
      {
        only: wanted.getAll('only'),
        assigned: mine.assigned
          .filter((/** @type {LessonAssigned} */ { book }) => book === drilled.name)
          .map((/** @type {LessonAssigned} */ { kind }) => kind),
      },
    );
  }
  root.innerHTML = html`
    <header class="topbar">${topbar({ nav: navigation('') })}</header>
    <main class="page">
      <div class="head">
        <div><h1>${t('school.title')}</h1><p>${t('school.text')}</p></div>
        ${
          me?.roles?.includes('floor')
            ? html`
              <nav><a class="btn" href="/school/pupils" data-act="go">${t('school.pupils')}</a></nav>
            `
            : ''
        }
      </div>
      ${homework(mine.assigned)}
      ${begunBefore(mine.tables)}
      <section class="tables" aria-label="${t('school.title')}">${books.map(lessonCard).join('')}</section>
    </main>
  `;
  /** @type {Promise<any> | null} */
  let begun = null;
  /** @param {string} book */
  const begin = async (book) => {
    const made = await api('/api/tables', { kind: 'school', submission: `${book}-full` });
    history.replaceState(null, '', `/school?table=${encodeURIComponent(made.id)}`);
    return lessonPage(root, made.id, { go });
  };
  // A started lesson can be found again by its address.
  const table = wanted.get('table');
  if (table) begun = lessonPage(root, table, { go });
  return {
    // One lesson, no matter how often the button is clicked.
    /** @param {{ book: string }} given */
    begin: ({ book }) => {
      begun =
        begun ||
        begin(book).catch(() => {
          begun = null;
        });
    },
    get own() {
      return !!begun;
    },
    close: () => begun?.then((lesson) => lesson?.close()),
  };
}
