// The trainers' page: the list of trainers, the question, the result of an answer, the session.

import { handArt } from '../learn/pictures.js';
import { whichPanel, whyHigher } from '../learn/which.js';
import { isTile, namedHand, singleRank, tileName } from '../pieces/names.js';
import { narrowShares, outcomeBar } from '../pieces/valued.js';
import { share } from '../shared/figures.js';
import { html } from '../shared/html.js';
import { marked, termed } from '../shared/terms.js';
import { esc, current as language, oddsText, orElse, t, term, withTerms } from '../shared/texts.js';
import { paragraphs } from '../table/panels/buttons.js';
import { placeName } from '../table/sentences.js';
import { costOf, dueOf, pairOf, prefixOf, rightOf, sameLow } from './drills.js';

const DAY = 86_400_000,
  // The percent of a bar that has room for its figure.
  ROOM = 13;
/** @typedef {import('./drills.js').Scope} Scope */
/** @typedef {import('./drills.js').Question} Question */
/** @typedef {import('./memory.js').Memory} Memory */

/**
 * @param {string[]} drills
 * @param {string} current
 * @param {Scope} scope
 * @param {any} cards
 * @param {number} now
 */
export const trainers = (drills, current, scope, cards, now) =>
  html`
    <h2>${t('practice.trainers')}</h2>
    <ul>
      ${drills
        .map((drill) => {
          const prefix = prefixOf(drill, scope),
            due = dueOf(cards, prefix, now).length,
            asked = Object.keys(cards).filter((key) => key.startsWith(prefix)),
            // A question last answered wrong isn't known, though it rests for a minute.
            known = asked.length && asked.every((key) => cards[key].box > 0);
          return html`
            <li>
              <button data-act="drill" data-drill="${drill}" data-k="drill-${drill}"
                ${drill === current ? 'aria-current="true"' : ''}>
                <b>${t(`practice.drill.${drill}`)}</b>
                <small class="muted">${t(`practice.drill.${drill}.sub`)}</small>
                <span class="num">${due ? t('practice.due', { n: due }) : known ? '✓' : ''}</span>
              </button>
            </li>
          `;
        })
        .join('')}
    </ul>
  `;

/** @param {Question} question */
const wagerOf = ({ what }) => {
  const at = what.indexOf('/');
  return { kind: what.slice(0, at), line: what.slice(at + 1) };
};
/** @param {string} drill @param {string} value */
const choiceText = (drill, value) => {
  if (drill === 'tile') return t('practice.tile', { name: t(`tile.${value}`), n: singleRank(value) });
  if (drill === 'start') return placeName(Number(value));
  return oddsText(value);
};
/** @param {Question} question */
function asking(question) {
  const { drill, what } = question;
  if (drill === 'start') return t('practice.ask.start', { n: what });
  if (drill === 'pays') {
    const { kind, line } = wagerOf(question);
    return t('practice.ask.pays', {
      wager: orElse(`wager.${kind}`, kind),
      line: orElse(`payline.${line}`, line),
    });
  }
  return t(`practice.ask.${drill}`);
}
/**
 * @param {Question} question @param {Scope} scope @param {string[]} choices @param {any} answer
 * @param {number} n @param {number} all
 */
export function question(question, scope, choices, answer, n, all) {
  const { drill, what } = question,
    right = drill === 'set' || drill === 'dealer' ? '' : rightOf(question, scope);
  const head = html`
    <p class="eyebrow num">${t(`practice.drill.${drill}`)} · ${t('practice.of', { n, all })}</p>
    <h2>${esc(asking(question))}</h2>
  `;
  if (drill === 'set' || drill === 'dealer') return head;
  if (drill === 'higher') return `${head}<div class="feltbox">${whichPanel(pairOf(what), { answer })}</div>`;
  const art = drill === 'tile' ? `<div class="feltbox one">${handArt([what], 190)}</div>` : '';
  return html`
    ${head}${art}
    <div class="answers-row" role="group" aria-label="${esc(asking(question))}">
      ${choices
        .map((value, i) => {
          const state = !answer ? '' : value === right ? 'is-right' : value === answer ? 'is-wrong' : '';
          return html`
            <button class="btn answer ${state}" data-act="choose" data-value="${esc(value)}"
              data-k="choose-${i}" aria-pressed="${value === answer}" ${answer ? 'aria-disabled="true"' : ''}>
              <kbd aria-hidden="true">${i + 1}</kbd>${esc(choiceText(drill, value))}
            </button>
          `;
        })
        .join('')}
    </div>
  `;
}

