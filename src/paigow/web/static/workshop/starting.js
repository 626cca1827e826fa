// A way to start from, and phrases to write rules with: those that say most, not the whole language.
import { html } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';

const END = 'finally the best low, then the best high\n';
/** @type {Record<string, string[]>} */
const RULES = {
  tiles: [
    '1  when two pairs play the pair kept',
    '2  when one pair play the pair kept',
    '3  when a strong hand possible play a gong high, or else a wong high',
    '4  otherwise play the best low',
  ],
  cards: [
    '1  when two pairs play the lower pair low',
    '2  when a made hand possible play a made hand high',
    '3  otherwise play the best low',
  ],
};
/** @param {string} game @param {string} title */
export const starter = (game, title) =>
  [`way "${title}"`, `game ${game}`, '', ...RULES[game], END].join('\n');

/** @type {Record<string, { when: string[], play: string[] }>} */
const PHRASES = {
  tiles: {
    when: [
      'two pairs',
      'one pair',
      'a pair of Teen/Day',
      'a strong hand possible',
      'holding Teen/Day+9+11',
      'the best low is below 3',
      'some setting making 7/9',
    ],
    play: [
      'the pair kept',
      'the pair split, making 6/8 or better',
      'a gong high',
      'a wong high',
      'making 7/9',
      'the best low',
      'the best high',
    ],
  },
  cards: {
    when: [
      'any five aces',
      'any four of a kind',
      'any full house',
      'three pairs',
      'two pairs',
      'two pairs and A outside',
      'three of a kind and the three is A',
      'a made hand possible',
    ],
    play: [
      'two of the four low',
      'the pair low',
      'the higher pair low',
      'the lower pair low',
      'both pairs high, with low A-high or better',
      'the three high',
      'a made hand high',
      'the best low',
    ],
  },
};
/** @param {string} game */
export function helpPanel(game) {
  const { when, play } = PHRASES[game] ?? PHRASES.tiles;
  /** @param {string} name @param {string[]} phrases */
  const list = (name, phrases) => html`
    <p><b>${t(`workshop.help.${name}`)}</b></p>
    <p class="ws-phrases" lang="en">
      ${phrases
        .map(
          (each) => html`
            <button class="btn slim" data-act="insert" data-words="${esc(each)}"
              data-k="insert-${name}-${esc(each)}">
              ${esc(each)}
            </button>
          `,
        )
        .join('')}
    </p>
  `;
  return html`
    <details>
      <summary>${t('workshop.help')}</summary>
      <p>${t('workshop.help.rules')}</p>
      <p>${t('workshop.help.end')}</p>
      ${list('when', when)}${list('play', play)}
      <p class="muted">${t('workshop.help.more')}</p>
    </details>
  `;
}
