// What the lessons of the courses explain, and when. The sentences are texts: `learn.GAME.LESSON.NUMBER`.

// What a lesson explains before its hand is set: when (with the bet, or with the hand), its target, pieces to
// show, and whether the mark goes between the players it mentions.
/** @typedef {[when: 'bet' | 'set', point: string, pieces?: string, between?: true]} Step */
/** @type {Record<string, Record<string, Step[]>>} */
export const STEPS = {
  tiles: {
    count: [
      ['bet', '.chiprow'],
      ['set', '.slot.high', '4-6 3-6'],
      ['set', '.ways'],
    ],
    two: [
      ['set', '[data-move=shaker]'],
      ['set', '.ways'],
    ],
    copy: [['set', '.slot.high', '6-6 1-6']],
    gong: [['set', '.slot.high', '6-6 2-6']],
    pairs: [
      ['set', '.slot.high', '3-6 4-5'],
      ['set', '.slot.high', '2-4 1-2'],
    ],
    bank: [['set', '.slot.high', '', true]],
  },
  cards: {
    two: [
      ['bet', '.chiprow'],
      ['set', '.slot.low'],
      ['set', '.ways'],
    ],
    copy: [
      ['set', '[data-move=shaker]'],
      ['set', '.slot.low'],
    ],
    joker: [['set', '.slot.high', 'Jo 9s 8d 7h 6s']],
    pairs: [['set', '.ways']],
    nothing: [['set', '[data-act=houseway]']],
    bank: [['set', '.slot.high', '', true]],
  },
};
// Where the order of all hands, or of all tiles, can be shown.
/** @type {Record<string, string>} */
export const RANKS = { tiles: 'copy', cards: 'two' };
