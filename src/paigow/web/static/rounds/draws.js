// The draws of a round, recomputed from its seed: the same numbers as the server's, with WebCrypto alone.
const text = new TextEncoder();
/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
/** @param {ArrayBuffer} buffer */
const hexOf = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** @param {Uint8Array<ArrayBuffer>} key @param {any} message */
const hmac = async (key, message) => {
  const made = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, message));
};

// 32-bit numbers, block by block: HMAC-SHA-256(seed, "label/block").
/** @param {Uint8Array<ArrayBuffer>} seed @param {string} label */
async function* numbers(seed, label) {
  for (let block = 0; ; block += 1) {
    const digest = new DataView((await hmac(seed, text.encode(`${label}/${block}`))).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}
/** @param {AsyncGenerator<number>} stream @returns {Promise<number>} */
const following = async (stream) => (await stream.next()).value;
// One number below each bound; rejection sampling avoids a bias to small numbers.
/** @param {Uint8Array<ArrayBuffer>} seed @param {string} label @param {number[]} bounds */
export async function drawn(seed, label, bounds) {
  const stream = numbers(seed, label),
    results = [];
  for (const bound of bounds) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let value = await following(stream);
    while (value >= limit) value = await following(stream);
    results.push(value % bound);
  }
  return results;
}
/** @param {Uint8Array<ArrayBuffer>} seed @param {string} label @param {Piece[]} items */
export async function shuffled(seed, label, items) {
  const order = [...items],
    bounds = [];
  for (let place = items.length - 1; place > 0; place -= 1) bounds.push(place + 1);
  const others = await drawn(seed, label, bounds);
  others.forEach((other, i) => {
    const place = items.length - 1 - i;
    [order[place], order[other]] = [order[other], order[place]];
  });
  return order;
}
/** @param {Uint8Array<ArrayBuffer>} seed @param {string} label */
export const dice = async (seed, label) => (await drawn(seed, label, [6, 6, 6])).map((value) => value + 1);
/** @param {Uint8Array<ArrayBuffer>} seed @param {string} label @param {number} first @param {number} last */
export const between = async (seed, label, first, last) =>
  first + (await drawn(seed, label, [last - first + 1]))[0];

// The first edition: the seed's hash, words added in the open, draws labeled with the table's version.
const DOMAIN = text.encode('paigow/seal/1\u0000');
/** @param {string} seedHex */
export async function commitment(seedHex) {
  const seed = bytes(seedHex),
    all = new Uint8Array(DOMAIN.length + seed.length);
  all.set(DOMAIN);
  all.set(seed, DOMAIN.length);
  return hexOf(await crypto.subtle.digest('SHA-256', all));
}
/** @param {string} seedHex @param {any} words */
export const mixed = (seedHex, words) => hmac(bytes(seedHex), text.encode(JSON.stringify(words)));

// SHA-256 of the parts, each prefixed by its length in four bytes; numbers are their decimal digits.
/** @param {(string | number | Uint8Array)[]} parts */
async function hashed(...parts) {
  const written = parts.map((part) => (part instanceof Uint8Array ? part : text.encode(String(part))));
  const all = new Uint8Array(written.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = 0;
  for (const part of written) {
    new DataView(all.buffer).setUint32(at, part.length);
    all.set(part, at + 4);
    at += 4 + part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}
/** @param {string} table @param {number} round @param {string} seedHex */
export const seedCommitment = async (table, round, seedHex) =>
  hexOf((await hashed('paigow seed 2', table, round, bytes(seedHex))).buffer);
/**
 * @param {string} table @param {number} round
 * @param {string} person @param {string} word @param {string} salt
 */
export const wordCommitment = async (table, round, person, word, salt) =>
  hexOf((await hashed('paigow word 2', table, round, person, word, bytes(salt))).buffer);
// The key of all draws of a round: seed, opened words by position, and the SHA-256 of the beacon's signature.
/**
 * @param {string} seedHex @param {string} table @param {number} round
 * @param {CommittedWord[]} words @param {string} signature
 */
export async function mixOf(seedHex, table, round, words, signature) {
  const opened = words
      .filter((each) => each.word !== null)
      .sort((one, other) => one.position - other.position),
    parts = opened.flatMap((each) => [each.position, each.person, each.word ?? '', bytes(each.salt)]),
    beacon = signature
      ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(signature)))
      : new Uint8Array();
  return hashed('paigow mix 2', bytes(seedHex), table, round, opened.length, ...parts, beacon);
}

const RANKED =
  '6-6 6-6 1-1 1-1 4-4 4-4 1-3 1-3 5-5 5-5 3-3 3-3 2-2 2-2 ' +
  '5-6 5-6 4-6 4-6 1-6 1-6 1-5 1-5 3-6 4-5 2-6 3-5 2-5 3-4 2-4 1-4 2-3 1-2';
export const TILES = RANKED.split(' ');
export const CARDS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']
  .flatMap((rank) => ['c', 'd', 'h', 's'].map((suit) => rank + suit))
  .concat('Jo');

// What an event says was drawn, and how to redraw it at the version before its command; null if nothing was.
/** @param {GameEvent} event @param {number} before */
function drawOf(event, before) {
  switch (event.event) {
    case 'tiles-washed':
    case 'cards-shuffled':
      return {
        what: 'order',
        told: event.order,
        /** @param {Uint8Array<ArrayBuffer>} key */
        again: (key) => shuffled(key, `${before}/order`, event.order.length === 32 ? TILES : CARDS),
      };
    case 'dice-shaken':
      return (
        event.dice && {
          what: 'dice',
          told: event.dice,
          /** @param {Uint8Array<ArrayBuffer>} key */
          again: (key) => dice(key, `${before}/dice`),
        }
      );
    case 'start-found':
      return (
        event.number && {
          what: 'start',
          told: [event.number],
          /** @param {Uint8Array<ArrayBuffer>} key */
          again: async (key) => [await between(key, `${before}/start`, 1, 7)],
        }
      );
    case 'cards-cut':
      return (
        event.by === 'dealer' && {
          what: 'cut',
          told: [event.depth],
          /** @param {Uint8Array<ArrayBuffer>} key */
          again: async (key) => [await between(key, `${before}/cut`, 10, 43)],
        }
      );
    default:
      return null;
  }
}
/** @param {{ what: string, found: string, told: string }[]} findings */
const compared = (findings) => findings.map((each) => ({ ...each, same: each.found === each.told }));
/** @param {{ seed: string, sealed: string, steps: { event: GameEvent, before: number }[] }} given */
async function checkFirst({ seed, sealed, steps }) {
  const findings = [{ what: 'seal', found: await commitment(seed), told: sealed }],
    words = [];
  for (const { event, before } of steps) {
    if (event.event === 'words-added') words.push([event.person, event.words]);
    const draw = drawOf(event, before);
    if (!draw) continue;
    const found = await draw.again(await mixed(seed, words));
    findings.push({ what: draw.what, found: found.join(' '), told: draw.told.join(' ') });
  }
  return compared(findings);
}

// What an event of the second edition says was drawn: the draw's name, its number, and how to redraw it.
/** @param {GameEvent} event @returns {any[]} */
function drawsOf(event) {
  const pieces = () => (event.pieces.length === 32 ? TILES : CARDS);
  /**
   * @param {string} name @param {number} number @param {number} value
   * @param {number} first @param {number} last
   */
  const one = (name, number, value, first, last) => ({
    name,
    number,
    told: [value],
    /** @param {Uint8Array<ArrayBuffer>} key @param {string} label */
    again: async (key, label) => [await between(key, label, first, last)],
  });
  if (event.event === 'order-fixed') {
    const order = { name: 'order', number: event.draw, told: event.pieces };
    const cut = event.cut_draw ? [one('cut', event.cut_draw, event.cut_at, 10, 43)] : [];
    return [
      {
        ...order,
        again: (/** @type {any} */ key, /** @type {string} */ label) => shuffled(key, label, pieces()),
      },
      ...cut,
    ];
  }
  if (event.draw === undefined) return [];
  switch (event.event) {
    case 'dice-shaken':
      return [{ name: 'dice', number: event.draw, told: event.dice, again: dice }];
    case 'start-found':
      return [one('start', event.draw, event.number, 1, 7)];
    case 'cards-cut':
      return [one('cut', event.draw, event.depth, 10, 43)];
    case 'exposed-while-stacking':
    case 'undealt-tile-seen':
      return [
        {
          name: 'exposed',
          number: event.draw,
          told: [event.tile],
          /** @param {Uint8Array<ArrayBuffer>} key @param {string} label */
          again: async (key, label) => [TILES[await between(key, label, 0, 31)]],
        },
      ];
    default:
      return [];
  }
}
// The second edition: committed words, one mix, draws labeled by name and number.
/**
 * @param {{
 *   seed: string, sealed: string, table: string, round: number, steps: { event: GameEvent }[]
 * }} given
 */
async function checkSecond({ seed, sealed, table, round, steps }) {
  const findings = [{ what: 'seal', found: await seedCommitment(table, round, seed), told: sealed }];
  /** @type {CommittedWord[]} */
  let words = [];
  /** @type {Record<string, number>} */
  const counts = {};
  let key = await mixOf(seed, table, round, [], '');
  for (const { event } of steps) {
    if (event.event === 'words-listed') words = event.words;
    if (event.event === 'word-opened') {
      const { person, word, salt } = event;
      const told = words.find((each) => each.person === person)?.commitment ?? '';
      findings.push({ what: 'word', found: await wordCommitment(table, round, person, word, salt), told });
      words = words.map((each) => (each.person === person ? { ...each, word, salt } : each));
    }
    if (event.event === 'words-closed' && event.beacon_round === null)
      key = await mixOf(seed, table, round, words, '');
    if (event.event === 'beacon-mixed') key = await mixOf(seed, table, round, words, event.signature);
    for (const draw of drawsOf(event)) {
      counts[draw.name] = (counts[draw.name] || 0) + 1;
      const found = await draw.again(key, `${draw.name} ${counts[draw.name]}`);
      findings.push({
        what: draw.name,
        found: `${counts[draw.name]}: ${found.join(' ')}`,
        told: `${draw.number}: ${draw.told.join(' ')}`,
      });
    }
  }
  return compared(findings);
}
// Recompute a round's draws. `steps` are events in order with the table's version before each command.
// First-edition rounds never committed to words.
/** @param {any} given */
export async function checkRound(given) {
  const bound = given.steps.find(
    (/** @type {any} */ { event }) => event.event === 'commitment-published',
  )?.event;
  const second = bound || given.steps.some((/** @type {any} */ { event }) => event.event === 'words-closed');
  if (!second) return checkFirst(given);
  return checkSecond({ ...given, table: given.table ?? bound?.table, round: bound?.round ?? given.round });
}
export { bytes, hexOf };
