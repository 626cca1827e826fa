// What is due, first and large: what to say and do, the money it moves, its paragraphs, who the table waits
// for.
import { html } from '../shared/html.js';
import { esc, money, orElse, t } from '../shared/texts.js';
import { isTiles } from '../table/model.js';
import { lineSaid } from '../table/sentences.js';
import { actName, fieldName, words } from './forms.js';
import { cited } from './station.js';

/** @param {Model} model @param {string} person */
export const called = (model, person) => model.names[person] || person.replace(/~.*$/, '');
/** @param {Model} model @param {string} account */
function accountName(model, account) {
  const [kind, person, position, wager] = account.split('/');
  const who = person ? called(model, person) : '';
  if (kind === 'rack') return who;
  if (kind === 'wager') {
    // The dealer has one wager, against a bank, and no position.
    const whose = person === 'dealer' ? t('dealer') : `${who} (${position})`,
      stake = t('console.account.stake', { who: whose });
    return `${stake} · ${orElse(`wager.${wager}`, wager)}`;
  }
  return t(`console.account.${kind}`, { who, name: person });
}
/** @param {number} cents */
const signed = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));
/** @param {Model} model @param {DueNow} due */
function moneyMoved(model, due) {
  const rows = Object.entries(due.money)
    .map(
      ([account, cents]) =>
        html`<div><dt>${esc(accountName(model, account))}</dt><dd class="num">${signed(cents)}</dd></div>`,
    )
    .join('');
  return rows && `<dl class="moved" aria-label="${t('console.due.money')}">${rows}</dl>`;
}
/** @param {Model} model @param {string} text */
export const spoken = (model, text) => lineSaid(model, { says: true, text, tag: '', cites: [] });

/** @param {Model} model @param {ScriptLine[]} lines */
export const scriptOf = (model, lines) =>
  lines
    .map(
      (line) => html`
        ${line.say && `<p class="say">${esc(t('quote', { text: spoken(model, line.say) }))}</p>`}
        <p class="doing">
          <span lang="en">${esc(line.do)}</span> <span class="cites">${cited(line.cites)}</span>
        </p>
      `,
    )
    .join('');

// Shown before the server has sent what is due.
const untold = () => html`
  <section class="due" data-k="due" data-due="" data-by="" aria-labelledby="due-now" aria-busy="true">
    <p class="kicker">${t('console.due')}</p>
    <h2 id="due-now">…</h2>
  </section>
`;
// Another dealer was handed the table: this one can't act until it is handed back (R110).
/** @param {string} dealer */
const relieved = (dealer) => html`
  <section class="due" data-k="due" data-due="" data-by="" aria-labelledby="due-now">
    <h2 id="due-now">${esc(t('console.relieved', { who: dealer }))}</h2>
    <p>${esc(t('console.relieved.text', { who: dealer }))} <span class="cites">${cited(['R110'])}</span></p>
  </section>
`;

// With players and nobody to wait for, the table is about to ask for the next step: its randomness is being
// fixed.
/** @param {Model} model */
const nothingDue = ({ view }) => (view.chairs.some(Boolean) ? 'console.due.moment' : 'console.due.empty');

/**
 * @param {Model} model @param {DueNow | null} due @param {string} role @param {boolean} busy
 * @param {string} other who deals in place of the one at this console
 */
export function duePanel(model, due, role, busy, other) {
  if (!due) return untold();
  if (other) return relieved(other);
  const waiting = due.waiting.map((person) => called(model, person)).join(', ');
  const wait = due.late && due.act ? 'console.due.late' : 'console.due.wait';
  const waits = waiting ? `<p class="waits">${esc(t(wait, { who: waiting }))}</p>` : '';
  const { act } = due;
  const title = act
    ? actName(act.do, isTiles(model))
    : waiting
      ? t('console.due.wait', { who: waiting })
      : t(nothingDue(model));
  // Inspected tiles are the whole set: naming all of them says nothing.
  const told = act && act.do !== 'inspect-tiles' ? words({ command: act, free: [], sums: [] }) : '',
    fixed = act?.low ? `${fieldName('low')}: ${told}` : told;
  const mine = act?.by === role,
    // With nobody left to ask, nothing is said, and the same act ends the offer.
    asks = due.lines.some(({ say }) => say),
    pressed = act?.do === 'offer-bank' && !asks ? t('console.due.unbanked') : title;
  return html`
    <section class="due" data-k="due" data-due="${act ? act.do : ''}" data-by="${act ? act.by : ''}"
      aria-labelledby="due-now">
      ${act ? `<p class="kicker">${t(mine ? 'console.due' : `console.due.${act.by}`)}</p>` : ''}
      <h2 id="due-now">${esc(title)} ${fixed && `<span class="muted">${esc(fixed)}</span>`}</h2>
      ${scriptOf(model, due.lines)}
      ${moneyMoved(model, due)}
      ${act ? waits : ''}
      ${
        mine
          ? html`
            <button class="btn primary big" type="button" data-act="due" data-k="do-due"
              ${busy ? 'aria-disabled="true"' : ''}>
              ${esc(pressed)}
            </button>
          `
          : ''
      }
    </section>
  `;
}
