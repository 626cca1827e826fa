// What the server sends and takes, as far as the pages read it. Money is in cents, times are in seconds.
// docs/protocol.md says what the messages mean.

/** A card or tile as the table writes it, `6-6`, `10h`, `Jo`; null where it lies face down. */
type Piece = string;
type Cites = string[];
type GameName = 'tiles' | 'cards';

interface Wager {
  person: string;
  position: number;
  kind: string;
  chips: number;
  promotional: number;
  coupon: number;
}

interface Hand {
  place: number;
  pieces: Piece[];
  low: Piece[];
  high: Piece[];
  status: string;
  shown: number[];
  outcome: string | null;
  set_by: string | null;
  looked_by?: string | null;
}

interface Bank {
  person: string;
  position: number;
  co_banked: boolean;
  dealer_wager: number | null;
  indicated: string[];
}

/** What a viewer sees of a table. */
interface View {
  book: string;
  table: string;
  step: string;
  version: number;
  round: number;
  chairs: (string | null)[];
  balances: Record<string, number>;
  bets_open: boolean;
  wagers: Wager[];
  staked: Wager[];
  hands: Hand[];
  discards: Hand[];
  stock: number[];
  bank: Bank | null;
  between: { last_wagers: Record<string, number> };
  offer: { person: string; position: number } | null;
  delivery: string | null;
  choosing: number[];
  leaving: string[];
  eye: { button: number | null; triples: number };
  cards: { button: number; stub: number; spread: string; lammers: [string, number, string][] };
  shaker: { dice: Dice | null; shakes: number; start: number | null };
  chance: RoundChance | null;
  edition: string | null;
  /** Who deals, where the house writes it down. */
  dealt_by: string | null;
}
type Dice = [number, number, number];

/** A player's word for a round: its hash while bets are open, the word itself once it is opened. */
interface CommittedWord {
  person: string;
  position: number;
  commitment: string;
  word: string | null;
  salt: string;
}

/** What binds and counts the draws of a round. */
interface RoundChance {
  round: number;
  counts: Record<string, number>;
  commitment: string | null;
  table: string;
  beacon: { public_key: string; scheme: string; genesis: number; period: number } | null;
  words: CommittedWord[];
  listed: boolean;
  closed: boolean;
  beacon_round: number | null;
  signature: string | null;
}

/** A wager that a table offers: its limits, the lines of its pay table, and the words for its odds. */
interface WagerOffered {
  kind: string;
  least: number;
  most: number;
  table: string | null;
  rows: [line: string, pays: string, cite: string][];
  odds: string[];
}

/** What a page has to know of a table once. */
interface Layout {
  id: string;
  title: string;
  owner: string | null;
  number: string;
  book: string;
  game: GameName;
  limits: Record<string, [least: number, most: number]>;
  vigorish: string;
  /** In the order of the felt, the main wager first. */
  wagers: WagerOffered[];
  banking: { offered: boolean; deliveries: string[] };
  /** What says where the deal starts. */
  starting?: 'shaker' | 'generator' | 'flat-button';
  dragon: boolean;
  surrender: boolean;
  instruments: { coupons: boolean; promotional: boolean; tips: boolean };
  meters: string[];
  wheel: string;
  buy_in?: number;
  /** What an empty wallet is filled with, in cents. */
  refill?: number;
  house_way: string;
}

interface Cut {
  first: number;
  last: number;
  end: string;
  split: number;
}

/** A command: `do` names it, the rest are its fields. */
interface Command {
  do: string;
  position?: number;
  place?: number;
  kind?: string;
  because?: string;
  [field: string]: any;
}

/** A field of an option that is left to the actor. */
interface Free {
  field: string;
  kind: string;
  least: number | null;
  most: number | null;
  choices: any[];
}

/** A command that would be accepted now, and what of it may be said otherwise. */
interface Option {
  command: Command;
  free: Free[];
  sums?: { plus: string[]; minus: string[]; least: number; most: number }[];
}

type Posting = [account: string, cents: number];

/** What happened; `event` names it. Each kind has fields of its own, hidden ones are null. */
interface GameEvent {
  event: string;
  told: string | null;
  cites: Cites;
  postings?: Posting[];
  person: string;
  position: number;
  place: number;
  wager?: Wager;
  low: Piece[];
  high: Piece[];
  [field: string]: any;
}

/** A line of the dealer's script. */
/** What dealer or floor has to do now: the message `due`. */
interface DueNow {
  version: number;
  act: Command | null;
  lines: ScriptLine[];
  waiting: string[];
  late: boolean;
  money: Record<string, number>;
  dealer?: string;
  follow_up: ScriptLine[];
}

interface ScriptLine {
  key: string;
  who: string;
  say: string;
  do: string;
  cites: Cites;
}

/** A message with news of the table: everything, what changed, or what may be done. */
interface Frame {
  type: string;
  view: View;
  events?: GameEvent[];
  lines?: ScriptLine[];
  options?: Option[];
  layout?: Layout;
  balances?: Record<string, number | null> | null;
  version?: number;
  me?: string;
  names?: Record<string, string> | null;
  bots?: string[] | null;
  away?: string[] | null;
  awaited?: string[] | null;
  left?: number | null;
  of?: number | null;
  wallet?: number | null;
  meters?: Record<string, number>;
  [other: string]: any;
}

/** The answer to a command. */
interface Answer {
  type: string;
  id?: string;
  version?: number;
  reason: string;
  sentence: string;
  cites?: Cites;
}

interface Whoami {
  person: string;
  name: string;
  guest: boolean;
  roles: string[];
  wallet: number;
}

interface RuleBook {
  name: string;
  game: GameName;
  cover: [what: string, x: number, y: number, height: number][];
}

/** A table as the lobby lists it. */
interface TableListed {
  id: string;
  title: string;
  book: string;
  limits: Record<string, [number, number]>;
  seats: { position: number; person: string | null; name: string | null; bot: boolean }[];
  watching: number;
  round: number;
  step: string;
  bank: string | null;
  meters: Record<string, number>;
  banking: boolean;
  co_banking: boolean;
  dice_bets: boolean;
  side_bets: string[];
  vigorish: string;
  house_way: string;
  edge: number | null;
  bank_edge: number | null;
  awaited: number[];
  left: number | null;
  clock: boolean;
  kind: string;
  game: string;
}

interface RoundListed {
  table: string;
  round: number;
  at: number;
  voided: boolean;
  net: Record<string, number>;
}
