// A choice of the page's languages, each in its own words.
import { show } from './dialogs.js';
import { html } from './html.js';
import { current, languages, loadTexts, t } from './texts.js';

/** @type {Record<string, string>} */
export const NAMES = { en: 'English', 'zh-Hant': '繁體中文', 'zh-Hans': '简体中文' };
/** @param {string} each */
const choice = (each) =>
  html`
    <button class="btn ${each === current() ? 'primary' : ''}" data-act="language" lang="${each}"
      data-language="${each}" ${each === current() ? 'aria-current="true"' : ''}>
      ${NAMES[each]}
    </button>
  `;
// `redraw` shows the page again once the texts are there.
/** @param {() => unknown} redraw */
export const chooseLanguage = (redraw) =>
  show(
    html`
      <h2>${t('language')}</h2>
      <div class="row">${languages().map(choice).join('')}</div>
    `,
    t('language'),
    async (_act, { language }) => {
      await loadTexts(language);
      await redraw();
    },
  );
