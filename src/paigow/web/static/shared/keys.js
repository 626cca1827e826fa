// The letters that a person has chosen for what the table does by key, each told by its usual letter.
export const LETTERS = 'H S R C D B W T O P L M'.split(' ');

/** @returns {Record<string, string>} */
const kept = () => {
  try {
    return JSON.parse(localStorage.getItem('keys') || '{}');
  } catch {
    return {};
  }
};
/** @param {string} letter */
export const keyOf = (letter) => kept()[letter] || letter;
export const keysChanged = () => LETTERS.some((letter) => keyOf(letter) !== letter);
// What a pressed key stands for: nothing, where its letter was given to something else.
/** @param {string} key */
export function meant(key) {
  const pressed = key.toUpperCase();
  if (!/^[A-Z]$/.test(pressed)) return key;
  const letter = LETTERS.find((each) => keyOf(each) === pressed);
  return letter ? letter.toLowerCase() : LETTERS.includes(pressed) ? '' : key;
}
// A letter that is in use already changes places.
/** @param {string} letter @param {string} key */
export function setKey(letter, key) {
  const before = keyOf(letter),
    other = LETTERS.find((each) => each !== letter && keyOf(each) === key);
  const keys = { ...kept(), [letter]: key, ...(other ? { [other]: before } : {}) };
  localStorage.setItem('keys', JSON.stringify(keys));
}
export const resetKeys = () => localStorage.removeItem('keys');
