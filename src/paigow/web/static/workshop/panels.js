// What is known of a way while it is written: the check, its cost, the dearest hands, differences, its card.

import { artOf } from '../pieces/valued.js';
import { counted, share } from '../shared/figures.js';
import { html } from '../shared/html.js';
import { progressBar } from '../shared/study.js';
import { current, esc, t } from '../shared/texts.js';

/** @param {any} finding */
const findingText = (finding) =>
  t(`workshop.finding.${finding.kind}`, { ...finding, hands: finding.hands ? counted(finding.hands) : '' });
/** @param {any} state */
export function checkPanel({ check, checking, cost, costing, game, stale }) {
  const head = html`
    <h2>${t('workshop.check')} ${stale ? `<span class="muted">${t('workshop.stale')}</span>` : ''}</h2>
  `;
  if (!check)
    return (
      head +
      (checking === undefined ? `<p class="muted">${t('workshop.unchecked')}</p>` : progressBar(checking))
    );
  const list = check.findings.length
    ? check.findings.map((/** @type {any} */ each) => `<li class="lose">✗ ${esc(findingText(each))}</li>`)
    : [t('workshop.allset', { n: counted(check.hands) }), t('workshop.allused')].map(
        (each) => `<li>✓ ${each}</li>`,
      );
  const figures = cost
    ? html`
      <dl class="ws-facts">
        <div><dt>${t('workshop.edge')}</dt><dd class="num">${share(cost.edge, 4)}</dd></div>
        <div><dt>${t('workshop.bestedge')}</dt><dd class="num">${share(cost.best_edge, 4)}</dd></div>
        <div><dt>${t('workshop.gives')}</dt><dd class="num lose">${share(cost.cost, 4)}</dd></div>
      </dl>
    `
    : costing !== undefined
      ? progressBar(costing)
      : html`
        <button class="btn slim" data-act="count" data-k="count">
          ${t(game === 'cards' ? 'workshop.count.cards' : 'workshop.count')}
        </button>
      `;
  return html`${head}<ul class="ws-list">${list.join('')}</ul>${figures}`;
}
// Every rule as a sentence, with how many hands it decides and one of them.
/** @param {any} check @param {string} book */
export const wordsPanel = (check, book) =>
  check
    ? html`
      <details>
        <summary>${t('workshop.words')}</summary>
        <ol class="ws-words">
          ${check.rules
            .map(
              (/** @type {any} */ rule) => html`
                <li>
                  <p><b>${esc(rule.number)}</b> ${esc(rule.told[current()])}</p>
                  ${
                    rule.example
                      ? html`
                        <p class="muted">
                          ${t('workshop.words.hands', { n: counted(rule.hands) })}${' '}
                          <a href="/analyze?book=${book}&amp;hand=${encodeURIComponent(rule.example)}"
                            data-act="go">${esc(rule.example)}</a>
                        </p>
                      `
                      : ''
                  }
                </li>
              `,
            )
            .join('')}
        </ol>
      </details>
    `
    : '';
/** @param {any} cost @param {string} book */
export const dearPanel = (cost, book) =>
  cost?.hands.length
    ? html`
      <h2>${t('workshop.dear')}</h2>
      <ul class="ws-dear">
        ${cost.hands
          .map(
            (/** @type {any} */ each) => html`
              <li>
                <span class="feltbox">${artOf(each.hand.split(' '), 44)}</span>
                <span class="muted">${t('workshop.rule', { n: esc(each.rule) })}</span>
                <b class="num lose">${share(each.loss)}</b>
                <a href="/analyze?book=${book}&amp;hand=${encodeURIComponent(each.hand)}" data-act="go">
                  ${t('study.analyze')}
                </a>
              </li>
            `,
          )
          .join('')}
      </ul>
    `
    : '';
/** @param {any} found @param {number | null | undefined} far */
export function differencePanel(found, far) {
  if (!found) return far === undefined ? '' : progressBar(far);
  return html`
    <p>${t('workshop.differ', { n: counted(found.hands) })}</p>
    <table class="list">
      <thead>
        <tr>
          ${['mine', 'theirs', 'hands', 'example']
            .map((each) => `<th scope="col">${t(`workshop.col.${each}`)}</th>`)
            .join('')}
        </tr>
      </thead>
      <tbody>
        ${found.rows
          .slice(0, 12)
          .map(
            (/** @type {any} */ row) => html`
              <tr>
                <td>${esc(row.first)}</td>
                <td>${esc(row.second)}</td>
                <td class="num">${counted(row.hands)}</td>
                <td>
                  <code>${esc(row.examples[0].first)}</code><br><code>${esc(row.examples[0].second)}</code>
                </td>
              </tr>
            `,
          )
          .join('')}
      </tbody>
    </table>
  `;
}
// Beside each line: its number, and what its rule costs of the wager.
/** @param {string} text @param {any} check @param {any} cost @param {number} wrong */
export function gutter(text, check, cost, wrong) {
  const rules = new Map((check?.rules ?? []).map((/** @type {any} */ rule) => [rule.line, rule.number]));
  return text
    .split('\n')
    .map((_, i) => {
      const number = rules.get(i + 1),
        price = number && cost ? (cost.rules[number] ?? 0) : null,
        told = price === null ? '' : price > 0 && price < 0.00001 ? '<.001' : (100 * price).toFixed(3);
      const tone = price > 0.0005 ? ' dear' : '';
      const words = `${told.padStart(6)} ${String(i + 1).padStart(3)}`;
      return `<span class="${i + 1 === wrong ? 'wrong' : ''}${tone}">${esc(words)}</span>`;
    })
    .join('\n');
}
