// What a round did to a person's money, wager by wager, out of the postings that its events carry.
const touching = (postings, start) => (postings || []).filter(([account]) => account.startsWith(start));
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
]);

const wagersOf = (event, person) => {
  const found = new Map();
  for (const [account, cents] of touching(event.postings, `wager/${person}/`)) {
    const key = account.slice(`wager/${person}/`.length);
    found.set(key, (found.get(key) || 0) + cents);
  }
  return [...found].filter(([, cents]) => cents < 0);
};
const rackOf = (event, person) =>
  sum(
    (event.postings || []).filter(
      ([account]) => account === `rack/${person}` || account === `cover/${person}`,
    ),
  );

// Lines {kind, position, stake, outcome, net, vigorish, line, cites}; an event without a wager of the person is a line by its own name.
export function ledger(events, person) {
  const lines = [];
  for (const event of events) {
    if (BEFORE.has(event.event)) continue;
    const wagers = wagersOf(event, person),
      gained = rackOf(event, person);
    const staked = -sum(wagers);
    if (!wagers.length) {
      if (gained)
        lines.push({
          kind: event.event,
          stake: 0,
          outcome: gained > 0 ? 'win' : 'lose',
          net: gained + (event.person === person ? event.vigorish || 0 : 0),
          vigorish: event.person === person ? event.vigorish || 0 : 0,
          line: event.line,
          cites: event.cites,
        });
      continue;
    }
    const vigorish = wagers.length === 1 ? event.vigorish || 0 : 0;
    for (const [key, cents] of wagers) {
      const [position, ...kind] = key.split('/');
      const share = gained && staked ? Math.round((gained * -cents) / staked) : 0;
      const net = share + cents + vigorish;
      lines.push({
        kind: kind.join('/'),
        position: Number(position),
        stake: -cents,
        outcome: net > 0 ? 'win' : net < 0 ? 'lose' : 'push',
        net,
        vigorish,
        line: event.line,
        event: event.event,
        cites: event.cites,
      });
    }
  }
  return lines;
}
export const net = (lines) => lines.reduce((total, line) => total + line.net - line.vigorish, 0);
