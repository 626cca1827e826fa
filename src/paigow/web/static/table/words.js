// A seated player's word for each round: committed with the wager, opened after "no more bets", checked.
import { seatOf } from './model.js';

const OWN_WORDS = 'paigow.words';
/** @param {number} size */
const randomHex = (size) =>
  [...crypto.getRandomValues(new Uint8Array(size))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
// Stored per tab, so that a reload in the middle of a round can still open the word.
/** @param {string} key */
const kept = (key) => JSON.parse(sessionStorage.getItem(key) || 'null');

/** What the player typed, to be used from the next commitment on; random if nothing was typed. */
export const typedWords = () => localStorage.getItem(OWN_WORDS) || '';
/** @param {string} said */
export const typeWords = (said) => localStorage.setItem(OWN_WORDS, said.trim());

/**
 * What the client does for its word each time the table changes.
 * @param {{ send: (command: Command) => Promise<any>, warn: () => void }} given
 */
export function wordKeeper({ send, warn }) {
  let done = '';
  /** @param {string} key @param {string} what @param {() => void | Promise<any>} act */
  const once = (key, what, act) => {
    if (done === `${key} ${what}`) return;
    done = `${key} ${what}`;
    act();
  };
  /** @param {Model} model @param {RoundChance} chance @param {string} key */
  async function commit(model, chance, key) {
    const made = kept(key) || { word: typedWords() || randomHex(16), salt: randomHex(16) };
    sessionStorage.setItem(key, JSON.stringify(made));
    const round = chance.round + 1;
    const { wordCommitment } = await import('../rounds/draws.js');
    const commitment = await wordCommitment(chance.table, round, model.me, made.word, made.salt);
    await send({ do: 'commit-word', commitment });
  }
  return {
    /** @param {Model} model */
    look(model) {
      const { chance, bets_open: open, wagers } = model.view;
      if (!chance?.commitment || !model.me) return;
      const key = `paigow.word ${chance.table} ${chance.commitment}`;
      const mine = chance.words.find((/** @type {CommittedWord} */ each) => each.person === model.me);
      const word = kept(key);
      if (chance.closed) {
        if (word && mine?.word !== word.word) once(key, 'warn', warn);
      } else if (chance.listed) {
        if (word && mine && mine.word === null) once(key, 'open', () => send({ do: 'open-word', ...word }));
      } else if (open && seatOf(model) !== null && !mine) {
        const wagered = wagers.some((/** @type {Wager} */ each) => each.person === model.me);
        if (wagered) once(key, 'commit', () => commit(model, chance, key));
      }
    },
  };
}
