// Topics for voting and discussion: each group and each ungrouped note (docs/retro.md R-97).
import type { TopicId } from '../ids.ts';
import { type Column, type ColumnId, isActionColumn } from '../notes/columns.ts';
import type { Group } from '../notes/groups.ts';
import type { Note } from '../notes/notes.ts';

/** `notes` is sorted by position, oldest first. An ungrouped note is the only one. */
export interface Topic {
  id: TopicId;
  title: string;
  column_id: ColumnId;
  notes: readonly Note[];
}

interface TopicSource {
  notes: readonly Note[];
  groups: readonly Group[];
  columns: readonly Column[];
}

/** All topics of all columns, sorted by their oldest notes. */
export function allTopics({ notes, groups }: Omit<TopicSource, 'columns'>): Topic[] {
  const grouped = new Map<TopicId, Note[]>();
  for (const note of notes.toSorted((a, b) => a.position - b.position)) {
    const id = note.group_id ?? note.id;
    grouped.set(id, [...(grouped.get(id) ?? []), note]);
  }
  const byId = new Map<TopicId, Group>(groups.map((group) => [group.id, group]));
  return [...grouped].flatMap(([id, its]) => {
    const [oldest] = its;
    if (!oldest) return [];
    const group = byId.get(id);
    const title = group?.title ?? oldest.content;
    return { id, title, column_id: group?.column_id ?? oldest.note_type, notes: its };
  });
}

/** Topics for voting and discussion: all except those in the column for action items. */
export function topicsOf(source: TopicSource): Topic[] {
  return allTopics(source).filter(({ column_id }) => !isActionColumn(source.columns, column_id));
}

export function isGroup({ id, notes }: Topic): boolean {
  return notes[0]?.id !== id;
}

export function topicIdOf({ id, group_id }: Pick<Note, 'id' | 'group_id'>): TopicId {
  return group_id ?? id;
}

/** The current topic of an action item: its own, or the group that its note has joined. Null if it was removed. */
export function topicOfAction(
  { topic_id }: { topic_id: TopicId | null },
  topics: readonly Topic[],
): TopicId | null {
  if (topic_id === null) return null;
  const own = topics.find(({ id }) => id === topic_id);
  const joined = topics.find(({ notes }) => notes.some(({ id }) => id === topic_id));
  return (own ?? joined)?.id ?? null;
}

/** The display title. A group has no title if its notes share no word. */
export function titleOfTopic({ title, notes }: Topic): string {
  return title === '' ? `Group of ${notes.length}` : title;
}
