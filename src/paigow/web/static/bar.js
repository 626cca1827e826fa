// The bar at the top of every page.
import { mark } from './tokens.js';
import { current, t } from './texts.js';

const ORDER = { en: '中文', 'zh-Hant': '简体', 'zh-Hans': 'English' };
export const topbar = ({ crumb, round = '', online = null, chips = null, menu = false }) =>
  `<a class="brand" href="/" data-act="lobby" data-k="home" aria-label="${t('home')}">${mark(26)}<span class="wide">paigow</span></a><span class="sep wide"></span><span class="crumb">${crumb}</span><span class="spacer"></span><span class="muted wide num">${round}</span>${online === null ? '' : online ? `<span class="wide"><span class="dot"></span>${t('live')}</span>` : `<span class="lost" role="status"><span class="dot off"></span>${t('lost')}</span>`}${chips === null ? '' : `<span class="sep wide"></span><span class="num purse"><span class="muted wide">${t('chips')} </span><b>${chips}</b></span>`}<span class="sep wide"></span><button class="icon" data-act="theme" data-k="theme" aria-label="${t('theme')}">◐</button><button class="icon lang" data-act="language" data-k="language" aria-label="${t('language')}">${ORDER[current()]}</button><button class="icon${menu ? ' keys' : ''}" data-act="help" data-k="help" aria-label="${t('help')}">?</button>${menu ? `<button class="icon" data-act="menu" data-k="menu" aria-haspopup="dialog" aria-label="${t('menu.title')}">☰</button>` : ''}`;
