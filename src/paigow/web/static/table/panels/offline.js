// A lost connection: what it means, what was in flight, and every control disabled.
import { html } from '../../shared/html.js';
import { esc, money, orElse, t } from '../../shared/texts.js';
import { phaseOf } from '../phase.js';

// Every control, except explanations that don't need the table.
const CONTROL = /<(?:button|g\s+role="button")(?=[^>]*data-act=)(?![^>]*data-act="(?:hand|paragraph)")/g;
// Without a connection nothing can be done: every control is shown, and disabled.
/** @param {Model} model @param {string} markup */
export const shut = (model, markup) =>
  model.online ? markup : markup.replace(CONTROL, '$& aria-disabled="true"');
/** @param {Command} command */
const doing = (command) =>
  orElse(`do.${command.do}`, command.do) + (command.chips ? ` ${money(command.chips)}` : '');
// What a lost connection means now; commands in flight can be canceled.
/** @param {Model} model @param {Command[]} sent */
export function offlineNote(model, sent) {
  const setting = model.deadline && phaseOf(model) === 'set';
  if (!sent.length) return `<p>${t(setting ? 'offline.set' : 'offline.text')}</p>`;
  const what = sent.map((command) => doing(command)).join(t('list.and'));
  return html`
    <p>${esc(t('offline.way', { what }))}</p>
    <button class="btn slim" data-act="recall" data-k="recall">${t('offline.recall')}</button>
  `;
}
