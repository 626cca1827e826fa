// A small picture for each person, drawn from the id alone: a mirrored pattern of five by five.
import { html } from './html.js';

const INKS = ['#ff9a89', '#b8cbe0', '#e2bd74', '#6ad7ab', '#c9a5ef', '#5cc0f0'];
/** @param {string} text */
const hash = (text) => {
  let sum = 2166136261;
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0), 16777619) >>> 0;
  // Ids end in similar letters, so the bits are mixed once more.
  sum = Math.imul(sum ^ (sum >>> 15), 2246822507) >>> 0;
  return (sum ^ (sum >>> 13)) >>> 0;
};
/** @param {string} id @param {number} x @param {number} y @param {number} r @param {boolean} [asked] */
export const avatar = (id, x, y, r, asked = false) => {
  const bits = hash(id),
    ink = INKS[bits % INKS.length],
    side = r * 0.24;
  const cells = Array.from({ length: 15 }, (_, i) => i)
    .filter((i) => (bits >>> (i + 6)) & 1)
    .flatMap((i) => {
      const row = Math.floor(i / 3) - 2,
        column = i % 3;
      return column ? [-column, column].map((each) => [each, row]) : [[0, row]];
    });
  const squares = cells.map(
    ([column, row]) =>
      `M${((column - 0.5) * side).toFixed(1)} ${((row - 0.5) * side).toFixed(1)}h${side.toFixed(1)}` +
      `v${side.toFixed(1)}h-${side.toFixed(1)}z`,
  );
  return html`
    <g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">
      ${asked ? `<circle r="${r + 4}" fill="none" stroke="#e2bd74" stroke-width="2.5"/>` : ''}
      <circle r="${r}" fill="#111816" stroke="${ink}" stroke-opacity=".6" stroke-width="1.3"/>
      <path d="${squares.join('')}" fill="${ink}"/>
    </g>
  `;
};
