// The dealer's and the floor's console: what is due, first and large; everything else that can be done behind
// one click; past rounds.

import { api, whoAmI } from '../shared/connection.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';
import { diceOf, isTiles } from '../table/model.js';
import { script as lines } from '../table/panels/side.js';
import { whyRefused } from '../table/sentences.js';
import { duePanel, scriptOf, spoken } from './due.js';
import { actForms, commandOf, dealerList, variants } from './forms.js';
import { showConsoleHelp } from './help.js';
import { MISHAPS } from './irregularities.js';
import { pastRounds } from './past.js';
import { cited, citesOf, doneIn, station, toldOf } from './station.js';

// How often a relieved dealer's page asks whether the one who deals still has the role.
const ASK_AGAIN = 2000;
/** @type {Record<string, Set<string>>} */
const SECTIONS = {
  mishaps: MISHAPS,
  orders: new Set(['order-recut', 'order-shuffle', 'use-preshuffled']),
  money: new Set([
    'fill-tray',
    'credit-tray',
    'give-coupons',
    'correct-payment',
    'report-wrong-payment',
    'open-meters',
  ]),
  care: new Set(['place-dice', 'inspect-dice']),
};
// What the dealer does for a player, once the time is up or the player has asked, is separate from what is
// due.
/** @param {string} tag @param {Option[]} options */
const sectionOf = (tag, options) =>
  options.every(({ command }) => command.because)
    ? 'behalf'
    : Object.keys(SECTIONS).find((name) => SECTIONS[name].has(tag)) || 'now';
// Tiles can be put anywhere, and a wrong place voids the round: the place whose turn it is comes first.
/** @param {Option[]} options @param {{ view: View }} given1 */
const rightFirst = (options, { view }) => {
  const next = (view.shaker.start + view.hands.length) % 8;
  return [...options].sort(
    (one, other) => Number(other.command.place === next) - Number(one.command.place === next),
  );
};
// Preselect the total that the dice show; the dealer can change it.
/** @param {Option} option @param {Model} model */
const readOff = (option, model) => {
  const dice = option.command.do === 'announce-total' && diceOf(model);
  return dice ? { ...option, command: { ...option.command, total: dice[0] + dice[1] + dice[2] } } : option;
};
// Steps and the care of dice don't name anyone; everywhere else nothing is preselected.
const UNASKED = new Set(['now', 'care']);
const NAMES = ['now', 'behalf', 'mishaps', 'orders', 'money', 'care'];

