// A table seen from the dealer's or the floor's side: the felt above, a panel of duties below, one socket for both.
import { connect, whoAmI } from './connection.js';
import { showParagraph } from './dialogs.js';
import { fourColours, otherLanguage, otherTheme } from './settings.js';
import { tablePage } from './table.js';
import { lineSaid } from './telling.js';
import { esc } from './texts.js';

// No question may stand in the way of an answer for longer.
const LONGEST = 10000;
const OURS = new Set(['commit-seed', 'reveal-seed']);
export const cited = (cites) =>
  (cites || [])
    .map((cite) => `<button class="para" data-act="cite" data-cite="${esc(cite)}">${esc(cite)}</button>`)
    .join(' ');

// The paragraphs of what happened, those of its end first: that is what an accident comes to.
export const citesOf = (events) => [...new Set([...events].reverse().flatMap((event) => event.cites || []))].slice(0, 4);
// What the script asks for; what stands in braces is known only when it happens.
export const doneIn = (lines) =>
  lines.map((line) => `${line.say ? `“${line.say}” ` : ''}${line.do}`.replace(/\{(\w+)\}/g, '$1')).join(' ');
export const toldOf = (model, events) =>
  events
    .filter((event) => event.told)
    .slice(-3)
    .map((event) => lineSaid(model, { tag: event.event, event, text: event.told }))
    .join(' ');

export async function station(root, id, { go, role, title, cls = '', onChange }) {
  await whoAmI();
  root.innerHTML = `<div class="replaybox station ${cls}"><div class="stage"></div><main class="panelbox duty"></main></div>`;
  const stage = root.querySelector('.stage'),
    duty = root.querySelector('.duty');
  const asked = [];
  let page = null,
    link = null,
    heard = [];

  const navigate = (act) => {
    if (act === 'lobby') go('/');
    else if (act === 'theme') otherTheme();
    else if (act === 'language') otherLanguage().then(() => go(location.pathname));
  };
  duty.addEventListener('click', (event) => {
    const pressed = event.target.closest('[data-act="cite"]');
    if (pressed) showParagraph(page.model.view.book, pressed.dataset.cite);
  });
  link = connect(`/ws/tables/${encodeURIComponent(id)}?as=${role}`, {
    onFrame(frame) {
      if (!page)
        page = tablePage(stage, {
          layout: frame.layout,
          send: (command) => link.send(command),
          navigate,
          readOnly: true,
          title,
          fourColours: fourColours(),
        });
      page.receive(frame);
      if (frame.meters) page.set({ meters: frame.meters });
      if (frame.type === 'update') heard.push(...(frame.events || []));
      onChange();
      if (!frame.options) return;
      for (const question of asked.splice(0))
        if (frame.version < question.since) asked.push(question);
        else question.resolve();
    },
    onMeters(meters) {
      page?.set({ meters });
    },
    onLost() {
      page?.offline();
    },
  });
  return {
    duty,
    get model() {
      return page?.model;
    },
    options: () => (page?.model.options || []).filter((option) => !OURS.has(option.command.do)),
    // What may be done follows a happening a little later: nothing is to be judged by what was before.
    fresh: () =>
      new Promise((resolve) => {
        asked.push({ since: page.model.view.version, resolve });
        setTimeout(resolve, LONGEST);
        link.say({ type: 'options' });
      }),
    // The answer, and what came of it: a happening is told before it is acknowledged.
    async give(command) {
      heard = [];
      const answer = await link.send(command);
      return { answer, events: heard };
    },
    close() {
      link.close();
      page?.close();
    },
  };
}
