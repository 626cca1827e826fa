// What the floor supervisor's pages get from the server.

interface FloorTable {
  id: string;
  title: string;
  kind: string;
  closed: boolean;
  book: string;
  step: string;
  round: number;
  seated: number;
  dealt_by: string;
  dealers: string[];
  tray: number;
  staked: number;
  dice_age: number | null;
  deck_ages: Record<string, number>;
  counts: Record<string, number>;
}
interface FloorLogEntry {
  at: number;
  table: string;
  round: number;
  finished: boolean;
  version: number;
  kind: string;
  event: string;
  told: string;
  fields: GameEvent;
  cents: number;
  cites: string[];
  /** Who gave the command, where it was a person and the viewer is told. */
  who: string;
}
