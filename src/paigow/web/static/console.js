// The dealer's and the floor's console: the table above, every act that is due or allowed below. The school hides the script.
import { connect, whoAmI } from './connection.js';
import { draw } from './drawing.js';
import { actName, commandOf, optionForm } from './forms.js';
import { fourColours, otherLanguage, otherTheme } from './settings.js';
import { tablePage } from './table.js';
import { esc, t } from './texts.js';
import { showParagraph } from './dialogs.js';

const LESSONS = {
  tiles: [
    'check-equipment',
    'receive-tiles',
    'inspect-tiles',
    'display-pairs',
    'place-dice',
    'begin-play',
    'offer-bank',
    'wash-tiles',
    'stack-tiles',
    'call-no-more-bets',
    'place-dealer-wager',
    'indicate-delivery',
    'shake-dice',
    'lift-lid',
    'announce-eye',
    'place-eye-button',
    'take-dice-wagers',
    'pay-dice-wagers',
    'announce-total',
    'deliver-stack',
    'sweep-unwagered',
    'cover-shaker',
    'set-dealer-hand',
    'expose-bank',
    'expose-hand',
    'pay-winner',
    'pay-from-center',
    'close-center',
    'finish-round',
  ],
  cards: [
    'check-equipment',
    'receive-decks',
    'inspect-decks',
    'spread-cards',
    'place-dice',
    'begin-play',
    'offer-bank',
    'shuffle-cards',
    'call-no-more-bets',
    'collect-progressive',
    'cut-cards',
    'shake-dice',
    'lift-lid',
    'announce-total',
    'follow-button',
    'deal-cards',
    'count-stub',
    'set-dealer-hand',
    'expose-hand',
    'settle-optional',
    'pay-envy',
    'settle-progressive',
    'finish-round',
  ],
};
const FALLBACK = {
  position: 1,
  place: 1,
  total: 9,
  number: 1,
  how: 'say',
  kind: 'fortune',
  low: [],
  cut: { first: 1, last: 1, end: 'right', split: 0 },
  order: [],
  dice: [1, 1, 1],
};
const NEEDS = {
  'announce-eye': ['number'],
  'place-eye-button': ['position'],
  'take-dice-wagers': ['position'],
  'pay-dice-wagers': ['position'],
  'announce-total': ['total'],
  'deliver-stack': ['place'],
  'indicate-delivery': ['how'],
  'expose-hand': ['position'],
  'pay-winner': ['position'],
  'pay-from-center': ['place'],
  'set-dealer-hand': ['low'],
  'settle-optional': ['position', 'kind'],
  'settle-progressive': ['position'],
  'cut-cards': ['place'],
  'wash-tiles': ['order'],
  'shuffle-cards': ['order'],
  'shake-dice': ['dice'],
};

export async function consolePage(root, id, { go, role = 'dealer', school = false, layout = null }) {
  await whoAmI();
  root.innerHTML = `<div class="replaybox ${school ? 'school' : ''}"><div class="stage"></div><main class="panelbox duty"></main></div>`;
  const stage = root.querySelector('.stage'),
    duty = root.querySelector('.duty');
  let page = null,
    link = null,
    right = 0,
    wrong = 0,
    verdict = '';

  const lessons = () =>
    LESSONS[page.model.view.book.endsWith('tiles') ? 'tiles' : 'cards'].filter(
      (tag) =>
        (page.model.layout?.dragon || !/eye|dice-wagers/.test(tag)) &&
        (page.model.layout?.banking?.offered || !/bank|center|dealer-wager|indicate/.test(tag)),
    );
  function redraw() {
    if (!page?.model.view) return;
    const legal = page.model.options.filter(
      (option) => !['commit-seed', 'reveal-seed'].includes(option.command.do),
    );
    const waits = page.model.awaited.map((person) => esc(page.model.names[person] || person)).join(', ');
    const head = school
      ? `<h1>${t('school.next')} <span class="muted num">${t('school.score', { right, wrong })}</span></h1>`
      : `<h1>${t('console.title')} <span class="muted">${t(`console.as.${role}`)}${waits ? ` · ${t('console.waits', { who: waits })}` : ''}</span></h1>`;
    const body = school
      ? lessons()
          .map(
            (tag) =>
              `<button class="btn" data-act="lesson" data-tag="${tag}" data-k="lesson-${tag}">${esc(actName(tag))}</button>`,
          )
          .join('')
      : legal.map(optionForm).join('') || `<p class="muted">${t('console.none')}</p>`;
    draw(duty, `${head}<p class="verdict" role="status">${verdict}</p><div class="duties">${body}</div>`);
  }
  const told = (answer) => {
    const refused = answer?.type === 'refused';
    verdict = refused
      ? `<span class="lose">▼ ${t('school.wrong')}</span> ${esc(answer.sentence)} ${(answer.cites || []).map((cite) => `<button class="para" data-act="cite" data-cite="${esc(cite)}">${esc(cite)}</button>`).join(' ')}`
      : school
        ? `<span class="win">▲ ${t('school.right')}</span>`
        : '';
    if (school) {
      if (refused) wrong += 1;
      else right += 1;
    }
    redraw();
  };
  // What may be done follows a happening a little later: a right step is not to be judged by what was before.
  const asked = [];
  const freshOptions = () =>
    new Promise((resolve) => {
      asked.push(resolve);
      link.say({ type: 'options' });
    });
  async function lesson(tag) {
    await freshOptions();
    const option = page.model.options.find((each) => each.command.do === tag);
    const command = option
      ? commandOf(option)
      : Object.assign(
          { do: tag },
          Object.fromEntries((NEEDS[tag] || []).map((name) => [name, FALLBACK[name]])),
        );
    told(await link.send(command));
  }
  duty.addEventListener('click', async (event) => {
    const pressed = event.target.closest('[data-act]');
    if (!pressed) return;
    if (pressed.dataset.act === 'lesson') lesson(pressed.dataset.tag);
    if (pressed.dataset.act === 'give') {
      const legal = page.model.options.filter(
        (option) => !['commit-seed', 'reveal-seed'].includes(option.command.do),
      );
      told(await link.send(commandOf(legal[Number(pressed.dataset.index)])));
    }
    if (pressed.dataset.act === 'cite') showParagraph(page.model.view.book, pressed.dataset.cite);
  });
  duty.addEventListener('submit', async (event) => {
    event.preventDefault();
    const legal = page.model.options.filter(
      (option) => !['commit-seed', 'reveal-seed'].includes(option.command.do),
    );
    told(await link.send(commandOf(legal[Number(event.target.dataset.form)], event.target)));
  });
  const navigate = (act) => {
    if (act === 'lobby') go('/');
    else if (act === 'theme') otherTheme();
    else if (act === 'language') otherLanguage().then(() => go(location.pathname));
  };
  link = connect(`/ws/tables/${encodeURIComponent(id)}?as=${role}`, {
    onFrame(frame) {
      if (!page)
        page = tablePage(stage, {
          layout: frame.layout || layout,
          send: (command) => link.send(command),
          navigate,
          readOnly: true,
          title: t(school ? 'school.title' : 'console.title'),
          fourColours: fourColours(),
        });
      page.receive(frame);
      redraw();
      if (frame.options) for (const resolve of asked.splice(0)) resolve();
    },
    onLost() {
      page?.offline();
    },
  });
  return {
    close() {
      link.close();
      page?.close();
    },
  };
}
