// Ranks and names of hands while setting them. The server judges; this only names a split at once.
import { html } from '../shared/html.js';
import { esc, t } from '../shared/texts.js';

// face: [single rank, kind]; two faces of one kind are a pair
/** @type {Record<Piece, [rank: number, kind: string]>} */
const FACES = {
  '6-6': [1, 'H2'],
  '1-1': [2, 'L2'],
  '4-4': [3, 'H8'],
  '1-3': [4, 'H4'],
  '5-5': [5, 'H10'],
  '3-3': [6, 'H6'],
  '2-2': [7, 'L4'],
  '5-6': [8, '11'],
  '4-6': [9, 'L10'],
  '1-6': [10, 'H7'],
  '1-5': [11, 'L6'],
  '3-6': [12, '9'],
  '4-5': [12, '9'],
  '2-6': [13, 'L8'],
  '3-5': [13, 'L8'],
  '2-5': [14, 'L7'],
  '3-4': [14, 'L7'],
  '2-4': [15, 'GJ'],
  '1-4': [16, '5'],
  '2-3': [16, '5'],
  '1-2': [17, 'GJ'],
};
const PAIRS = [
  'GJ',
  'H2',
  'L2',
  'H8',
  'H4',
  'H10',
  'H6',
  'L4',
  '11',
  'L10',
  'H7',
  'L6',
  '9',
  'L8',
  'L7',
  '5',
];
/** @type {Record<string, number>} */
const SPECIAL = { 'H2 9': 17, 'L2 9': 18, 'H2 H8': 19, 'H2 L8': 19, 'L2 H8': 20, 'L2 L8': 20 };
export const ALL_FACES = Object.keys(FACES);

/** @param {Piece} face */
export const pipsOf = (face) => face.split('-').reduce((sum, half) => sum + Number(half), 0);
/** @param {Piece} face */
export const singleRank = (face) => FACES[face][0];
/** @param {Piece} face */
export const kindOf = (face) => FACES[face][1];
/** @param {Piece} face */
const readings = (face) => {
  const own = [pipsOf(face), FACES[face][0]];
  if (FACES[face][1] !== 'GJ') return [own];
  return [own, own[0] === 3 ? [6, 15] : [3, 17]];
};
/** @param {number[]} a @param {number[]} b */
const compareLists = (a, b) => {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
};
/** @param {number[][]} lists */
const largest = (lists) =>
  lists.reduce((best, each) => (best && compareLists(best, each) >= 0 ? best : each), null);

// [10, -place] for the twenty pairs, wongs, and gongs; [value, -rank of the highest tile] for the others
/** @param {Piece[]} pair */
export function rankTiles([first, second]) {
  const [one, other] = [FACES[first][1], FACES[second][1]];
  const place =
    one === other ? PAIRS.indexOf(one) + 1 : SPECIAL[`${one} ${other}`] || SPECIAL[`${other} ${one}`];
  if (place) return [10, -place];
  const pairs = readings(first).flatMap(([p, r]) =>
    readings(second).map(([q, s]) => [(p + q) % 10, Math.min(r, s)]),
  );
  const [value, top] = largest(pairs);
  return [value, -top];
}

/** @param {number} rank */
const topName = (rank) => t(`tile.rank.${rank}`);
/** @param {Piece[]} pieces */
export function nameTiles(pieces) {
  const [value, negated] = rankTiles(pieces);
  if (value < 10)
    return {
      name: t('hand.value', { value: t(`number.${value}`), tile: topName(-negated) }),
      short: t(`number.${value}`),
      note: t('hand.value.note', { value, tile: topName(-negated) }),
    };
  const place = -negated,
    high = place === 17 || place === 19 ? 'H2' : 'L2',
    note =
      place > 16
        ? t(place > 18 ? 'hand.gong.note' : 'hand.wong.note', { tile: t(`tile.pair.${high}`) })
        : t('hand.place', { place: t(`ordinal.${place}`) });
  if (place > 18)
    return {
      name: t('hand.gong', { tile: t(`tile.pair.${high}`) }),
      short: t('hand.gong.short'),
      note,
    };
  if (place > 16)
    return {
      name: t('hand.wong', { tile: t(`tile.pair.${high}`) }),
      short: t('hand.wong.short'),
      note,
    };
  const kind = PAIRS[place - 1];
  if (place === 1) return { name: t('hand.supreme'), short: t('hand.supreme'), note };
  return {
    name: t('hand.tilepair', { tile: t(`tile.pair.${kind}`) }),
    short: t('hand.tilepair', { tile: t(`tile.pair.${kind}`) }),
    note,
  };
}
/** @param {Piece} face */
export const tileName = (face) =>
  t('tile.said', { name: t(`tile.${face}`), high: t(`number.${face[0]}`), low: t(`number.${face[2]}`) });

