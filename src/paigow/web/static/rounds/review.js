// A player's decisions in a round, and what each cost against the best: exact if all replies are counted
// against the house way, approximate if the opponent is a person who may set differently.

import { compareHalves, isTile, rankTiles } from '../pieces/names.js';
import { api } from '../shared/connection.js';
import { settled } from '../shared/study.js';
import { ledger } from '../table/ledger.js';

/**
 * @typedef {{
 *   kind: 'setting' | 'surrender' | 'side' | 'bank', step: number, stake: number, about: boolean,
 *   place?: number, low?: Piece[], high?: Piece[], role?: string, fouled?: boolean, because?: string,
 *   wager?: string, took?: boolean, against?: Draft, would?: 'win' | 'push' | 'lose', playedOn?: number,
 *   cost?: number, best?: any, chosen?: any, replies?: number, wheel?: string, edge?: number,
 *   asPlayer?: number, asBank?: number, pending?: boolean,
 * }} Decision
 */
/** @param {Wager[]} wagers */
const chips = (wagers) => wagers.reduce((sum, wager) => sum + wager.chips, 0);

/** @param {View} view @param {string} person @param {number} place */
function roleAt(view, person, place) {
  const { bank, staked } = view,
    main = staked.filter(({ kind }) => kind === 'main');
  if (bank?.person !== person) {
    const mine = main.filter((wager) => wager.person === person && wager.position === place);
    return { role: 'player', stake: chips(mine), about: !!bank };
  }
  const against = chips(main.filter((wager) => wager.person !== person));
  const role = bank.co_banked ? 'co-bank' : 'bank';
  return { role, stake: bank.co_banked ? Math.floor(against / 2) : against, about: true };
}
// Places with this person's own hand: they have a main wager there, or they are the bank.
/** @param {View} view @param {string} person @param {number} place */
const isOwn = ({ bank, staked }, person, place) =>
  (bank?.person === person && bank.position === place) ||
  staked.some((wager) => wager.kind === 'main' && wager.person === person && wager.position === place);

/** @param {{ acts: Act[] }} record @param {string} person @returns {Decision[]} */
export function decisionsOf({ acts }, person) {
  /** @type {Decision[]} */
  const found = [];
  /** @type {Map<string, number>} */
  const placed = new Map();
  // The dealer's hand is exposed as soon as it is set; a bank's stays face down until it is shown.
  /** @type {Draft | undefined} */
  let dealers;
  /** @type {Record<string, (event: GameEvent, view: View, step: number) => void>} */
  const HEARD = {
    'hand-set': (event, view, step) => {
      if (event.place === 0 && event.low && !view.bank) dealers = { low: event.low, high: event.high };
      const own = isOwn(view, person, event.place) && (event.set_by === person || event.because);
      if (!own) return;
      const { low, high, place, fouled, because } = event;
      found.push({
        kind: 'setting',
        step,
        place,
        low,
        high,
        fouled,
        because,
        ...roleAt(view, person, place),
      });
    },
    'wager-surrendered': (event, _view, step) => {
      if (event.person !== person) return;
      const set = found.find((each) => each.kind === 'setting' && each.place === event.position);
      if (set)
        found.push({ ...set, kind: 'surrender', step, against: dealers, about: set.about && !dealers });
    },
    'wager-placed': (event, _view, step) => {
      if (event.person === person) placed.set(event.wager.kind, step);
    },
    'no-more-bets': (_event, view, step) => {
      const side = view.staked.filter((wager) => wager.person === person && wager.kind !== 'main');
      for (const kind of new Set(side.map((wager) => wager.kind))) {
        const stake = chips(side.filter((wager) => wager.kind === kind));
        found.push({ kind: 'side', step: placed.get(kind) ?? step, wager: kind, stake, about: false });
      }
    },
    'bank-passed': (event, _view, step) => {
      if (event.person === person) found.push({ kind: 'bank', step, stake: 0, took: false, about: false });
    },
    'bank-accepted': (event, _view, step) => {
      if (event.person === person) found.push({ kind: 'bank', step, stake: 0, took: true, about: false });
    },
  };
  acts.forEach((act, step) => {
    for (const event of act.events) HEARD[event.event]?.(event, act.view, step);
  });
  return found.sort((a, b) => a.step - b.step);
}
/** @param {Piece[]} pieces */
const sorted = (pieces) => [...pieces].sort().join();
/** @type {Map<string, Promise<any>>} */
const odds = new Map();
/** @param {string} table @param {() => boolean} wanted */
export function oddsOf(table, wanted) {
  if (!odds.has(table)) {
    const found = settled(`/api/odds/${encodeURIComponent(table)}`, { wanted });
    odds.set(table, found);
    // A question that was abandoned before its answer is asked again.
    found.then((result) => result || odds.delete(table)).catch(() => odds.delete(table));
  }
  return odds.get(table);
}
/** @param {any[]} wagers @param {string} kind @param {string | null} as */
const edgeOf = (wagers, kind, as = null) =>
  wagers.find((each) => each.kind === kind && !each.case && each.as === as)?.edge;

