// The text of a house way in colors: its tokens, as in the grammar (way.lark).

import { esc } from '../shared/texts.js';

const KEYWORDS = new Set(
  `way game as but source note reading finding when otherwise always play consider only leave out finally then
  unless or and not some no two every setting settings with without preferably making silent struck band is
  table by columns row groups count the joker else playing gives better than`.split(/\s+/),
);
// Tiles and ranks of cards by name: what the grammar calls TILE and RANK.
const PIECE = /^[A-Z][A-Za-z0-9]*$/;
const KINDS = new Set('pair wong gong high-nine'.split(' '));
const TOKEN = /"[^"\n]*"?|[A-Za-z][\w-]*|\d+[a-z]?(?![\w-])|[^\sA-Za-z"\d]+|\s+|\d+[\w-]*/g;

/** @param {string} word @param {boolean} first whether it begins its line */
export function kindOfToken(word, first) {
  if (word.startsWith('"')) return 'string';
  if (first && /^\d+[a-z]?$/.test(word)) return 'label';
  if (PIECE.test(word)) return 'tile';
  if (KINDS.has(word)) return 'kind';
  return KEYWORDS.has(word) ? 'keyword' : '';
}
/** @param {string} line @param {number} wrong the column that is wrong, from 1; 0 if none */
function markedLine(line, wrong) {
  let at = 0,
    first = true;
  return [...line.matchAll(TOKEN)]
    .map(([word]) => {
      const from = at + 1;
      at += word.length;
      if (!word.trim()) return word;
      const kind = kindOfToken(word, first && from === 1);
      first = false;
      const here = wrong >= from && wrong <= at ? ' wrong' : '';
      return kind || here ? `<span class="${kind}${here}">${esc(word)}</span>` : esc(word);
    })
    .join('');
}
/** @param {string} text @param {{ line: number, column: number } | null} error */
export const marked = (text, error) =>
  text
    .split('\n')
    .map((line, i) => markedLine(line, error?.line === i + 1 ? error.column : 0))
    .join('\n');
// The word at a place, to be replaced by a better one.
/** @param {string} text @param {number} line @param {number} column @param {string} better */
export function replacedAt(text, line, column, better) {
  const lines = text.split('\n'),
    old = lines[line - 1],
    [word] = old.slice(column - 1).match(/^[\w-]+|^\S/) || [''];
  lines[line - 1] = old.slice(0, column - 1) + better + old.slice(column - 1 + word.length);
  return lines.join('\n');
}
/** @param {string | null} allowed */
export const suggestionIn = (allowed) => allowed?.match(/Did you mean ([\w-]+)\?/)?.[1] ?? null;