// ---- cards
/** @type {Record<string, number>} */
const LETTERS = { A: 14, K: 13, Q: 12, J: 11 };
/** @param {Piece} card */
const rankOf = (card) => (card === 'Jo' ? 14 : LETTERS[card.slice(0, -1)] || Number(card.slice(0, -1)));
/** @param {Piece} card */
const suitOf = (card) => (card === 'Jo' ? null : card.slice(-1));
const WHEEL = [14, 5, 4, 3, 2];
/** @param {Iterable<number>} numbers */
const descending = (numbers) => [...numbers].sort((a, b) => b - a);
/** @param {number[]} ranks @param {boolean} [wheelLowest] */
const straightOrder = (ranks, wheelLowest) => {
  const set = descending(new Set(ranks));
  if (set.length !== 5) return 0;
  if (set.every((rank, i) => rank === WHEEL[i])) return wheelLowest ? 11 : 27;
  return set[0] - set[4] === 4 ? 2 * set[0] : 0;
};
/** @type {Record<string, number>} */
const SHAPES = { '1,1,1,1,1': 0, '2,1,1,1': 1, '2,2,1': 2, '3,1,1': 3, '3,2': 6, '4,1': 7, 5: 10 };

/** @param {number[]} ranks @param {boolean} flush @param {boolean} [wheelLowest] @returns {Ranked} */
function naturals(ranks, flush, wheelLowest) {
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) || 0) + 1);
  const grouped = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || b - a);
  const straight = straightOrder(ranks, wheelLowest);
  if (straight) {
    const wheel = straight === 27 || straight === 11;
    const category = flush ? (straight === 28 ? 9 : 8) : 4;
    return { category, deciding: [straight], ranks: [wheel ? 5 : grouped[0]] };
  }
  const category = flush ? 5 : SHAPES[grouped.map((rank) => counts.get(rank)).join(',')];
  return { category, deciding: grouped, ranks: grouped };
}

/** @param {Ranked} a @param {Ranked} b */
export const compareFive = (a, b) => a.category - b.category || compareLists(a.deciding, b.deciding);
/** @param {Piece[]} cards @param {boolean} [wheelLowest] */
export function rankFive(cards, wheelLowest = false) {
  const plainCards = cards.filter((card) => card !== 'Jo');
  const ranks = plainCards.map(rankOf);
  const oneSuit = new Set(plainCards.map(suitOf)).size === 1;
  if (plainCards.length === cards.length) return naturals(ranks, oneSuit, wheelLowest);
  /** @param {number} joker @param {boolean} flush */
  const standingFor = (joker, flush) => ({ ...naturals([...ranks, joker], flush, wheelLowest), joker });
  const found = [standingFor(14, false)];
  for (let rank = 2; rank <= 14; rank += 1) {
    if (ranks.includes(rank)) continue;
    const completes = straightOrder([...ranks, rank], wheelLowest) > 0;
    if (completes || oneSuit) found.push(standingFor(rank, oneSuit));
  }
  return found.reduce((best, each) => (compareFive(each, best) > 0 ? each : best));
}
/** @param {Piece[]} cards @returns {Ranked} */
export function rankTwo(cards) {
  const [high, low] = descending(cards.map(rankOf));
  return high === low
    ? { category: 1, ranks: [high], deciding: [high] }
    : { category: 0, ranks: [high, low], deciding: [high, low] };
}
/** @param {Ranked} a @param {Ranked} b */
export const compareTwo = (a, b) => a.category - b.category || compareLists(a.ranks, b.ranks);

/** @param {Piece[]} low @param {Piece[]} high @param {boolean} [wheelLowest] */
export function fouled(low, high, wheelLowest) {
  const two = rankTwo(low),
    five = rankFive(high, wheelLowest);
  if (two.category !== five.category) return two.category > five.category;
  return compareLists(two.ranks, five.ranks.slice(0, two.ranks.length)) > 0;
}
const rankName = (/** @type {number} */ rank) => t(`rank.${rank}`),
  many = (/** @type {number} */ rank) => t(`ranks.${rank}`);
/** @param {Piece[]} cards @param {boolean} [wheelLowest] */
export function nameFive(cards, wheelLowest) {
  const { category, ranks } = rankFive(cards, wheelLowest);
  const wheel = (category === 4 || category === 8) && ranks[0] === 5;
  const name = t(`five.${category}${wheel ? '.wheel' : ''}`, {
    one: rankName(ranks[0]),
    first: many(ranks[0]),
    second: ranks[1] ? many(ranks[1]) : '',
  });
  return {
    name,
    short: t(`five.${category}.short`, { first: many(ranks[0]), one: rankName(ranks[0]) }),
    note: '',
  };
}
/** @param {Piece[]} cards */
export function nameTwo(cards) {
  const { category, ranks } = rankTwo(cards);
  const name = category
    ? t('two.pair', { first: many(ranks[0]) })
    : t('two.high', { one: rankName(ranks[0]), two: rankName(ranks[1]) });
  return { name, short: category ? many(ranks[0]) : name, note: '' };
}
/** @type {Record<string, string>} */
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };
/** @param {Piece} card */
export const cardName = (card) =>
  card === 'Jo'
    ? t('card.joker')
    : t('card.said', { rank: rankName(rankOf(card)), suit: t(`suit.${SUITS[suitOf(card)]}`) });

