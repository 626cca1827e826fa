// Where and with what I bet: my own spot, a free one next to it, another player's; chips, promotional chips,
// a coupon.
import { html } from '../shared/html.js';
import { esc, money, t, whole } from '../shared/texts.js';
import { nameOf, options, rack, seatOf, stakeOf } from './model.js';

const TIP = 'tip';
/** @param {Model} model */
export const chosenChip = (model) => model.chip || 2500;
// The bank can't bet against itself, even while older options still allow it.
/** @param {Model} model */
export function placing(model) {
  const banks = model.view.bank?.person === model.me;
  return options(model, 'place-wager').filter(
    ({ command: { kind, position } }) =>
      kind !== TIP && !(banks && (kind === 'main' || position !== seatOf(model))),
  );
}

// The banker of a table without open bets for the bank has nothing to bet with.
/** @param {Model} model */
export const onlyBanks = (model) =>
  model.view.bank?.person === model.me &&
  !placing(model).length &&
  !model.view.wagers.some(({ person }) => person === model.me);

// My own spot first, then those where I can bet or already have a bet.
/** @param {Model} model */
export function spotsOf(model) {
  const own = seatOf(model),
    mine = model.view.wagers.filter((wager) => wager.person === model.me);
  const others = [
    ...placing(model).map((option) => option.command.position),
    ...mine.map((wager) => wager.position),
  ];
  return [own, ...[...new Set(others)].filter((n) => n !== own).sort((a, b) => a - b)];
}
/** @param {Model} model */
export function spotOf(model) {
  const spots = spotsOf(model);
  if (spots.includes(model.spot)) return model.spot;
  // A rider whose own spot is closed continues where the wager is.
  const open = placing(model).map((option) => option.command.position);
  return open.includes(spots[0]) ? spots[0] : (spots.find((n) => open.includes(n)) ?? spots[0]);
}
/** @param {Model} model @param {number} position @param {string} kind */
export const laidAt = (model, position, kind) =>
  model.view.wagers.find(
    (each) => each.person === model.me && each.position === position && each.kind === kind,
  );
// Why a spot doesn't take a chip now.
/** @param {Model} model @param {string} kind */
export function whyNoBet(model, kind) {
  const name = t(`wager.${kind}`),
    least = model.layout?.limits.main[0];
  if (laidAt(model, spotOf(model), kind)) return t('bet.full', { name });
  if (kind !== 'main' && !laidAt(model, spotOf(model), 'main')) return t('bet.first', { name });
  return rack(model) < least ? t('bet.poor', { least: whole(least) }) : t('bet.closed', { name });
}
/** @param {Model} model @param {number} n */
export const spotName = (model, n) => {
  const person = model.view.chairs[n - 1];
  if (n === seatOf(model)) return t('spot.own', { n });
  return person ? t('spot.ride', { n, name: nameOf(model, person) }) : t('spot.second', { n });
};
/** @param {Model} model @returns {Record<string, number>} */
export const givenTo = (model) => ({
  promotional: model.view.balances[`promotional/${model.me}`] || 0,
  coupon: model.view.balances[`coupons/${model.me}`] || 0,
});

// A wager with one more chip on a spot, within its limits; null if it can't be made.
/**
 * @param {Model} model
 * @param {number} position
 * @param {string} kind
 * @param {number} more
 * @param {string} [lay]
 */
export function wagerWith(model, position, kind, more, lay = '') {
  const option = placing(model).find(({ command }) => command.kind === kind && command.position === position);
  if (!option) return null;
  const held = laidAt(model, position, kind) || { chips: 0, promotional: 0, coupon: 0 },
    given = givenTo(model),
    sum = option.sums?.find((each) => each.plus.includes('promotional')),
    free = sum || option.free.find((each) => each.field === 'chips'),
    [least, most] = free ? [free.least, free.most] : [option.command.chips, option.command.chips];
  const added = lay === 'promotional' ? Math.min(more, given.promotional) : more,
    total = Math.max(least, Math.min(most, stakeOf(held) + added)),
    promotional = Math.min(total, held.promotional + (lay === 'promotional' ? added : 0)),
    chips = total - promotional;
  // The face of a coupon is at most the chips it goes with.
  const coupon =
    lay === 'coupon' && kind === 'main' ? Math.min(chips, held.coupon + given.coupon) : held.coupon;
  // Without chips left, or at the limit, the bet would stay as it is.
  if (total === stakeOf(held) && promotional === held.promotional && coupon === held.coupon) return null;
  return { do: 'place-wager', position, kind, chips, promotional, coupon };
}
// A wager can depend on another: my own main wager first, then other main wagers, then the rest.
/** @param {Wager[]} wagers @param {number | null} own */
export const inOrder = (wagers, own) => {
  /** @param {Wager} wager */
  const turn = (wager) => (wager.kind === 'main' ? (wager.position === own ? 0 : 1) : 2);
  return [...wagers].sort((one, other) => turn(one) - turn(other));
};
// A player who has the bank can't repeat bets: there is nobody to bet against.
/** @param {Model} model */
export const repeatable = (model) =>
  model.view.bank?.person !== model.me && (model.previous || []).length > 0;
// What the main button does while bets are open: the first bet, the same again, or that all are down.
/** @param {Model} model */
export const mainBet = (model) =>
  model.guided || model.view.wagers.some(({ person }) => person === model.me)
    ? 'ready'
    : repeatable(model) || model.view.bank?.person === model.me
      ? 'same'
      : 'bet';
// The same wager again, with what is left of the promotional chips.
/** @param {Model} model @param {Wager} wager */
export function wagerAgain(model, wager) {
  const given = givenTo(model),
    promotional = Math.min(wager.promotional, given.promotional);
  return {
    do: 'place-wager',
    position: wager.position,
    kind: wager.kind,
    chips: stakeOf(wager) - promotional,
    promotional,
    coupon: Math.min(wager.coupon, given.coupon),
  };
}

/** @param {string} name @param {string} title @param {string | number} chosen @param {any[]} list */
const choice = (name, title, chosen, list) =>
  html`
    <div>
      <label for="bet-${name}">${title}</label>
      <select id="bet-${name}" data-input="${name}" data-k="${name}">
        ${list
          .map(
            ([value, text]) => html`
              <option data-k="${value}" value="${value}"${value === chosen ? ' selected' : ''}>
                ${esc(text)}
              </option>
            `,
          )
          .join('')}
      </select>
    </div>
  `;
// Drawn only if there is a choice.
/** @param {Model} model */
export function whereWith(model) {
  const spots = spotsOf(model),
    given = givenTo(model);
  const lays = ['promotional', 'coupon'].filter((name) => given[name] || model.lay === name);
  const where =
    spots.length > 1
      ? choice(
          'spot',
          t('spot.title'),
          spotOf(model),
          spots.map((n) => [n, spotName(model, n)]),
        )
      : '';
  const lay = lays.length
    ? choice('lay', t('lay.title'), model.lay || '', [
        ['', t('lay.chips')],
        ...lays.map((name) => [name, t(`lay.${name}`, { amount: money(given[name]) })]),
      ])
    : '';
  return where + lay;
}
