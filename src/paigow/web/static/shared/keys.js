// The letters a person has chosen for the table's keys, each identified by its default letter.
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
// What a pressed key means: nothing, if its letter was assigned to something else.
/** @param {string} key */
export function meant(key) {
  const pressed = key.toUpperCase();
  if (!/^[A-Z]$/.test(pressed)) return key;
  const letter = LETTERS.find((each) => keyOf(each) === pressed);
  return letter ? letter.toLowerCase() : LETTERS.includes(pressed) ? '' : key;
}
// A letter that is already in use swaps places.
/** @param {string} letter @param {string} key */
export function setKey(letter, key) {
  const before = keyOf(letter),
    other = LETTERS.find((each) => each !== letter && keyOf(each) === key);
  const keys = { ...kept(), [letter]: key, ...(other ? { [other]: before } : {}) };
  localStorage.setItem('keys', JSON.stringify(keys));
}
export const resetKeys = () => localStorage.removeItem('keys');
