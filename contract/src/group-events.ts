// Groups as a feature of the board: how they come, change and go, together with the notes that join and leave them.
import { z } from 'zod';

import { boardEvent } from './board-feature.ts';
import { Group, storedGroup } from './groups.ts';
import { GroupId, type NoteId } from './ids.ts';
import { concealedOfNotes, ofNotes, upsertNotes } from './note-events.ts';
import { LoggedNote, type Note, noteSeenBy, storedNote } from './notes.ts';

/** What groups add to a board, ordered by id. A node of an earlier version sends a board without them. */
export const groupFields = { groups: z.array(Group).default(() => []) };
type GroupPart = { groups: readonly Group[]; notes: readonly Note[] };

/**
 * `notes` are those that joined or left, as they are afterwards; those that join another group at once stand alone in
 * between. A note that left because it is deleted is not among them.
 */
const ChangedData = z.object({ group: Group, notes: z.array(LoggedNote) });
const DissolvedData = z.object({
  group_id: GroupId,
  deleted: z.literal(true),
  notes: z.array(LoggedNote),
});
const GroupData = z.union([ChangedData, DissolvedData]);
type GroupData = z.infer<typeof GroupData>;

function idOf(data: GroupData): GroupId {
  return 'group' in data ? data.group.id : data.group_id;
}

export function upsertGroup(groups: readonly Group[], group: Group): Group[] {
  return [...groups.filter(({ id }) => id !== group.id), group].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

/** The notes whose words the event's suggested title may be made of. */
function titleSources(data: GroupData): readonly NoteId[] {
  return 'group' in data && !data.group.title_is_custom ? data.group.note_ids : [];
}

export const groupEvents = {
  group_changed: boardEvent('group_changed', {
    data: GroupData,
    apply: ({ groups, notes }: GroupPart, data) => ({
      notes: upsertNotes(notes, data.notes),
      groups:
        'group' in data
          ? upsertGroup(groups, data.group)
          : groups.filter(({ id }) => id !== data.group_id),
    }),
    concealedFrom: concealedOfNotes,
    mask: (data, concealed) => ({
      ...data,
      notes: data.notes.map((note) => noteSeenBy(note, concealed)),
    }),
    masksActor: false,
    texts: {
      held: (data) => [ofNotes([...data.notes.map(({ id }) => id), ...titleSources(data)])],
      erase: (data, { ids }) => {
        const notes = data.notes.filter(({ id }) => !ids.includes(id));
        if (!('group' in data)) return { type: 'group_changed' as const, data: { ...data, notes } };
        const { group } = data;
        const title = titleSources(data).some((id) => ids.includes(id)) ? '' : group.title;
        return { type: 'group_changed' as const, data: { group: { ...group, title }, notes } };
      },
    },
    deletedTexts: () => null,
    endsEditing: () => null,
    isAlwaysKept: false,
    mayChangeStatus: false,
    specified: () => null,
    describe: (data) =>
      'group' in data
        ? { action: 'grouped notes', quote: data.group.title }
        : { action: 'parted a group', quote: '' },
    announce: (data) => ({
      topic: `group ${idOf(data)}`,
      rank: 4,
      sentence: () =>
        'group' in data
          ? `Group ${data.group.title}: ${data.group.note_ids.length} notes.`
          : 'A group was parted.',
    }),
    touches: (data) => data.notes.map(({ id }) => ({ id, news: 'changed' as const })),
    stored: { steps: [], parts: { group: storedGroup.upgrade, notes: storedNote.upgrade } },
  }),
};

export const groupFeature = {
  fields: groupFields,
  events: groupEvents,
  follows: {},
  hash: {
    groups: (groups: readonly Group[]) =>
      groups.map(({ id, title, column_id, note_ids, version }) => [
        id,
        title,
        column_id,
        note_ids,
        version,
      ]),
  },
};
