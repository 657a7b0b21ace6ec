import { suggestTitle } from '@wentwell/contract/group-titles';
import type { Group } from '@wentwell/contract/groups';
import type { GroupId } from '@wentwell/contract/ids';
import type { LoggedNote } from '@wentwell/contract/notes';

import { type NoteRow, toLoggedNote } from '#server/features/notes/notes.table';
import type { BoardChange } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
// Decides what becomes of the groups of a board when notes join and leave them. It reads and writes nothing.
import { nextVersion } from '#server/platform/db/next-version';

import { type GroupRow, toGroup } from './groups.table.ts';

/** What a change is decided by: all groups of the board, and at least the living notes of those that it changes. */
export interface GroupedNotes {
  groups: readonly GroupRow[];
  notes: readonly NoteRow[];
}

interface GroupChange {
  tx: Pick<Tx, 'versionFloor'>;
  /** Which group each of these notes is in afterwards. */
  moves?: ReadonlyMap<NoteRow['id'], GroupId | null>;
  /** The group that a command makes or changes, as it shall be but for its version and a suggested title. */
  target?: GroupRow;
  /** Groups that have lost notes which are not on the board any more. */
  shrunk?: ReadonlySet<GroupId>;
}

export interface Regrouping {
  written: GroupRow[];
  dissolved: GroupId[];
  /** The notes whose group is another one, or none, now. */
  regrouped: Map<NoteRow['id'], GroupId | null>;
  /**
   * The groups that notes leave come first, and the one that they join last: after each event a client has every note
   * in one group at most, and no group of one.
   */
  changes: BoardChange[];
  /** What the target is now; null where it was dissolved. */
  group: Group | null;
}

/** In full, as a member of this group, or of none. */
function noteIn(row: NoteRow, groupId: GroupId | null): LoggedNote {
  return toLoggedNote({ ...row, groupId });
}

function haveSameFields(a: GroupRow, b: GroupRow): boolean {
  return a.title === b.title && a.titleIsCustom === b.titleIsCustom && a.columnId === b.columnId;
}

function suggestedTitle(members: readonly NoteRow[]): string {
  const byAge = members.toSorted((a, b) => a.position - b.position);
  return suggestTitle(byAge.map(({ content }) => content));
}

export function regroup(
  { groups, notes }: GroupedNotes,
  { tx, moves = new Map(), target, shrunk = new Set() }: GroupChange,
): Regrouping {
  const result: Regrouping = {
    written: [],
    dissolved: [],
    regrouped: new Map(),
    changes: [],
    group: null,
  };
  const before = Map.groupBy(notes, ({ groupId }) => groupId);
  const existing = new Map(groups.map((group) => [group.id, group]));

  function targetOf({ id, groupId }: NoteRow): GroupId | null {
    const moved = moves.get(id);
    return moved === undefined ? groupId : moved;
  }
  const after = Map.groupBy(notes, targetOf);
  const moved = notes.filter((note) => targetOf(note) !== note.groupId);
  for (const note of moved) result.regrouped.set(note.id, targetOf(note));

  function dissolve(id: GroupId): void {
    for (const note of after.get(id) ?? []) result.regrouped.set(note.id, null);
    if (!existing.has(id)) return;
    result.dissolved.push(id);
    const freed = (before.get(id) ?? []).map((note) => noteIn(note, null));
    const data = { group_id: id, deleted: true as const, notes: freed };
    result.changes.push({ event: { type: 'group_changed', data } });
  }

  /** What the group is after the change; null where it is dissolved. */
  function settle(wanted: GroupRow): Group | null {
    const { id } = wanted;
    const members = after.get(id) ?? [];
    if (members.length < 2) {
      dissolve(id);
      return null;
    }
    const stored = existing.get(id);
    const left = (before.get(id) ?? []).filter((note) => targetOf(note) !== id);
    const joined = members.filter(({ groupId }) => groupId !== id);
    const hasOtherNotes = left.length + joined.length > 0 || shrunk.has(id);
    if (stored && !hasOtherNotes && haveSameFields(stored, wanted)) return toGroup(stored, members);
    const keepsTitle = wanted.titleIsCustom || (!hasOtherNotes && wanted.title !== '');
    const title = keepsTitle ? wanted.title : suggestedTitle(members);
    const row = { ...wanted, title, version: stored ? nextVersion(tx, stored.version) : 1 };
    result.written.push(row);
    const group = toGroup(row, members);
    const changed = [
      ...left.map((note) => noteIn(note, null)),
      ...joined.map((note) => noteIn(note, id)),
    ];
    result.changes.push({ event: { type: 'group_changed', data: { group, notes: changed } } });
    return group;
  }

  const sources = new Set([...moved.flatMap(({ groupId }) => groupId ?? []), ...shrunk]);
  for (const group of groups) {
    if (sources.has(group.id) && group.id !== target?.id) settle(group);
  }
  if (target) result.group = settle(target);
  return result;
}
