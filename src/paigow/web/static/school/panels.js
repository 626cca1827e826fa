// What a lesson shows besides its steps: an accident to rule on, and the steps judged so far.

import { actName } from '../console/forms.js';
import { answersAt } from '../console/irregularities.js';
import { cited } from '../console/station.js';
import { html } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';
import { isTiles } from '../table/model.js';
import { storyTold } from './answers.js';

/** @typedef {{ good: boolean, tag: string, wrongly: string, cites: Cites }} Judged */

/** @param {Model} model @param {Accident} happened */
export function happenedPanel(model, { key, place }) {
  /** @param {string} name */
  const answer = (name) =>
    html`
      <button class="btn" data-act="outcome" data-value="${name}" data-k="outcome-${name}">
        ${t(`school.answer.${name}`)}
      </button>
    `;
  return html`
    <section class="duties asked" data-story="${key}" data-place="${place ?? ''}" aria-labelledby="asked">
      <h2 id="asked">
        ${esc(storyTold(key, isTiles(model), place))}
      </h2>
      <p class="muted">${t('school.drill.ask')}</p>
      ${answersAt(isTiles(model)).map(answer).join('')}
    </section>
  `;
}

/** @param {Model} model @param {Judged[]} sofar */
export function soFarPanel(model, sofar) {
  if (!sofar.length) return `<p class="muted">${t('school.sofar.none')}</p>`;
  /** @param {Judged} judged */
  const line = ({ good, tag, wrongly = 'school.wrong', cites }) => html`
    <li>
      <p>
        <b class="${good ? 'win' : 'lose'}">
          ${good ? '▲' : '▼'} ${t(good ? 'school.right' : wrongly)}
        </b> ${esc(actName(tag, isTiles(model)))}
      </p>
      <span class="cites">${cited(cites)}</span>
    </li>
  `;
  return `<ol class="script">${sofar.map(line).join('')}</ol>`;
}
