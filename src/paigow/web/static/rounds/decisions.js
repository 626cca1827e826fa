// The decisions of a round as a list: what was chosen, the best choice, and the cost.

import { inOrder } from '../pieces/names.js';
import { narrowShares, outcomeBar, shortName } from '../pieces/valued.js';
import { counted, share, signedShare } from '../shared/figures.js';
import { html } from '../shared/html.js';
import { marked } from '../shared/terms.js';
import { esc, money, t } from '../shared/texts.js';

/** @typedef {import('./review.js').Decision} Decision */

const ROOM = 22;

/** @param {Pick<Decision, 'cost' | 'about'>} given */
const priceOf = ({ cost = 0, about }) => {
  const price = Math.round(cost) ? `−${money(Math.round(cost))}` : t('review.nocost');
  return about && Math.round(cost) ? t('review.about', { amount: price }) : price;
};
/** @param {Decision} each */
const isCostly = (each) => Math.round(each.cost ?? 0) > 0;

/** @param {Decision} each @param {{ book: string, name: string }} whose */
function settingPart(each, { book, name }) {
  const lowest = each.wheel === 'lowest',
    { best, chosen } = each,
    same = !isCostly(each);
  /** @param {string} label @param {any} setting */
  const line = (label, setting) => html`
    <div class="rv-choice">
      <p>${label}<br><b>${marked(shortName(setting, lowest))}</b></p>
      <div>
        ${outcomeBar(setting, ROOM)}
        <small class="muted num">${marked(narrowShares(setting, ROOM))}</small>
      </div>
      <b class="num ${setting.value < 0 ? 'lose' : 'win'}">${signedShare(setting.value)}</b>
    </div>
  `;
  const hand = inOrder([...each.high, ...each.low]).join(' ');
  const link = new URLSearchParams({ book, hand, ...(each.role === 'player' ? {} : { role: each.role }) });
  const told = {
    share: share(each.cost / each.stake),
    stake: money(each.stake),
    n: counted(each.replies),
  };
  const who = esc(same ? t('review.setbest', { name }) : name);
  return html`
    ${same ? '' : line(t('review.best'), best)}
    ${chosen ? line(who, chosen) : `<p>${t('review.fouled')}</p>`}
    <p class="muted">
      ${marked(same ? t('review.nothing') : t('review.costs', told))}${' '}
      ${marked(t(each.about ? 'review.sampled' : 'review.exact', told))}
    </p>
    <p class="go">
      <a class="btn slim" href="/analyze?${esc(String(link))}" data-act="go">${t('review.analyze')}</a>
      <button class="btn slim" data-act="train" data-k="train" data-hand="${esc(hand)}" aria-live="polite">
        ${t('review.train')}
      </button>
    </p>
  `;
}
// A surrender loses the bet; the value of playing on is shown next to it.
/** @param {Decision} each */
const surrenderPart = ({ would, playedOn = 0, about }) => html`
  <p class="muted">
    ${marked(
      would ? t(`review.surrender.${would}`) : t('review.surrender.hidden', { value: signedShare(playedOn) }),
    )}
    ${about ? ` ${marked(t('review.sampled'))}` : ''}
  </p>
`;
/** @param {Decision} each @param {{ book: string, name: string }} whose */
function detail(each, whose) {
  if (each.kind === 'setting') return settingPart(each, whose);
  if (each.kind === 'surrender') return surrenderPart(each);
  if (each.kind === 'side')
    return html`
      <p class="muted">
        ${
          each.edge === undefined
            ? t('review.unknown')
            : marked(t('review.edge', { stake: money(each.stake), edge: share(each.edge) }))
        }
      </p>
    `;
  return html`
    <p class="muted">
      ${
        each.asBank === undefined || each.asPlayer === undefined
          ? ''
          : marked(t('review.bank.edges', { player: share(each.asPlayer), bank: share(each.asBank) }))
      }
    </p>
  `;
}
/** @param {Decision} each */
const titleOf = (each) =>
  each.kind === 'side'
    ? t(`wager.${each.wager}`)
    : each.kind === 'bank'
      ? t(each.took ? 'review.bank.took' : 'review.bank.passed')
      : t(each.because ? 'review.setforyou' : `review.${each.kind}`);
/** @param {Decision[]} decisions @param {number} at @param {{ book: string, name: string }} whose */
export function decisionsPanel(decisions, at, whose) {
  if (!decisions.length) return `<p class="muted">${t('review.none')}</p>`;
  const cost = decisions.reduce((sum, each) => sum + (each.cost ?? 0), 0),
    about = decisions.some((each) => each.about),
    total = decisions.some((each) => each.pending) ? '…' : priceOf({ cost, about });
  const items = decisions.map(
    (each) => html`
      <li class="${each.step === at ? 'here' : ''}">
        <h3>
          <button data-act="jump" data-step="${each.step}"
            data-k="jump-${each.kind}${each.wager ?? ''}${each.step}">
            ${esc(titleOf(each))}
          </button>
          <b class="num ${isCostly(each) ? 'lose' : 'muted'}">${each.pending ? '…' : priceOf(each)}</b>
        </h3>
        ${each.pending ? `<p class="muted" role="status">${t('review.counting')}</p>` : detail(each, whose)}
      </li>
    `,
  );
  return html`
    <p class="sum"><span>${t('review.total')}</span><b class="num">${total}</b></p>
    <ol class="decided">${items.join('')}</ol>
  `;
}
/** @typedef {{ name: string, step: number }} Stage */
// The stages that are named where they begin: the longest first, as many as have room.
/** @param {Stage[]} begun @param {(step: number) => number} x in percent of the track */
function named(begun, x) {
  const apart = innerWidth > 720 ? 6 : 17,
    /** @type {(Stage & { from: number })[]} */ taken = [];
  const spans = begun.map((each, i) => {
    const from = x(each.step);
    return { ...each, from, long: (i + 1 < begun.length ? x(begun[i + 1].step) : 100) - from };
  });
  for (const each of spans.sort((one, other) => other.long - one.long))
    if (taken.every(({ from }) => Math.abs(from - each.from) >= apart)) taken.push(each);
  return taken;
}
// The scrubber: the stages of the round, and a diamond for each decision, red where it cost something.
/**
 * @param {Decision[]} decisions
 * @param {Stage[]} begun
 * @param {number} steps
 * @param {number} at
 */
export function scrubber(decisions, begun, steps, at) {
  const x = (/** @type {number} */ step) => (steps > 1 ? (100 * step) / (steps - 1) : 0);
  const marks = decisions.map(
    (each) => html`
      <svg x="${x(each.step).toFixed(2)}%" y="0" class="mark ${isCostly(each) ? 'costly' : ''}"
        overflow="visible">
        <path d="M0 4 L8 12 L0 20 L-8 12 Z"/>
      </svg>
    `,
  );
  const names = named(begun, x).map(({ name, from }) => {
    const anchor = from > 96 ? 'end' : from < 4 ? 'start' : 'middle';
    return `<text x="${from.toFixed(2)}%" y="38" text-anchor="${anchor}">${esc(t(`stage.${name}`))}</text>`;
  });
  return html`
    <svg class="track" width="100%" height="42" aria-hidden="true" overflow="visible">
      <rect class="ground" x="0" y="10" width="100%" height="4" rx="2"/>
      <rect class="gone" x="0" y="10" width="${x(at).toFixed(2)}%" height="4" rx="2"/>
      ${marks.join('')}
      <svg x="${x(at).toFixed(2)}%" y="0" overflow="visible"><circle class="now" cy="12" r="8"/></svg>
      ${names.join('')}
    </svg>
  `;
}
