// The bar at the top of every page: links to the others (`nav`), or the current location (`crumb`).

import { mark } from '../pieces/tokens.js';
import { html } from './html.js';
import { current, esc, t } from './texts.js';

// The choice of languages is named in one that the page isn't in: its readers look for it.
const otherLanguage = () =>
  current() === 'en' ? '<span lang="zh-Hant">中文</span>' : '<span lang="en">English</span>';
const PERSON = html`
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6"
    aria-hidden="true">
    <circle cx="8" cy="5" r="3"/>
    <path d="M2.5 14.5c.6-3.6 2.7-5 5.5-5s4.9 1.4 5.5 5"/>
  </svg>
`;
/**
 * @param {{
 *   crumb?: string, nav?: string, round?: string, online?: boolean | null, retry?: number,
 *   chips?: string | null,
 *   menu?: boolean, account?: string | null,
 * }} given
 */
export const topbar = ({
  crumb = '',
  nav = '',
  round = '',
  online = null,
  retry = 1,
  chips = null,
  menu = false,
  account = null,
}) =>
  html`
    <a class="brand" href="/" data-act="lobby" data-k="home" aria-label="${t('home')}">
      ${mark(26)}
      <span class="wide">paigow</span>
    </a>
    <span class="sep wide"></span>
    ${nav || `<span class="crumb">${crumb}</span>`}
    <span class="spacer"></span>
    <span class="muted wide num round">${round}</span>
    ${
      online === null
        ? ''
        : online
          ? `<span class="wide"><span class="dot"></span>${t('live')}</span>`
          : `<span class="lost" role="status"><span class="dot off"></span>${t('lost', { n: retry })}</span>`
    }
    ${
      chips === null
        ? ''
        : html`
          <span class="sep wide"></span>
          <span class="num purse"><span class="muted wide">${t('chips')} </span><b>${chips}</b></span>
        `
    }
    <span class="sep wide"></span>
    ${
      account === null
        ? ''
        : html`
          <button class="icon account" data-act="account" data-k="account" aria-haspopup="dialog"
            aria-label="${account ? t('account.in', { name: esc(account) }) : t('account.title')}">
            ${PERSON}
            <span class="wide">${esc(account || t('account.title'))}</span>
          </button>
        `
    }
    <button class="icon" data-act="theme" data-k="theme" aria-label="${t('theme')}">◐</button>
    <button class="icon lang" data-act="language" data-k="language" title="${t('language')}"
      aria-haspopup="dialog">
      ${otherLanguage()}
    </button>
    <button class="icon${menu ? ' keys' : ''}" data-act="help" data-k="help" aria-label="${t('help')}">
      ?
    </button>
    ${
      menu
        ? html`
          <button class="icon" data-act="menu" data-k="menu" aria-haspopup="dialog"
            aria-label="${t('menu.title')}">
            ☰
          </button>
        `
        : ''
    }
  `;
