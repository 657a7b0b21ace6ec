// Changes of groups: queue commands with their requests, undo, and texts of refusals.
import type { Command } from '@wentwell/contract/board/command';
import type { Board } from '@wentwell/contract/board/snapshot';
import { GroupId, type MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { ColumnId } from '@wentwell/contract/notes/columns';
import { type Group, GroupUpdate } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';
import { z } from 'zod';

import { randomId } from '#web/api/random-ids';
import { errorText } from '#web/api/request';
import {
  isGone,
  type Commands,
  type Conflict,
  commandsOfKind,
  type Inverse,
  type QueuedCommand,
  sendBy,
} from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

import type { ColumnTopic } from './column-topic.ts';

const id = GroupId;
const note_ids = z.array(NoteId);
const title = z.string().max(limits.groupTitleMax);

export const GroupIntent = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('create'),
    id,
    note_ids,
    /** Only a typed title; others are generated. */
    title: title.optional(),
    column_id: ColumnId.optional(),
  }),
  z.object({ act: z.literal('add'), id, note_ids }),
  z.object({ act: z.literal('remove'), id, note_ids }),
  z.object({ act: z.literal('dissolve'), id }),
  z.object({ act: z.literal('title'), id, title }),
  // Undoes the first typed title.
  z.object({ act: z.literal('untitle'), id }),
  z.object({ act: z.literal('move'), id, column_id: ColumnId }),
]);
export type GroupIntent = z.infer<typeof GroupIntent>;

export type GroupCommands = Commands<GroupIntent>;

const titles: Record<GroupIntent['act'], string> = {
  create: 'Error grouping notes',
  add: 'Error grouping notes',
  remove: 'Error taking a note out of its group',
  dissolve: 'Error dissolving a group',
  title: 'Error renaming a group',
  untitle: 'Error renaming a group',
  move: 'Error moving a group',
};
const goneText = 'Someone deleted a note or dissolved the group.';

const grouped = { title: 'Notes grouped', undoneTitle: 'Grouping undone' };
const renamed = { title: 'Group renamed', undoneTitle: 'Renaming undone' };
const done: Record<GroupIntent['act'], Pick<Inverse, 'title' | 'undoneTitle'>> = {
  create: grouped,
  add: grouped,
  remove: { title: 'Note taken out of its group', undoneTitle: 'Back in its group' },
  dissolve: { title: 'Group dissolved', undoneTitle: 'Group restored' },
  title: renamed,
  untitle: renamed,
  move: { title: 'Group moved', undoneTitle: 'Move undone' },
};

const Input = GroupUpdate.safeExtend({ id: GroupId, note_ids: z.array(NoteId).optional() });

const groupedSince = { conflict: 'Someone else has since regrouped these notes.' };
const deletedSince = { conflict: 'A note has since been deleted.' };
const renamedSince = { conflict: 'Someone else has since renamed the group.' };
const movedSince = { conflict: 'Someone else has since moved the group.' };
const conflicts = {
  NOT_FOUND: 'The group has since been dissolved.',
  COLUMN_UNKNOWN: 'Its column has since been removed.',
};

export function groupCommands({ meetingId }: { meetingId: MeetingId }): GroupCommands {
  const groups = `/api/v1/meetings/${meetingId}/groups`;

  const commands: GroupCommands = commandsOfKind('group', GroupIntent, (intent) => {
    const { name, method, path = '', body } = partsOf(intent);
    const { act, id } = intent;
    return {
      queueKey: id,
      // A pending note must be sent before it can be grouped.
      alsoQueues: 'note_ids' in intent ? intent.note_ids : [],
      startsQueue: act === 'create',
      boardCommand: { name, input: { ...body, id } },
      undo: (back, before) => ({
        ...done[act],
        conflicts,
        command: (now) => {
          const takingBack = intentOf(back);
          return changedSince(intent, takingBack, { before, now }) ?? commands.create(takingBack);
        },
      }),
      send: sendBy({ path: groups + path, method, body }, meetingId),
      onRefused: (error) =>
        toast.error({
          title: titles[act],
          description: errorDescription(intent, error),
          id: `group-refused-${act}`,
        }),
    };
  });
  return commands;
}

