// Groups of two or more notes. Notes store their membership; the cascade rule `keepGroups` enforces the minimum.
import { z } from 'zod';

import { topicIdOf } from '../discussion/topics.ts';
import { GroupId, NoteId, type TopicId } from '../ids.ts';
import { findColumn, isActionColumn } from '../notes/columns.ts';
import { isTitleOf, suggestTitle } from '../notes/group-titles.ts';
import { Group, GroupInput, groupPolicy, GroupUpdate } from '../notes/groups.ts';
import type { BoardState } from './board.ts';
import type { CascadeRule } from './cascade.ts';
import type { ChangedBoard } from './changed.ts';
import { type Command, defineCommand, type ShownFeature } from './command.ts';
import {
  type AuthorContext,
  nextVersion,
  reject,
  requireAuthor,
  requirePolicy,
} from './context.ts';
import { getMeeting, meetingNow } from './meeting.ts';
import { noteType, type NoteRecord, sortByPosition } from './notes.ts';
import { type BoardRecord, defineRecordType, fieldsOf } from './record.ts';

const GroupRecord = Group.omit({ note_ids: true }).extend({ type: z.literal('group') });
export type GroupRecord = z.infer<typeof GroupRecord>;
/** The title is typed or suggested from the notes' words. */
export const groupType = defineRecordType(GroupRecord, {
  hasUserText: true,
});

/** The notes of each topic, oldest first. An ungrouped note is a topic. */
export function notesByTopic(board: BoardState): Map<TopicId, NoteRecord[]> {
  return Map.groupBy(sortByPosition(board.all(noteType)), topicIdOf);
}

/** Whether the note's topic is in the column for action items: nobody votes, comments or carries it over. */
export function isForActions(board: BoardState, { group_id, note_type }: NoteRecord): boolean {
  const column = (group_id && board.get(groupType, group_id)?.column_id) ?? note_type;
  return isActionColumn(getMeeting(board).columns, column);
}

function membersOf(board: BoardState, groupId: GroupId): NoteRecord[] {
  return sortByPosition(board.all(noteType).filter(({ group_id }) => group_id === groupId));
}

