// Checkpoints that this browser has seen: what the floor signed about its tables, kept where the floor can't
// change it. Not what they prove: `paigow verify --witness` works that out.

const KEY = 'checkpoints',
  MOST = 1000;
/** @typedef {{ table: string, version: number, round: number, note: string, line: string }} Seen */

/** @returns {string[]} */
function lines() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || '[]');
    return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}
// Keeps a note with the time at which it was seen; the oldest go when there are too many.
/** @param {string} note @param {Date} [now] */
export function keep(note, now = new Date()) {
  const all = lines();
  if (all.some((line) => line.endsWith(` ${note}`))) return;
  all.push(`${now.toISOString()} ${note}`);
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
  } catch {
    // Without storage there is no memory; play goes on.
  }
}
/** @param {string} line @returns {Seen | null} */
function parsed(line) {
  const note = line.slice(line.indexOf(' ') + 1),
    found = / \| table (\S+) \| version (\d+) \| .* \| round (\d+), /.exec(note);
  return found && { table: found[1], version: Number(found[2]), round: Number(found[3]), note, line };
}
// What was seen of a round.
/** @param {string} table @param {number} round @returns {Seen[]} */
export const seenOf = (table, round) =>
  /** @type {Seen[]} */ (lines().map(parsed)).filter((each) => each?.table === table && each.round === round);
// Everything that was seen, as a file for `paigow verify --witness`.
export const testimony = () =>
  lines()
    .map((line) => `${line}\n`)
    .join('');
// Seen notes that are not among those that the floor serves now, each with what it serves at that version.
/** @param {Seen[]} seen @param {string} served @returns {{ note: string, served: string | null }[]} */
export function contradictions(seen, served) {
  const now = served.split('\n').filter(Boolean);
  return seen
    .filter(({ note }) => !now.includes(note))
    .map(({ note, version }) => ({
      note,
      served: now.find((line) => line.includes(` | version ${version} | `)) || null,
    }));
}
