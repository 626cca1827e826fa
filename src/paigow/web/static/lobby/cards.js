// One table of the floor as shown in the lobby: its description, who sits there, its limits, how to sit down.

import { bank, chips } from '../pieces/tokens.js';
import { avatar } from '../shared/avatars.js';
import { consolesOf } from '../shared/connection.js';
import { html } from '../shared/html.js';
import { esc, has, money, percent, rulesOf, t, term, whole, withTerms } from '../shared/texts.js';
import { cover, ROUND as R, WIDTH as W } from './covers.js';

/** @param {LobbyTable} table */
const seatsArt = (table) =>
  table.chairs
    .map((chair, i) => {
      const a = ((i - 2.5) * 8.7 * Math.PI) / 180,
        x = W / 2 + (R - 30) * Math.sin(a) * 1.02,
        y = 244 - (R - 30) + (R - 30) * Math.cos(a);
      if (!chair)
        return html`
          <circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="16" fill="none" stroke="var(--felt-ink)"
            stroke-opacity=".75" stroke-dasharray="4 4"/>
        `;
      const asked = table.awaited.includes(i + 1);
      return (
        avatar(chair.person, x, y, 17, asked) +
        (table.bank === i + 1 ? bank(x + 14, y - 17, 13, [...t('marker.bank')][0]) : '')
      );
    })
    .join('');
/** @param {LobbyTable} table */
const said = ({ step }) =>
  step === 'closed' ? '' : t(has(`lobby.say.${step}`) ? `lobby.say.${step}` : 'lobby.say.play');
/** @param {LobbyTable} table */
const now = (table) => {
  const left = Math.ceil(table.left || 0);
  if (left) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return has(`lobby.say.${table.step}`) ? '' : t(`step.${table.step || 'idle'}`);
};
const CHIPS = [
  [25, 97],
  [5, 153],
  [25, 209],
];
/** @param {LobbyTable} table @param {RuleBook} book */
const art = (table, book) => {
  const betting = table.step === 'bets',
    taken = table.chairs.filter(Boolean).length,
    stakes = betting ? CHIPS.map(([value, x]) => chips([value], x, 200, 18)).join('') : '';
  return cover(betting ? { ...book, cover: [] } : book, {
    title: said(table),
    seats: stakes + seatsArt(table),
    named: `role="img" aria-label="${esc(t('lobby.seats', { n: table.number, taken }))}"`,
    height: 180,
  });
};
/** @param {number | null} value */
export const edge = (value) => (typeof value === 'number' ? percent(value) : '—');
/** @param {LobbyTable} table */
const meters = (table) =>
  table.meters.length
    ? html`
      <p class="jackpot num">
        ${t('lobby.meter')}${' '}<b>${money(table.meters[0][1])}</b>
      </p>
    `
    : '';
// What this table offers by its submission: two tables of one book can differ. Names of bets aren't terms.
/** @param {LobbyTable} table */
const offers = ({ banking, co_banking, dice_bets, side_bets }) => {
  const names = [...(dice_bets ? [t('placard.dragon')] : []), ...side_bets.map((kind) => t(`wager.${kind}`))],
    bank = t(`lobby.offers.${co_banking ? 'cobank' : banking ? 'bank' : 'house'}`);
  const side = names.length
    ? t('lobby.offers.side', { list: names.join(t('list.and')) })
    : t('lobby.offers.none');
  return `${withTerms(esc(bank))} ${esc(side)}`;
};
/** @param {LobbyTable} table */
const seated = (table) => {
  const people = table.chairs.filter((chair) => chair && !chair.bot).length,
    bots = table.chairs.filter((chair) => chair?.bot).length;
  return [people && t('lobby.people', { n: people }), bots && t('lobby.bots', { n: bots })]
    .filter(Boolean)
    .join(' · ');
};
// To deal at one's own table there is one link, with or without the role.
/** @param {Whoami | null} me @param {string} id @param {boolean} own */
const staff = (me, id, own) =>
  consolesOf(me, id)
    .filter(([role]) => !own || role !== 'dealer')
    .map(
      ([role, href]) => `<a class="btn quiet" href="${href}" data-act="go">${t(`console.link.${role}`)}</a>`,
    )
    .join('');
// A person can deal at a table they opened: at a school table in its lesson, at any other at the console.
/** @param {LobbyTable} table */
const dealHere = ({ id, kind }) => {
  const name = encodeURIComponent(id),
    href = kind === 'school' ? `/school?table=${name}` : `/console/${name}?as=dealer`;
  return `<a class="btn quiet" href="${href}" data-act="go">${t('console.link.dealer')}</a>`;
};
/** @param {LobbyTable} table @param {Whoami | null} me @param {RuleBook[]} books @param {boolean} [own] */
export function tableCard(table, me, books, own = false) {
  const open = table.chairs.filter((chair) => !chair).length,
    free = open || table.chairs.filter((chair) => chair?.bot).length,
    mine = me && table.chairs.some((chair) => chair?.person === me.person),
    [least, most] = table.limits?.main || [0, 0],
    id = encodeURIComponent(table.id);
  return html`
    <article class="floor-card" data-k="table-${esc(table.id)}">
      <div class="art">${art(
        table,
        books.find(({ name }) => name === table.book),
      )}</div>
      <div class="info">
        <header><h3>${esc(table.name)}</h3><small class="muted num">${now(table)}</small></header>
        <p class="offers">
          ${own ? t(`lobby.kind.${table.kind}`) : offers(table)}
        </p>
        ${meters(table)}
        <dl class="terms num">
          <div><dt>${t('lobby.limits')}</dt><dd>${whole(least)}–${whole(most)}</dd></div>
          <div><dt>${term('houseedge', t('lobby.edge'))}</dt><dd>${edge(table.edge)}</dd></div>
        </dl>
        <p class="muted num who">
          ${table.round ? t('lobby.round', { n: table.round }) : t('lobby.fresh')}
          ${seated(table) ? ` · ${seated(table)}` : ''}
        </p>
        <div class="go">
          <a class="btn sit" href="/table/${id}${free && !mine ? '?sit' : ''}" data-act="go">
            ${mine ? t('lobby.back') : free ? t('lobby.sit', { n: free }) : t('lobby.full')}
          </a>
          ${
            own
              ? html`
                <button class="btn quiet" data-act="invite" data-id="${esc(table.id)}">
                  ${t('lobby.invite')}
                </button>
              `
              : `<a class="btn quiet" href="/watch/${id}" data-act="go">${t('lobby.watch')}</a>`
          }
          <a class="btn quiet rules" href="${rulesOf(table.id)}">${t('lobby.rules')}</a>
          ${own ? dealHere(table) : ''}
          ${staff(me, table.id, own)}
        </div>
      </div>
    </article>
  `;
}
