// How to play in a few words with links to the rest, and the keys.
import { show } from './dialogs.js';
import { html } from './html.js';
import { keyOf } from './keys.js';
import { loadPart, t } from './texts.js';

const KEYS = ['1–9', 'Enter', 'H', 'S', 'R', 'C', 'D', 'B', 'W', 'T', 'O', 'P', 'L', 'M', '←→', '␣', '?'];
const GAMES = ['tiles', 'cards'];
// How to play comes first, then the keys. At a table: its own game, its rules, and a page that opens beside
// the table.
/** @param {{ game?: string, rules?: string }} [table] */
export const showHelp = async ({ game, rules } = {}) => {
  await loadPart('help');
  const beside = rules ? 'target="_blank" rel="noopener"' : '';
  /** @param {string} href @param {string} text @param {string} [where] */
  const way = (href, text, where = beside) => `<a class="btn slim" href="${href}" ${where}>${text}</a>`;
  const games = game ? [game] : GAMES;
  show(
    html`
      <h2>${t('help.play')}</h2>
      <p>${t(`help.${game ?? 'both'}`)}</p>
      <div class="row">
        ${games.map((each) => way(`/learn/how/${each}`, t(`help.how.${each}`))).join('')}
        ${games.map((each) => way(`/learn/${each}`, t(`help.course.${each}`))).join('')}
        ${rules ? way(rules, t('lobby.rules')) : way('/pieces', t('pieces.title'))}
      </div>
      <h3>${t('help.title')}</h3>
      <p>${t('help.text')}</p>
      <dl class="keys">
        ${KEYS.map((key) => `<dt><kbd>${keyOf(key)}</kbd></dt><dd>${t(`help.key.${key}`)}</dd>`).join('')}
      </dl>
    `,
    t('help'),
  );
};