/** @type {Record<string, string>} */
export const SIGN = { s: '♠', h: '♥', d: '♦', c: '♣' };

// ---- either game
/** @param {Piece} piece */
export const isTile = (piece) => piece.includes('-');
/** @param {Piece} piece */
export const pieceName = (piece) =>
  piece === null ? t('piece.down') : isTile(piece) ? tileName(piece) : cardName(piece);
// As short as it is written on paper.
/** @param {Piece} piece */
export const pieceSigns = (piece) =>
  piece === 'Jo' ? t('card.joker') : isTile(piece) ? piece : piece.slice(0, -1) + SIGN[suitOf(piece)];
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {Piece[]} pieces @param {boolean} [wheelLowest] */
export function nameHalf(pieces, wheelLowest = false) {
  if (!pieces?.length || pieces.some((piece) => piece === null))
    return { name: '', short: '', plain: '', note: '' };
  const named = isTile(pieces[0])
    ? nameTiles(pieces)
    : pieces.length === 2
      ? nameTwo(pieces)
      : nameFive(pieces, wheelLowest);
  return { ...named, name: capital(named.name), plain: named.name, short: capital(named.short) };
}
// The name of a hand, as a button that explains it.
/** @param {Piece[]} pieces @param {boolean} [wheelLowest] @param {'name' | 'short'} [text] */
export const namedHand = (pieces, wheelLowest = false, text = 'name') => {
  const named = nameHalf(pieces, wheelLowest)[text];
  return named
    ? html`
      <button class="named" data-act="hand" data-pieces="${pieces.join(' ')}"
        data-k="hand-${pieces.join('-')}" aria-haspopup="dialog">
        ${esc(named)}
      </button>
    `
    : '';
};
/** @param {Piece[]} mine @param {Piece[]} theirs @param {boolean} [wheelLowest] */
export function compareHalves(mine, theirs, wheelLowest) {
  if (isTile(mine[0])) return compareLists(rankTiles(mine), rankTiles(theirs));
  return mine.length === 2
    ? compareTwo(rankTwo(mine), rankTwo(theirs))
    : compareFive(rankFive(mine, wheelLowest), rankFive(theirs, wheelLowest));
}
// The result of a set hand against an exposed one: a copy loses, and so do a zero low hand and a foul.
/**
 * @param {{ low: Piece[], high: Piece[] }} mine
 * @param {{ low: Piece[], high: Piece[] }} theirs
 * @param {boolean} [wheelLowest]
 */
export function outcomeAgainst(mine, theirs, wheelLowest) {
  const tiles = isTile(mine.low[0]),
    zero = tiles && rankTiles(mine.low)[0] === 0;
  if (!tiles && fouled(mine.low, mine.high, wheelLowest)) return 'lose';
  const low = !zero && compareHalves(mine.low, theirs.low, wheelLowest) > 0,
    high = compareHalves(mine.high, theirs.high, wheelLowest) > 0;
  return low && high ? 'win' : high ? 'high' : low ? 'low' : 'lose';
}
const SUIT_ORDER = ['s', 'h', 'd', 'c'];
/** @param {Piece[]} cards @param {boolean} [wheelLowest] */
function sortCards(cards, wheelLowest) {
  const { category, ranks, joker = 14 } = cards.length === 5 ? rankFive(cards, wheelLowest) : rankTwo(cards);
  const wheel = (category === 4 || category === 8) && ranks[0] === 5;
  /** @param {Piece} card */
  const worthOf = (card) => {
    const rank = card === 'Jo' ? joker : rankOf(card);
    return wheel && rank === 14 ? 1 : rank;
  };
  const counts = new Map();
  for (const card of cards) counts.set(worthOf(card), (counts.get(worthOf(card)) || 0) + 1);
  return [...cards].sort(
    (a, b) =>
      counts.get(worthOf(b)) - counts.get(worthOf(a)) ||
      worthOf(b) - worthOf(a) ||
      SUIT_ORDER.indexOf(suitOf(a)) - SUIT_ORDER.indexOf(suitOf(b)),
  );
}
// A hand in display order: groups first, then by rank.
/** @param {Piece[]} pieces @param {boolean} [wheelLowest] @returns {Piece[]} */
export function inOrder(pieces, wheelLowest) {
  if (!pieces?.length || pieces.some((piece) => piece === null)) return pieces;
  if (isTile(pieces[0])) return [...pieces].sort((a, b) => FACES[a][0] - FACES[b][0]);
  return pieces.length === 2 || pieces.length === 5 ? sortCards(pieces, wheelLowest) : pieces;
}

