// The dealer's and the floor's console: what is due, what may go wrong, money and care, and the rounds of the
// past.

import { api } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';
import { diceOf } from '../table/model.js';
import { script as lines } from '../table/panels/side.js';
import { whyRefused } from '../table/sentences.js';
import { actForms, commandOf, variants } from './forms.js';
import { MISHAPS } from './irregularities.js';
import { cited, citesOf, doneIn, station, toldOf } from './station.js';

/** @type {Record<string, Set<string>>} */
const SECTIONS = {
  mishaps: MISHAPS,
  orders: new Set(['order-recut', 'order-shuffle', 'use-preshuffled']),
  money: new Set(['fill-tray', 'give-coupons', 'correct-payment', 'report-wrong-payment', 'open-meters']),
  care: new Set(['place-dice', 'inspect-dice']),
};
// What the dealer does for a player, once the time is up or the player has asked, is apart from what is due.
/** @param {string} tag @param {Option[]} options */
const sectionOf = (tag, options) =>
  options.every(({ command }) => command.because)
    ? 'behalf'
    : Object.keys(SECTIONS).find((name) => SECTIONS[name].has(tag)) || 'now';
// Tiles can be put anywhere, and are void in the wrong place: the place whose turn it is comes first.
/** @param {Option[]} options @param {{ view: View }} given1 */
const rightFirst = (options, { view }) => {
  const next = (view.shaker.start + view.hands.length) % 8;
  return [...options].sort(
    (one, other) => Number(other.command.place === next) - Number(one.command.place === next),
  );
};
// What the dice say is what is announced, unless the dealer says otherwise.
/** @param {Option} option @param {Model} model */
const readOff = (option, model) => {
  const dice = option.command.do === 'announce-total' && diceOf(model);
  return dice ? { ...option, command: { ...option.command, total: dice[0] + dice[1] + dice[2] } } : option;
};
const NAMES = ['now', 'behalf', 'mishaps', 'orders', 'money', 'care'];
const PAST = 8;

