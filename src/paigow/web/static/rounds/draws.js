// The draws of a round, worked out again from its seed: the same numbers as the server's, by WebCrypto alone.
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
// One number below each bound; numbers that would favour the small ones are passed over.
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

const DOMAIN = text.encode('paigow/seal/1\u0000');
/** @param {string} seedHex */
export async function commitment(seedHex) {
  const seed = bytes(seedHex),
    all = new Uint8Array(DOMAIN.length + seed.length);
  all.set(DOMAIN);
  all.set(seed, DOMAIN.length);
  return hexOf(await crypto.subtle.digest('SHA-256', all));
}
// The seed of a draw: the sealed one and all words added by then, in their order.
/** @param {string} seedHex @param {any} words */
export const mixed = (seedHex, words) => hmac(bytes(seedHex), text.encode(JSON.stringify(words)));

const RANKED =
  '6-6 6-6 1-1 1-1 4-4 4-4 1-3 1-3 5-5 5-5 3-3 3-3 2-2 2-2 ' +
  '5-6 5-6 4-6 4-6 1-6 1-6 1-5 1-5 3-6 4-5 2-6 3-5 2-5 3-4 2-4 1-4 2-3 1-2';
export const TILES = RANKED.split(' ');
export const CARDS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']
  .flatMap((rank) => ['c', 'd', 'h', 's'].map((suit) => rank + suit))
  .concat('Jo');

// What an event says was drawn, and how to draw it again at the version before its command; null where
// nothing was.
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
// Works out again what a round drew. `steps` are events in their order with the table's version before each
// command.
/** @param {{ seed: string, sealed: string, steps: { event: GameEvent, before: number }[] }} given */
export async function checkRound({ seed, sealed, steps }) {
  const findings = [{ what: 'seal', found: await commitment(seed), told: sealed }],
    words = [];
  for (const { event, before } of steps) {
    if (event.event === 'words-added') words.push([event.person, event.words]);
    const draw = drawOf(event, before);
    if (!draw) continue;
    const found = await draw.again(await mixed(seed, words));
    findings.push({ what: draw.what, found: found.join(' '), told: draw.told.join(' ') });
  }
  return findings.map((each) => ({ ...each, same: each.found === each.told }));
}
export { bytes, hexOf };
