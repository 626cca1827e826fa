// Navigation between the pages other than the table, the same on each: in the bar on wide screens, at the
// bottom on phones, where related pages share a tab and have their own row in the bar.
import { html } from './html.js';
import { t } from './texts.js';

/** @type {[name: string, href: string][]} */
const PAGES = [
  ['tables', '/'],
  ['learn', '/learn'],
  ['analyze', '/analyze'],
  ['odds', '/odds'],
  ['workshop', '/workshop'],
  ['rounds', '/history'],
  ['settings', '/settings'],
];
const PHONE = ['tables', 'learn', 'analyze', 'rounds', 'settings'];
const TOGETHER = ['analyze', 'odds', 'workshop'];
const ICONS = {
  tables: '<path d="M3 7h18v3a9 7 0 0 1-18 0z"/><path d="M12 17v4M8 21h8"/>',
  learn: '<path d="M3 5c4-1 7 0 9 2 2-2 5-3 9-2v14c-4-1-7 0-9 2-2-2-5-3-9-2z"/><path d="M12 7v14"/>',
  analyze: '<path d="M4 20V10M10 20V4M16 20v-8M22 20H2"/>',
  rounds: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l4 2"/>',
  settings:
    '<path d="M4 7h10M18 7h2M4 17h2M10 17h10"/><circle cx="16" cy="7" r="2"/><circle cx="8" cy="17" r="2"/>',
};
/** @param {string} name */
const icon = (name) =>
  html`
    <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7"
      aria-hidden="true">
      ${/** @type {any} */ (ICONS)[name]}
    </svg>
  `;
/** @param {string} name @param {string} href @param {string} here @param {string} [before] */
const link = (name, href, here, before = '') =>
  html`
    <a href="${href}" data-act="go" data-k="nav-${name}" ${name === here ? 'aria-current="page"' : ''}>
      ${before}<span>${t(`nav.${name}`)}</span>
    </a>
  `;
/** @param {string} here */
export const navigation = (here) =>
  html`
    <nav class="pages" aria-label="${t('nav')}">
      ${PAGES.map(([name, href]) => link(name, href, here)).join('')}
    </nav>
    ${
      TOGETHER.includes(here)
        ? html`
          <nav class="also" aria-label="${t('nav.analyze')}">
            ${PAGES.filter(([name]) => TOGETHER.includes(name))
              .map(([name, href]) => link(name, href, here))
              .join('')}
          </nav>
        `
        : ''
    }
    <nav class="tabs" aria-label="${t('nav')}">
      ${PAGES.filter(([name]) => PHONE.includes(name))
        .map(([name, href]) => link(name, href, TOGETHER.includes(here) ? 'analyze' : here, icon(name)))
        .join('')}
    </nav>
  `;