/** @param {HTMLElement} root @param {string} id @param {{ go: Go, role?: string }} given2 */
export async function consolePage(root, id, { go, role = 'dealer' }) {
  /** @type {Record<string, string>} */
  const chosen = {};
  let /** @type {Station} */ at = null,
    verdict = '',
    given = 0,
    /** @type {Record<string, ScriptLine[]>} */ script = {},
    /** @type {RoundListed[]} */ past = [],
    known = -1;

  const path = `/api/tables/${encodeURIComponent(id)}`;
  const readPast = async () => {
    const found = await api(`${path}/rounds?limit=${PAST}`).catch(/** @returns {any} */ () => null);
    past = found?.rounds || past;
    redraw();
  };
  /** @param {string} tag */
  const note = (tag) => {
    const lines = script[tag] || [];
    if (!lines.length) return '';
    const cites = [...new Set(lines.flatMap((line) => line.cites))].slice(0, 3);
    return `<p class="what">${doneIn(lines)} ${cited(cites)}</p>`;
  };
  const grouped = () => {
    /** @type {Map<string, Option[]>} */
    const found = new Map();
    for (const legal of at.options()) {
      const option = readOff(legal, at.model);
      const { do: tag } = option.command;
      found.set(tag, [...(found.get(tag) || []), option]);
    }
    if (found.has('deliver-stack'))
      found.set('deliver-stack', rightFirst(found.get('deliver-stack'), at.model));
    return found;
  };
  /** @param {string} name @param {string[]} tags @param {Map<string, Option[]>} all */
  function section(name, tags, all) {
    if (!tags.length && name !== 'now') return '';
    const noted = SECTIONS.mishaps === SECTIONS[name] || name === 'orders';
    const body = tags
      .map((tag) => actForms(tag, all.get(tag), { chosen: chosen[tag], note: noted ? note(tag) : '' }))
      .join('');
    const due = name === 'now' && tags.find((tag) => script[tag]);
    return html`
      <section class="duties" data-k="duties-${name}" aria-labelledby="duties-${name}">
        <h2 id="duties-${name}">${t(`console.${name}`)}</h2>
        ${due ? note(due) : ''}${body || `<p class="muted">${t('console.none')}</p>`}
      </section>
    `;
  }
  function rounds() {
    const rows = past
      .map(
        (each) =>
          html`
            <li>
              <span class="num">${t('round', { n: each.round })}</span>${' '}
              <a class="btn slim quiet" href="/round/${encodeURIComponent(id)}/${each.round}" data-act="go"
                aria-label="${esc(t('console.rebuild.said', { n: each.round }))}">
                ${t('console.rebuild')}
              </a>
            </li>
          `,
      )
      .join('');
    return html`
      <section class="duties" data-k="duties-past" aria-labelledby="duties-past">
        <h2 id="duties-past">${t('console.past')}</h2>
        ${rows ? `<ul class="past">${rows}</ul>` : `<p class="muted">${t('console.past.none')}</p>`}
      </section>
    `;
  }
  function redraw() {
    const model = at?.model;
    if (!model?.view) return;
    if (model.view.round !== known) {
      known = model.view.round;
      readPast();
    }
    const all = grouped(),
      tags = [...all.keys()];
    const waits = model.awaited.map((person) => esc(model.names[person] || person)).join(', ');
    const head = html`
      <h1>
        ${t('console.title')}${' '}
        <span class="muted">
          ${t(`console.as.${role}`)} · ${t(`step.${model.view.step}`)}
          ${waits ? ` · ${t('console.waits', { who: waits })}` : ''}
        </span>
      </h1>
    `;
    Object.assign(at.duty.dataset, { step: model.view.step, version: model.view.version });
    draw(
      at.duty,
      html`
        <header class="told">
          ${head}
          <p class="verdict" role="status" data-given="${given}">${verdict}</p>
        </header>
        ${NAMES.map((name) =>
          section(
            name,
            tags.filter((tag) => sectionOf(tag, all.get(tag)) === name),
            all,
          ),
        ).join('')}
        ${rounds()}
      `,
    );
    at.tellUnder(
      html`
        <section class="told-so-far">
          <h2>${t('script')} <small class="muted">${t('script.tap')}</small></h2>
          ${lines(model, 12)}
        </section>
      `,
    );
  }
  /** @param {string} tag @param {any} variant @param {HTMLFormElement} [form] */
  async function give(tag, variant, form) {
    const option = variants(grouped().get(tag) || [])[Number(variant)];
    if (!option) return;
    const { answer, events } = await at.give(commandOf(option, form));
    given += 1;
    verdict =
      answer.type === 'refused'
        ? html`
          <span class="lose">▼ ${t('console.refused')}</span>${' '}
          ${esc(whyRefused(answer))}${' '}
          ${cited(answer.cites)}
        `
        : html`
          <span class="win">▲ ${t('console.done')}</span>${' '}
          ${esc(toldOf(at.model, events))}${' '}
          ${cited(citesOf(events))}
        `;
    redraw();
  }

  at = await station(root, id, { go, role, title: t('console.title'), cls: 'console', onChange: redraw });
  at.duty.addEventListener('click', (event) => {
    const pressed = targetOf(event).closest('[data-act="give"]');
    if (pressed) give(pressed.dataset.tag, pressed.dataset.variant);
  });
  at.duty.addEventListener('change', (event) => {
    const tag = targetOf(event).dataset.variants;
    if (!tag) return;
    chosen[tag] = /** @type {HTMLSelectElement} */ (event.target).value;
    redraw();
  });
  at.duty.addEventListener('submit', (event) => {
    event.preventDefault();
    give(
      targetOf(event).dataset.tag,
      targetOf(event).dataset.variant,
      /** @type {HTMLFormElement} */ (event.target),
    );
  });
  const found = await api(`${path}/script`).catch(/** @returns {any} */ () => ({ lines: [] }));
  script = Object.groupBy(/** @type {ScriptLine[]} */ (found.lines), (line) => line.key.replace(/^on /, ''));
  redraw();
  return { close: () => at.close(), own: true };
}
