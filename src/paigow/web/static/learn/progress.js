// A learner's progress in a course; stored in this browser.

/** @typedef {{ at: number, done: string[], missed: string[], chips?: number }} Progress */
/** @param {string} game @returns {Progress} */
export function progressOf(game) {
  try {
    const { at, done, missed, chips } = JSON.parse(localStorage.getItem(`learn-${game}`) || '{}');
    return {
      at: Number(at) || 1,
      done: Array.isArray(done) ? done : [],
      missed: Array.isArray(missed) ? missed : [],
      chips: Number(chips) || undefined,
    };
  } catch {
    return { at: 1, done: [], missed: [] };
  }
}
/** @param {string} game @param {Progress} kept */
export const keepProgress = (game, kept) => localStorage.setItem(`learn-${game}`, JSON.stringify(kept));
// A lesson that was played to its end, and whether its hand could have done better.
/** @param {string} game @param {string} key */
export const markOf = (game, key) => {
  const { done, missed } = progressOf(game);
  return { done: done.includes(key), missed: missed.includes(key) };
};

/** @type {Record<string, string[]>} */
export const LESSONS = {
  tiles: ['count', 'two', 'copy', 'gong', 'pairs', 'bank'],
  cards: ['two', 'copy', 'joker', 'pairs', 'nothing', 'bank'],
};
// A course's state: its first hand is ahead, some lessons are played, or all of them.
/** @param {string} game @returns {'first' | 'begun' | 'over'} */
export const standingOf = (game) => {
  const { done } = progressOf(game);
  return done.length >= LESSONS[game].length ? 'over' : done.length ? 'begun' : 'first';
};
