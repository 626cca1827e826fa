// Shares and counts for people: a true minus sign, no space before the percent sign.

/** @param {number} part @param {number} [digits] */
export const share = (part, digits = 2) => `${part < 0 ? '−' : ''}${Math.abs(part * 100).toFixed(digits)}%`;
/** @param {number} part @param {number} [digits] */
export const signedShare = (part, digits = 2) => {
  const shown = share(part, digits);
  return part > 0 && Number.parseFloat(shown) ? `+${shown}` : shown;
};
/** @param {number | string} n */
export const counted = (n) => BigInt(n).toLocaleString('en-US');
/** @param {number} part */
export const toneOf = (part) => (part > 0 ? 'win' : part < 0 ? 'lose' : 'push');
