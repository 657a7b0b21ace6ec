// Groups in the oracle.

export type GroupCommand =
  | { kind: 'group'; group: string; notes: readonly string[] }
  | { kind: 'regroup'; group: string; add: readonly string[]; remove: readonly string[] }
  | { kind: 'part'; group: string };

interface OracleGroup {
  column: string;
  /** In board order. */
  notes: readonly string[];
}

export interface OracleGroups {
  groups: ReadonlyMap<string, OracleGroup>;
}

interface GroupedBoard extends OracleGroups {
  phase: string;
  notes: ReadonlyMap<string, { column: string; place: number; isDeleted: boolean }>;
}

const groupingPhases = ['grouping', 'discussing'];

function namedNotes(command: GroupCommand): readonly string[] {
  switch (command.kind) {
    case 'group':
      return command.notes;
    case 'regroup':
      return [...command.add, ...command.remove];
    case 'part':
      return [];
  }
}

export function findGroupObjection(board: GroupedBoard, command: GroupCommand): string | null {
  if (!groupingPhases.includes(board.phase)) return `${command.kind} in phase ${board.phase}`;
  const isThere = board.groups.has(command.group);
  if (isThere === (command.kind === 'group')) return `${command.kind}: ${command.group}`;
  const gone = namedNotes(command).find((id) => board.notes.get(id)?.isDeleted !== false);
  return gone === undefined ? null : `${command.kind} of a deleted note: ${gone}`;
}

/** The id of the note's group, or null. */
export function groupOf({ groups }: OracleGroups, note: string): string | null {
  for (const [group, { notes }] of groups) if (notes.includes(note)) return group;
  return null;
}

/** Whether the command removes the note from its group. */
export function leavesGroup(
  board: GroupedBoard,
  command: { kind: string; note: string; column?: string | undefined },
): boolean {
  if (groupOf(board, command.note) === null) return false;
  const { kind, note, column } = command;
  const isMoved = column !== undefined && column !== board.notes.get(note)?.column;
  return kind === 'remove' || isMoved;
}

/** The target group with joining and leaving notes. `target` is null if a note only leaves its group. */
function changeOf(
  board: GroupedBoard,
  command: GroupCommand | { kind: 'leave'; note: string },
): { target: string | null; joining: readonly string[]; leaving: readonly string[] } {
  switch (command.kind) {
    case 'group':
      return { target: command.group, joining: command.notes, leaving: [] };
    case 'regroup':
      return { target: command.group, joining: command.add, leaving: command.remove };
    case 'part': {
      const leaving = board.groups.get(command.group)?.notes ?? [];
      return { target: command.group, joining: [], leaving };
    }
    case 'leave':
      return { target: null, joining: [command.note], leaving: [] };
  }
}

/** Dissolves groups with fewer than two notes left. */
export function foldGroups<B extends GroupedBoard>(
  board: B,
  command: GroupCommand | { kind: 'leave'; note: string },
): B {
  const { target, joining, leaving } = changeOf(board, command);
  const placeOf = (id: string): number => board.notes.get(id)?.place ?? 0;
  const groups = new Map(board.groups);
  const column = board.notes.get(joining[0] ?? '')?.column ?? '';
  if (command.kind === 'group') groups.set(command.group, { column, notes: [] });
  for (const [group, was] of groups) {
    const isTarget = group === target;
    const all = new Set([...was.notes, ...(isTarget ? joining : [])]);
    const gone = isTarget ? leaving : joining;
    const notes = [...all].filter((note) => !gone.includes(note));
    if (notes.length < 2) groups.delete(group);
    else groups.set(group, { ...was, notes: notes.toSorted((a, b) => placeOf(a) - placeOf(b)) });
  }
  return { ...board, groups };
}

export interface GroupView {
  group: string;
  column: string;
  notes: readonly string[];
}

/** All groups, sorted by id. */
export function groupsView(groups: Iterable<readonly [string, OracleGroup]>): GroupView[] {
  return [...groups]
    .map(([group, { column, notes }]) => ({ group, column, notes }))
    .toSorted((a, b) => (a.group < b.group ? -1 : 1));
}
