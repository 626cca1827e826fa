// What a round did to a person's money, wager by wager, from the postings in its events.
/** @param {Posting[]} postings */
const sum = (postings) => postings.reduce((total, [, cents]) => total + cents, 0);
const BEFORE = new Set([
  'wager-placed',
  'wager-taken-back',
  'bought-in',
  'cashed-out',
  'left',
  'bank-accepted',
  'dealer-wager-placed',
  'bank-not-taken',
  'coupons-given',
  'tray-filled',
  'tray-credited',
  'pushes-returned',
]);

// Promotional chips and coupons aren't chips: they have accounts of their own. Postings come in pairs, from
// and to.
/** @param {Posting[]} postings @param {number} i */
const partOf = (postings, i) => {
  const [account, cents] = postings[i ^ 1] || ['', 0];
  if (cents !== -postings[i][1]) return 'chips';
  return account === 'issued' ? 'gone' : /^(promotional|coupons)\//.test(account) ? 'back' : 'chips';
};
// A push stays down: nothing is posted, and its wagers are in the event.
/** @param {GameEvent} event @param {string} person @returns {Settled[]} */
const leftDown = ({ left = [] }, person) =>
  left
    .filter((/** @type {Wager} */ wager) => wager.person === person)
    .map((/** @type {Wager} */ { position, kind, chips, promotional, coupon }) => ({
      key: `${position}/${kind}`,
      chips,
      gone: 0,
      back: promotional + coupon,
      down: true,
    }));
// What left each of a person's wagers in an event: its chips, and the promotional part that is gone or
// returned.
/** @param {GameEvent} event @param {string} person @returns {Settled[]} */
const wagersOf = (event, person) => {
  const { postings = [] } = event;
  if (event.left?.length) return leftDown(event, person);
  const found = new Map(),
    start = `wager/${person}/`;
  postings.forEach(([account, cents], i) => {
    if (!account.startsWith(start)) return;
    const wager = found.get(account) || { key: account.slice(start.length), chips: 0, gone: 0, back: 0 };
    wager[partOf(postings, i)] -= cents;
    found.set(account, wager);
  });
  return [...found.values()].filter(({ chips, gone, back }) => chips + gone + back > 0);
};
/** @param {number} cents */
const toneOf = (cents) => (cents > 0 ? 'win' : cents < 0 ? 'lose' : 'push');
// The sum of several lines; promotional chips can be lost and cost nothing.
/** @param {LedgerLine[]} lines @param {number} total */
export const outcomeOf = (lines, total) =>
  total || new Set(lines.map((line) => line.outcome)).size !== 1 ? toneOf(total) : lines[0].outcome;
/** @param {GameEvent} event @param {string} person */
const rackOf = (event, person) =>
  sum(
    (event.postings || []).filter(
      ([account]) => account === `rack/${person}` || account === `cover/${person}`,
    ),
  );

// Undone by a void (R80): returned wagers win and lose nothing. A bank keeps what a dead hand lost (R67).
const UNDONE = new Set(['wager-surrendered', 'hand-abandoned', 'progressive-collected']);
/** @param {LedgerLine[]} lines @param {GameEvent} event @param {Settled[]} wagers @param {number} gained */
function voided(lines, { event, position, cites }, wagers, gained) {
  let kept = gained;
  /** @param {Partial<LedgerLine>} line @returns {any} */
  const back = (line) => {
    kept -= line.stake;
    return { ...line, outcome: 'void', net: 0, vigorish: 0, event, cites };
  };
  const all = lines.map((line) =>
    UNDONE.has(line.event) && (!position || line.position === position) ? back(line) : line,
  );
  for (const { key, chips, gone, back: given } of wagers) {
    const [at, ...kind] = key.split('/');
    all.push(back({ kind: kind.join('/'), position: Number(at), stake: chips, given: gone + given }));
  }
  if (kept) all.push({ kind: event, stake: 0, outcome: toneOf(kept), net: kept, vigorish: 0, cites });
  return all;
}

// A progressive's chip is collected before its hand is seen: why it lost is told later.
/** @param {LedgerLine[]} lines @param {GameEvent} event */
const explained = (lines, { position }) =>
  lines.map((line) =>
    line.event === 'progressive-collected' && line.position === position
      ? { ...line, line: 'less than a full house' }
      : line,
  );

// Lines {kind, position, stake, given, outcome, net, vigorish, line, cites}; an event without a wager of the
// person is a line with its own name.
/** @param {GameEvent[]} events @param {string} person @returns {LedgerLine[]} */
export function ledger(events, person) {
  /** @type {LedgerLine[]} */
  let lines = [];
  const surrendered = new Set();
  /** @type {number[] | undefined} */
  let dice;
  for (const event of events) {
    if (BEFORE.has(event.event)) continue;
    if (event.event === 'lid-lifted') dice = event.dice;
    if (event.event === 'progressive-settled' && event.person === person && !event.won)
      lines = explained(lines, event);
    if (event.event === 'wager-surrendered') surrendered.add(event.position);
    const wagers = wagersOf(event, person),
      gained = rackOf(event, person);
    if (/^(round|hand)-voided$/.test(event.event)) {
      lines = voided(lines, event, wagers, gained);
      continue;
    }
    const staked = wagers.reduce((total, { chips }) => total + chips, 0);
    if (!wagers.length) {
      if (gained)
        lines.push({
          kind: event.event,
          stake: 0,
          outcome: toneOf(gained),
          net: gained + (event.person === person ? event.vigorish || 0 : 0),
          vigorish: event.person === person ? event.vigorish || 0 : 0,
          line: event.line,
          cites: event.cites,
        });
      continue;
    }
    const vigorish = wagers.length === 1 ? event.vigorish || 0 : 0;
    for (const { key, chips, gone, back, down } of wagers) {
      const [position, ...kind] = key.split('/');
      const share = down
        ? chips
        : wagers.length === 1
          ? gained
          : staked
            ? Math.round((gained * chips) / staked)
            : 0;
      const net = share - chips + vigorish;
      lines.push({
        kind: kind.join('/'),
        position: Number(position),
        stake: chips,
        given: gone + back,
        outcome: net || !gone ? toneOf(net) : 'lose',
        net,
        vigorish,
        line: event.event === 'pair-fortunes-lost' ? 'nothing' : event.line,
        dice: /^dice-wagers?-(lost|paid)$/.test(event.event) ? dice : undefined,
        // A surrendered wager is collected later, with hands that were compared, but it wasn't compared
        // itself.
        event: kind[0] === 'main' && surrendered.has(Number(position)) ? 'wager-surrendered' : event.event,
        why: event.limb || event.half || '',
        cites: event.cites,
      });
    }
  }
  return lines;
}
/** @param {LedgerLine[]} lines */
export const net = (lines) => lines.reduce((total, line) => total + line.net - line.vigorish, 0);
