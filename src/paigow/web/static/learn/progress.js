// How far somebody has come in a course; kept in this browser.

/** @param {string} game @returns {{ at: number, done: string[] }} */
export function progressOf(game) {
  try {
    const { at, done } = JSON.parse(localStorage.getItem(`learn-${game}`) || '{}');
    return { at: Number(at) || 1, done: Array.isArray(done) ? done : [] };
  } catch {
    return { at: 1, done: [] };
  }
}
/** @param {string} game @param {{ at: number, done: string[] }} kept */
export const keepProgress = (game, kept) => localStorage.setItem(`learn-${game}`, JSON.stringify(kept));

/** @type {Record<string, string[]>} */
export const LESSONS = {
  tiles: ['count', 'two', 'copy', 'gong', 'pairs', 'bank'],
  cards: ['two', 'copy', 'joker', 'pairs', 'nothing', 'bank'],
};
