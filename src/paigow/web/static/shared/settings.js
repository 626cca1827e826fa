// A person's settings for this browser: colors, sounds, motion, pace, what to be asked.

const root = document.documentElement;
/** The chips that come with a seat, in cents, if the wallet has that much. */
export const BUY_IN = 100000;
// Each setting with its values; the first is the default.
/** @type {Record<string, string[]>} */
export const SETTINGS = {
  theme: ['device', 'dark', 'light'],
  felt: ['jade', 'blue', 'wine', 'slate'],
  deck: ['four', 'two'],
  motion: ['full', 'off'],
  sound: ['off', 'on'],
  vibrate: ['on', 'off'],
  pace: ['normal', 'slow', 'quick'],
  surrender: ['on', 'off'],
  messages: ['on', 'off'],
};
/** @param {string} name */
export const chosen = (name) => {
  const kept = localStorage.getItem(name);
  return SETTINGS[name].includes(kept) ? kept : SETTINGS[name][0];
};
/** @param {string} name @param {string} value */
export function setChosen(name, value) {
  if (value === SETTINGS[name][0]) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
  applySettings();
}
export function applySettings() {
  const theme = new URLSearchParams(location.search).get('theme') || chosen('theme');
  for (const [name, value] of [
    ['theme', theme === 'device' ? '' : theme],
    ['felt', chosen('felt') === 'jade' ? '' : chosen('felt')],
    ['motion', chosen('motion') === 'off' ? 'off' : ''],
  ])
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
}
// The settings page may be open beside a table.
addEventListener('storage', applySettings);
export function otherTheme() {
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : !window.matchMedia('(prefers-color-scheme: light)').matches;
  setChosen('theme', dark ? 'light' : 'dark');
}
export const fourColours = () => chosen('deck') === 'four';
/** @param {boolean} four */
export const setDeck = (four) => setChosen('deck', four ? 'four' : 'two');
