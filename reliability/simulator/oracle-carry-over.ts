// Carry-over in the oracle: which notes the target board gets.
import { type DiscussedBoard, topicsOn } from './oracle-discussion.ts';
import { groupOf } from './oracle-groups.ts';

export interface CarryCommand {
  kind: 'carry';
  /** The source board. */
  from: string;
  topics: readonly string[];
}

export interface OracleCarriedOver {
  /** Carried notes by origin: `from/note`. */
  carried: ReadonlyMap<string, string>;
  /** Carried groups by origin. */
  carriedGroups: ReadonlyMap<string, string>;
}

interface CarriedNote {
  isSigned: boolean;
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

/** A note that must arrive, with its origin and author. */
export interface DueNote {
  origin: string;
  by: string;
  text: string;
  column: string;
  /** Its group at the origin, and the group's column. */
  group: { origin: string; column: string } | null;
}

const takingPhases = ['joining', 'writing', 'grouping'];
/** The author of notes carried from an anonymous board. */
const nobody = 'nobody';

/** The revealed notes of these topics, in board order. */
function openNotes(source: CarryingBoard, topics: readonly string[]): CarriedNote[] {
  const chosen = new Set(topics.flatMap((topic) => topicsOn(source).get(topic) ?? []));
  return [...source.notes.values()]
    .filter(({ note, hidden }) => chosen.has(note) && !hidden)
    .toSorted((a, b) => a.place - b.place);
}

/** Returns why an accepted command should have been refused, or null. */
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

/** Notes that are new to the target. */
export function dueNotes(
  target: CarryingBoard,
  source: CarryingBoard,
  { from, topics }: CarryCommand,
): DueNote[] {
  const columnThere = (column: string) => (column === 'action' ? 'went_well' : column);
  return openNotes(source, topics)
    .map(({ note, by, text, column }) => {
      const group = groupOf(source, note);
      return {
        origin: `${from}/${note}`,
        by: source.isAnonymous || target.isAnonymous ? nobody : by,
        text,
        column: columnThere(column),
        group:
          group === null
            ? null
            : {
                origin: `${from}/${group}`,
                column: columnThere(source.groups.get(group)?.column ?? ''),
              },
      };
    })
    .filter(({ origin }) => !target.carried.has(origin));
}

export interface StoredNote {
  id: string;
  /** The note's group. */
  group: string | null;
}

/** Adds the carried notes under the server's ids. All are revealed. */
export function foldCarried<Board extends CarryingBoard>(
  board: Board,
  due: readonly DueNote[],
  storedOf: (due: DueNote) => StoredNote,
): Board {
  const notes = new Map(board.notes);
  const carried = new Map(board.carried);
  const groups = new Map(board.groups);
  const carriedGroups = new Map(board.carriedGroups);
  const storedNotes = new Map(due.map((each) => [each, storedOf(each)]));
  for (const [{ origin, by, text, column }, { id: note }] of storedNotes) {
    const place = nextPlace({ notes });
    carried.set(origin, note);
    const fresh = {
      hidden: false,
      isSigned: false,
      isEdited: false,
      place,
      version: 1,
      isDeleted: false,
    };
    notes.set(note, { note, by, text, column, ...fresh });
  }
  for (const [origin, together] of Map.groupBy(storedNotes, ([{ group }]) => group?.origin)) {
    const column = together[0]?.[0].group?.column;
    const there = groups.get(carriedGroups.get(origin ?? '') ?? '');
    // A single note is no group. It joins the group carried before, if any.
    if (origin === undefined || column === undefined || (!there && together.length < 2)) continue;
    const stored = together.map(([, { group }]) => group).find((group) => group !== null);
    const id = carriedGroups.get(origin) ?? stored;
    if (id === undefined) continue;
    carriedGroups.set(origin, id);
    const joining = together.map(([, note]) => note.id);
    groups.set(id, { column, ...there, notes: [...(there?.notes ?? []), ...joining] });
  }
  return { ...board, notes, carried, groups, carriedGroups };
}

/** The place after all notes, including deleted ones. */
export function nextPlace({ notes }: { notes: ReadonlyMap<string, { place: number }> }): number {
  return 1 + Math.max(0, ...[...notes.values()].map(({ place }) => place));
}
