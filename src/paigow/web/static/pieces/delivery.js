// Which tiles of the eight stacks each delivery style takes, turn by turn: only for drawing, never for
// dealing.
/** @param {number} one @param {number} other @returns {Turn[]} */
const pair = (one, other) => [
  [
    [one, 0],
    [one, 1],
    [other, 0],
    [other, 1],
  ],
  [
    [one, 2],
    [one, 3],
    [other, 2],
    [other, 3],
  ],
];
/** @param {any} stacks @param {number} depth */
const level = (stacks, depth) => stacks.map((/** @type {any} */ stack) => [stack, depth]);
const NEAR = [0, 1, 2, 3],
  FAR = [7, 6, 5, 4];

/** @type {Record<string, () => Turn[]>} */
const FROM_RIGHT = {
  'house-way': () => [0, 1, 2, 3, 4, 5, 6, 7].map((stack) => [0, 1, 2, 3].map((depth) => [stack, depth])),
  'cup-say': () => [0, 2, 4, 6].flatMap((stack) => pair(stack, stack + 1)),
  'jung-quat': () => [0, 1, 2, 3].flatMap((step) => pair(3 - step, 4 + step)),
  'chee-yee': () => [0, 1, 2, 3].flatMap((step) => pair(step, 7 - step)),
  'pin-say': () => [0, 1, 2, 3].flatMap((depth) => [level(NEAR, depth), level(FAR, depth)]),
  'dragon-head': () => {
    const tall = [0, 1].map((side) =>
      [0, 1, 2, 3].map((depth) => [side, depth]).concat([0, 1, 2, 3].map((depth) => [side + 2, depth])),
    );
    return [0, 1, 2, 3].flatMap((turn) => [
      [...tall[0].slice(2 * turn, 2 * turn + 2), ...tall[1].slice(2 * turn, 2 * turn + 2)],
      level(FAR, turn),
    ]);
  },
};

// Eight turns of four [stack, depth]; stacks count from the dealer's right, 0 to 7, depth 0 on top.
/** @param {string} style */
export function turns(style) {
  const left = style.endsWith('-left');
  const fours = FROM_RIGHT[style.replace(/-(right|left)$/, '')]();
  return left ? fours.map((four) => four.map(([stack, depth]) => [7 - stack, depth])) : fours;
}

// How many tiles are left in each stack after this many turns.
/** @param {string} style @param {number} dealt */
export function remaining(style, dealt) {
  const left = [4, 4, 4, 4, 4, 4, 4, 4];
  for (const four of turns(style || 'house-way-right').slice(0, dealt))
    for (const [stack] of four) left[stack] -= 1;
  return left;
}

// The stacks after a cut, as numbers 1 to 8.
/** @param {{ first: number, last: number, end: string, split?: number }} given */
export function cutOrder({ first, last, end, split = 0 }) {
  const all = [1, 2, 3, 4, 5, 6, 7, 8];
  const block = all.slice(first - 1, last),
    rest = [...all.slice(0, first - 1), ...all.slice(last)];
  const [moved, other] = split ? [block.slice(0, split), block.slice(split)] : [block, []];
  return end === 'right' ? [...moved, ...rest, ...other] : [...other, ...rest, ...moved];
}
