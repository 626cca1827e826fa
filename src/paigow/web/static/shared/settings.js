// What a person has chosen for the pages of this browser: light or dark, the deck, the language.
import { current, languages, loadTexts } from './texts.js';

const root = document.documentElement;
export function applySettings() {
  const theme = new URLSearchParams(location.search).get('theme') || localStorage.getItem('theme');
  if (theme) root.dataset.theme = theme;
}
export function otherTheme() {
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : !window.matchMedia('(prefers-color-scheme: light)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
}
export async function otherLanguage() {
  const all = languages();
  await loadTexts(all[(all.indexOf(current()) + 1) % all.length]);
}
export const fourColours = () => localStorage.getItem('deck') !== 'two';
/** @param {boolean} four */
export const setDeck = (four) => localStorage.setItem('deck', four ? 'four' : 'two');
