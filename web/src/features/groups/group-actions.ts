import { GroupId, type NoteId } from '@wentwell/contract/ids';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { Group } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';

import { randomId } from '#web/api/random-ids';
import type { QueuedCommand } from '#web/live/queued-command';

import type { ColumnTopic } from './column-topic.ts';
import type { GroupCommands } from './group-commands.ts';

export type GroupActions = ReturnType<typeof groupActions>;

/** Promises resolve to whether the server acknowledged. Refusals are already reported to the user. */
export function groupActions(
  board: { run(command: QueuedCommand): Promise<boolean> },
  commands: GroupCommands,
) {
  const run = (intent: Parameters<GroupCommands['create']>[0]): Promise<boolean> =>
    board.run(commands.create(intent));
  const leaving = ({ id, group_id }: Note): QueuedCommand | null =>
    group_id && commands.create({ act: 'remove', id: group_id, note_ids: [id] });
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