/** Sorted by id. */
export function presentGroups(board: BoardState): Group[] {
  const members = notesByTopic(board);
  return board
    .all(groupType)
    .map((group) => {
      const note_ids = (members.get(group.id) ?? []).map(({ id }) => id);
      return { ...fieldsOf(group), note_ids };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function authorizeGrouping(board: BoardState, context: AuthorContext): void {
  requirePolicy(groupPolicy.change(context.caller, meetingNow(board, context)));
  requireAuthor(context);
}

/** Rejects notes that are not on the board or are face down. */
function findOpenNotes(board: BoardState, ids: readonly NoteId[], field: string): NoteRecord[] {
  return ids.map((id, index) => {
    const note = board.get(noteType, id);
    return note && !note.hidden ? note : reject('NOTE_UNKNOWN', [field, index]);
  });
}

/** Returns the notes whose group changes. Keeps versions, so that edits stay valid (docs/retro.md R-96). */
function assignGroup(notes: readonly NoteRecord[], group_id: GroupId | null): NoteRecord[] {
  return notes.filter((note) => note.group_id !== group_id).map((note) => ({ ...note, group_id }));
}

function idsOf(notes: readonly NoteRecord[]): NoteId[] {
  return notes.map(({ id }) => id);
}

// If fewer than two other notes stayed, the group was dissolved and must be created again.
function undoLeaving(
  before: BoardState,
  { id, title, title_is_custom, column_id }: GroupRecord,
  notes: readonly NoteRecord[],
): Command {
  const all = membersOf(before, id);
  if (all.length - notes.length >= 2) {
    return { name: 'group.update', input: { id, add: idsOf(notes) } };
  }
  const titled = ({ content }: NoteRecord) => isTitleOf(content, title);
  const ordered = [...all.filter(titled), ...all.filter((note) => !titled(note))];
  const input = { id, note_ids: idsOf(ordered), column_id, ...(title_is_custom && { title }) };
  return { name: 'group.create', input };
}

// Null if no single command undoes the change.
function undoJoining(before: BoardState, id: GroupId, noteIds: readonly NoteId[]): Command | null {
  const joining = noteIds.flatMap((noteId) => before.get(noteType, noteId) ?? []);
  const moved = joining.filter(({ group_id }) => group_id !== id);
  const byGroup = Map.groupBy(moved, ({ group_id }) => group_id);
  const alone = byGroup.get(null) ?? [];
  const stayingCount = membersOf(before, id).length;
  const [source, ...others] = [...byGroup.keys()].flatMap(
    (groupId) => (groupId && before.get(groupType, groupId)) ?? [],
  );
  if (!source) {
    return stayingCount === 0
      ? { name: 'group.dissolve', input: { id } }
      : { name: 'group.update', input: { id, remove: idsOf(alone) } };
  }
  // If only one note stayed in the source, it was dissolved.
  const isParted = alone.length === 0 || stayingCount + alone.length < 2;
  if (others.length > 0 || !isParted) return null;
  return undoLeaving(before, source, byGroup.get(source.id) ?? []);
}

const createGroup = defineCommand({
  name: 'group.create',
  isByAuthor: true,
  input: GroupInput.extend({ id: GroupId }),
  decide(board, { id, note_ids, title, column_id }, context) {
    authorizeGrouping(board, context);
    // Topic ids are note or group ids, so a group cannot use a note's id.
    if (board.get(noteType, NoteId.parse(id))) reject('ID_TAKEN');
    const notes = findOpenNotes(board, note_ids, 'note_ids');
    const existing = board.get(groupType, id);
    if (existing) {
      const members = membersOf(board, id);
      const isSame =
        members.length === notes.length && notes.every(({ group_id }) => group_id === id);
      return isSame ? null : reject('ID_TAKEN');
    }
    const column = column_id ?? notes[0]?.note_type;
    if (column === undefined || !findColumn(getMeeting(board).columns, column)) {
      reject('COLUMN_UNKNOWN', ['column_id']);
    }
    const group: GroupRecord = {
      type: 'group',
      id,
      title: title ?? suggestTitle(notes.map(({ content }) => content)),
      title_is_custom: title !== undefined,
      column_id: column,
      version: 1,
    };
    return { put: [group, ...assignGroup(notes, id)], remove: [] };
  },
  inverse: ({ id, note_ids }, before) =>
    before.get(groupType, id) ? null : undoJoining(before, id, note_ids),
});

const updateGroup = defineCommand({
  name: 'group.update',
  isByAuthor: true,
  input: GroupUpdate.safeExtend({ id: GroupId }),
  decide(board, { id, title, add = [], remove = [], column_id }, context) {
    const group = board.get(groupType, id) ?? reject('NOT_FOUND');
    authorizeGrouping(board, context);
    const joining = findOpenNotes(board, add, 'add');
    const leaving = findOpenNotes(board, remove, 'remove');
    if (column_id !== undefined && !findColumn(getMeeting(board).columns, column_id)) {
      reject('COLUMN_UNKNOWN', ['column_id']);
    }
    // An empty custom title is replaced by a suggestion.
    const keepsTitle = title === undefined || (title === null && !group.title_is_custom);
    const renamed = {
      ...group,
      ...(!keepsTitle && { title: title ?? '', title_is_custom: title !== null }),
      column_id: column_id ?? group.column_id,
    };
    const isChanged =
      renamed.title !== group.title ||
      renamed.title_is_custom !== group.title_is_custom ||
      renamed.column_id !== group.column_id;
    // A note that has already left the group stays where it is.
    const members = leaving.filter(({ group_id }) => group_id === id);
    const moved = [...assignGroup(joining, id), ...assignGroup(members, null)];
    const put = [...(isChanged ? [renamed] : []), ...moved];
    return put.length === 0 ? null : { put, remove: [] };
  },
  inverse({ id, title, add, remove, column_id }, before) {
    const group = before.get(groupType, id);
    if (!group) return null;
    const leaving = membersOf(before, id).filter((note) => remove?.includes(note.id));
    if (title === undefined && column_id === undefined) {
      if (leaving.length === 0) return undoJoining(before, id, add ?? []);
      return add ? null : undoLeaving(before, group, leaving);
    }
    if (add || remove) return null;
    const previous = {
      ...(title !== undefined && { title: group.title_is_custom ? group.title : null }),
      ...(column_id !== undefined && { column_id: group.column_id }),
    };
    return { name: 'group.update', input: { id, ...previous } };
  },
});

const dissolveGroup = defineCommand({
  name: 'group.dissolve',
  isByAuthor: true,
  input: z.object({ id: GroupId }),
  decide(board, { id }, context) {
    const group = board.get(groupType, id) ?? reject('NOT_FOUND');
    authorizeGrouping(board, context);
    return { put: assignGroup(membersOf(board, id), null), remove: [group] };
  },
  inverse({ id }, before) {
    const group = before.get(groupType, id);
    return group ? undoLeaving(before, group, membersOf(before, id)) : null;
  },
});

function isNote(record: BoardRecord | undefined): record is NoteRecord {
  return record?.type === noteType.type;
}

/** Dissolves groups of fewer than two notes. Changed groups get a new version and suggested title. */
const keepGroups: CascadeRule = (patch, { before, after }, context) => {
  const changed = [...patch.put, ...patch.remove];
  const groupIds = changed.flatMap((ref) => {
    if (ref.type === groupType.type) return [GroupId.parse(ref.id)];
    const [previous, next] = [before.find(ref), after.find(ref)];
    const [left, joined] = [previous, next].map((note) => (isNote(note) ? note.group_id : null));
    return left === joined ? [] : [left, joined].flatMap((id) => id ?? []);
  });
  const put: (NoteRecord | GroupRecord)[] = [];
  const remove: GroupRecord[] = [];
  for (const id of new Set(groupIds)) {
    const group = after.get(groupType, id);
    if (!group) continue;
    const members = membersOf(after, id);
    if (members.length < 2) {
      put.push(...assignGroup(members, null));
      remove.push(group);
      continue;
    }
    const previous = before.get(groupType, id);
    const earlier = new Set(idsOf(membersOf(before, id)));
    const hasOtherNotes =
      earlier.size !== members.length || members.some((note) => !earlier.has(note.id));
    const keepsTitle = group.title_is_custom || (!hasOtherNotes && group.title !== '');
    const texts = members.map(({ content }) => content);
    const title = keepsTitle ? group.title : suggestTitle(texts, group.title);
    put.push({ ...group, title, version: previous ? nextVersion(previous.version, context) : 1 });
  }
  return { put, remove };
};

/** Groups that lost notes in this change. Earlier suggested titles may contain words of those notes. */
function groupsThatLostNotes({ patch, before, after }: ChangedBoard): GroupRecord[] {
  return patch.put
    .filter((each): each is GroupRecord => each.type === groupType.type)
    .filter(({ id }) =>
      membersOf(before, id).some((note) => after.get(noteType, note.id)?.group_id !== id),
    );
}

export const groupsFeature = {
  recordTypes: [groupType],
  commands: [createGroup, updateGroup, dissolveGroup],
  cascades: [keepGroups],
  refsToErase: groupsThatLostNotes,
  shape: { groups: z.array(Group) },
  present: (view) => ({ groups: presentGroups(view) }),
} satisfies ShownFeature;
