// Code needed shortly after a board's first paint, as one file: separate files would each cost a request.
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import { actionDrafts } from '#web/features/actions/action-drafts';
import { groupActions, groupCommands } from '#web/features/groups/group-commands';
import { handCommands } from '#web/features/hands/hand-commands';
import type { DeserializeCommand } from '#web/live/queued-command';

export { groupActions };
export { GuestsAsking } from '#web/features/guests/GuestsAsking.tsx';
export { HandPalette, HandsUp, RaiseHand } from '#web/features/hands/Hands.tsx';
export { CardPalette } from '#web/features/notes/card-palette.tsx';
export { NoteDialogs } from '#web/features/notes/NoteDialogs.tsx';
export { TimerPanel } from '#web/features/timer/TimerPanel.tsx';

export { CaughtUp } from './Notices.tsx';
export { lateActs, LateParts } from './LateParts.tsx';
export { MeetingMenuItems } from './MeetingMenu.tsx';
export { SendFloating } from '#web/features/floating/SendFloating.tsx';
export { ScreensWatching } from '#web/features/spectators/ScreensWatching.tsx';
export { ParticipantsPanel } from './ParticipantsPanel.tsx';
export { PhaseState, QuietLine } from './PhaseState.tsx';

/** Recreates stored commands of late features, by kind. */
export async function lateCommands(
  kind: string,
  context: { meetingId: MeetingId; userId: UserId },
): Promise<DeserializeCommand | undefined> {
  const { meetingId, userId } = context;
  switch (kind) {
    case 'group':
      return groupCommands(context).deserialize;
    case 'hand':
      return handCommands(context).deserialize;
    case 'discussion': {
      const { discussionCommands } = await import('./discussion-code.ts');
      return discussionCommands(context).deserialize;
    }
    case 'comment': {
      const { commentCommands, commentDrafts } = await import('./discussion-code.ts');
      return commentCommands(context, commentDrafts(userId, meetingId)).deserialize;
    }
    case 'action': {
      const { actionCommands } = await import('#web/features/actions/action-commands');
      return actionCommands(context, actionDrafts(userId)).deserialize;
    }
    default:
      return undefined;
  }
}
