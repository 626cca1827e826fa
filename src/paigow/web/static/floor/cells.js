// Cells shared by the floor's log and the dispute page: what happened in the page's language, paragraphs to
// open, and where money went.

import { current, esc, signed, t } from '../shared/texts.js';
import { lineSaid } from '../table/sentences.js';

// `long` names the time zone: once on a page is enough.
/** @param {number | string} at @param {'medium' | 'long'} [timeStyle] */
export const moment = (at, timeStyle = 'medium') =>
  new Intl.DateTimeFormat(current(), { dateStyle: 'short', timeStyle }).format(new Date(at));
// `text` is the server's sentence.
/** @param {GameEvent} event @param {string} text @param {Record<string, string>} [names] */
export const toldIn = (event, text, names = {}) =>
  lineSaid(/** @type {any} */ ({ names, wheelLowest: false }), { tag: event.event, event, text, cites: [] });

// A dealer's name stays as it is; the program's is the page's word.
/** @param {string} name */
export const dealerName = (name) => (name === 'automatic dealer' ? t('floor.automatic') : name);

/** @param {string[]} cites */
export const paragraphs = (cites) =>
  [...new Set(cites)]
    .map((cite) => `<button class="para" data-act="cite" data-cite="${esc(cite)}">${esc(cite)}</button>`)
    .join(' ');

// By the first part of an account's name. A person's chips on the layout and on the rail are separate.
/** @param {string} account */
const accountName = (account) => {
  const [kind, who = ''] = account.split('/'),
    person = who.replace(/~.*$/, '');
  return kind === 'rack' ? person : t(`floor.account.${kind}`, { who: person });
};
// One action can settle several wagers: an account is named once, with its total gain or loss.
/** @param {[account: string, cents: number][]} postings */
export function moneyMoved(postings) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const [account, cents] of postings) {
    const name = accountName(account);
    sums.set(name, (sums.get(name) || 0) + cents);
  }
  return [...sums]
    .filter(([, cents]) => cents)
    .map(([name, cents]) => `${esc(name)} ${signed(cents)}`)
    .join('<br>');
}
