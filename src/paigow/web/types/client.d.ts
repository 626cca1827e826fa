// What the pages' own modules hand to each other.

type Tone = 'win' | 'lose' | 'push' | 'void' | '';
type Half = 'low' | 'high';

interface Draft {
  low: Piece[];
  high: Piece[];
}

/** A line of the script as it is shown: said by the dealer, or told of an event. */
interface LogEntry {
  says: boolean;
  text: string;
  does?: string;
  cites: Cites;
  tag: string;
  event?: GameEvent;
  spoken?: boolean;
}

/** A finished round, kept until its result was read. */
interface PastRound {
  events: GameEvent[];
  hands: Hand[];
  bank: Bank | null;
  staked: Wager[];
  round?: number;
  voided: boolean;
  stock: View | null;
}

/** What a page knows of a table, and what its person is preparing. */
interface Model {
  /** Null before the first frame only, when nothing is drawn. */
  view: View;
  layout: Layout | null;
  options: Option[];
  optionsAt?: number;
  awaited: string[];
  me: string;
  events: GameEvent[];
  log: LogEntry[];
  last: PastRound | null;
  deadline: number | null;
  of: number | null;
  online: boolean;
  names: Record<string, string>;
  bots: string[];
  away: string[];
  wallet?: number;
  meters?: Record<string, number>;
  revealed: GameEvent | null;
  told?: { position: number; low: Piece[]; high: Piece[] } | null;
  warned?: number;
  started?: number;
  four?: boolean;
  wheelLowest: boolean;
  canSit?: boolean;
  answered?: { group: string[]; position?: number; version: number }[];
  draft: Draft | null;
  picked?: string | null;
  allWays?: boolean;
  chip?: number;
  spot?: number;
  lay?: string;
  cut?: Cut | null;
  cutAt?: number;
  previous?: Wager[];
  dismissed?: boolean;
  again?: boolean;
  done?: boolean;
  kept?: boolean;
  looked?: boolean;
  out?: boolean;
  /** What the person is asked before it is done. */
  asking?: string | null;
  /** Seconds until the connection is tried again. */
  retry?: number;
  /** Rules for the next hands: the same bets again, the hand set the house way. */
  repeat?: boolean;
  auto?: boolean;
  /** Shares of deals in which the hand in front of me wins and pushes. */
  chances?: { win: number; push: number; lose: number } | null;
  /** A past round, looked at. */
  replay?: boolean;
  /** A round of a course: its coach says what comes next. */
  guided?: boolean;
  sealed?: string;
}

/** What a round did to one wager of a person, or to the person under an event's name. */
interface LedgerLine {
  kind: string;
  position?: number;
  stake: number;
  given?: number;
  outcome: Tone;
  net: number;
  vigorish: number;
  line?: string;
  dice?: number[];
  event?: string;
  why?: string;
  cites: Cites;
}

/** What is to be said of a seat. */
interface Seat {
  n: number;
  person: string | null;
  shown: string;
  me: boolean;
  wagers: Wager[];
  main: number;
  canSit: boolean;
  side: { kind: string; key: string; amount: number }[];
  bank: boolean;
  eye: number | null;
  envy: boolean;
  button: boolean;
  waits: boolean;
  hand: Hand | null;
  net: number;
  outcome: Tone;
  settled: boolean;
  tag: string;
  tone: Tone;
}

/** A fold of my fan. */
interface Cell {
  kind: string;
  title: string;
  name: string[];
  odds: string[];
  said: string;
  amount: number;
  betting: boolean;
  open: boolean;
  result: Tone;
  net: number;
  paid: string;
}

/** What an act leads to: changes of what is prepared, commands, a message, a seat; `then` follows. */
interface Acted {
  set?: Partial<Model>;
  send?: Command[];
  say?: Message;
  sit?: number;
  tell?: string;
  then?: Acted;
}
interface Message {
  type: string;
  on?: boolean;
}

/** What a page offers to its frame: acts by name, and how it is closed. */
interface Page {
  own?: boolean;
  close?: () => void;
  [act: string]: any;
}
type Go = (address: string) => unknown;
type Point = number[];
/** Something that flies over the felt: width, height, picture, and what lies there that it is as tall as. */
type Mover = [width: number, height: number, art: string, like?: string];
/** A place on the felt without a picture of its own. */
type SpotBox = [key: string, x: number, y: number, w: number, h: number];
/** Four tiles of one turn of a delivery, each by its stack and depth. */
type Turn = [stack: number, depth: number][];

