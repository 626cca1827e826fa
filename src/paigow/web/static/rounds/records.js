// Rounds of the past as the server keeps them, brought into one form for replay and verification.
import { api } from '../shared/connection.js';

/** @param {string} table @param {number | string} round */
export async function roundRecord(table, round) {
  const record = await api(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`);
  const acts = record.acts || [];
  const steps = acts.flatMap((/** @type {Act} */ act) =>
    act.events.map((/** @type {GameEvent} */ event) => ({ event, before: act.before ?? act.version })),
  );
  // What players mixed in: since the second edition committed to first, and only if opened in time.
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
  const found = await api('/api/history');
  return found.rounds || found;
};
