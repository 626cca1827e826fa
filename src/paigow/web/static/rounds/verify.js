// Verifying a round in this browser: seal, order and dice worked out again and laid beside what was dealt.

import { show } from '../shared/dialogs.js';
import { html } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';
import { checkRound } from './draws.js';
import { roundRecord } from './records.js';

/** @param {[person: string, said: string]} given */
const added = ([person, said]) => esc(`${person}: ${said}`);
/** @type {Record<string, string>} */
const LABEL = {
  seal: 'verify.seal',
  order: 'verify.order',
  cut: 'verify.cut',
  start: 'verify.start',
  dice: 'verify.dice',
  word: 'verify.word',
  exposed: 'verify.exposed',
};
/** @param {any} record @param {any} findings */
export function proof(record, findings) {
  const good = findings.every((/** @type {any} */ each) => each.same);
  const rows = findings
    .map(
      (/** @type {any} */ each) =>
        html`
          <dt>
            ${t(LABEL[each.what])}${' '}
            <b class="${each.same ? 'win' : 'lose'}">${t(each.same ? 'verify.match' : 'verify.differ')}</b>
          </dt>
          <dd>${esc(each.found)}</dd>
        `,
    )
    .join('');
  const words = record.words.length
    ? html`
      <dt>${t('verify.words')}</dt>
      <dd>${record.words.map(added).join('<br>')}</dd>
    `
    : '';
  return html`
    <p class="eyebrow">${t('verify.say')}</p>
    <h2>${t('verify.title', { n: record.round })}</h2>
    <p class="gist ${good ? 'win' : 'lose'}">${good ? '▲' : '▼'} ${t(good ? 'verify.ok' : 'verify.bad')}</p>
    <dl class="proof">${rows}<dt>${t('verify.seed')}</dt><dd>${esc(record.seed)}</dd>${words}</dl>
  `;
}
/** @param {string} table @param {number | string} round */
export async function verifyRound(table, round) {
  const record = await roundRecord(table, round);
  if (!record.seed) {
    show(`<h2>${t('verify.title', { n: round })}</h2><p class="gist">${t('verify.waits')}</p>`, t('verify'));
    return;
  }
  show(proof(record, await checkRound(record)), t('verify'));
}
/** @param {string} table @param {Model} model */
export async function verifyLast(table, model) {
  const ended = model?.last?.round,
    round = ended === undefined || ended === null ? (model?.view?.round ?? 1) : ended;
  try {
    await verifyRound(table, Math.max(1, round));
  } catch {
    show(`<h2>${t('verify')}</h2><p class="gist">${t('verify.waits')}</p>`, t('verify'));
  }
}