// What decided between two hands of the same name: the first rank in which they differ, and its position.
/** @param {Piece[]} better @param {Piece[]} worse @param {boolean} [wheelLowest] */
function firstDifference(better, worse, wheelLowest) {
  const [one, other] = [better, worse].map((cards) =>
    cards.length === 5 ? rankFive(cards, wheelLowest) : rankTwo(cards),
  );
  const at = one.deciding.findIndex((rank, i) => rank !== other.deciding[i]);
  return { category: one.category, at, ranks: [one.deciding[at], other.deciding[at]] };
}
// The kickers of a hand follow its groups: one pair, two pairs, three and four of a kind have some.
/** @type {Record<number, number>} */
const GROUPS = { 1: 1, 2: 2, 3: 1, 7: 1 };
// Names that begin with a common word are lowercase within a sentence.
const COMMON = /^(?:Pair|Two|Three|Four|Five|Flush|Straight|Royal|Zero|One|Six|Seven|Eight|Nine)\b/;
// Hands with a plural name: two pairs, three of a kind, a full house, four of a kind, five aces.
const SEVERAL = [2, 3, 6, 7, 10];
/** @param {Piece[]} pieces @param {boolean} [wheelLowest] */
const severalIn = (pieces, wheelLowest) =>
  pieces.length === 5 && SEVERAL.includes(rankFive(pieces, wheelLowest).category);
// Why one hand ranks above another: by its name, or by the first card in which hands of one name differ.
/** @param {Piece[]} better @param {Piece[]} worse @param {boolean} [wheelLowest] */
export function whatDecided(better, worse, wheelLowest) {
  const [one, other] = [nameHalf(better, wheelLowest), nameHalf(worse, wheelLowest)];
  if (one.name !== other.name || isTile(better[0]))
    return {
      told: t(severalIn(better, wheelLowest) ? 'why.beat' : 'why.beats', {
        better: one.name,
        worse: other.plain.replace(COMMON, (word) => (word === 'Pair' ? 'a pair' : word.toLowerCase())),
      }),
      ranks: null,
    };
  const { category, at, ranks } = firstDifference(better, worse, wheelLowest),
    words = { better: capital(rankName(ranks[0])), worse: rankName(ranks[1]) };
  return { told: t(GROUPS[category] <= at ? 'why.kicker' : 'why.next', words), ranks };
}
// Which of a hand's cards have the deciding rank.
/** @param {Piece} piece @param {number | undefined} rank */
export const hasRank = (piece, rank) => rank !== undefined && !isTile(piece) && rankOf(piece) === rank;

/** @param {Piece[]} low @param {Piece[]} high @param {boolean} [wheelLowest] */
const strengthOf = (low, high, wheelLowest) => {
  if (isTile(low[0])) return [...rankTiles(high), ...rankTiles(low)];
  const [five, two] = [rankFive(high, wheelLowest), rankTwo(low)];
  return [five.category, ...five.deciding, '/', ...two.ranks];
};
// Every different way to set a hand, the most promising first: three for tiles, up to 21 for cards, without
// fouls.
/** @param {Piece[]} pieces @param {boolean} [wheelLowest] */
export function ways(pieces, wheelLowest) {
  const found = new Map();
  for (let i = 0; i < pieces.length; i += 1) {
    for (let j = i + 1; j < pieces.length; j += 1) {
      let low = [pieces[i], pieces[j]],
        high = pieces.filter((_, k) => k !== i && k !== j);
      if (pieces.length === 4) {
        if (compareLists(rankTiles(low), rankTiles(high)) > 0) [low, high] = [high, low];
      } else if (fouled(low, high, wheelLowest)) continue;
      [low, high] = [inOrder(low, wheelLowest), inOrder(high, wheelLowest)];
      // Splits that differ only in suits are the same choice.
      const key = strengthOf(low, high, wheelLowest).join(' ');
      if (!found.has(key)) found.set(key, { low, high });
    }
  }
  /** @param {Draft} way */
  const strength = (way) =>
    pieces.length === 4
      ? [rankTiles(way.high), rankTiles(way.low)]
      : [
          [rankTwo(way.low).category, rankFive(way.high, wheelLowest).category, ...rankTwo(way.low).ranks],
          rankFive(way.high, wheelLowest).deciding,
        ];
  return [...found.values()].sort((a, b) => {
    const [p, q] = [strength(a), strength(b)];
    return -(compareLists(p[0], q[0]) || compareLists(p[1], q[1]));
  });
}