/** @param {any} card */
const back = (card) => {
  const days = Math.round((card.due - Date.now()) / DAY);
  return days < 1
    ? t(card.box ? 'practice.back.later' : 'practice.back.soon')
    : days === 1
      ? t('practice.back.one')
      : t('practice.back', { n: days });
};
/** @param {Draft} setting */
const settingName = (setting) =>
  `${namedHand(setting.high, false, 'short')} / ${namedHand(setting.low, false, 'short')}`;
// What a setting loses, and what the house way loses here; never praise for a costly way.
/** @param {{ yours: number, house: number }} costs @param {boolean} same */
function costLines({ yours, house }, same) {
  const mine = yours < 1e-9 ? t('practice.best.yours') : t('practice.cost.yours', { cost: share(yours, 1) });
  const theirs = same
    ? yours < 1e-9
      ? t('practice.house.same.best')
      : t('practice.house.same')
    : house < 1e-9
      ? t(yours < 1e-9 ? 'practice.house.best' : 'practice.house.nothing')
      : t('practice.cost.house', { cost: share(house, 1) });
  return html`
    <p class="verdict">
      <span class="${yours < 1e-9 ? 'win' : 'lose'}">${yours < 1e-9 ? '▲' : '▼'} ${mine}</span>
    </p>
    <p class="verdict second">${theirs}</p>
    ${house < 1e-9 ? '' : `<p class="muted">${termed(t('practice.house.why'))}</p>`}
  `;
}
/** @param {Piece[]} pieces */
const sorted = (pieces) => [...pieces].sort().join();
// The other half of a hand.
/** @param {Piece[]} hand @param {Piece[]} low */
const rest = (hand, low) => {
  const left = [...hand];
  for (const piece of low) left.splice(left.indexOf(piece), 1);
  return left;
};
// The best setting, the learner's, and the house way's, best first; of tiles, all there are.
/** @param {Grade} grade */
function settingRows(grade) {
  const { best: first, yours, house_way: house, values } = grade,
    best = values[0][1];
  /** @type {Map<string, { value: number, part?: number[], setting: Draft, who: string[] }>} */
  const rows = new Map();
  const add = (/** @type {Draft | null} */ setting, /** @type {string[]} */ ...who) => {
    if (!setting) return;
    const key = sorted(setting.low),
      [, value, part] = values.find(([low]) => sorted(low) === key) ?? [[], Number.NaN],
      row = rows.get(key) || { value, part, setting, who: [] };
    rows.set(key, { ...row, who: [...row.who, ...who] });
  };
  add(first, t('practice.best'));
  add(yours, t('practice.yours'));
  add(house, t('practice.house'));
  if (isTile(yours.low[0]))
    for (const [low] of values) add({ low, high: rest([...yours.low, ...yours.high], low) });
  /** @param {number[] | undefined} part */
  const bar = (part) => {
    if (!part) return '';
    const [win, push, lose] = part,
      small = narrowShares({ win, push, lose }, ROOM);
    return outcomeBar({ win, push, lose }, ROOM) + (small && `<small class="muted">${small}</small>`);
  };
  return html`
    <table class="grades shares">
      <thead>
        <tr>
          <th scope="col">${t('high')} / ${t('low')}</th>
          <td class="legend">
            ${['win', 'push', 'lose']
              .map((each) => `<span class="${each}"><i></i>${t(`study.${each}`)}</span>`)
              .join('')}
          </td>
          <th scope="col">${term('value', esc(t('practice.value')))}</th>
          <th scope="col">${term('cost', esc(t('practice.cost')))}</th>
        </tr>
      </thead>
      <tbody>
        ${[...rows.values()]
          .sort((one, other) => other.value - one.value)
          .map(
            ({ value, part, setting, who }) => html`
              <tr>
                <th scope="row">${settingName(setting)}<small>${who.join(' · ')}</small></th>
                <td class="bar">${bar(part)}</td>
                <td class="num">${Number.isNaN(value) ? '' : share(value)}</td>
                <td class="num">${Number.isNaN(value) ? '' : share(best - value)}</td>
              </tr>
            `,
          )
          .join('')}
      </tbody>
    </table>
  `;
}
/** @param {Grade} grade */
const rule = (grade) =>
  grade.house_way.rule
    ? html`
      <p>
        <b>${t('practice.rule', { n: grade.house_way.number })}</b>${' '}
        ${withTerms(esc(grade.house_way.told[language()]))}${' '}
        ${paragraphs(grade.house_way.cites)}
      </p>
    `
    : '';
