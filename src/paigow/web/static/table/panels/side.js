// The right column: the state of the round, the dealer's script, money or pay table, and the seal.

import { namedHand, nameHalf } from '../../pieces/names.js';
import { html } from '../../shared/html.js';
import { esc, has, money, oddsText, signed, t, term, withTerms } from '../../shared/texts.js';
import { isTiles, rack, roundShown, seatOf, stages, stakeOf } from '../model.js';
import { quoted } from '../sentences.js';
import { paragraphs } from './buttons.js';

// Names of hands can be clicked for their meaning.
/** @param {Model} model @param {LogEntry} entry */
export function lineText(model, entry) {
  let rest = quoted(model, entry),
    told = '';
  for (const pieces of entry.says ? [] : [entry.event?.high, entry.event?.low]) {
    const { name } = nameHalf(pieces, model.wheelLowest),
      at = name ? rest.indexOf(name) : -1;
    if (at < 0) continue;
    // A colon stays with the name before it.
    const [mark] = rest.slice(at + name.length).match(/^[:：,，.。]?/);
    const hand = namedHand(pieces, model.wheelLowest);
    told += `${withTerms(esc(rest.slice(0, at)))}<span class="nobr">${hand}${mark}</span>`;
    rest = rest.slice(at + name.length + mark.length);
  }
  return told + withTerms(esc(rest));
}
/** @param {Model} model */
function steps(model) {
  const { all, now } = stages(model);
  return html`
    <ol class="steps">
      ${all
        .map(
          (name, i) => html`
            <li
              class="${i < now ? 'done' : i === now ? 'now' : ''}"${i === now ? ' aria-current="step"' : ''}>
              <i></i>
              <span>${term(`stage.${name}`, t(`stage.${name}`))}</span>
            </li>
          `,
        )
        .join('')}
    </ol>
  `;
}
/** @param {Model} model @param {number} [most] */
export function script(model, most = 9) {
  // Newest first: older lines that don't fit are dropped whole.
  const lines = model.log.slice(-most).reverse();
  return html`
    <ol class="script">
      ${lines
        .map(
          (entry, i) => html`
            <li class="${i === 0 ? 'now' : ''}">
              <p>${lineText(model, entry)}</p>
              <span class="cites">${paragraphs(entry.cites)}</span>
            </li>
          `,
        )
        .join('')}
    </ol>
  `;
}
/** @param {Model} model */
export const ticker = (model) => {
  const last = model.log.at(-1);
  return last
    ? `<span>${lineText(model, last)}</span>${paragraphs(last.cites)}`
    : `<span>${t('script.none')}</span>`;
};

/** @param {Model} model */
function moneyRows(model) {
  const mine = model.view.wagers.filter((wager) => wager.person === model.me),
    play = mine.reduce((sum, wager) => sum + stakeOf(wager), 0);
  const chips = rack(model),
    // Promotional chips were never the player's money: neither betting nor losing them costs any.
    evening = mine.reduce((sum, wager) => sum + wager.chips, chips - model.started);
  const tone = evening > 0 ? 'win' : evening < 0 ? 'lose' : 'push',
    sign = { win: '▲', lose: '▼', push: '=' }[tone];
  const bankRack = model.view.bank ? rack(model, model.view.bank.person) : null;
  // A spectator has no chips here; a player who has left keeps the evening's result.
  const own =
    seatOf(model) === null
      ? []
      : [
          [t('money.chips'), money(chips), ''],
          [t('money.play'), play ? money(play) : '–', ''],
        ];
  const rows = [
    ...own,
    ...(Number.isNaN(evening)
      ? []
      : [[t('money.evening'), `${sign} ${evening ? signed(evening) : t('even')}`, tone]]),
    ...(bankRack === null ? [] : [[t('money.bank'), money(bankRack), '']]),
  ];
  if (!rows.length) return '';
  return html`
    <section>
      <h2>${t('money')}</h2>
      <dl class="rows num">
        ${rows.map(([name, value, cls]) => `<dt>${name}</dt><dd class="${cls}">${value}</dd>`).join('')}
      </dl>
    </section>
  `;
}
/** @param {[line: string, pays: string, cite?: string][]} rows */
export const payRows = (rows) =>
  rows
    .map(
      ([line, pays]) => html`
        <tr>
          <td>${term(`line.${line}`, esc(has(`payline.${line}`) ? t(`payline.${line}`) : line))}</td>
          <td>${esc(/ to 1$/.test(pays) ? pays.replace(' to 1', '') : oddsText(pays))}</td>
        </tr>
      `,
    )
    .join('');
/** @param {Model} model */
function payTable(model) {
  const wager = (model.layout?.wagers || []).find((each) => each.rows.length);
  if (!wager) return '';
  return html`
    <section>
      <h2>
        ${term(`wager.${wager.kind}`, t(`wager.${wager.kind}`))}${' '}
        <small>${t('paytable', { id: wager.table })}</small>
      </h2>
      <table class="pays num">
        <tbody>
          ${payRows(wager.rows)}
        </tbody>
      </table>
    </section>
  `;
}
/** @param {Model} model */
function seal(model) {
  const sealed = model.sealed || model.view.chance?.commitment;
  const short = sealed ? sealed.slice(0, 12).replace(/(.{4})(?=.)/g, '$1·') : '';
  return html`
    <section class="seal">
      <span>${sealed ? t('seal.is', { seal: short }) : t('seal.none')}</span>
      <button class="para" data-act="seal" data-k="seal">${t('seal.verify')}</button>
    </section>
  `;
}
/** @param {Model} model */
export function sidePanel(model) {
  const { all, now } = stages(model);
  const where =
    now >= 0
      ? t('stage.of', { name: t(`stage.${all[now]}`), n: now + 1, all: all.length })
      : t(`step.${model.view.step}`);
  return html`
    <section>
      <h2>${t('round', { n: roundShown(model) })} <small>${where}</small></h2>
      ${steps(model)}
    </section>
    <section class="grow"><h2>${t('script')} <small>${t('script.tap')}</small></h2>${script(model)}</section>
    ${!isTiles(model) && payTable(model) ? payTable(model) : moneyRows(model)}${seal(model)}
  `;
}
