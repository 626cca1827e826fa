// What is due, first and large: what to say and do, the money it moves, its paragraphs, who is waited for.
import { html } from '../shared/html.js';
import { esc, has, money, orElse, t } from '../shared/texts.js';
import { lineSaid } from '../table/sentences.js';
import { actName, words } from './forms.js';
import { cited } from './station.js';

/** @param {Model} model @param {string} person */
const called = (model, person) => model.names[person] || person.replace(/~.*$/, '');
/** @param {Model} model @param {string} account */
function accountName(model, account) {
  const [kind, person, position, wager] = account.split('/');
  const who = person ? called(model, person) : '';
  if (kind === 'rack') return who;
  if (kind === 'wager') {
    const stake = t('console.account.stake', { who: `${who} (${position})` });
    return `${stake} · ${orElse(`wager.${wager}`, wager)}`;
  }
  if (kind === 'cover') return t('console.account.cover', { who });
  if (kind === 'meter') return t('console.account.meter', { name: person });
  return has(`console.account.${kind}`) ? t(`console.account.${kind}`) : account;
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
const spoken = (model, text) => lineSaid(model, { says: true, text, tag: '', cites: [] });

/** @param {Model} model @param {ScriptLine[]} lines */
const script = (model, lines) =>
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

/** @param {Model} model @param {DueNow | null} due @param {string} role @param {boolean} busy */
export function duePanel(model, due, role, busy) {
  const waiting = (due?.waiting || []).map((person) => esc(called(model, person))).join(', ');
  const wait = due?.late && due.act ? 'console.due.late' : 'console.due.wait';
  const waits = waiting ? `<p class="waits">${t(wait, { who: waiting })}</p>` : '';
  const act = due?.act;
  const title = act
    ? actName(act.do)
    : waiting
      ? t('console.due.wait', { who: waiting })
      : t('console.due.nothing');
  const fixed = act ? words({ command: act, free: [], sums: [] }) : '';
  const mine = act?.by === role;
  return html`
    <section class="due" data-k="due" data-due="${act ? act.do : ''}" data-by="${act ? act.by : ''}"
      aria-labelledby="due-now">
      <p class="kicker">${act && !mine ? t(`console.due.${act.by}`) : t('console.due')}</p>
      <h2 id="due-now">${esc(title)} ${fixed && `<span class="muted">${esc(fixed)}</span>`}</h2>
      ${script(model, due?.lines || [])}
      ${due ? moneyMoved(model, due) : ''}
      ${act ? waits : ''}
      ${
        mine
          ? html`
            <button class="btn primary big" type="button" data-act="due" data-k="do-due"
              ${busy ? 'aria-disabled="true"' : ''}>
              ${esc(title)}
            </button>
          `
          : ''
      }
    </section>
  `;
}
