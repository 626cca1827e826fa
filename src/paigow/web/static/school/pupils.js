// The instructor's page: each pupil's marks, assignments, a link to the pupil's table, a report to print.

import { showDenied } from '../console/denied.js';
import { actName } from '../console/forms.js';
import { topbar } from '../shared/bar.js';
import { api, ruleBooks, whoAmI } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { current, esc, t } from '../shared/texts.js';
import { drillName, keysOf, progressOf } from './drills.js';

/** @param {number} at */
const day = (at) => new Intl.DateTimeFormat(current(), { dateStyle: 'medium' }).format(new Date(at));
/** @param {string} kind */
const nameOf = (kind) => (kind === 'round' ? t('school.kind.round') : drillName(kind));

/** @param {LessonAssigned} lesson */
const lessonName = (lesson) => {
  const name = t('school.lesson.of', { lesson: nameOf(lesson.kind), book: t(`book.${lesson.book}`) });
  return esc(`${name}: ${progressOf(lesson)}`);
};

/** @param {HTMLElement} root */
export async function pupilsPage(root) {
  const me = await whoAmI().catch(/** @returns {any} */ () => null);
  root.innerHTML = html`
    <header class="topbar">
      ${topbar({ crumb: `${t('school.title')} · <b>${t('school.pupils')}</b>` })}
    </header>
    <main class="page pupils">
      <div class="head">
        <div>
          <h1>${t('school.pupils')}</h1>
          <p class="noprint">${t('school.pupils.text')}</p>
          <p class="printed">${esc(t('school.report', { date: day(Date.now()), who: me?.name || '' }))}</p>
        </div>
        <nav class="noprint">
          <button class="btn" type="button" data-act="print">${t('school.print.all')}</button>
        </nav>
      </div>
      <form class="filters noprint" id="another" hidden>
        <label for="account">
          ${t('school.another')}
          <input id="account" name="account" required maxlength="40" autocomplete="off">
        </label>
        <button class="btn">${t('school.assign')}</button>
        <p role="status"></p>
      </form>
      <div id="pupils"></div>
    </main>
  `;
  const place = root.querySelector('#pupils');
  if (!me?.roles?.includes('floor')) {
    root.querySelector('.head nav').remove();
    await showDenied(place, t('school.pupils.denied'), { level: 'h2' });
    return {};
  }
  // Somebody who hasn't answered anything yet is listed once a lesson is assigned.
  const another = /** @type {HTMLFormElement} */ (root.querySelector('#another'));
  another.hidden = false;
  /** @type {[RuleBook[], Course[], Pupil[]]} */
  const [books, courses, found] = await Promise.all([
    ruleBooks(),
    api('/api/school/courses'),
    api('/api/school/pupils'),
  ]);
  let pupils = found,
    // The only pupil that is printed; otherwise all are.
    chosen = '',
    open = '',
    book = books[0].name,
    saved = '';
  /** @param {Pupil} pupil */
  const report = (pupil) =>
    pupil.scores.length
      ? html`
        <table class="grades">
          <thead>
            <tr>
              ${['book', 'kind', 'asked', 'share', 'last']
                .map((name) => `<th scope="col">${t(`school.col.${name}`)}</th>`)
                .join('')}
            </tr>
          </thead>
          <tbody>
            ${pupil.scores
              .map(
                (score) => html`
                  <tr data-kind="${score.kind}">
                    <td>${t(`book.${score.book}`)}</td>
                    <th scope="row">${esc(nameOf(score.kind))}</th>
                    <td class="num">${t('school.of', { right: score.right, asked: score.asked })}</td>
                    <td class="num">${Math.round((100 * score.right) / score.asked)}%</td>
                    <td class="num">${day(score.last)}</td>
                  </tr>
                `,
              )
              .join('')}
          </tbody>
        </table>
      `
      : `<p class="muted">${t('school.nomarks')}</p>`;
  /** @type {Map<string, PupilReport>} */
  const reports = new Map();
  /** @param {PupilReport['mistakes'][number]} mistake */
  const mistakeRow = ({ book: about, kind, step, times, cites }) => html`
    <tr data-kind="${kind}">
      <td>${t(`book.${about}`)}</td>
      <th scope="row">${esc(step ? `${nameOf(kind)} · ${actName(step)}` : nameOf(kind))}</th>
      <td class="num">${times}</td>
      <td>${esc(cites.slice(0, 4).join(', '))}</td>
    </tr>
  `;
  /** @param {PupilReport['next'][number]} advice */
  const adviceLine = ({ kind, book: about }) =>
    `<li>${esc(t('school.lesson.of', { lesson: nameOf(kind), book: t(`book.${about}`) }))}</li>`;
  // What went wrong and what comes next: one page of paper for each pupil.
  /** @param {PupilReport | undefined} told */
  const details = (told) =>
    told
      ? html`
        <section class="report">
          <p>${t('school.report.rounds', { n: told.rounds })}</p>
          <h3>${t('school.report.mistakes')}</h3>
          ${
            told.mistakes.length
              ? html`
                <table class="grades">
                  <thead>
                    <tr>
                      ${['book', 'kind', 'times', 'cites']
                        .map((name) => `<th scope="col">${t(`school.col.${name}`)}</th>`)
                        .join('')}
                    </tr>
                  </thead>
                  <tbody>${told.mistakes.map(mistakeRow).join('')}</tbody>
                </table>
              `
              : `<p class="muted">${t('school.report.nomistakes')}</p>`
          }
          <h3>${t('school.report.next')}</h3>
          ${
            told.next.length
              ? `<ol>${told.next.map(adviceLine).join('')}</ol>`
              : `<p class="muted">${t('school.report.done')}</p>`
          }
        </section>
      `
      : '';
  /** @param {string} person the only one, or everybody */
  async function print(person) {
    const wanted = person ? [person] : pupils.map((each) => each.person);
    await Promise.all(
      wanted.map(async (each) => {
        const told = await api(`/api/school/pupils/${encodeURIComponent(each)}/report`).catch(
          /** @returns {any} */ () => null,
        );
        if (told) reports.set(each, told);
      }),
    );
    chosen = person;
    redraw();
    window.print();
  }
  /** @param {Pupil} pupil */
  const assigning = (pupil) => {
    const course = courses.find((each) => each.book === book);
    const given = new Set(pupil.assigned.filter((each) => each.book === book).map(({ kind }) => kind));
    return html`
      <form class="assign noprint" data-person="${esc(pupil.person)}" data-k="assign">
        <label for="book">
          ${t('school.col.book')}
          <select id="book" data-book="1">
            ${books
              .map(
                ({ name }) =>
                  `<option value="${name}"${name === book ? ' selected' : ''}>${t(`book.${name}`)}</option>`,
              )
              .join('')}
          </select>
        </label>
        <fieldset>
          <legend>${t('school.assign')}</legend>
          ${['round', ...keysOf(course)]
            .map(
              (kind) => html`
                <label>
                  <input type="checkbox" name="kind" value="${kind}" ${given.has(kind) ? 'checked' : ''}>
                  ${esc(nameOf(kind))}
                </label>
              `,
            )
            .join('')}
        </fieldset>
        <button class="btn primary">${t('school.assign.save')}</button>
        <p role="status">${esc(saved)}</p>
      </form>
    `;
  };
  /** @param {Pupil} pupil */
  const card = (pupil) => html`
    <article class="panelbox pupil ${chosen && chosen !== pupil.person ? 'noprint' : ''}"
      data-pupil="${esc(pupil.person)}" data-k="pupil-${esc(pupil.person)}">
      <h2>${esc(pupil.person.replace(/~.*$/, ''))}</h2>
      <p class="go noprint">
        ${pupil.tables
          .map(
            ({ id, book: dealt }, i) => html`
              <a class="btn slim" href="/console/${encodeURIComponent(id)}?as=floor" data-act="go">
                ${t('school.watch', { n: i + 1 })} · ${t(`book.${dealt}`)}
              </a>
            `,
          )
          .join('')}
        <button class="btn slim" type="button" data-act="open" data-person="${esc(pupil.person)}"
          aria-expanded="${open === pupil.person}" data-k="open-${esc(pupil.person)}">
          ${t('school.assign')}
        </button>
        <button class="btn slim" type="button" data-act="report" data-person="${esc(pupil.person)}"
          data-k="report-${esc(pupil.person)}">
          ${t('school.print')}
        </button>
      </p>
      ${
        pupil.assigned.length
          ? html`
            <p>
              <b>${t('school.homework.of')}</b>${' '}
              ${pupil.assigned.map(lessonName).join(t('school.lesson.and'))}
            </p>
          `
          : ''
      }
      ${open === pupil.person ? assigning(pupil) : ''}
      ${report(pupil)} ${details(reports.get(pupil.person))}
    </article>
  `;
  const redraw = () =>
    draw(place, pupils.map(card).join('') || `<p class="muted">${t('school.pupils.none')}</p>`);
  /** @param {HTMLFormElement} form */
  async function save(form) {
    const person = form.dataset.person,
      pupil = pupils.find((each) => each.person === person);
    const here = new FormData(form).getAll('kind').map((kind) => ({ book, kind }));
    const elsewhere = pupil.assigned
      .filter((each) => each.book !== book)
      .map(({ book: other, kind }) => ({ book: other, kind }));
    const path = `/api/school/pupils/${encodeURIComponent(person)}/lessons`;
    let missing = false;
    const changed = await api(path, { lessons: [...elsewhere, ...here] }).catch(({ status }) => {
      missing = status === 404;
    });
    saved = t(changed ? 'school.saved' : missing ? 'school.noaccount' : 'error.gone', { name: person });
    if (changed) pupils = pupils.map((each) => (each.person === person ? changed : each));
    redraw();
  }
  /** @param {string} person */
  async function add(person) {
    const status = another.querySelector('[role=status]');
    if (!pupils.some((each) => each.person === person)) {
      let missing = false;
      const added = await api(`/api/school/pupils/${encodeURIComponent(person)}`).catch(
        ({ status: code }) => {
          missing = code === 404;
        },
      );
      status.textContent = added ? '' : t(missing ? 'school.noaccount' : 'error.gone', { name: person });
      if (!added) return;
      pupils = [added, ...pupils];
    }
    open = person;
    saved = '';
    another.reset();
    redraw();
  }
  root.addEventListener('click', (event) => {
    const pressed = targetOf(event).closest('[data-act]');
    if (pressed?.dataset.act === 'print') print('');
    if (pressed?.dataset.act === 'report') print(pressed.dataset.person);
    if (pressed?.dataset.act !== 'open') return;
    open = open === pressed.dataset.person ? '' : pressed.dataset.person;
    saved = '';
    redraw();
  });
  root.addEventListener('change', (event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (!select.dataset.book) return;
    book = select.value;
    saved = '';
    redraw();
  });
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target !== another) {
      save(/** @type {HTMLFormElement} */ (event.target));
      return;
    }
    add(String(new FormData(another).get('account')).trim());
  });
  redraw();
  return {};
}
