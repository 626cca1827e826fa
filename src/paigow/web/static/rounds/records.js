// The server's past rounds, converted to one form for replay and verification.
import { api } from '../shared/connection.js';

const ENDS = new Set(['round-finished', 'round-voided']);
/** @param {string} table @param {number | string} round */
export async function roundRecord(table, round) {
  const record = await api(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`);
  // What follows the end belongs to the next round, up to the event that reveals this one's seed.
  const all = record.acts || [],
    over = all.findIndex((/** @type {Act} */ { events }) => events.some(({ event }) => ENDS.has(event))),
    acts = over < 0 ? all : all.slice(0, over + 1);
  const steps = acts.flatMap((/** @type {Act} */ act) =>
    act.events.map((/** @type {GameEvent} */ event) => ({ event, before: act.before ?? act.version })),
  );
  // What players mixed in: since the second edition it is committed first, and counts only if opened in time.
  const words = steps
    .filter(
      (/** @type {{ event: GameEvent }} */ { event }) =>
        event.event === 'words-added' || event.event === 'word-opened',
    )
    .map((/** @type {{ event: GameEvent }} */ { event }) => [event.person, event.words ?? event.word]);
  const names = Object.fromEntries(
    acts
      .flatMap((/** @type {Act} */ act) => act.view.chairs.filter(Boolean))
      .map((/** @type {string} */ person) => [person, person.replace(/~.*$/, '')]),
  );
  return {
    ...record,
    names,
    round: record.round ?? Number(round),
    seed: record.seed,
    sealed: record.commitment,
    words,
    acts,
    steps,
  };
}
export const history = async () => {
  const found = await api('/api/history?limit=100');
  return found.rounds || found;
};