/** The board command and its request, whose input is the body and the group's id. */
function partsOf(intent: GroupIntent) {
  const { act, id } = intent;
  const update = { name: 'group.update', method: 'PUT', path: `/${id}` } as const;
  switch (act) {
    case 'create': {
      const { note_ids, title, column_id } = intent;
      const body = { id, note_ids, title, column_id };
      return { name: 'group.create', method: 'POST', body } as const;
    }
    case 'add':
      return { ...update, body: { add: intent.note_ids } };
    case 'remove':
      return { ...update, body: { remove: intent.note_ids } };
    case 'dissolve':
      return { name: 'group.dissolve', method: 'DELETE', path: `/${id}` } as const;
    case 'title':
      return { ...update, body: { title: intent.title } };
    case 'untitle':
      return { ...update, body: { title: null } };
    case 'move':
      return { ...update, body: { column_id: intent.column_id } };
  }
}

/** The intent of an inverse command. */
function intentOf({ name, input }: Command): GroupIntent {
  const { id, note_ids, title, add, remove, column_id } = Input.parse(input);
  if (name === 'group.dissolve') return { act: 'dissolve', id };
  if (note_ids) return { act: 'create', id, note_ids, title: title ?? undefined, column_id };
  if (add) return { act: 'add', id, note_ids: add };
  if (remove) return { act: 'remove', id, note_ids: remove };
  if (column_id) return { act: 'move', id, column_id };
  return title ? { act: 'title', id, title } : { act: 'untitle', id };
}

/** An inverse touches only what its command changed, and only if nobody has changed that since. */
function changedSince(
  intent: GroupIntent,
  takingBack: GroupIntent,
  { before, now }: { before: Board; now: Board },
): Conflict | null {
  const { act, id } = intent;
  const group = now.groups.find((each) => each.id === id);
  switch (act) {
    case 'title':
      return group && group.title !== intent.title.trim() ? renamedSince : null;
    case 'untitle':
      return group?.title_is_custom ? renamedSince : null;
    case 'move':
      return group && group.column_id !== intent.column_id ? movedSince : null;
    default: {
      const joins = act === 'create' || act === 'add';
      const isNamed = (noteId: NoteId) => act === 'dissolve' || intent.note_ids.includes(noteId);
      const moved = before.notes.flatMap((note) =>
        joins === (note.group_id !== id) && isNamed(note.id) ? [note.id] : [],
      );
      const to = joins ? id : null;
      const again = takingBack.act === 'create' ? takingBack.note_ids : [];
      return misplaced(now, moved, [to]) ?? misplaced(now, again, [to, null]);
    }
  }
}

function misplaced(
  { notes }: Board,
  noteIds: readonly NoteId[],
  places: readonly (GroupId | null)[],
): Conflict | null {
  const found = noteIds.map((id) => notes.find((note) => note.id === id));
  if (found.includes(undefined)) return deletedSince;
  return found.every((note) => note && places.includes(note.group_id)) ? null : groupedSince;
}

function errorDescription(intent: GroupIntent, error: unknown): string {
  const text = isGone(error) ? goneText : errorText(error);
  return intent.act === 'title' ? `${text} Your title: “${intent.title}”` : text;
}

export type GroupActions = ReturnType<typeof groupActions>;

/** Promises resolve to whether the server acknowledged. Refusals are already reported to the user. */
export function groupActions(
  board: { run(command: QueuedCommand): Promise<boolean> },
  meetingId: MeetingId,
) {
  const { create } = groupCommands({ meetingId });
  const run = (intent: GroupIntent): Promise<boolean> => board.run(create(intent));
  const leaving = ({ id, group_id }: Note): QueuedCommand | null =>
    group_id && create({ act: 'remove', id: group_id, note_ids: [id] });
  return {
    /** Returns the id of the group, which the board shows immediately. */
    group(noteIds: readonly NoteId[], target: ColumnTopic): GroupId {
      const { group, column_id, notes } = target;
      if (group) {
        void run({ act: 'add', id: group.id, note_ids: [...noteIds] });
        return group.id;
      }
      const id = GroupId.parse(randomId());
      // The target comes first, because the group stands in its column.
      const note_ids = [...notes.map((note) => note.id), ...noteIds];
      void run({ act: 'create', id, note_ids, column_id });
      return id;
    },
    leaving,
    takeOut(note: Note): void {
      const command = leaving(note);
      if (command) void board.run(command);
    },
    dissolve: ({ id }: Group): void => void run({ act: 'dissolve', id }),
    rename: ({ id }: Group, title: string): Promise<boolean> => run({ act: 'title', id, title }),
    move: ({ id }: Group, column_id: ColumnId): void => void run({ act: 'move', id, column_id }),
  };
}
