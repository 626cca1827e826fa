// The table at an address: the session, the socket, and links to other pages.
import { connect, consolesOf, whoAmI } from '../shared/connection.js';
import { chosen, fourColours } from '../shared/settings.js';
import { t } from '../shared/texts.js';
import { tablePage } from './table.js';

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {{
 *   go: Go, styles: () => Promise<unknown>, invite?: (id: string) => unknown, watch?: boolean, sit?: boolean,
 *   role?: string,
 * }} given2
 */
export async function openTable(root, id, { go, styles, invite, watch = false, sit = false, role = '' }) {
  const me = await whoAmI();
  let /** @type {TablePage | null} */ page = null,
    /** @type {Link} */ link = null,
    standing = sit;
  /** @param {string} act @param {any} data */
  const navigate = (act, data) => {
    if (act === 'lobby') go('/');
    else if (act === 'replay') go(`/round/${id}/${data.round}`);
    else if (act === 'verify' || act === 'seal')
      import('../rounds/verify.js').then(({ verifyLast }) => verifyLast(id, data.model));
    else if (act === 'invite') invite?.(id);
  };
  const close = () => {
    link.close();
    page?.close();
  };
  const askIfMissing = async () => {
    const { showIfMissing } = await import('../console/denied.js');
    if (await showIfMissing(root, id, styles)) close();
  };
  link = connect(`/ws/tables/${encodeURIComponent(id)}${role ? `?as=${role}` : ''}`, {
    onFrame(frame) {
      if (!page)
        page = tablePage(root, {
          layout: frame.layout,
          send: (command) => link.send(command),
          tell: (message) => link.say(message),
          onTheWay: () => link.onTheWay(),
          recall: () => link.recall(),
          navigate,
          readOnly: watch,
          fourColours: fourColours(),
          consoles: consolesOf(me, id, frame.layout?.owner),
        });
      page.receive(frame);
      if (standing) standing = !page.sitDown();
      if (frame.meters) page.set({ meters: frame.meters });
    },
    // Other tables feed them as well.
    onMeters(meters) {
      page?.set({ meters });
    },
    onRemark(remark) {
      if (chosen('messages') === 'on' || remark.person === me?.person) page?.remark(remark);
    },
    onLost(seconds) {
      page?.offline(seconds);
      // After a restart everyone reconnects at once: ask only if that fails for a while.
      if (!page || seconds > 1) askIfMissing().catch(() => {});
    },
    onDoubt(why) {
      page?.say(t(`checkpoint.${why}`), true);
    },
  });
  return {
    close,
    own: true,
    drop: () => link.drop(),
    get model() {
      return page?.model;
    },
  };
}
