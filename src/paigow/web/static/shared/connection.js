// One socket to one table: commands with ids, acknowledgements, a snapshot after every gap, and automatic
// reconnection.

const SLOWEST = 8000,
  TOO_FAST = 1000,
  ASK_AFTER = 150,
  // An answer takes milliseconds: after this long, what was sent no longer counts, and the link is lost.
  SILENT = 5000;

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function api(path, body) {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, { credentials: 'same-origin', ...init });
  if (!answer.ok)
    throw Object.assign(new Error(`${path}: ${answer.status}`), {
      status: answer.status,
      detail: await answer.json().catch(/** @returns {any} */ () => null),
    });
  return answer.json();
}
// The installed rule books: name, game, and cover of each.
/** @returns {Promise<RuleBook[]>} */
export const ruleBooks = () => api('/api/books').catch(/** @returns {any} */ () => []);
/** @type {Promise<Whoami> | null} */
let session = null;
// Scripts can't read the cookie, so a flag next to it says whether to ask for a session or create one.
async function asked() {
  const known =
    localStorage.getItem('guest') && (await api('/api/session').catch(/** @returns {any} */ () => null));
  return kept(known || (await api('/api/session', {})));
}
/** @param {Whoami} found */
const kept = (found) => {
  localStorage.setItem('guest', found.person);
  return found;
};
// Asked once for all callers; after a failure, the next caller asks again.
export function whoAmI() {
  session = session || asked();
  session.catch(() => {
    session = null;
  });
  return session;
}
// Tables change the wallet, so a page that shows it asks again.
export async function whoAmINow() {
  if (session) {
    await session.catch(/** @returns {any} */ () => null);
    session = null;
  }
  return whoAmI();
}
// `how`: login, or accounts for a new one. If it fails, the previous session stays.
/** @param {string} how @param {string} name @param {string} password */
export async function signIn(how, name, password) {
  const found = kept(await api(`/api/${how}`, { name, password }));
  session = Promise.resolve(found);
  return found;
}
// The ways in which somebody can run a table: [role, address of its console]. The owner of a table can be
// both there.
/**
 * @param {Whoami | null} me
 * @param {string} table
 * @param {string | null} [owner]
 * @returns {[role: string, href: string][]}
 */
export const consolesOf = (me, table, owner) =>
  ['dealer', 'floor']
    .filter((role) => me?.roles?.includes(role) || (me && owner === me.person))
    .map((role) => [role, `/console/${encodeURIComponent(table)}?as=${role}`]);
export async function signOut() {
  await fetch('/api/session', { method: 'DELETE', credentials: 'same-origin' });
  localStorage.removeItem('guest');
  session = null;
}

/**
 * @param {string} path
 * @param {{
 *   onFrame: (frame: Frame) => void,
 *   onLost: (seconds: number) => void,
 *   onMeters?: (meters: Record<string, number>) => void,
 *   onRemark?: (remark: { person: string, phrase: string }) => void,
 *   onDue?: (due: DueNow) => void,
 *   onRevoked?: () => void,
 *   onDoubt?: (why: string) => void,
 * }} given1
 */
