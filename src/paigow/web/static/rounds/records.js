// Rounds of the past as the server keeps them, brought into one form for replay and verification.
import { api } from '../shared/connection.js';

export async function roundRecord(table, round) {
  const record = await api(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`);
  const acts = record.acts || [];
  const steps = acts.flatMap((act) =>
    act.events.map((event) => ({ event, before: act.before ?? act.version })),
  );
  const words = steps
    .filter(({ event }) => event.event === 'words-added')
    .map(({ event }) => [event.person, event.words]);
  const names = Object.fromEntries(
    acts
      .flatMap((act) => act.view.chairs.filter(Boolean))
      .map((person) => [person, person.replace(/~.*$/, '')]),
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
