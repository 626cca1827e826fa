// What is known about a way while it is written: the check, its cost, the costliest hands, differences, its
// card.

import { inOrder, nameHalf } from '../pieces/names.js';
import { artOf, shortName } from '../pieces/valued.js';
import { counted, share } from '../shared/figures.js';
import { html } from '../shared/html.js';
import { progressBar } from '../shared/study.js';
import { marked } from '../shared/terms.js';
import { current, esc, t, term } from '../shared/texts.js';

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
        (each) => `<li>✓ ${marked(each)}</li>`,
      );
  const figures = cost
    ? html`
      <p class="muted">${t('workshop.facts')}</p>
      <dl class="ws-facts">
        <div>
          <dt>${term('houseedge', t('workshop.edge'))}</dt><dd class="num">${share(cost.edge, 4)}</dd>
        </div>
        <div>
          <dt>${t(cost.best_edge < 0 ? 'workshop.bestgain' : 'workshop.bestedge')}</dt>
          <dd class="num">${share(Math.abs(cost.best_edge), 4)}</dd>
        </div>
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
                  <p><b>${esc(rule.number)}</b> ${marked(rule.told[current()])}</p>
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
// A setting as text, low hand first.
/** @param {string} written */
const halvesOf = (written) => {
  const [low, high] = written.split(' / ').map((half) => half.split(' '));
  return { low, high };
};
/** @param {string} book @param {string} hand */
const analyzeLink = (book, hand) => html`
  <a href="/analyze?book=${book}&amp;hand=${encodeURIComponent(hand)}" data-act="go">
    ${t('nav.analyze')}
  </a>
`;
/** @param {any} cost @param {string} book */
export const dearPanel = (cost, book) =>
  cost?.hands.length
    ? html`
      <h2>${t('workshop.dear')}</h2>
      <ul class="ws-dear">
        ${cost.hands
          .map((/** @type {any} */ each) => {
            const [setting, best] = [each.sets, each.best].map((one) => shortName(halvesOf(one), false));
            return html`
              <li>
                <span class="feltbox">${artOf(each.hand.split(' '), 44)}</span>
                <b class="num lose">${share(each.loss)}</b>
                ${analyzeLink(book, each.hand)}
                <span class="does">
                  ${marked(t('workshop.plays', { setting, best }))}
                  <small class="muted">${t('workshop.rule', { n: esc(each.rule) })}</small>
                </span>
              </li>
            `;
          })
          .join('')}
      </ul>
    `
    : '';
const FEW = 5;
// Hand by hand what two ways do: each rule in words, and its setting of the same hand.
/** @param {any} found @param {import('../shared/study.js').Far | null | undefined} far @param {any} given */
export function differencePanel(found, far, { title, all, book, whole }) {
  if (!found) return far === undefined ? '' : progressBar(far);
  if (!found.hands) return `<p>${t('workshop.differ.none')}</p>`;
  /** @param {string} head @param {string} told @param {string} written */
  const side = (head, told, written) => {
    const setting = halvesOf(written),
      halves = [setting.high, setting.low],
      [high, low] = halves.map((half) => artOf(inOrder(half), 52)),
      // Two settings can differ only in their best tile.
      names = halves.map((half) => nameHalf(half).name).join(' / ');
    return html`
      <div class="ws-side-of">
        <p><b>${esc(head)}</b> <span class="muted">${marked(told)}</span></p>
        <div class="feltbox">${high}${low}<b>${esc(names)}</b></div>
      </div>
    `;
  };
  const row = (/** @type {any} */ each) => html`
    <li>
      <p class="muted num">
        ${t('workshop.differ.hands', { n: counted(each.hands) })} <code>${esc(each.examples[0].hand)}</code>
        ${analyzeLink(book, each.examples[0].hand)}
      </p>
      ${side(
        t('workshop.differ.mine', { n: each.first }),
        each.told.first[current()],
        each.examples[0].first,
      )}
      ${side(
        t('workshop.differ.theirs', { title, n: each.second }),
        each.told.second[current()],
        each.examples[0].second,
      )}
    </li>
  `;
  const shown = whole ? found.rows : found.rows.slice(0, FEW),
    part = share(found.hands / all, 1);
  return html`
    <p>${t('workshop.differ', { n: counted(found.hands), all: counted(all), part })}</p>
    <ol class="ws-differ">${shown.map(row).join('')}</ol>
    ${
      shown.length < found.rows.length
        ? html`
          <button class="btn slim" data-act="more" data-k="more">
            ${t('workshop.differ.more', { n: found.rows.length - shown.length })}
          </button>
        `
        : ''
    }
  `;
}
const BAR = 36;
// Next to each line: what its rule costs, as a share of the wager and of the costliest rule, and its number.
/** @param {string} text @param {any} check @param {any} cost @param {number} wrong */
export function gutter(text, check, cost, wrong) {
  const rules = new Map((check?.rules ?? []).map((/** @type {any} */ rule) => [rule.line, rule.number])),
    most = Math.max(...Object.values(cost?.rules ?? {}), 1e-9);
  return text
    .split('\n')
    .map((_, i) => {
      const number = rules.get(i + 1),
        price = number && cost ? (cost.rules[number] ?? 0) : null,
        told = price === null ? '' : price > 0 && price < 0.00001 ? '<.001' : (100 * price).toFixed(3);
      const tone = price > 0.0005 ? ' dear' : '',
        wide = price ? Math.max(2, (BAR * price) / most).toFixed(1) : 0;
      const rect = `<rect class="lose" width="${wide}" height="10" rx="2"/>`,
        bar = `<svg width="${BAR}" height="10">${rect}</svg>`;
      return html`
        <span class="${i + 1 === wrong ? 'wrong' : ''}${tone}">${esc(told.padStart(6))}${' '}${bar}${String(
          i + 1,
        ).padStart(4)}</span>
      `;
    })
    .join('\n');
}
