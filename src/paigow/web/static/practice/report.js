// The end of a session: one sentence first, what was missed, how sessions went, and what to train next.

import { handArt } from '../learn/pictures.js';
import { inOrder, namedHand } from '../pieces/names.js';
import { share } from '../shared/figures.js';
import { html } from '../shared/html.js';
import { esc, oddsText, orElse, t } from '../shared/texts.js';
import { placeName } from '../table/sentences.js';
import { drillsOf, dueOf, pairOf, prefixOf } from './drills.js';
import { sessionsOf, sessionsPanel } from './sessions.js';

/** @param {Draft} setting */
const named = (setting) =>
  `${namedHand(inOrder(setting.high), false, 'short')} / ${namedHand(inOrder(setting.low), false, 'short')}`;
/** @param {any} each @param {any} scope */
function missedRow(each, { book, facts }) {
  const { drill, what, yours, best, cost } = each;
  if (drill === 'set' || drill === 'dealer') {
    const href = `/analyze?${new URLSearchParams({ book, hand: what })}`;
    return html`
      <li>
        <div class="feltbox">${handArt(what.split(' '), 64)}</div>
        <p>
          <span class="muted">${t('practice.yours')}</span> ${named(yours)}<br>
          <span class="muted">${t(drill === 'set' ? 'practice.best' : 'practice.house')}</span>${' '}
          ${best ? named(best) : ''}
        </p>
        <b class="num lose">${cost === undefined ? '' : share(cost)}</b>
        <a href="${esc(href)}" data-act="go">${t('practice.missed.why')}</a>
      </li>
    `;
  }
  if (drill === 'higher' || drill === 'tile') {
    const hands = drill === 'tile' ? [[what]] : pairOf(what);
    return `<li><div class="feltbox two">${hands.map((hand) => handArt(hand, 64)).join('')}</div></li>`;
  }
  const [kind, line] = what.split('/');
  const told =
    drill === 'start'
      ? t('practice.why.start', { n: what, place: placeName(facts.starts[what]) })
      : `${orElse(`wager.${kind}`, kind)}: ${orElse(`payline.${line}`, line)}, ${oddsText(
          facts.pays.find((/** @type {any} */ row) => `${row.wager}/${row.line}` === what).pays,
        )}`;
  return `<li><p>${esc(told)}</p></li>`;
}
// What to train next: the trainer with the most due, or one that was never opened.
/** @param {any} session @param {any} memory @param {any} scope @param {number} now */
export function nextDrill(session, memory, scope, now) {
  const others = drillsOf(scope).filter((drill) => drill !== session.drill);
  const due = (/** @type {string} */ drill) => dueOf(memory.cards, prefixOf(drill, scope), now).length,
    fresh = (/** @type {string} */ drill) =>
      !Object.keys(memory.cards).some((key) => key.startsWith(prefixOf(drill, scope)));
  return others.sort((a, b) => due(b) - due(a) || Number(fresh(b)) - Number(fresh(a)))[0];
}
/** @param {string[]} given */
const tileOf = ([name, value, note]) =>
  html`
    <div class="panelbox">
      <dt>${name}</dt>
      <dd>${value}<small class="muted">${note}</small></dd>
    </div>
  `;
/** @param {any} session @param {any} memory @param {any} scope @param {number} now */
export function report(session, memory, scope, now) {
  const { drill, asked, right, cost, house, costed, missed } = session,
    money = drill === 'set' && costed,
    minutes = Math.max(1, Math.round((now - session.at) / 60_000)),
    sessions = sessionsOf(memory.sessions, drill, scope.book),
    before = sessions.at(-2),
    next = nextDrill(session, memory, scope, now);
  const title = money
    ? cost < 1e-9
      ? t('practice.report.none', { n: asked })
      : t('practice.report.cost', { cost: share(cost / costed, 1) })
    : t('practice.report.right', { n: right, all: asked });
  const tiles = [
    [
      t(money ? 'practice.found' : 'practice.rights'),
      t('practice.of', { n: right, all: asked }),
      before ? t('practice.last', { n: before.right, all: before.asked }) : '',
    ],
    ...(money
      ? [
          [
            t('practice.mean'),
            share(cost / costed, 1),
            t('practice.mean.house.was', { cost: share(house / costed, 1) }),
          ],
          [
            t('practice.worst'),
            share(Math.max(0, ...missed.map((/** @type {any} */ each) => each.cost || 0)), 1),
            '',
          ],
        ]
      : []),
  ];
  return html`
    <section class="reported">
      <p class="eyebrow">${t('practice.report')} · ${t(`practice.drill.${drill}`)}</p>
      <h2 tabindex="-1">${title}</h2>
      <p class="muted">
        ${t('practice.report.hands', { n: asked })}${t('practice.report.minutes', { n: minutes })}${' '}
        ${money ? t('practice.report.house', { cost: share(house / costed, 1) }) : ''}
      </p>
      <dl class="tiles num">
        ${tiles.map(tileOf).join('')}
      </dl>
      <div class="both">
        ${
          missed.length
            ? html`
              <section class="panelbox">
                <h3>${t('practice.missed')}</h3>
                <ul class="missed">
                  ${missed
                    .slice(0, 8)
                    .map((/** @type {any} */ each) => missedRow(each, scope))
                    .join('')}
                </ul>
                <div class="go">
                  <button class="btn" data-act="missed" data-k="missed">${t('practice.repeat')}</button>
                </div>
              </section>
            `
            : ''
        }
        ${sessionsPanel(sessions, drill === 'set')}
      </div>
      <section class="panelbox offer">
        <div><h3>${t('practice.offer', { name: t(`practice.drill.${next}`) })}</h3>
          <p class="muted">${t(`practice.drill.${next}.sub`)}</p></div>
        <div class="go">
          <button class="btn primary" data-act="drill" data-drill="${next}" data-k="offer">
            ${t('practice.offer.go')}
          </button>
          <button class="btn quiet" data-act="drill" data-drill="${drill}" data-k="again">
            ${t('practice.again')}
          </button>
        </div>
      </section>
    </section>
  `;
}