/** Where things lie in one of the pictures of the felt. */
interface FeltShape {
  W: number;
  H: number;
  R: number;
  edge: number;
  turn: number;
  seats: number;
  k: number;
  left: number;
  up: number;
  full: boolean;
  words: number;
  shaker: [x: number, y: number, r: number, below: number];
  ladder: number;
  meter: [x: number, top: number, w: number, h: number, step: number];
  placard: [left: number, first: number, rows?: number];
}

/** An irregularity of the school: the key of its story, where it happens, and the command that reports it. */
interface Accident {
  key: string;
  place?: number;
  command: Command;
}

/** A setting graded in practice. */
interface Grade {
  yours: Draft & { fouled?: boolean };
  house_way: Draft & { rule: string; told: Record<string, string>; number: string; cites: Cites };
  best: Draft | null;
  values: [low: Piece[], value: number, shares: [win: number, push: number, lose: number]][] | null;
}

type Performs = (act: string, values: Record<string, string>, element: HTMLElement) => unknown;
type Link = ReturnType<typeof import('../static/shared/connection.js').connect>;
type TablePage = ReturnType<typeof import('../static/table/table.js').tablePage>;
type Station = Awaited<ReturnType<typeof import('../static/console/station.js').station>>;

// What our own markup holds is HTML or SVG, and both have all that is asked of them: data, style and focus.
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: string): HTMLElement | null;
}

/** A table as the lobby's page reads it: chairs by position, the bank as a position. */
interface LobbyTable extends Omit<TableListed, 'bank' | 'meters'> {
  chairs: ({ person: string; name: string; bot: boolean } | null)[];
  bank: number | null;
  meters: [name: string, cents: number][];
  name: string;
  number: string;
}
/** The hands and events of a round, running or finished. */
type Played = Pick<PastRound, 'events' | 'hands' | 'bank' | 'staked'>;
/** The draft in front of me, with all pieces of the hand. */
interface HandDraft extends Partial<Draft> {
  pieces: Piece[];
  done?: boolean;
  hidden?: boolean;
}
/** A hand of cards by its kind and what decides between two of a kind. */
interface Ranked {
  category: number;
  ranks: number[];
  deciding: number[];
  joker?: number;
}
/** A piece of a hand by its half and its place there, as the data of its element. */
type Moved = { half?: string; index?: string | number };
/** A command of a past round with what followed, and the table then. */
interface Act {
  version: number;
  /** When the journal kept it. */
  at: string | null;
  /** Who acted as the dealer or the floor, where the viewer is told. */
  person?: string;
  command: Command & { by: string };
  before?: number;
  view: View;
  events: GameEvent[];
  lines: ScriptLine[];
}
type Told = Pick<LogEntry, 'tag' | 'text'> & Partial<LogEntry>;
/** What left a wager in an event: its chips, what was given away with it and is gone, or comes back. */
interface Settled {
  key: string;
  chips: number;
  gone: number;
  back: number;
  down?: boolean;
}
interface NamedHalf {
  name: string;
  plain: string;
  pieces: Piece[];
}
/** The felt while something flies over it. */
type Stage = ReturnType<typeof import('../static/table/animations.js').stageOf>;
/** What a table's page needs of the page around it. */
interface TableOptions {
  layout?: Layout | null;
  send: (command: Command) => Promise<Answer>;
  tell?: (message: Message) => void;
  onTheWay?: () => Command[];
  recall?: () => void;
  navigate: (act: string, data: any) => unknown;
  readOnly?: boolean;
  help?: (() => void) | null;
  title?: string;
  fourColours?: boolean;
  consoles?: [role: string, href: string][];
  felt?: () => ((model: Model) => string) | null;
  side?: (model: Model) => string;
}
type PieceMove = (stage: Stage, event: GameEvent, model: Model, delay: number) => number;
type ChipMove = (stage: Stage, event: GameEvent, model: Model, before: View, delay: number) => number;
