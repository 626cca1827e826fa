// Help at the console: the button for what is due, everything else, irregularities, handing over, and the
// keys.
import { show } from '../shared/dialogs.js';
import { html } from '../shared/html.js';
import { t } from '../shared/texts.js';
import { actName } from './forms.js';

const TOPICS = ['due', 'more', 'mishaps', 'handover', 'past', 'keys'];
export const showConsoleHelp = () => {
  const named = {
    more: t('console.more'),
    mishaps: t('console.mishaps'),
    handover: actName('relieve-dealer'),
    past: t('console.past'),
  };
  show(
    html`
      <h2>${t('console.help')}</h2>
      ${TOPICS.map((topic) => `<p>${t(`console.help.${topic}`, named)}</p>`).join('')}
    `,
    t('console.help'),
  );
};
