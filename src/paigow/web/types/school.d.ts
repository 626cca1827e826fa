// What the dealer's school gets from the server.

interface Course {
  book: string;
  kinds: string[];
  stories: string[];
}
interface DrillHand {
  whose: string;
  pieces: Piece[];
  low: Piece[];
  high: Piece[];
}
/** A question; `given` has values of its sentence, each with what it is. */
interface DrillTask {
  book: string;
  kind: string;
  seed: string;
  ask: string;
  form: string;
  given: Record<string, [as: string, value: any]>;
  choices: string[];
  hands: DrillHand[];
  /** Of the book, added by the page. */
  game: string;
}
interface DrillVerdict {
  right: boolean;
  answer: any;
  cites: string[];
  why: string;
  given: Record<string, [as: string, value: any]>;
  rule: string;
}
interface LessonAssigned {
  book: string;
  kind: string;
  given_by: string;
  at: number;
  asked: number;
  right: number;
}
/** What an instructor's report says about a pupil, besides the marks. */
interface PupilReport {
  person: string;
  rounds: number;
  mistakes: { book: string; kind: string; step: string; times: number; last: number; cites: string[] }[];
  next: { book: string; kind: string }[];
}
interface Pupil {
  person: string;
  scores: { book: string; kind: string; asked: number; right: number; last: number }[];
  assigned: LessonAssigned[];
  tables: { id: string; book: string }[];
}
