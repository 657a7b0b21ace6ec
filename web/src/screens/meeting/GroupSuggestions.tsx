import type { Board } from '@wentwell/contract/board';
import { GroupId, type NoteId } from '@wentwell/contract/ids';
import { type ReactNode, useMemo } from 'react';

import { randomId } from '#web/api/random-ids';
import { groupCommands } from '#web/features/groups/group-commands';
import { SuggestGroups } from '#web/features/suggestions/SuggestGroups.tsx';
import { useUndoHistory } from '#web/live/use-undo';

/** The owner's suggestions, each of which is made a group by the same command as a drop on a card. */
export function GroupSuggestions({ board }: { board: Board }): ReactNode {
  const { meeting, notes, groups } = board;
  const history = useUndoHistory();
  const commands = useMemo(() => groupCommands({ meetingId: meeting.id }), [meeting.id]);

  function accept(lists: readonly (readonly NoteId[])[]) {
    const made = lists.map((note_ids) => ({
      act: 'create' as const,
      id: GroupId.parse(randomId()),
      note_ids: [...note_ids],
    }));
    const undo = history.runAll(
      made.map((intent) => commands.create(intent)),
      {
        title: made.length === 1 ? 'Notes grouped' : `${made.length} groups made`,
        undoneTitle: 'Grouping undone',
      },
    );
    return { groupIds: made.map(({ id }) => id), undo };
  }

  return (
    <SuggestGroups
      meetingId={meeting.id}
      notes={notes}
      groups={groups}
      columns={meeting.columns}
      onAccept={accept}
    />
  );
}
