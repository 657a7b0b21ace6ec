// How each group command is taken back. An inverse touches only the notes that its command has grouped or parted, and
// only while they are where the command has put them.
import { type Board, teamContextOfViewer } from '@wentwell/contract/board';
import { findColumn } from '@wentwell/contract/columns';
import { describeError } from '@wentwell/contract/errors';
import { type Group, groupPolicy } from '@wentwell/contract/groups';
import type { GroupId, NoteId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';

import { meetingNow } from '#web/api/server-time';
import type { Command, Conflict, Inverse } from '#web/live/command';

import type { GroupIntent } from './group-intents.ts';

const groupedSince = { conflict: 'Somebody else has grouped these notes otherwise since.' };
const deletedSince = { conflict: 'A note has been deleted since.' };
const dissolvedSince = { conflict: 'The group has been dissolved since.' };
const renamedSince = { conflict: 'Somebody else has renamed the group since.' };
const movedSince = { conflict: 'Somebody else has moved the group since.' };
const columnGone = { conflict: 'Its column has been removed since.' };

type Create = (intent: GroupIntent) => Command;

/** Null where the command changes nothing of the board. */
export function inverseOf(intent: GroupIntent, before: Board, create: Create): Inverse | null {
  const group = findGroup(before, intent.id) ?? null;
  switch (intent.act) {
    case 'create':
    case 'add':
      return parting(intent, before, create);
    case 'remove': {
      const noteIds = group?.note_ids.filter((id) => intent.note_ids.includes(id)) ?? [];
      if (!group || noteIds.length === 0) return null;
      return {
        title: 'Note taken out of its group',
        undoneTitle: 'Back in its group',
        command: restoreMembership({ group, noteIds, from: null }, create),
      };
    }
    case 'dissolve':
      return (
        group && {
          title: 'Group dissolved',
          undoneTitle: 'Group restored',
          command: restoreMembership({ group, noteIds: group.note_ids, from: null }, create),
        }
      );
    case 'title':
    case 'untitle':
      return group ? renamingBack(intent, group, create) : null;
    case 'move':
      return group ? movingBack(intent, group, create) : null;
  }
}

/** Notes that stood alone do so again, and those of another group go back to it. */
function parting(
  intent: Extract<GroupIntent, { note_ids: readonly NoteId[] }>,
  before: Board,
  create: Create,
): Inverse | null {
  const { id } = intent;
  const joining = before.notes.filter(
    (note) => intent.note_ids.includes(note.id) && note.group_id !== id,
  );
  if (joining.length === 0) return null;
  const source = before.groups.find((group) =>
    joining.some(({ group_id }) => group_id === group.id),
  );
  const from = joining.filter((note) => note.group_id === source?.id).map((note) => note.id);
  const all = joining.map((note) => note.id);
  return {
    title: 'Notes grouped',
    undoneTitle: 'Grouping undone',
    command: (now) => {
      if (source) {
        const back = restoreMembership({ group: source, noteIds: from, from: id }, create);
        return misplaced(now, all, [id]) ?? back(now);
      }
      const conflict = refusal(now) ?? misplaced(now, all, [id]);
      if (conflict) return conflict;
      if (intent.act === 'create') return create({ act: 'dissolve', id });
      return create({ act: 'remove', id, note_ids: all });
    },
  };
}

interface Membership {
  group: Group;
  noteIds: readonly NoteId[];
  /** The group that they are in now; null where they stand alone. */
  from: GroupId | null;
}

/** Into the group that the notes came from, which is made again where it is gone. */
function restoreMembership(
  { group, noteIds, from }: Membership,
  create: Create,
): Inverse['command'] {
  return (now) => {
    const { id, note_ids, title, title_is_custom, column_id } = group;
    const conflict = refusal(now) ?? misplaced(now, noteIds, [from]);
    if (conflict) return conflict;
    if (findGroup(now, id)) return create({ act: 'add', id, note_ids: [...noteIds] });
    if (!findColumn(now.meeting.columns, column_id)) return columnGone;
    const again = { id, note_ids, column_id, ...(title_is_custom && { title }) };
    return misplaced(now, note_ids, [from, null]) ?? create({ act: 'create', ...again });
  };
}

/** Into the group that a note has left by being moved to another column. Null where it was in none. */
export function rejoining(
  { id, group_id }: Note,
  before: Board,
  create: Create,
): Inverse['command'] | null {
  const group = before.groups.find((each) => each.id === group_id);
  return group ? restoreMembership({ group, noteIds: [id], from: null }, create) : null;
}

function renamingBack(
  { act, id, title }: Extract<GroupIntent, { title: string }>,
  before: Group,
  create: Create,
): Inverse | null {
  if (before.title === title.trim() && before.title_is_custom === (act === 'title')) return null;
  return {
    title: 'Group renamed',
    undoneTitle: 'Renaming undone',
    command: (now) => {
      const group = findGroup(now, id);
      if (!group) return dissolvedSince;
      const isSame = act === 'title' ? group.title === title.trim() : !group.title_is_custom;
      if (!isSame) return renamedSince;
      const back = before.title_is_custom ? 'title' : 'untitle';
      return refusal(now) ?? create({ act: back, id, title: before.title });
    },
  };
}

function movingBack(
  { id, column_id }: Extract<GroupIntent, { act: 'move' }>,
  before: Group,
  create: Create,
): Inverse | null {
  if (before.column_id === column_id) return null;
  return {
    title: 'Group moved',
    undoneTitle: 'Move undone',
    command: (now) => {
      const group = findGroup(now, id);
      if (!group) return dissolvedSince;
      if (group.column_id !== column_id) return movedSince;
      if (!findColumn(now.meeting.columns, before.column_id)) return columnGone;
      return refusal(now) ?? create({ act: 'move', id, column_id: before.column_id });
    },
  };
}

function findGroup(board: Board, id: GroupId): Group | undefined {
  return board.groups.find((group) => group.id === id);
}

function misplaced(
  now: Board,
  noteIds: readonly NoteId[],
  places: readonly (GroupId | null)[],
): Conflict | null {
  for (const id of noteIds) {
    const note = now.notes.find((each) => each.id === id);
    if (!note) return deletedSince;
    if (!places.includes(note.group_id)) return groupedSince;
  }
  return null;
}

/** What the server would answer, without showing the change for a moment first. */
function refusal({ you, meeting }: Board): Conflict | null {
  const result = groupPolicy.change(teamContextOfViewer(you), meetingNow(meeting));
  return result === 'allowed' ? null : { conflict: describeError(result).detail };
}