// What the dealer does, then the question about the rule, then that rule.
/**
 * @param {any} answer
 * @param {Grade} grade
 * @param {Scope} scope
 * @param {string[]} choices
 * @param {string} comes
 */
function dealerVerdict(answer, grade, scope, choices, comes) {
  const same = sameLow(answer, grade.house_way),
    spoke = grade.house_way.number;
  /** @param {string} number @param {number} i */
  const choice = (number, i) => {
    const { told } = scope.facts.rules.find((/** @type {any} */ each) => each.number === number),
      state = !answer.rule ? '' : number === spoke ? 'is-right' : number === answer.rule ? 'is-wrong' : '';
    return html`
      <button class="btn answer ${state}" data-act="rule" data-value="${esc(number)}" data-k="rule-${i}"
        ${answer.rule ? 'aria-disabled="true"' : ''} aria-pressed="${number === answer.rule}">
        <kbd aria-hidden="true">${i + 1}</kbd><span>${esc(told[language()])}</span>
      </button>
    `;
  };
  // Knowing what the dealer does isn't advice to do the same.
  const cost = costOf(grade, grade.house_way),
    dear = cost > 1e-9 ? `<p class="lose">${t('practice.dealer.costs', { cost: share(cost, 1) })}</p>` : '';
  const told = !same ? 'wrong' : !answer.rule || answer.rule === spoke ? 'right' : 'rule.wrong';
  return html`
    <p class="verdict">
      <span class="${told === 'right' ? 'win' : 'lose'}">
        ${told === 'right' ? '▲' : '▼'} ${t(`practice.dealer.${told}`)}
      </span>
    </p>
    <p>${t('practice.dealer.sets', { setting: settingName(grade.house_way) })}</p>
    ${dear}
    <h3>${t('practice.dealer.rule')}</h3>
    <div class="answers-row rules" role="group" aria-label="${t('practice.dealer.rule')}">
      ${choices.map(choice).join('')}
    </div>
    ${answer.rule ? rule(grade) + comes : ''}
  `;
}
/** @param {any} given */
export function verdict({ asked, scope, answer, grade, costs, counting, card, choices }) {
  const comes = card ? `<p class="muted">${back(card)}</p>` : '';
  if (asked.drill === 'set') {
    const same = sameLow(answer, grade.house_way);
    if (grade.yours.fouled)
      return html`
        <p class="verdict"><span class="lose">▼ ${t('practice.fouled')}</span></p>
        ${rule(grade)}${comes}
      `;
    if (costs?.yours === null || !grade.values)
      return html`
        <p class="muted" role="status">${t(counting ? 'practice.counting' : 'practice.uncounted')}</p>
        ${rule(grade)}
      `;
    const href = `/analyze?${new URLSearchParams({ book: scope.book, hand: asked.what })}`;
    return html`
      ${costLines(costs, same)}${settingRows(grade)}
      <div class="row">
        <div>${rule(grade)}${comes}</div>
        <a class="btn slim quiet" href="${esc(href)}" data-act="go" data-k="why">
          ${t('practice.why')} <kbd aria-hidden="true">A</kbd>
        </a>
      </div>
    `;
  }
  if (asked.drill === 'dealer') return dealerVerdict(answer, grade, scope, choices, comes);
  const right = answer === rightOf(asked, scope);
  return html`
    <p class="verdict">
      <span class="${right ? 'win' : 'lose'}">
        ${right ? '▲' : '▼'} ${t(right ? 'practice.right' : 'practice.wrong')}
      </span>
    </p>
    <p>${why(asked, scope)}</p>
    ${comes}
  `;
}
/** @param {Question} asked @param {Scope} scope */
function why(asked, scope) {
  const { drill, what } = asked;
  if (drill === 'higher') return esc(whyHigher(pairOf(what)));
  if (drill === 'tile') return esc(t('practice.why.tile', { tile: tileName(what), n: singleRank(what) }));
  if (drill === 'start')
    return esc(t('practice.why.start', { n: what, place: placeName(scope.facts.starts[what]) }));
  const { kind, line } = wagerOf(asked);
  return t('practice.why.pays', {
    wager: term(`wager.${kind}`, esc(orElse(`wager.${kind}`, kind))),
    line: esc(orElse(`payline.${line}`, line)),
    odds: esc(oddsText(rightOf(asked, scope))),
  });
}

