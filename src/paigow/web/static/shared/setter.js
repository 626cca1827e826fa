// A hand to set: its two halves, the splits, tapping, dragging, and keys. The page decides what it is for.

import { inOrder, isTile, ways } from '../pieces/names.js';
import { handPanel, waysPanel } from '../table/panels/hand.js';
import { draggable, exchanged } from './dragging.js';
import { draw } from './drawing.js';
import { html } from './html.js';
import { fourColours } from './settings.js';

/**
 * @param {HTMLElement} place
 * @param {{ below?: () => string, onChange?: () => void }} [given]
 */
export function handSetter(place, { below = () => '', onChange = () => {} } = {}) {
  let /** @type {Piece[]} */ hand = [],
    /** @type {Partial<Model>} */ ui = {},
    locked = false;
  /** @returns {any} */
  const model = () => ({
    layout: { game: isTile(hand[0]) ? 'tiles' : 'cards' },
    view: {
      chairs: ['me'],
      hands: [{ place: 1, pieces: hand, low: null, high: null, status: 'dealt', shown: [] }],
      wagers: [],
      step: 'setting',
    },
    options: [{ command: { do: 'set-hand', position: 1 }, free: [] }],
    me: 'me',
    four: fourColours(),
    wheelLowest: false,
    awaited: [],
    ...ui,
  });
  /** @returns {Draft} */
  const current = () => {
    const found = ui.draft || ways(hand)[0];
    return { low: inOrder(found.low), high: inOrder(found.high) };
  };
  const redraw = () =>
    draw(
      place,
      hand.length
        ? html`
          ${handPanel(model())}
          <div class="ask">${locked ? '' : waysPanel(model())}</div>
          ${below()}
        `
        : below(),
    );
  /** @param {Partial<Model>} changed */
  const change = (changed) => {
    ui = { ...ui, ...changed };
    redraw();
    onChange();
  };
  /** @param {Moved} from @param {Moved} to */
  const carry = (from, to) => {
    const made = locked ? null : exchanged(current(), from, to);
    change(made ? { draft: made, picked: null } : {});
  };
  /** @type {Record<string, (data: any) => unknown>} */
  const acts = {
    pick({ half, index }) {
      const key = `${half}${index}`,
        { picked } = ui;
      if (locked) return;
      if (!picked || picked.startsWith(half)) change({ picked: picked === key ? null : key });
      else {
        const other = half === 'high' ? 'low' : 'high';
        carry({ half: other, index: picked.slice(other.length) }, { half, index });
      }
    },
    way({ index }) {
      const way = ways(hand)[Number(index)];
      if (way && !locked) change({ draft: way, picked: null });
    },
    ways: () => change({ allWays: true }),
  };
  const close = draggable(place, carry);
  return {
    acts,
    current,
    redraw,
    /** @param {Piece[]} pieces */
    deal(pieces) {
      hand = pieces;
      ui = {};
      locked = false;
      redraw();
    },
    /** @param {boolean} [on] */
    lock(on = true) {
      locked = on;
      ui = { ...ui, picked: null };
      redraw();
    },
    get hand() {
      return hand;
    },
    get locked() {
      return locked;
    },
    // A digit selects a split; returns whether it did.
    /** @param {string} key */
    key(key) {
      const at = /^[1-9]$/.test(key) && !locked && hand.length ? Number(key) - 1 : -1;
      if (at < 0 || !ways(hand)[at]) return false;
      acts.way({ index: at });
      return true;
    },
    close,
  };
}
