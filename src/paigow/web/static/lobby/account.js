// Accounts: sign in, create one, sign out. Guests get in elsewhere, without being asked.

import { signIn, signOut } from '../shared/connection.js';
import { hide, show } from '../shared/dialogs.js';
import { html } from '../shared/html.js';
import { esc, loadPart, t } from '../shared/texts.js';

const SHORTEST = 10;
/** @type {Record<number, string>} */
const WRONG = { 400: 'taken', 401: 'wrong', 422: 'taken', 429: 'slow' };
/** @param {string} name @param {string} attributes */
const field = (name, attributes) =>
  html`
    <label for="account-${name}">
      ${t(`account.${name}`)}
      <input id="account-${name}" name="${name}" required ${attributes}>
    </label>
  `;
const form = () =>
  html`
    <h2>${t('account.title')}</h2>
    <p>${t('account.text')}</p>
    <form class="form account" data-act="account" data-stay>
      ${field('name', 'type="text" maxlength="24" autocomplete="username" autofocus')}
      ${field(
        'password',
        'type="password" maxlength="256" autocomplete="current-password" aria-describedby="account-rules"',
      )}
      <p class="muted" id="account-rules">${t('account.rules')}</p>
      <p class="lose" role="alert"></p>
      <div class="row">
        <button class="btn primary" name="how" value="login">${t('account.title')}</button>
        <button class="btn" name="how" value="accounts">${t('account.create')}</button>
      </div>
    </form>
  `;

/** @param {Record<string, string>} given @param {HTMLElement} element */
async function enter({ how, name, password }, element) {
  const told = element.querySelector('[role=alert]'),
    tell = (/** @type {string} */ key, reason = '') => {
      told.textContent = reason || t(`account.${key}`);
      told.lang = reason && 'en';
      element.querySelector(key === 'taken' ? '[name=name]' : '[name=password]').focus();
    };
  told.textContent = '';
  if (how === 'accounts' && password.length < SHORTEST) return tell('short');
  try {
    await signIn(how, name.trim(), password);
  } catch (error) {
    const { status, detail } = /** @type {any} */ (error);
    // The server has the best explanation of why a password isn't accepted.
    if (detail?.where === 'password') return tell('password', detail.problem);
    return tell(WRONG[status] || 'failed');
  }
  return hide();
}

// Sign the person in or out; `changed` is called once somebody else is signed in.
/** @param {Whoami | null} me @param {() => unknown} changed */
export async function showAccount(me, changed) {
  await loadPart('account');
  if (!me || me.guest)
    show(
      form(),
      t('account.title'),
      async (
        /** @type {any} */ _act,
        /** @type {Record<string, string>} */ values,
        /** @type {HTMLElement} */ element,
      ) => {
        if (element.ariaBusy === 'true') return;
        element.ariaBusy = 'true';
        await enter(values, element);
        element.ariaBusy = 'false';
        if (!element.closest('[open]')) changed();
      },
    );
  else {
    const title = t('account.in', { name: esc(me.name) });
    show(
      html`
        <h2>${title}</h2>
        <p>${t('account.in.text')}</p>
        <div class="row"><button class="btn" data-act="signout" autofocus>${t('account.out')}</button></div>
      `,
      t('account.in', { name: me.name }),
      async () => {
        await signOut();
        changed();
      },
    );
  }
}
