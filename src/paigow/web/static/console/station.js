// A table from the dealer's or the floor's side: the felt above, a panel of duties below, one socket for
// both.

import { topbar } from '../shared/bar.js';
import { api, connect, consolesOf, whoAmI } from '../shared/connection.js';
import { showParagraph } from '../shared/dialogs.js';
import { draw } from '../shared/drawing.js';
import { html, targetOf } from '../shared/html.js';
import { fourColours } from '../shared/settings.js';
import { esc, money, orElse, t } from '../shared/texts.js';
import { uprightFelt } from '../table/felt/felt.js';
import { rack, stakeOf } from '../table/model.js';
import { lineSaid } from '../table/sentences.js';
import { tablePage } from '../table/table.js';
import { showDenied, showNoTable, tableExists } from './denied.js';

// A dialog must not block an answer for longer than this.
const LONGEST = 10000;
const OURS = new Set([
  'publish-commitment',
  'close-words',
  'mix-beacon',
  'fix-order',
  'publish-seed',
  'adopt-edition',
]);
// Felt and duties side by side, as in the style sheet.
const BESIDE = window.matchMedia('(min-width: 1160px)');
/** @param {Cites | undefined} cites */
export const cited = (cites) =>
  (cites || [])
    .map((cite) => `<button class="para" data-act="cite" data-cite="${esc(cite)}">${esc(cite)}</button>`)
    .join(' ');

// The paragraphs of what happened, those of its end first: that is an accident's outcome. Without the `usual`
// ones, which apply to the same action in a normal round, and without one whose own part is among them: the
// part is the limb that applies. Rulings come last.
/** @param {GameEvent[]} events @param {Cites} [usual] */
export const citesOf = (events, usual = []) => {
  const all = [...new Set([...events].reverse().flatMap((event) => event.cites || []))],
    own = all.filter((cite) => !usual.includes(cite)),
    found = own.length ? own : all,
    limbs = found.filter((cite) => !found.some((other) => other.startsWith(`${cite}(`))),
    rulings = limbs.filter((cite) => /^R\d/.test(cite));
  return [...limbs.filter((cite) => !rulings.includes(cite)), ...rulings].slice(0, 6);
};
// The script's lines, without values that are known only when it happens: no line is shown with blanks. What
// to say is in the page's language; what to do is in the rule book's own.
/** @param {string} text */
const whole = (text) => text && !/\{\w+\}/.test(text);
/** @param {ScriptLine[]} lines @param {string} [between] */
export const doneIn = (lines, between = ' ') =>
  [
    ...new Set(
      lines
        .filter((line) => whole(line.do))
        .map(
          (line) =>
            html`
              ${whole(line.say) ? `${esc(t('quote', { text: orElse(`say.${line.say}`, line.say) }))} ` : ''}
              <span lang="en">${esc(line.do)}</span>
            `,
        ),
    ),
  ].join(between);
// What is bet and what is left at each position.
/** @param {Model} model */
function seats(model) {
  /** @param {string} person @param {number} i */
  const row = (person, i) => {
    const own = model.view.wagers.filter((wager) => wager.person === person && wager.position === i + 1);
    return html`
      <tr>
        <th scope="row">${i + 1} <span>${esc(model.names[person] || person)}</span></th>
        <td>${money(own.reduce((sum, wager) => sum + stakeOf(wager), 0))}</td>
        <td>${money(rack(model, person))}</td>
      </tr>
    `;
  };
  const rows = model.view.chairs.map((person, i) => (person ? row(person, i) : '')).join('');
  return html`
    <section class="seated">
      <table class="num">
        <thead>
          <tr>
            <th scope="col">${t('console.station.seats')}</th>
            <th scope="col">${t('console.station.lies')}</th>
            <th scope="col">${t('console.station.chips')}</th>
          </tr>
        </thead>
        <tbody>${rows || `<tr><td colspan="3" class="muted">${t('console.station.nobody')}</td></tr>`}</tbody>
      </table>
    </section>
  `;
}
/** @param {Model} model @param {GameEvent[]} events */
export const toldOf = (model, events) =>
  events
    .filter((event) => event.told)
    .slice(-3)
    .map((event) => lineSaid(model, { tag: event.event, event, text: event.told }))
    .join(' ');