// A decision of a round with its cost in cents; null once nobody waits for it any more, as `wanted` says.
/** @param {string} table @param {Decision} each @param {() => boolean} wanted */
export async function judged(table, each, wanted) {
  if (each.kind === 'setting' || each.kind === 'surrender') return judgedHand(table, each, wanted);
  const found = await oddsOf(table, wanted);
  if (!found) return null;
  const asPlayer = edgeOf(found.wagers, 'main', 'player'),
    asBank = edgeOf(found.wagers, 'main', 'bank');
  if (each.kind === 'bank') return { ...each, asPlayer, asBank, cost: 0 };
  const edge = edgeOf(found.wagers, each.wager);
  return { ...each, edge, cost: edge === undefined ? undefined : edge * each.stake };
}
/** @param {string} table @param {Decision} each @param {() => boolean} wanted */
async function judgedHand(table, each, wanted) {
  const asked = new URLSearchParams({ hand: [...each.high, ...each.low].join(' '), role: each.role });
  const found = await settled(`/api/tables/${encodeURIComponent(table)}/analysis?${asked}`, { wanted });
  if (!found) return null;
  const chosen = found.settings.find((/** @type {any} */ { low }) => sorted(low) === sorted(each.low)),
    best = found.settings[0],
    { replies, wheel } = found,
    value = chosen ? chosen.value : -1;
  if (each.kind === 'setting')
    return { ...each, best, chosen, replies, wheel, cost: Math.max(0, (best.value - value) * each.stake) };
  // The hand was set by then: the choice was between its value and the whole bet.
  const would = chosen && each.against ? outcomeAgainst(each, each.against, wheel === 'lowest') : undefined,
    playedOn = would ? worthOf(would, chosen) : value;
  return { ...each, chosen, would, playedOn, cost: (playedOn + 1) * each.stake };
}
// A hand's result against an exposed one. A low hand of tiles with value zero never wins.
/** @param {any} mine @param {Draft} theirs @param {boolean} lowest @returns {'win' | 'push' | 'lose'} */
function outcomeAgainst(mine, theirs, lowest) {
  const zero = isTile(mine.low[0]) && rankTiles(mine.low)[0] === 0;
  const wins = [
    compareHalves(mine.high, theirs.high, lowest) > 0,
    compareHalves(mine.low, theirs.low, lowest) > 0 && !zero,
  ].filter(Boolean).length;
  return wins === 2 ? 'win' : wins ? 'push' : 'lose';
}
// The value of an outcome, in bets: a win less commission, as in the setting's own value.
/** @param {'win' | 'push' | 'lose'} outcome @param {any} setting */
const worthOf = (outcome, { win, push, lose, value }) =>
  outcome === 'win' ? (value * (win + push + lose) + lose) / win : outcome === 'push' ? 0 : -1;

// A whole round in a few figures: what each wager staked and won, what decisions cost, all in cents.
/** @param {string} table @param {number} round @param {string} person @param {() => boolean} wanted */
export async function roundReview(table, round, person, wanted) {
  const record = await api(`/api/tables/${encodeURIComponent(table)}/rounds/${round}?brief=true`);
  const all = decisionsOf(record, person);
  const decisions = await Promise.all(all.map((each) => judged(table, each, wanted)));
  if (decisions.includes(null)) return null;
  const lines = ledger(
    record.acts.flatMap((/** @type {Act} */ act) => act.events),
    person,
  );
  /** @type {Record<string, { stake: number, net: number }>} */
  const wagers = {};
  for (const { kind, stake, net, vigorish } of lines) {
    const sum = wagers[kind] || { stake: 0, net: 0 };
    wagers[kind] = { stake: sum.stake + stake, net: sum.net + net - vigorish };
  }
  const cost = decisions.reduce((sum, each) => sum + (each.cost ?? 0), 0);
  const settings = decisions.filter((each) => each.kind === 'setting').map((each) => each.cost / each.stake);
  const banked = decisions.some((each) => each.kind === 'setting' && each.role !== 'player');
  return { wagers, cost, banked, settings, about: decisions.some((each) => each.about) };
}