/** @param {HTMLElement} root @param {string} id @param {{ go: Go, role?: string }} given2 */
export async function consolePage(root, id, { go, role = 'dealer' }) {
  /** @type {Record<string, string>} */
  const chosen = {};
  // How often each action was done: a form starts empty for the next person's wager.
  /** @type {Record<string, number>} */
  const done = {};
  let /** @type {Station} */ at = null,
    verdict = '',
    given = 0,
    more = false,
    busy = false,
    called = false,
    round = 0,
    // What was due last: it stays, without its button, until the next update.
    /** @type {DueNow | null} */ told = null,
    /** @type {Whoami | null} */ me = null,
    /** @type {string[] | null} */ dealers = null,
    /** @type {Record<string, ScriptLine[]>} */ script = {};

  const path = `/api/tables/${encodeURIComponent(id)}`;
  const past = pastRounds(id, () => redraw());
  /** @param {string} tag */
  const note = (tag) => {
    const lines = script[tag] || [];
    if (!lines.length) return '';
    // All paragraphs of an event, and the first of its rulings.
    const cites = [...new Set(lines.flatMap((line) => line.cites))],
      rulings = cites.filter((cite) => /^R\d/.test(cite));
    const shown = [...cites.filter((cite) => !rulings.includes(cite)), ...rulings.slice(0, 1)];
    // What happens depends on whose piece it was: each case on its own line.
    return `<p class="what">${doneIn(lines, '<br>')} ${cited(shown)}</p>`;
  };
  // Only the last round that was begun can be corrected (R166).
  const aboutRound = () => `<p class="what">${t('console.about', { n: round })} ${cited(['R166'])}</p>`;
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
  const staff = () => api('/api/dealers').catch(/** @returns {any} */ () => dealers);
  /** @param {string} name @param {string[]} tags @param {Map<string, Option[]>} all */
  function section(name, tags, all) {
    if (!tags.length) return '';
    const noted = SECTIONS.mishaps === SECTIONS[name] || name === 'orders';
    const body = tags
      .map((tag) =>
        actForms(tag, all.get(tag), {
          tiles: isTiles(at.model),
          chosen: chosen[tag],
          note: noted ? note(tag) : tag === 'correct-payment' ? aboutRound() : '',
          asks: !UNASKED.has(name),
          account: !!me && !me.guest,
          done: tag === 'correct-payment' ? `${done[tag]}-${round}` : done[tag],
        }),
      )
      .join('');
    return html`
      <section class="duties" data-k="duties-${name}" aria-labelledby="duties-${name}">
        <h2 id="duties-${name}">${t(`console.${name}`)}</h2>
        ${body}
      </section>
    `;
  }
  // Everything else that can be done, by topic.
  function others() {
    const all = grouped(),
      tags = [...all.keys()];
    return NAMES.map((name) =>
      section(
        name,
        tags.filter((tag) => sectionOf(tag, all.get(tag)) === name),
        all,
      ),
    ).join('');
  }
  // Another dealer with an account was handed the table, or has started to deal here.
  const other = () =>
    role === 'dealer' && told?.dealer !== me?.person && dealers?.includes(told?.dealer) ? told.dealer : '';
  const besides = () => html`
    <p class="go">
      <button class="btn quiet" type="button" data-act="more" data-k="more" aria-expanded="${more}">
        ${t(more ? 'console.less' : 'console.more')}
      </button>
    </p>
    ${more ? others() + dealerList(dealers || []) : ''}
  `;
  // A total that the dice don't show can be called again until something is dealt (R69).
  function wrongTotal() {
    const dice = diceOf(at.model);
    if (!called || !dice || at.due?.act?.do !== 'announce-total' || at.model.view.step !== 'deal') return '';
    const total = dice[0] + dice[1] + dice[2];
    return html`
      <span class="lose">▼</span> ${t('console.again', { dice: dice.join(' + '), total })}${' '}
      ${cited(['R69'])}
    `;
  }
  // What the last result asks for: a losing wager to take, a marker to place.
  /** @param {Model} model */
  const following = (model) =>
    told?.follow_up?.length && !other()
      ? html`<section class="following" data-k="following">${scriptOf(model, told.follow_up)}</section>`
      : '';
  function redraw() {
    const model = at?.model;
    if (!model?.view) return;
    const where = [model.layout?.title || id, t(`console.as.${role}`), t(`step.${model.view.step}`)];
    const head = html`<h1>${t('console.title')} <span class="muted">${esc(where.join(' · '))}</span></h1>`;
    const up = role === 'floor' ? `<a href="/floor" data-act="go">${t('console.floor')}</a>` : '';
    Object.assign(at.duty.dataset, { step: model.view.step, version: model.view.version });
    told = at.due || told;
    draw(
      at.duty,
      html`
        <header class="told">
          ${head} ${up}
          <p class="verdict" role="status" data-given="${given}">${wrongTotal() || verdict}</p>
        </header>
        ${following(model)}
        ${duePanel(model, told, role, busy || !at.due, other())}
        ${other() ? '' : besides()}
        ${past.draw()}
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
  /** @param {GameEvent[]} [events] */
  function changed(events = []) {
    past.hear(events);
    // Its wagers are not those of the round before.
    if (round !== at?.model?.view.round) delete chosen['correct-payment'];
    round = at?.model?.view.round;
    // The player has answered, so the choices offered before are no longer shown.
    const answered = events.filter(({ event }) => event === 'played-on' || event === 'hand-voided');
    if (answered.length && !busy) verdict = judged({ type: 'done', reason: '', sentence: '' }, answered);
    redraw();
  }
  /** @param {Command} command */
  async function submit({ by, ...command }) {
    busy = true;
    // What the due act says was shown before it: the rest is known only now, like a hand's result.
    const before = new Set(command.do === at.due?.act?.do ? at.due.lines.map(({ say }) => say) : []);
    redraw();
    const { answer, events, lines: said } = await at.give(command);
    busy = false;
    given += 1;
    called = command.do === 'announce-total';
    verdict = judged(
      answer,
      events,
      said.filter(({ say }) => say && !before.has(say)),
    );
    if (answer.type !== 'refused') {
      delete chosen[command.do];
      done[command.do] = (done[command.do] || 0) + 1;
    }
    redraw();
  }
  /** @param {Answer} answer @param {GameEvent[]} events @param {ScriptLine[]} [calls] what to say now */
  function judged(answer, events, calls = []) {
    if (answer.type === 'refused')
      return html`
        <span class="lose">▼ ${t('console.refused')}</span>${' '}
        ${esc(whyRefused(answer))}${' '}
        ${cited(answer.cites)}
      `;
    const call = calls
        .map((line) => `<b>${esc(t('quote', { text: spoken(at.model, line.say) }))}</b> `)
        .join(''),
      told = `${call}${esc(toldOf(at.model, events))} ${cited(citesOf(events))}`;
    return events.some(({ event }) => event === 'round-voided')
      ? `<span class="lose">▼ ${t('console.voided')}</span> ${told}`
      : `<span class="win">▲ ${t('console.done')}</span> ${told}`;
  }
  /** @param {string} tag @param {any} variant @param {HTMLFormElement} [form] */
  function give(tag, variant, form) {
    const option = variants(grouped().get(tag) || [])[Number(variant)];
    if (!option) return;
    const command = commandOf(option, form);
    const password = /** @type {HTMLInputElement | null} */ (form?.querySelector('[data-consent]'));
    if (password?.value && command.signed) signed(command, password);
    else submit(command);
  }
  // The colleague named beside the supervisor signs with a password, for this correction alone (R111).
  /** @param {Command} command @param {HTMLInputElement} field */
  async function signed(command, field) {
    const { person, position, kind, handed } = command,
      name = command.signed.find((/** @type {string} */ each) => each !== me.person) || '',
      password = field.value;
    field.value = '';
    try {
      const { consent } = await api(`${path}/signature`, { name, password, person, position, kind, handed });
      submit({ ...command, consent });
    } catch (error) {
      const { status, detail } = /** @type {any} */ (error),
        told = status === 401 ? t('console.unsigned.wrong') : detail?.problem || t('console.unsigned');
      verdict = html`
        <span class="lose">▼ ${t('console.refused')}</span>${' '}
        ${esc(told)} ${cited(['R111'])}
      `;
      given += 1;
      redraw();
    }
  }

  at = await station(root, id, {
    go,
    role,
    title: t('console.title'),
    cls: 'console',
    onChange: changed,
    help: showConsoleHelp,
  });
  if (!at) return {};
  at.duty.addEventListener('click', (event) => {
    const pressed = targetOf(event).closest('[data-act]'),
      act = pressed?.dataset.act;
    if (act === 'give') give(pressed.dataset.tag, pressed.dataset.variant);
    // One click does one thing: the next counts once the table has answered and sent what is due then.
    else if (act === 'due' && !busy && at.due?.act) submit(at.due.act);
    else if (act === 'more') {
      more = !more;
      redraw();
    }
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
  const [found, whoever] = await Promise.all([
    api(`${path}/script`).catch(/** @returns {any} */ () => ({ lines: [] })),
    whoAmI().catch(/** @returns {any} */ () => null),
  ]);
  me = whoever;
  // A person who deals at their own table isn't on the floor's staff.
  if (me?.roles.some((/** @type {string} */ each) => each === 'dealer' || each === 'floor'))
    dealers = await staff();
  script = Object.groupBy(/** @type {ScriptLine[]} */ (found.lines), (line) => line.key.replace(/^on /, ''));
  redraw();
  // A revoked role changes nothing at the table, so no update tells it.
  const asking = setInterval(async () => {
    if (!other()) return;
    dealers = await staff();
    redraw();
  }, ASK_AGAIN);
  return {
    close() {
      clearInterval(asking);
      at.close();
    },
    own: true,
  };
}
