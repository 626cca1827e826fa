// The catalog of texts: the language, its sentences, and money and numbers for people.
const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans'];
/** @type {Record<string, string>} */
let catalog = {};
let language = 'en';

export const languages = () => LANGUAGES;
export const current = () => language;
// The posted rules of a table, in English; headings and terms are in the chosen language too.
/** @param {string} table */
export const rulesOf = (table) =>
  `/api/tables/${encodeURIComponent(table)}/rules${language === 'en' ? '' : `?language=${language}`}`;

const preferred = () => {
  const kept = localStorage.getItem('language');
  if (LANGUAGES.includes(kept)) return kept;
  const wanted = navigator.language || 'en';
  if (!wanted.startsWith('zh')) return 'en';
  return /Hant|TW|HK|MO/i.test(wanted) ? 'zh-Hant' : 'zh-Hans';
};

/** @param {string} name */
const fetched = async (name) => (await fetch(`/texts/${name}.json`)).json();

// Parts of the client with their own texts: which of them are loaded.
/** @type {Set<string>} */
let parts = new Set();
/** @param {string} part */
export async function loadPart(part) {
  if (parts.has(part)) return;
  parts.add(part);
  Object.assign(catalog, await fetched(`${part}/${language}`));
}

export async function loadTexts(wanted = preferred()) {
  catalog = await fetched(wanted);
  parts = new Set();
  language = wanted;
  localStorage.setItem('language', wanted);
  document.documentElement.lang = wanted;
}

/** @type {[string, Intl.PluralRules] | undefined} */
let rules;
const plurals = () => {
  if (rules?.[0] !== language) rules = [language, new Intl.PluralRules(language)];
  return rules[1];
};
export const GAP = /\{(\w+)\}/g;
// A sentence by its key, or by its key with the plural form of {n}: `.one`, `.other`. {name} is filled from
// the values. A missing key is shown as it is, so that tests find it.
/** @param {string} key @param {Record<string, any>} [values] */
export const t = (key, values = {}) => {
  const text = catalog[key] ?? catalog[`${key}.${plurals().select(values.n ?? 0)}`];
  if (text === undefined) return `⟨${key}⟩`;
  return text.replace(GAP, (whole, name) => (values[name] === undefined ? whole : values[name]));
};
/** @param {string} start */
export const keysOf = (start) => Object.keys(catalog).filter((key) => key.startsWith(start));
// Some sentences come filled in: find the template, which is the rest of its key, and the values of its
// blanks. Those with the fewest blanks and the most words are tried first.
/** @param {string} start @returns {[key: string, [RegExp, string[]]][]} */
export const patternsOf = (start) =>
  keysOf(start)
    .map((key) => {
      const names = [...key.matchAll(GAP)].map(([, name]) => name);
      const held = key
        .slice(start.length)
        .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replace(GAP, '(.+?)');
      return /** @type {[string, [RegExp, string[]]]} */ ([key, [new RegExp(`^${held}$`, 'i'), names]]);
    })
    .sort(([a, [, one]], [b, [, two]]) => one.length - two.length || b.length - a.length);
/** @param {string} key */
export const has = (key) => catalog[key] !== undefined;
/** @param {string} key @param {string} text @param {Record<string, any>} [values] */
export const orElse = (key, text, values) => (has(key) ? t(key, values) : text);

const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
/** @param {number} cents */
const figures = (cents) => (Math.abs(cents) / 100).toLocaleString('en-US', two);
// A line can break between a minus and a dollar sign: a word joiner holds them together.
/** @param {number} cents */
export const money = (cents) => `${cents < 0 ? '−\u2060' : ''}$${figures(cents)}`;
/** @param {number} cents */
export const plain = (cents) => figures(cents);
/** @param {number} cents */
export const signed = (cents) => `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${figures(cents)}`;
/** @param {number} cents */
export const whole = (cents) =>
  `$${(cents / 100).toLocaleString('en-US', { maximumFractionDigits: cents % 100 ? 2 : 0 })}`;
/** @param {number} part */
export const percent = (part) => `${(part * 100).toFixed(2)}%`;

// What a wager pays, in the page's language: "30 to 1", "4 for 1", "to 300", "10% of meter", or a word.
/** @param {string} pays */
export const oddsText = (pays) => {
  const [, share, meter] = String(pays).match(/^(\d+%) of (\w+)$/) || [];
  if (share) return t('odds.of', { share, meter: t(`meter.${meter}`) });
  const [, up, figure, how] = String(pays).match(/^(to )?([\d,]+)(?: (to|for) 1)?$/) || [];
  if (!figure) return orElse(`odds.${pays}`, pays);
  return t(`odds.${up ? 'up' : how || 'to'}`, { n: figure });
};
/** @type {Record<string, string>} */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** @param {unknown} text */
export const esc = (text) => String(text).replace(/[&<>"']/g, (each) => ESCAPES[each]);
// Glossary terms in an escaped sentence: marked once the glossary is loaded (terms.js).
/** @type {(escaped: string) => string} */
let marker = (escaped) => escaped;
/** @param {(escaped: string) => string} found */
export const setTermMarker = (found) => {
  marker = found;
};
/** @param {string} escaped */
export const withTerms = (escaped) => marker(escaped);
// A glossary term as a button that explains itself (terms.js); plain until the glossary is loaded.
/** @param {string} id @param {string} shown already escaped */
export const term = (id, shown) =>
  has(`terms.${id}`)
    ? `<button type="button" class="term" data-term="${esc(id)}" aria-haspopup="dialog">${shown}</button>`
    : shown;
