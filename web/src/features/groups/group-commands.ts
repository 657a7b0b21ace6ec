// The group commands of the board's queue: the stored intent, its optimistic update, its request, and what the user is
// told when it is refused.
import type { Board } from '@wentwell/contract/board';
import { upsertGroup } from '@wentwell/contract/group-events';
import type { Group } from '@wentwell/contract/groups';
import type { GroupId, MeetingId, NoteId } from '@wentwell/contract/ids';
import { regroup } from '@wentwell/contract/regroup';

import type { Attempt } from '#web/api/attempt';
import { ApiError, errorText } from '#web/api/request';
import {
  type OptimisticCommand,
  type OptimisticConfirmation,
  type Commands,
  deserializeIntents,
} from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

import { GroupIntent } from './group-intents.ts';
import { inverseOf } from './group-inverses.ts';
import { type GroupCalls, groupCalls } from './groups.queries.ts';

export type GroupCommands = Commands<GroupIntent>;

const kind = 'group';

const titles: Record<GroupIntent['act'], string> = {
  create: 'Error grouping notes',
  add: 'Error grouping notes',
  remove: 'Error taking a note out of its group',
  dissolve: 'Error dissolving a group',
  title: 'Error renaming a group',
  untitle: 'Error renaming a group',
  move: 'Error moving a group',
};
const goneText = 'Somebody has deleted a note or dissolved the group meanwhile.';

export function groupCommands(
  context: { meetingId: MeetingId },
  calls: GroupCalls = groupCalls(context.meetingId),
): GroupCommands {
  function create(intent: GroupIntent): OptimisticCommand {
    return {
      kind,
      input: intent,
      queueKey: intent.id,
      // A note that is still on its way cannot be grouped yet.
      alsoQueues: 'note_ids' in intent ? intent.note_ids : [],
      startsQueue: intent.act === 'create',
      // Each of them sets a value, so that twice is the same as once.
      mergesDuplicates: true,
      optimisticUpdate: (board) => changed(board, intent),
      inverse: (before) => inverseOf(intent, before, create),
      send: (key, signal) => send(intent, calls, { key, signal }),
      onRefused: (error) =>
        toast.error({
          title: titles[intent.act],
          description: errorDescription(intent, error),
          id: `group-refused-${intent.act}`,
        }),
    };
  }
  return {
    create,
    deserialize: deserializeIntents(kind, GroupIntent, create),
  };
}

function changed(board: Board, intent: GroupIntent): Board {
  const { id } = intent;
  const known = board.groups.find((group) => group.id === id);
  switch (intent.act) {
    case 'create': {
      const first = board.notes.find((note) => note.id === intent.note_ids[0]);
      if (!first) return board;
      const group = {
        id,
        title: intent.title ?? '',
        title_is_custom: intent.title !== undefined,
        column_id: intent.column_id ?? first.note_type,
        note_ids: [],
        version: 0,
        ...known,
      };
      const groups = upsertGroup(board.groups, group);
      return { ...board, ...regroup({ ...board, groups }, intent.note_ids, id) };
    }
    case 'add':
      return known ? { ...board, ...regroup(board, intent.note_ids, id) } : board;
    case 'remove':
      return { ...board, ...regroup(board, membersIn(board, id, intent.note_ids), null) };
    case 'dissolve':
      return { ...board, ...regroup(board, membersIn(board, id), null) };
    case 'title':
      return withGroup(board, known, { title: intent.title, title_is_custom: true });
    case 'untitle':
      return withGroup(board, known, { title: intent.title, title_is_custom: false });
    case 'move':
      return withGroup(board, known, { column_id: intent.column_id });
  }
}

/** The notes of the group; with `among` only those of these. */
function membersIn(board: Board, id: GroupId, among?: readonly NoteId[]): NoteId[] {
  return board.notes
    .filter((note) => note.group_id === id && (among?.includes(note.id) ?? true))
    .map((note) => note.id);
}

function withGroup(board: Board, group: Group | undefined, change: Partial<Group>): Board {
  return group ? { ...board, groups: upsertGroup(board.groups, { ...group, ...change }) } : board;
}

async function send(
  intent: GroupIntent,
  calls: GroupCalls,
  attempt: Attempt,
): Promise<OptimisticConfirmation> {
  const { id } = intent;
  switch (intent.act) {
    case 'create': {
      const { note_ids, title, column_id } = intent;
      await calls.create({ id, note_ids, title, column_id }, attempt);
      break;
    }
    case 'add':
      await calls.update(id, { add: intent.note_ids }, attempt);
      break;
    case 'remove':
      await calls.update(id, { remove: intent.note_ids }, attempt);
      break;
    case 'dissolve':
      await sendDissolution(id, calls, attempt);
      break;
    case 'title':
      await calls.update(id, { title: intent.title }, attempt);
      break;
    case 'untitle':
      await calls.update(id, { title: null }, attempt);
      break;
    case 'move':
      await calls.update(id, { column_id: intent.column_id }, attempt);
      break;
  }
  return { isConfirmed: (board) => isIn(board, intent) };
}

/** A 404 means that somebody else has dissolved it: that is what the user wanted. */
async function sendDissolution(id: GroupId, calls: GroupCalls, attempt: Attempt): Promise<void> {
  try {
    await calls.dissolve(id, attempt);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether the board includes the change. */
function isIn(board: Board, intent: GroupIntent): boolean {
  const group = board.groups.find(({ id }) => id === intent.id);
  switch (intent.act) {
    case 'create':
    case 'add':
      return intent.note_ids.every((id) => group?.note_ids.includes(id));
    case 'remove':
      return !intent.note_ids.some((id) => group?.note_ids.includes(id));
    case 'dissolve':
      return group === undefined;
    case 'title':
      return group === undefined || group.title === intent.title.trim();
    case 'untitle':
      return group === undefined || !group.title_is_custom;
    case 'move':
      return group === undefined || group.column_id === intent.column_id;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function errorDescription(intent: GroupIntent, error: unknown): string {
  const text = isGone(error) ? goneText : errorText(error);
  return intent.act === 'title' ? `${text} Your title: “${intent.title}”` : text;
}
