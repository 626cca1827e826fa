// What a player can do at a table besides playing: chips, a tip, text for the seed, a pause, leaving, the
// posted rules.

import { show } from '../shared/dialogs.js';
import { showHelp } from '../shared/help.js';
import { html } from '../shared/html.js';
import { chosen } from '../shared/settings.js';
import { esc, loadPart, money, rulesOf, t, whole } from '../shared/texts.js';
import { isTiles, rack, seatOf } from './model.js';
import { typedWords } from './words.js';

const CHIPS = [10000, 50000, 100000];
const TIPS = [100, 500, 2500];
const LONGEST = 128;
/** @param {string} act @param {string} text @param {string} [data] @param {boolean} [off] */
const press = (act, text, data = '', off = false) =>
  `<button class="btn slim" data-act="${act}" ${data} ${off ? 'aria-disabled="true"' : ''}>${text}</button>`;
/** @param {string} title @param {string} text @param {string} body */
const part = (title, text, body) =>
  `<section class="part"><h3>${title}</h3><p>${text}</p><div class="row">${body}</div></section>`;

/** @param {Model} model */
function tip(model) {
  const open =
    model.view.bets_open &&
    model.view.wagers.some((wager) => wager.person === model.me && wager.kind === 'main');
  /** @param {number} cents */
  const one = (cents) => press('tip', whole(cents), `data-cents="${cents}"`, !open);
  return part(t('menu.tip'), t(open ? 'menu.tip.text' : 'menu.tip.later'), TIPS.map(one).join(''));
}
function words() {
  return part(
    t('menu.words'),
    t('menu.words.text'),
    html`
      <form class="form" data-act="words">
        <label for="own-words">
          ${t('menu.words.label')}
          <input id="own-words" name="words" type="text" maxlength="${LONGEST}" autocomplete="off"
            value="${esc(typedWords())}">
        </label>
        <button class="btn slim">${t('menu.words.add')}</button>
      </form>
    `,
  );
}
/** @param {Model} model */
function seated(model) {
  const { out } = model;
  return (
    part(
      t('menu.chips', { amount: money(rack(model)) }),
      t('menu.chips.text', { amount: money(model.wallet ?? 0) }),
      CHIPS.map((cents) =>
        press('buyin', t('menu.buy', { amount: whole(cents) }), `data-cents="${cents}"`),
      ).join(''),
    ) +
    (model.layout?.instruments?.tips ? tip(model) : '') +
    words() +
    part(
      t('menu.seat', { n: seatOf(model) }),
      t(out ? 'menu.out.text' : 'menu.leave.text'),
      press('sitout', t(out ? 'menu.in' : 'menu.out'), `aria-pressed="${!!out}"`) +
        press('leave', t('menu.leave')),
    )
  );
}
const PHRASES = ['hello', 'luck', 'nice', 'thanks', 'sorry', 'moment', 'ready', 'bye'];
const remarks = () =>
  part(
    t('menu.remark'),
    t('menu.remark.text'),
    PHRASES.map((each) => press('remark', t(`remark.${each}`), `data-phrase="${each}"`)).join(''),
  );
// A phone has no key for the sound.
const settings = () =>
  part(
    t('menu.settings'),
    t('menu.settings.text'),
    html`
      ${press('sound', t(chosen('sound') === 'on' ? 'menu.mute' : 'menu.unmute'))}
      <a class="btn slim" href="/settings" target="_blank" rel="noopener">${t('nav.settings')}</a>
    `,
  );
/** @param {[role: string, href: string][]} consoles */
const running = (consoles) =>
  part(
    t('menu.console'),
    t('menu.console.text'),
    consoles
      .map(
        ([role, href]) =>
          html`
            <a class="btn slim" href="${href}" target="_blank" rel="noopener">${t(`console.link.${role}`)}</a>
          `,
      )
      .join(''),
  );
/** @param {Model} model */
const rulesHere = (model) => rulesOf(model.layout?.id || model.view.table);
/** @param {Model} model */
export const helpHere = (model) =>
  showHelp({ game: isTiles(model) ? 'tiles' : 'cards', rules: rulesHere(model) });
/**
 * @param {Model} model
 * @param {(act: string, data: any) => unknown} perform
 * @param {[role: string, href: string][]} [consoles]
 */
export async function showMenu(model, perform, consoles = []) {
  await loadPart('menu');
  const rules = rulesHere(model);
  show(
    html`
      <h2>${t('menu.title')}</h2>
      ${seatOf(model) === null ? '' : seated(model)}
      ${seatOf(model) === null ? '' : remarks()}
      ${
        model.layout?.owner && model.layout.owner === model.me
          ? part(t('menu.invite'), t('menu.invite.text'), press('invite', t('menu.invite')))
          : ''
      }
      ${settings()}
      ${part(
        t('menu.rules'),
        t('menu.rules.text'),
        html`
          <a class="btn slim" href="${rules}" target="_blank" rel="noopener">${t('lobby.rules')}</a>
          <a class="btn slim" href="/pieces" target="_blank" rel="noopener">${t('menu.pieces')}</a>
        `,
      )}
      ${consoles.length ? running(consoles) : ''}
    `,
    t('menu.title'),
    perform,
  );
}
