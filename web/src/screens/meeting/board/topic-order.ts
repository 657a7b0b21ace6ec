// The topics of each column, and their order.
import type { GroupId, TopicId, UserId } from '@wentwell/contract/ids';
import { isAuthor } from '@wentwell/contract/notes/author-keys';
import { type Column, type ColumnId, resolveColumn } from '@wentwell/contract/notes/columns';
import type { Group } from '@wentwell/contract/notes/groups';
import { isRedacted, type Note } from '@wentwell/contract/notes/notes';

import type { ColumnTopic } from '#web/features/groups/column-topic';

export interface ColumnTopics {
  /** Readable topics in order. */
  open: readonly ColumnTopic[];
  /** Others' hidden notes. */
  faceDown: readonly Note[];
  /** The number of all notes. */
  count: number;
}

const none: ColumnTopics = { open: [], faceDown: [], count: 0 };

/**
 * Newest first, with `showsOwnFirst` the user's own before others; a group has the place of its newest note. `notes` are in board
 * order, oldest first.
 */
export function orderByColumn(
  { notes, groups }: { notes: readonly Note[]; groups: readonly Group[] },
  columns: readonly Column[],
  { me, showsOwnFirst }: { me: UserId; showsOwnFirst: boolean },
): (id: ColumnId) => ColumnTopics {
  const groupById = new Map<GroupId | null, Group>(groups.map((group) => [group.id, group]));
  const notesOf = Map.groupBy(
    notes.filter((note) => !isFaceDown(note, me)),
    ({ group_id }) => groupById.get(group_id),
  );
  const parts = new Map<ColumnId, { own: ColumnTopic[]; open: ColumnTopic[]; faceDown: Note[] }>(
    columns.map(({ id }) => [id, { own: [], open: [], faceDown: [] }]),
  );
  // A pending change may name a column removed since: the note stays visible.
  const partOf = (column: ColumnId) => parts.get(resolveColumn(columns, column));
  const placed = new Set<Group>();
  for (const note of notes.toReversed()) {
    if (isFaceDown(note, me)) {
      partOf(note.note_type)?.faceDown.push(note);
      continue;
    }
    const group = groupById.get(note.group_id);
    if (group && placed.has(group)) continue;
    if (group) placed.add(group);
    const topic = group ? topicOfGroup(group, notesOf.get(group) ?? []) : topicOf(note);
    const isFirst = showsOwnFirst && isAuthor(note, { userId: me });
    partOf(topic.column_id)?.[isFirst ? 'own' : 'open'].push(topic);
  }
  const ordered = new Map<ColumnId, ColumnTopics>();
  for (const [id, { own, open, faceDown }] of parts) {
    const topics = [...own, ...open];
    const count = topics.reduce((sum, topic) => sum + topic.notes.length, faceDown.length);
    ordered.set(id, { open: topics, faceDown, count });
  }
  return (id) => ordered.get(id) ?? none;
}

function isFaceDown(note: Note, me: UserId): boolean {
  return isRedacted(note, { userId: me });
}

const topicsOfNotes = new WeakMap<Note, ColumnTopic>();
const topicsOfGroups = new WeakMap<Group, ColumnTopic>();

function topicOf(note: Note): ColumnTopic {
  const known = topicsOfNotes.get(note);
  if (known) return known;
  const { id, content: title, note_type: column_id } = note;
  const topic = { id, title, column_id, notes: [note], group: null };
  topicsOfNotes.set(note, topic);
  return topic;
}

function topicOfGroup(group: Group, notes: readonly Note[]): ColumnTopic {
  const known = topicsOfGroups.get(group);
  const isSame =
    known?.notes.length === notes.length && notes.every((note, at) => note === known.notes[at]);
  if (known && isSame) return known;
  const { id, title, column_id } = group;
  const topic = { id, title, column_id, notes, group };
  topicsOfGroups.set(group, topic);
  return topic;
}

/** Null if the topic is gone. */
export function findTopic(
  { notes, groups }: { notes: readonly Note[]; groups: readonly Group[] },
  topicId: TopicId,
): ColumnTopic | null {
  const group = groups.find(({ id }) => id === topicId);
  if (group)
    return topicOfGroup(
      group,
      notes.filter(({ group_id }) => group_id === group.id),
    );
  const note = notes.find(({ id }) => id === topicId);
  return note ? topicOf(note) : null;
}

/** Ids of its cards from top to bottom: the group's, then its notes'. */
export function cardsOf({ id, group, notes }: ColumnTopic): readonly TopicId[] {
  return group === null ? [id] : [id, ...notes.toReversed().map((note) => note.id)];
}
