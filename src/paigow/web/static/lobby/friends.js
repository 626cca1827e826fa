// A table for friends: which game, with or without bots and a time limit, how fast; then a link and a QR
// code.

import { api } from '../shared/connection.js';
import { copyText } from '../shared/copying.js';
import { show } from '../shared/dialogs.js';
import { html } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';

const PACES = ['slow', 'normal', 'quick'];
/** @param {string} name @param {[value: string, text: string][]} options @param {string} chosen */
const choice = (name, options, chosen) =>
  html`
    <label>
      <span class="sr">${t(`lobby.friends.${name}`)}</span>
      <select name="${name}">
        ${options
          .map(
            ([value, text]) =>
              `<option value="${esc(value)}" ${value === chosen ? 'selected' : ''}>${esc(text)}</option>`,
          )
          .join('')}
      </select>
    </label>
  `;
/** @param {LobbyTable[]} tables @param {string} problem */
export const friendsPanel = (tables, problem) =>
  html`
    <form class="door friends" data-act="open-private" data-k="friends" aria-labelledby="friends-title">
      <h2 id="friends-title">${t('lobby.friends')}</h2>
      <p>${t('lobby.friends.text')}</p>
      <div class="choices">
        ${choice(
          'submission',
          tables.map(({ id, name }) => [id, name]),
          tables[0]?.id,
        )}
        ${choice(
          'clock',
          [
            ['', t('lobby.friends.unclocked')],
            ['on', t('lobby.friends.clocked')],
          ],
          '',
        )}
        ${choice(
          'pace',
          PACES.map((pace) => [pace, t(`lobby.pace.${pace}`)]),
          localStorage.getItem('pace') || 'normal',
        )}
        <label class="switch">
          <input type="checkbox" name="bots" role="switch" checked/> <span>${t('lobby.friends.bots')}</span>
        </label>
      </div>
      <div class="go">
        <button class="btn" name="kind" value="private">${t('lobby.friends.open')}</button>
        <button class="btn quiet" name="kind" value="practice">${t('lobby.friends.practice')}</button>
      </div>
      <p class="problem" role="alert">${esc(problem)}</p>
    </form>
  `;
/** @param {FormData} form */
export const openTable = (form) =>
  api('/api/tables', {
    submission: form.get('submission'),
    kind: form.get('kind') || 'private',
    bots: form.get('bots') ? 3 : 0,
    clock: form.get('clock') === 'on',
    pace: form.get('pace') || 'normal',
  });
// A link to these hosts leads every computer to itself.
const LOCAL = /^(localhost|127\..*|\[::1\])$/;
const HOST_OPTION = '<code class="nobr">--host 0.0.0.0</code>';
/** @param {string} id */
export function showInvitation(id) {
  const address = `${location.origin}/table/${encodeURIComponent(id)}`;
  show(
    html`
      <h2>${t('lobby.invite')}</h2>
      <p>${t('lobby.invite.text')}</p>
      ${LOCAL.test(location.hostname) ? `<p>${t('lobby.invite.local', { option: HOST_OPTION })}</p>` : ''}
      <p><img class="qr" src="/api/tables/${encodeURIComponent(id)}/invitation" alt="${t('lobby.qr')}"
        width="200" height="200"/></p>
      <form class="copy" data-act="copy" data-stay>
        <label>
          <span class="sr">${t('lobby.link')}</span><input readonly name="link" value="${esc(address)}"/>
        </label>
        <button class="btn primary">${t('lobby.copy')}</button>
        <span role="status" class="muted"></span>
      </form>
    `,
    t('lobby.invite'),
    async (act, data, form) => {
      if (act !== 'copy') return;
      const input = /** @type {any} */ (form).querySelector('input');
      if (await copyText(data.link)) form.querySelector('[role=status]').textContent = t('lobby.copied');
      input.select();
    },
  );
}
