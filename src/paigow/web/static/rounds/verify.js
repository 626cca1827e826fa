// Verifies a round in this browser: recomputes seal, order, and dice, and compares them with what was dealt.

import { contradictions, doubts, seenOf, testimony } from '../shared/checkpoints.js';
import { api } from '../shared/connection.js';
import { show } from '../shared/dialogs.js';
import { html } from '../shared/html.js';
import { esc, loadPart, t } from '../shared/texts.js';
import { checkRound } from './draws.js';
import { roundRecord } from './records.js';

/** @param {[person: string, said: string]} given */
const added = ([person, said]) => esc(`${person}: ${said}`);
// A tile never breaks at its hyphen.
/** @param {string} text */
const unbroken = (text) => text.replace(/\b\d-\d\b/g, '<span class="unbroken">$&</span>');
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
/** @type {Record<string, string>} */
const TOPIC = { seal: 'seed', word: 'words' };
// What was checked, topic by topic, as in `paigow verify`. Rules, money, chain, and beacon need that program.
/** @param {any} record @param {any} findings */
function statusOf(record, findings) {
  /** @type {Record<string, string>} */
  const status = { rules: 'elsewhere', money: 'elsewhere', chain: 'elsewhere' };
  for (const topic of ['seed', 'words', 'draws']) status[topic] = 'none';
  status.beacon = record.steps.some((/** @type {any} */ { event }) => event.event === 'beacon-mixed')
    ? 'elsewhere'
    : 'none';
  for (const { what, same } of findings) {
    const topic = TOPIC[what] || 'draws';
    if (status[topic] !== 'wrong') status[topic] = same ? 'checked' : 'wrong';
  }
  return status;
}
// The verdict, its color, and its sign. Fair only if seed and draws were checked here; a beacon can't be.
/** @param {Record<string, string>} status @param {any} witnessed @returns {string[]} */
function verdictOf(status, witnessed) {
  if (witnessed.against.length || Object.values(status).includes('wrong')) return ['bad', 'lose', '▼'];
  const whole = status.seed === 'checked' && status.draws === 'checked' && status.beacon === 'none';
  return whole ? ['ok', 'win', '▲'] : ['partial', 'push', '='];
}
/** @param {Record<string, string>} status @param {any} witnessed */
function topics(status, witnessed) {
  const rows = Object.entries(status).map(([topic, is]) => [topic, t(`verify.is.${is}`)]);
  rows.push(['checkpoints', kept(witnessed)]);
  return rows.map(([topic, is]) => html`<dt>${t(`verify.topic.${topic}`)}</dt><dd>${esc(is)}</dd>`).join('');
}
// The result for the saved checkpoints: a signature that this browser can't check doesn't count as checked.
/** @param {any} witnessed */
function kept({ seen, against, checked }) {
  if (against.length) return t('verify.is.wrong');
  if (!seen.length) return t('verify.seen.none');
  return t(checked ? 'verify.seen' : 'verify.seen.unchecked', { n: seen.length });
}
/** @param {any} witnessed */
function signed({ key, against }) {
  const both = against
    .map(
      (/** @type {any} */ { why, note, other }) =>
        html`
          <dt class="lose">✗ ${t(`checkpoint.${why}`)}</dt>
          <dd>${esc(note)}</dd>
          <dd>${esc(other || '—')}</dd>
        `,
    )
    .join('');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(testimony())}`;
  return html`
    ${both}<dt>${t('verify.key')}</dt><dd>${esc(key)}</dd>
    <dd><a class="btn slim" download="kept.checkpoints" href="${file}">${t('verify.save')}</a></dd>
  `;
}
/** @param {any} record @param {any} findings @param {any} witnessed */
export function proof(record, findings, witnessed) {
  const status = statusOf(record, findings),
    [verdict, tone, sign] = verdictOf(status, witnessed);
  const rows = findings
    .map(
      (/** @type {any} */ each) =>
        html`
          <dt>
            ${t(LABEL[each.what])}${' '}
            <b class="${each.same ? 'win' : 'lose'}">${t(each.same ? 'verify.match' : 'verify.differ')}</b>
          </dt>
          <dd>${unbroken(esc(each.found))}</dd>
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
    <p class="gist ${tone}">${sign} ${t(`verify.${verdict}`)}</p>
    <dl class="proof">${topics(status, witnessed)}</dl>
    <dl class="proof">
      ${rows}<dt>${t('verify.seed')}</dt><dd>${esc(record.seed)}</dd>${words}${signed(witnessed)}
    </dl>
  `;
}
// What the floor signed about the round while this browser was watching, compared with what it serves now.
/** @param {string} table @param {number} round */
async function witness(table, round) {
  const { key } = await api('/api/floor'),
    seen = seenOf(table, round),
    first = Math.min(...seen.map(({ version }) => version)),
    path = `/api/tables/${encodeURIComponent(table)}/checkpoints?after=${first - 1}`,
    served = seen.length ? await (await fetch(path)).text() : '';
  const { problems, checked } = await doubts(table),
    doubted = problems.map(({ note }) => note),
    moved = contradictions(seen, served).filter(({ note }) => !doubted.includes(note)),
    rewritten = moved.map(({ note, served: other }) => ({ why: 'contradicts', note, other }));
  return { key, seen, checked, against: [...rewritten, ...problems] };
}
/** @param {string} table @param {number | string} round */
export async function verifyRound(table, round) {
  await loadPart('verify');
  const record = await roundRecord(table, round);
  if (!record.seed) {
    show(`<h2>${t('verify.title', { n: round })}</h2><p class="gist">${t('verify.waits')}</p>`, t('verify'));
    return;
  }
  show(
    proof(record, await checkRound({ ...record, table }), await witness(table, record.round)),
    t('verify'),
  );
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