// Shown in place of the console: why it isn't available.
/** @param {HTMLElement} root @param {string} id @param {string} title */
const without = (root, id, title) => {
  root.innerHTML = html`
    <header class="topbar">${topbar({ crumb: `<b>${t('console.title')}</b>` })}</header>
    <main class="page denied"></main>
  `;
  const watch = `/watch/${encodeURIComponent(id)}`,
    also = `<a class="btn" href="${watch}" data-act="go">${t('console.watch')}</a>`;
  return showDenied(root.querySelector('main'), esc(title), { also });
};
// Whether this person has the role at this table: by account, or because the table is theirs.
/** @param {string} id @param {string} role */
async function allowed(id, role) {
  const [me, table] = await Promise.all([whoAmI(), api(`/api/tables/${encodeURIComponent(id)}`)]);
  return consolesOf(me, id, table.layout.owner).some(([each]) => each === role);
}

/** @typedef {(events?: GameEvent[]) => void} Changed */

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {{ go: Go, role: string, title: string, cls?: string, onChange: Changed, help?: () => void }} given2
 */
export async function station(root, id, { go, role, title, cls = '', onChange, help }) {
  if (!(await tableExists(id))) {
    await showNoTable(root, id, role);
    return null;
  }
  if (!(await allowed(id, role))) {
    await without(root, id, t(`console.denied.${role}`));
    return null;
  }
  root.innerHTML = html`
    <div class="replaybox station ${cls}">
      <div class="stage"></div>
      <main class="panelbox duty"></main>
      <aside class="under" aria-label="${t('console.station.under')}"></aside>
    </div>
  `;
  const stage = root.querySelector('.stage'),
    duty = root.querySelector('.duty'),
    under = root.querySelector('.under');
  /** @type {{ since: number, resolve: (value?: unknown) => void }[]} */
  const asked = [];
  let /** @type {TablePage} */ page = null,
    /** @type {Link} */ link = null,
    /** @type {DueNow | null} */ due = null,
    // Counts the updates of what is due: time alone can change that, without a new version.
    told = 0,
    /** @type {Frame[]} */ heard = [];

  /** @param {string} act */
  const navigate = (act) => {
    if (act === 'lobby') go('/');
  };
  for (const part of [duty, under])
    part.addEventListener('click', (event) => {
      const pressed = targetOf(event).closest('[data-act="cite"], [data-act="paragraph"], [data-act="hand"]');
      if (pressed?.dataset.act === 'hand') page.explain(pressed.dataset);
      else if (pressed) showParagraph(page.model.view.book, pressed.dataset.cite);
    });
  const turned = () => page?.set({});
  BESIDE.addEventListener('change', turned);
  link = connect(`/ws/tables/${encodeURIComponent(id)}?as=${role}`, {
    onFrame(frame) {
      if (!page)
        page = tablePage(stage, {
          layout: frame.layout,
          send: (command) => link.send(command),
          navigate,
          readOnly: true,
          title,
          help,
          fourColours: fourColours(),
          felt: () => (BESIDE.matches ? uprightFelt : null),
        });
      page.receive(frame);
      if (frame.meters) page.set({ meters: frame.meters });
      if (frame.type === 'update') heard.push(frame);
      onChange(frame.events || []);
      if (!frame.options) return;
      for (const question of asked.splice(0))
        if (frame.version < question.since) asked.push(question);
        else question.resolve();
    },
    onMeters(meters) {
      page?.set({ meters });
    },
    onDue(now) {
      due = now;
      told += 1;
      onChange();
    },
    onLost() {
      page?.offline();
    },
    onRevoked() {
      BESIDE.removeEventListener('change', turned);
      page?.close();
      page = null;
      without(root, id, t(`console.revoked.${role}`));
    },
  });
  return {
    duty,
    // History and money, below the felt if there is room.
    /** @param {any} told */
    tellUnder: (told) => draw(under, `${told}${seats(page.model)}`),
    get model() {
      return page?.model;
    },
    // What is due, once it matches the table shown.
    get due() {
      return due && page && due.version === page.model.view.version ? due : null;
    },
    get told() {
      return told;
    },
    // Acting for a player whose time is up isn't an option before that.
    options: () =>
      (page?.model.options || []).filter(
        ({ command }) => !OURS.has(command.do) && (command.because !== 'time-up' || due?.late),
      ),
    // Options arrive a little after an event: nothing must be judged by older ones.
    fresh: () =>
      new Promise((resolve) => {
        asked.push({ since: page.model.view.version, resolve });
        setTimeout(resolve, LONGEST);
        link.say({ type: 'options' });
      }),
    // The answer and its events: an event arrives before its acknowledgement.
    /** @param {Command} command */
    async give(command) {
      heard = [];
      const answer = await link.send(command);
      // Others act meanwhile: their events are not what came of this command.
      const own = heard.find(({ after, version }) => after < answer.version && answer.version <= version);
      return { answer, events: own?.events || [], lines: own?.lines || [] };
    },
    close() {
      BESIDE.removeEventListener('change', turned);
      link.close();
      page?.close();
    },
  };
}
