// Topics carried from one board to another, in the oracle: which notes the other one gets.
import { type DiscussedBoard, topicsOn } from './oracle-discussion.ts';

export interface CarryCommand {
  kind: 'carry';
  /** The board that they come from. */
  from: string;
  topics: readonly string[];
}

export interface OracleCarriedOver {
  /** The notes that came from another board, by where they were: `from/note`. */
  carried: ReadonlyMap<string, string>;
}

interface CarriedNote {
  note: string;
  by: string;
  text: string;
  column: string;
  hidden: boolean;
  place: number;
  version: number;
  isDeleted: boolean;
}

interface CarryingBoard extends DiscussedBoard, OracleCarriedOver {
  isAnonymous: boolean;
  notes: ReadonlyMap<string, CarriedNote>;
}

/** A note that must come, as whom and from where. */
export interface DueNote {
  origin: string;
  by: string;
  text: string;
  column: string;
}

const takingPhases = ['joining', 'writing', 'grouping'];
/** Nobody: whoever wrote it where names are not told is not carried. */
const nobody = 'nobody';

/** The open notes of these topics, in the order of the board. */
function openNotes(source: CarryingBoard, topics: readonly string[]): CarriedNote[] {
  const chosen = new Set(topics.flatMap((topic) => topicsOn(source).get(topic) ?? []));
  return [...source.notes.values()]
    .filter(({ note, hidden }) => chosen.has(note) && !hidden)
    .toSorted((a, b) => a.place - b.place);
}

/** Why an accepted command should have been refused, or null. */
export function findCarryObjection(
  target: CarryingBoard,
  source: CarryingBoard,
  { topics }: CarryCommand,
): string | null {
  if (target.isFinished) return 'topics carried to a finished board';
  if (!takingPhases.includes(target.phase)) return `topics carried to phase ${target.phase}`;
  const gone = topics.find((topic) => openNotes(source, [topic]).length === 0);
  if (gone !== undefined) return `carried what is no topic: ${gone}`;
  const discussed = topics.find((topic) => source.discussion?.discussed[topic] !== undefined);
  return discussed === undefined ? null : `carried a topic that was discussed: ${discussed}`;
}

/** The notes that the target gets and never had. */
export function dueNotes(
  target: CarryingBoard,
  source: CarryingBoard,
  { from, topics }: CarryCommand,
): DueNote[] {
  return openNotes(source, topics)
    .map(({ note, by, text, column }) => ({
      origin: `${from}/${note}`,
      by: source.isAnonymous || target.isAnonymous ? nobody : by,
      text,
      column: column === 'action' ? 'went_well' : column,
    }))
    .filter(({ origin }) => !target.carried.has(origin));
}

/** Adds what came, each under the id that the server gave it. */
export function foldCarried<Board extends CarryingBoard>(
  board: Board,
  due: readonly DueNote[],
  { idOf, hidden }: { idOf: (due: DueNote) => string; hidden: boolean },
): Board {
  const notes = new Map(board.notes);
  const carried = new Map(board.carried);
  for (const each of due) {
    const { origin, by, text, column } = each;
    const note = idOf(each);
    const place = nextPlace({ notes });
    carried.set(origin, note);
    const fresh = { hidden, isEdited: false, place, version: 1, isDeleted: false };
    notes.set(note, { note, by, text, column, ...fresh });
  }
  return { ...board, notes, carried };
}

/** The place behind all notes, also behind deleted ones. */
export function nextPlace({ notes }: { notes: ReadonlyMap<string, { place: number }> }): number {
  return 1 + Math.max(0, ...[...notes.values()].map(({ place }) => place));
}
