// Shown in place of a staff page: why it isn't available, and a sign-in that returns to the same address.

import { showAccount } from '../lobby/account.js';
import { whoAmI } from '../shared/connection.js';
import { html } from '../shared/html.js';
import { t } from '../shared/texts.js';

// `title` is already escaped.
/** @param {HTMLElement} place @param {string} title @param {{ also?: string, level?: string }} [given2] */
export async function showDenied(place, title, { also = '', level = 'h1' } = {}) {
  const me = await whoAmI().catch(/** @returns {any} */ () => null),
    guest = !me || me.guest;
  place.innerHTML = html`
    <${level}>${title}</${level}>
    <p>${t('console.denied.text')}</p>
    <p class="go">
      <button class="btn primary" type="button" data-k="signin">
        ${t(guest ? 'account.title' : 'console.denied.other')}
      </button>
      ${also}
      <a class="btn" href="/" data-act="go">${t('error.back')}</a>
    </p>
  `;
  place
    .querySelector('[data-k=signin]')
    .addEventListener('click', () => showAccount(me, () => location.reload()));
}
