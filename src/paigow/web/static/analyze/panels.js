// The results for a hand: its settings as bars, what each house way does, other opponents.

import { inOrder, isTile, namedHand } from '../pieces/names.js';
import { artOf, outcomeBar, shortName } from '../pieces/valued.js';
import { counted, share, signedShare, toneOf } from '../shared/figures.js';
import { html } from '../shared/html.js';
import { marked, termed } from '../shared/terms.js';
import { current, esc, money, t, term } from '../shared/texts.js';

/** @typedef {import('../pieces/valued.js').Valued} Valued */

/** @param {Valued} each */
const countsOf = (each) =>
  ['win', 'push', 'lose']
    .map((name) => `<span>${t(`study.${name}`)} ${counted(/** @type {any} */ (each)[name])}</span>`)
    .join('');

/** @param {any} found @param {number} shown */
export function settingsPanel(found, shown) {
  const best = found.settings[0],
    lowest = found.wheel === 'lowest';
  /** @param {Valued} each @param {number} i */
  const row = (each, i) => {
    const [high, low] = [each.high, each.low].map((half) => namedHand(half, lowest)),
      cost = best.value - each.value,
      [game, height] = isTile(each.high[0]) ? ['tiles', 92] : ['cards', 62];
    return html`
      <li class="panelbox setting ${game}${i ? '' : ' best'}" data-k="setting${i}" data-value="${each.value}">
        <div class="feltbox art">
          <div>${artOf(inOrder(each.high, lowest), height)}</div>
          <div>${artOf(inOrder(each.low, lowest), height)}</div>
        </div>
        <div class="what">
          <h3>
            ${high}<br>${low}
            ${i ? '' : ` <span class="tag">${t('analyze.best')}</span>`}
          </h3>
          <p class="worth ${toneOf(each.value)}">
            <b>${signedShare(each.value, 4)}</b>
            <small>${t(found.role === 'co-bank' ? 'analyze.unit.half' : 'analyze.unit')}</small>
          </p>
          <p class="muted cost">
            ${cost > 0 ? t('analyze.costs', { cost: share(cost) }) : t('analyze.unbeaten')}
          </p>
          ${outcomeBar(each)}
          <p class="counts num">${countsOf(each)}</p>
        </div>
      </li>
    `;
  };
  const more =
    found.settings.length > shown
      ? html`
        <button class="btn" data-act="more" data-k="more">
          ${t('analyze.more', { n: found.settings.length - shown })}
        </button>
      `
      : '';
  return html`
    <ol class="settings">${found.settings.slice(0, shown).map(row).join('')}</ol>
    ${more}${whyPanel(found)}
  `;
}
// How the best setting beats the next one: in words, in shares of all deals, and in money.
/** @param {any} found */
function whyPanel({ settings, wheel }) {
  const [best, next] = settings;
  if (!next) return '';
  const all = (/** @type {Valued} */ each) => each.win + each.push + each.lose,
    rate = (/** @type {Valued} */ each, /** @type {'win' | 'lose'} */ name) => each[name] / all(each),
    [name, other] = [best, next].map((each) => shortName(each, wheel === 'lowest')),
    wins = rate(best, 'win') - rate(next, 'win'),
    loses = rate(best, 'lose') - rate(next, 'lose'),
    amount = Math.round((best.value - next.value) * 10_000);
  const lead = wins > 0 && loses <= 0 ? 'both' : wins > 0 ? 'win' : 'lose';
  const figures = t('analyze.because', {
    name: other,
    win: share(rate(best, 'win'), 1),
    win2: share(rate(next, 'win'), 1),
    lose: share(rate(best, 'lose'), 1),
    lose2: share(rate(next, 'lose'), 1),
  });
  const words =
    best.value - next.value > 0
      ? [
          t(`analyze.because.${lead}`),
          figures,
          amount ? t('analyze.because.money', { amount: money(amount) }) : '',
        ]
      : [t('analyze.because.equal', { name: other }), figures];
  return html`
    <section class="panelbox why">
      <h2>${esc(t('analyze.why', { name }))}</h2>
      <p>${marked(words.join(' '))}</p>
      <p><a class="btn slim" href="/practice" data-act="go">${t('analyze.train')}</a></p>
    </section>
  `;
}

// Ways that set the hand the same are grouped; which of two equal cards goes where doesn't matter.
/** @param {any} found */
export function waysPanel(found) {
  const lowest = found.wheel === 'lowest',
    /** @type {Map<string, any[]>} */ groups = new Map();
  for (const way of found.ways) {
    const key = `${shortName(way, lowest)} ${way.cost.toFixed(9)}`;
    groups.set(key, [...(groups.get(key) || []), way]);
  }
  const entries = [...groups.values()].map(
    (ways) => html`
      <li>
        <h3>${esc(shortName(ways[0], lowest))}
          <b class="${ways[0].cost > 0 ? 'lose' : 'win'}">
            ${ways[0].cost > 0 ? t('analyze.cost', { cost: share(ways[0].cost) }) : t('analyze.isbest')}
          </b>
        </h3>
        <p lang="en"><b>${esc(ways.map(({ title }) => title).join(', '))}</b></p>
        <details>
          <summary>${t('analyze.rules')}</summary>
          ${ways
            .map(
              ({ title, number, told }) => html`
                <p>
                  <span lang="en">${esc(title)}</span>, ${t('analyze.rule', { n: esc(number) })}:${' '}
                  ${marked(told[current()])}
                </p>
              `,
            )
            .join('')}
        </details>
      </li>
    `,
  );
  return html`
    <h2>${termed(t('analyze.ways'))}</h2>
    <p class="muted">${t('analyze.ways.count', { ways: found.ways.length, answers: groups.size })}</p>
    <ul class="answers">${entries.join('')}</ul>
  `;
}
/** @param {any[]} dealers @param {{ game: string, wheel: string }} given */
export function dealersPanel(dealers, { game, wheel }) {
  if (!dealers?.length) return '';
  return html`
    <h2>${marked(t('analyze.dealers'))}</h2>
    ${game === 'cards' ? `<p class="muted">${t('analyze.dealers.cards')}</p>` : ''}
    <table class="list">
      <thead>
        <tr>
          <th scope="col">${t('analyze.dealer')}</th>
          <th scope="col">${t('analyze.bestset')}</th>
          <th scope="col" class="num">${term('value', t('analyze.value'))}</th>
        </tr>
      </thead>
      <tbody>
        ${dealers
          .map(
            (each) => html`
              <tr>
                <td lang="en">${esc(each.title)}</td>
                <td class="nobr">${esc(shortName(each, wheel === 'lowest'))}</td>
                <td class="num ${toneOf(each.value)}">${signedShare(each.value)}</td>
              </tr>
            `,
          )
          .join('')}
      </tbody>
    </table>
  `;
}
