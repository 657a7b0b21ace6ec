// The code of grouping is loaded after the board: notes are written without it.
import type { MeetingId } from '@wentwell/contract/ids';
import { useEffect, useMemo, useSyncExternalStore } from 'react';

import type { Command } from '#web/live/command';
import { type CodeLoader, keepTrying } from '#web/ui/layout/code-loader';

import type { GroupActions, groupActions } from './group-actions.ts';
import type { groupCommands } from './group-commands.ts';

interface GroupCode {
  groupActions: typeof groupActions;
  groupCommands: typeof groupCommands;
}

/** Null until the code is here, which is asked for until it comes. */
export function useGroupActions(
  code: CodeLoader<GroupCode>,
  board: { run(command: Command): Promise<boolean> },
  meetingId: MeetingId,
): GroupActions | null {
  const { code: loaded } = useSyncExternalStore(code.subscribe, code.read);
  useEffect(() => (loaded ? undefined : keepTrying(code.prefetch)), [code, loaded]);
  return useMemo(
    () => loaded && loaded.groupActions(board, loaded.groupCommands({ meetingId })),
    [loaded, board, meetingId],
  );
}