export function connect(
  path,
  {
    onFrame,
    onLost,
    onMeters = () => {},
    onRemark = () => {},
    onDue = () => {},
    onRevoked = () => location.assign('/'),
    // A checkpoint that the floor didn't sign, or that contradicts another.
    onDoubt = () => {},
  },
) {
  /** @type {Map<string, { command: Command, moment: string, resolve: (answer: Answer) => void }>} */
  const waiting = new Map();
  // The part of a round in which a command makes sense: all of betting is one, then every step.
  /** @type {any} */
  let view = {};
  const momentNow = () => `${view.round} ${view.bets_open ? 'bets' : view.step}`;
  let /** @type {WebSocket | null} */ socket = null,
    version = -1,
    delay = 250,
    closed = false,
    again = 0,
    asking = 0,
    silence = 0,
    ahead = NaN,
    me = '',
    optionsAt = -1,
    optionsDue = -1;

  /** @param {any} message */
  const raw = (message) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  // What acts has a time by which it must arrive: a connection that stalls can deliver it much later.
  /** @param {any} message */
  const act = (message) =>
    raw(ahead ? { ...message, until: Math.round(performance.now() + ahead + SILENT) } : message);
  const expectAnswer = () => {
    clearTimeout(silence);
    silence = waiting.size ? setTimeout(lose, SILENT) : 0;
  };
  // If only the amounts of wagers changed, options are sent on request: ask once for several changes.
  const askIfOld = () => {
    asking = 0;
    if (optionsAt < optionsDue) raw({ type: 'options' });
  };
  const plays = () =>
    [...view.chairs, ...view.wagers.map((/** @type {Wager} */ wager) => wager.person)].includes(me);
  /** @param {string} id @param {string} reason @returns {Answer} */
  const refused = (id, reason) => ({ type: 'refused', id, reason, sentence: '', cites: [] });
  /** @param {Answer} answer */
  const settle = (answer) => {
    const entry = waiting.get(answer.id);
    if (entry) {
      waiting.delete(answer.id);
      if (!waiting.size) expectAnswer();
      entry.resolve(answer);
    }
  };
  // A command that the table has moved past is dropped, and its sender notified: it never reaches another
  // round.
  function resend() {
    const now = momentNow();
    for (const [id, { command, moment }] of waiting)
      if (moment === now) act({ type: 'command', id, command });
      else settle(refused(id, 'moved-on'));
    expectAnswer();
  }

  /** @param {any} message */
  function heard(message) {
    switch (message.type) {
      case 'hello':
        ahead = message.now - performance.now();
        break;
      case 'snapshot':
        optionsAt = version = message.version;
        view = message.view;
        me = message.me;
        onFrame(message);
        resend();
        break;
      case 'update':
        if (message.after !== version) {
          raw({ type: 'resync' });
          return;
        }
        version = message.version;
        view = { ...view, ...message.view };
        if (message.ask) optionsDue = version;
        if (message.ask && plays()) asking = asking || setTimeout(askIfOld, ASK_AFTER);
        onFrame(message);
        break;
      case 'options':
        optionsAt = message.version;
        onFrame({ ...message, events: [], view: {} });
        break;
      case 'remarked':
        onRemark(message);
        break;
      case 'meters':
        onMeters(message.meters);
        break;
      case 'due':
        onDue(message);
        break;
      case 'checkpoint':
        import('./checkpoints.js')
          .then(({ witness }) => witness(message.note))
          .then((problem) => problem && onDoubt(problem.why));
        break;
      case 'ack':
        settle(message);
        break;
      case 'refusal':
        askIfOld();
        settle({ ...message, type: 'refused' });
        break;
      case 'fault':
        if (message.code === 'late') lose();
        else if (message.id) settle({ ...message, type: 'refused', reason: message.code });
        // It doesn't say which message was one too many, so all unanswered ones are sent again.
        else if (message.code === 'too-fast') setTimeout(resend, TOO_FAST);
        break;
      default:
    }
  }
  function open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const made = new WebSocket(`${scheme}://${location.host}${path}`);
    socket = made;
    made.addEventListener('message', (event) => {
      if (made !== socket) return;
      delay = 250;
      heard(JSON.parse(event.data));
    });
    made.addEventListener('close', (event) => {
      if (closed || made !== socket) return;
      // The session has ended, or the role was revoked: reconnecting wouldn't help.
      if (event.code === 4401 || event.code === 4403) {
        if (event.code === 4403) onRevoked();
        else location.assign('/');
        return;
      }
      lose();
    });
  }
  // Whatever this socket still delivers, either way, no longer counts.
  function lose() {
    clearTimeout(silence);
    clearTimeout(again);
    socket?.close();
    socket = null;
    onLost(Math.ceil(delay / 1000));
    again = setTimeout(open, delay);
    delay = Math.min(SLOWEST, delay * 2);
  }
  open();
  const onLine = () => {
    if (socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(again);
    socket?.close();
    open();
  };
  window.addEventListener('online', onLine);
  window.addEventListener('offline', lose);

  return {
    // Resolves with {type: 'ack'} or {type: 'refused', reason, sentence, cites}. A command sent before a
    // disconnect is sent again with the same id, unless the table has moved on; nothing is sent later than it
    // was submitted.
    /** @param {Command} command @returns {Promise<Answer>} */
    send(command) {
      const id = crypto.randomUUID();
      if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(refused(id, 'offline'));
      return new Promise((resolve) => {
        waiting.set(id, { command, moment: momentNow(), resolve });
        act({ type: 'command', id, command });
        if (!silence) expectAnswer();
      });
    },
    // Commands still waiting for an answer, and how to cancel them before they are sent again.
    onTheWay: () => [...waiting.values()].map(({ command }) => command),
    recall() {
      for (const id of [...waiting.keys()]) settle(refused(id, 'recalled'));
    },
    say: act,
    drop() {
      socket?.close();
    },
    close() {
      closed = true;
      clearTimeout(again);
      clearTimeout(asking);
      clearTimeout(silence);
      window.removeEventListener('online', onLine);
      window.removeEventListener('offline', lose);
      socket?.close();
    },
  };
}