// ---- beside the question
const BOXES = [
  ['today', 0],
  ['day', 2],
  ['days', 3],
  ['week', 4],
  ['weeks', 5],
];
/** @param {any} cards @param {string} prefix @param {number} now */
function boxes(cards, prefix, now) {
  const mine = Object.entries(cards).filter(([key]) => key.startsWith(prefix));
  const counts = BOXES.map(() => 0);
  for (const [, card] of mine) {
    const days = /** @type {any} */ (card.due - now) / DAY;
    counts[days < 0.6 ? 0 : days < 2 ? 1 : days < 5 ? 2 : days < 14 ? 3 : 4] += 1;
  }
  return counts;
}
/**
 * @param {any} session
 * @param {Memory} memory
 * @param {string} drill
 * @param {Scope} scope
 * @param {boolean} account
 * @param {number} now
 */
export function aside(session, { cards }, drill, scope, account, now) {
  const counts = boxes(cards, prefixOf(drill, scope), now),
    most = Math.max(1, ...counts),
    all = counts.reduce((sum, n) => sum + n, 0);
  const rows = [
    [
      marked(t(drill === 'set' ? 'practice.found' : 'practice.rights')),
      t('practice.of', { n: session.right, all: session.asked }),
    ],
    ...(drill === 'set' && session.costed
      ? [
          [t('practice.mean'), share(session.cost / session.costed, 1)],
          [t('practice.mean.house'), share(session.house / session.costed, 1)],
        ]
      : []),
  ];
  return html`
    <section class="panelbox">
      <h2>${t('practice.session')}</h2>
      <dl class="rows num">${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
    </section>
    <section class="panelbox">
      <h2>${t('practice.memory')}</h2>
      <p class="muted">${all ? t('practice.memory.text', { n: all }) : t('practice.memory.none')}</p>
      <ol class="boxes" aria-label="${t('practice.memory')}">
        ${BOXES.map(
          ([name], i) => html`
            <li>
              <b class="num">${counts[i]}</b>
              <meter min="0" max="${most}" value="${counts[i]}" aria-hidden="true"></meter>
              <span>${t(`practice.box.${name}`)}</span>
            </li>
          `,
        ).join('')}
      </ol>
    </section>
    <section class="panelbox">
      <h2>${t(account ? 'practice.kept.floor' : 'practice.kept')}</h2>
      <p class="muted">${t(account ? 'practice.kept.floor.text' : 'practice.kept.text')}</p>
      ${
        account
          ? ''
          : html`
            <p>
              <button class="btn slim" data-act="signin" data-k="signin">${t('practice.signin')}</button>
            </p>
          `
      }
    </section>
  `;
}
