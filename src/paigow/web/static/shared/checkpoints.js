// Checkpoints that this browser has seen: what the floor signed about its tables, stored where the floor
// can't change it, each verified on arrival. `paigow verify --witness` computes what they prove about a round
// file.

const KEY = 'checkpoints',
  MOST = 1000,
  ED25519 = 'Ed25519',
  PARTS = [
    /paigow checkpoint 1 \| floor ([0-9a-f]{64})/,
    /table (\S+)/,
    /version ([1-9]\d{0,17})/,
    /chain ([0-9a-f]{64})/,
    /round (\d{1,18}), ([a-z ]+)/,
    /\S+Z/,
    /([A-Za-z0-9+/]{85}[AQgw]==)/,
  ],
  LINE = new RegExp(`^${PARTS.map(({ source }) => source).join(' \\| ')}$`);
/**
 * @typedef {{
 *   floor: string, table: string, version: number, chain: string, round: number, fixes: string,
 *   signature: string, note: string,
 * }} Seen
 */
/** @typedef {{ why: 'unsigned' | 'contradicts' | 'key', note: string, other: string }} Problem */

/** @returns {string[]} */
function lines() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || '[]');
    return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}
/** @param {string} note @returns {Seen | null} */
function parsed(note) {
  const found = LINE.exec(note);
  if (!found) return null;
  const [, floor, table, version, chain, round, fixes, signature] = found;
  return { floor, table, version: Number(version), chain, round: Number(round), fixes, signature, note };
}
const kept = () =>
  /** @type {Seen[]} */ (lines().map((line) => parsed(line.slice(line.indexOf(' ') + 1)))).filter(Boolean);

// Store a note with the time it was seen; the oldest go if there are too many.
/** @param {string} note @param {Date} [now] */
export function keep(note, now = new Date()) {
  const all = lines();
  if (all.some((line) => line.endsWith(` ${note}`))) return;
  all.push(`${now.toISOString()} ${note}`);
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
  } catch {
    // Without storage there is no memory, but play continues.
  }
}
/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => Number.parseInt(pair, 16));

// Whether the floor that a note names signed it; null if this browser can't tell.
/** @param {string} note @returns {Promise<boolean | null>} */
export async function isSigned(note) {
  const found = parsed(note);
  if (!found) return false;
  try {
    const key = await crypto.subtle.importKey('raw', bytes(found.floor), ED25519, false, ['verify']),
      signature = Uint8Array.from(atob(found.signature), (letter) => letter.charCodeAt(0)),
      said = new TextEncoder().encode(note.slice(0, note.lastIndexOf(' | ')));
    return await crypto.subtle.verify(ED25519, key, signature, said);
  } catch (error) {
    // A key that isn't a point on the curve can't sign anything. Without HTTPS or Ed25519, the result is
    // unknown.
    return error instanceof DOMException && error.name === 'DataError' ? false : null;
  }
}
// Whether two notes of a table tell different histories: at the same version, or by the numbers of ended
// rounds, which increase like versions.
/** @param {Seen} one @param {Seen} other */
const clash = (one, other) =>
  one.version === other.version
    ? one.chain !== other.chain
    : [one, other].every(({ fixes }) => fixes.startsWith('round ')) &&
      (one.version - other.version) * (one.round - other.round) <= 0;
// What a note contradicts among others: another history of its table, or another key.
/** @param {Seen} now @param {Seen[]} others @returns {Problem | null} */
function against(now, others) {
  const same = others.filter((each) => each.table === now.table && each.note !== now.note),
    rewritten = same.find((each) => each.floor === now.floor && clash(each, now)),
    other = rewritten || same.find((each) => each.floor !== now.floor);
  return other ? { why: rewritten ? 'contradicts' : 'key', note: now.note, other: other.note } : null;
}
// Record a note that the floor sent, and report what is wrong with it. A note that the floor didn't sign
// proves nothing and isn't stored.
/** @param {string} note @returns {Promise<Problem | null>} */
export async function witness(note) {
  const now = parsed(note),
    before = kept();
  if (!now || (await isSigned(note)) === false) return { why: 'unsigned', note, other: '' };
  keep(note);
  return against(now, before);
}
// What is wrong with everything seen of a table: notes that the floor didn't sign, and signed ones that
// contradict an earlier one. `checked` is whether this browser could check the signatures.
/** @param {string} table @returns {Promise<{ problems: Problem[], checked: boolean }>} */
export async function doubts(table) {
  const all = kept().filter((each) => each.table === table),
    signed = await Promise.all(all.map(({ note }) => isSigned(note))),
    sound = all.filter((_, at) => signed[at] !== false),
    unsigned = all.filter((_, at) => signed[at] === false),
    found = sound.map((each, at) => against(each, sound.slice(0, at)));
  return {
    problems: [
      ...unsigned.map(({ note }) => /** @type {Problem} */ ({ why: 'unsigned', note, other: '' })),
      ...found.filter((each) => each !== null),
    ],
    checked: !signed.includes(null),
  };
}
// What was seen of a round.
/** @param {string} table @param {number} round @returns {Seen[]} */
export const seenOf = (table, round) => kept().filter((each) => each.table === table && each.round === round);
// Everything seen, as a file for `paigow verify --witness`.
export const testimony = () =>
  lines()
    .map((line) => `${line}\n`)
    .join('');
// Seen notes that the floor no longer serves, each with what it serves at that version.
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
