// A table's layout as the server tells it, with what only the felt needs: words for the odds, the order of
// the fan.
const FIXED = {
  main: ['1 to 1'],
  match: ['1 to 1', 'a die'],
  odd: ['1 to 1'],
  even: ['1 to 1'],
  double: ['4 to 1'],
  triple: ['30 to 1'],
  'dice-bonus': ['to 10,000'],
  progressive: ['meter'],
};
const ORDER = [
  'main',
  'odd',
  'even',
  'double',
  'match',
  'triple',
  'dice-bonus',
  'pair-fortunes',
  'fortune',
  'emperors',
  'insurance',
  'progressive',
];

const best = (wager) => {
  if (FIXED[wager.kind]) return FIXED[wager.kind];
  const top = wager.rows?.[0]?.[1];
  return top ? [`to ${top.replace(/ (to|for) 1$/, '')}`] : [];
};
export function readLayout(layout) {
  if (!layout) return null;
  const wagers = (layout.wagers || [])
    .map((wager) => ({ ...wager, odds: wager.odds || best(wager) }))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return { ...layout, name: layout.name || layout.title, wagers };
}
