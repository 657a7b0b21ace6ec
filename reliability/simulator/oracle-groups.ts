// Groups in the oracle: which notes each has, and which events a command about them must have.

export type GroupCommand =
  | { kind: 'group'; group: string; notes: readonly string[] }
  | { kind: 'regroup'; group: string; add: readonly string[]; remove: readonly string[] }
  | { kind: 'part'; group: string };

interface OracleGroup {
  column: string;
  /** In the order of the board. */
  notes: readonly string[];
}

export interface OracleGroups {
  groups: ReadonlyMap<string, OracleGroup>;
}

interface GroupedBoard extends OracleGroups {
  seq: number;
  phase: string;
  notes: ReadonlyMap<string, { column: string; place: number; isDeleted: boolean }>;
}

/** What one event says of a group; null where it is gone. */
export interface GroupStep {
  group: string;
  is: OracleGroup | null;
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

/** The id of the group that a note is in, or null. */
export function groupOf({ groups }: OracleGroups, note: string): string | null {
  for (const [group, { notes }] of groups) if (notes.includes(note)) return group;
  return null;
}

/** Whether the command takes a note out of the group that it is in. */
export function leavesGroup(
  board: GroupedBoard,
  command: { kind: string; note: string; column?: string | undefined },
): boolean {
  if (groupOf(board, command.note) === null) return false;
  const { kind, note, column } = command;
  const isMoved = column !== undefined && column !== board.notes.get(note)?.column;
  return kind === 'remove' || isMoved;
}

/** The group and the notes that join and leave it; a note that leaves its group alone joins none. */
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

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}

/**
 * The events about groups that a command must have, in their order: the groups that lose notes by their ids, and then
 * the one that is named.
 */
export function groupSteps(
  board: GroupedBoard,
  command: GroupCommand | { kind: 'leave'; note: string },
): GroupStep[] {
  const { target, joining, leaving } = changeOf(board, command);
  const placeOf = (id: string): number => board.notes.get(id)?.place ?? 0;
  const steps: GroupStep[] = [];
  function step(group: string, was: OracleGroup, left: readonly string[]): void {
    if (isSame(was.notes, left)) return;
    const notes = left.toSorted((a, b) => placeOf(a) - placeOf(b));
    steps.push({ group, is: notes.length < 2 ? null : { column: was.column, notes } });
  }
  for (const [group, was] of [...board.groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const left = was.notes.filter((note) => !joining.includes(note));
    if (group !== target) step(group, was, left);
  }
  if (target === null) return steps;
  const column = board.notes.get(joining[0] ?? '')?.column ?? '';
  const was = board.groups.get(target) ?? { column, notes: [] };
  const all = [...new Set([...was.notes, ...joining])];
  step(
    target,
    was,
    all.filter((note) => !leaving.includes(note)),
  );
  return steps;
}

export function foldGroupStep<B extends GroupedBoard>(board: B, { group, is }: GroupStep): B {
  const groups = new Map(board.groups);
  if (is) groups.set(group, is);
  else groups.delete(group);
  return { ...board, seq: board.seq + 1, groups };
}

/** All groups with their columns and notes, in one text. */
export function spellGroups(groups: Iterable<readonly [string, OracleGroup]>): string {
  const spelled = [...groups].map(
    ([group, { column, notes }]) => `${group} in ${column}: ${notes.join(' ')}`,
  );
  return spelled.toSorted().join(', ');
}
