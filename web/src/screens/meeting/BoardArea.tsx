import type { Board } from '@wentwell/contract/board';
import { holdsActions } from '@wentwell/contract/columns';
import type { UserId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';
import { nextPhase, phaseFacts } from '@wentwell/contract/phases';
import type { TeamContext } from '@wentwell/contract/teams';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';

import { groupActions } from '#web/features/groups/group-actions';
import { groupCommands } from '#web/features/groups/group-commands';
import { noteActions } from '#web/features/notes/note-actions';
import { noteCommands } from '#web/features/notes/note-commands';
import { noteDrafts } from '#web/features/notes/note-drafts';
import { preview } from '#web/features/notes/note-text';
import { NoteBoard } from '#web/features/notes/NoteBoard.tsx';
import type { TopicSlot } from '#web/features/notes/NoteCard.tsx';
import { WaitingRoom } from '#web/features/presence/WaitingRoom.tsx';
import { voteCommands } from '#web/features/votes/vote-commands';
import { useVoteKeys } from '#web/features/votes/vote-keys';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';
import { useUndoHistory } from '#web/live/use-undo';
import type { Person } from '#web/ui/identity/Avatar.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import { useTouchedNotes } from './use-board-news.ts';

// Loaded after the board, before the meeting comes to voting.
const TopicVotes = lazyPart(async () => (await import('./TopicVotes.tsx')).TopicVotes);

/** The board, or who is waiting for it. */
export function BoardArea(props: {
  client: BoardClient;
  board: Board;
  who: TeamContext;
  personOf: (userId: UserId) => Person;
}): ReactNode {
  const { client, board, who, personOf } = props;
  const { meeting, notes, groups, presence } = board;
  const meetingId = meeting.id;
  const { userId } = who;
  const isLive = effectiveStatus(meeting) === 'live';
  const editing = useBoard(client, (view) => view.editing);
  const news = useTouchedNotes(client, userId);
  const history = useUndoHistory();
  const drafts = useMemo(() => noteDrafts(userId, meetingId), [userId, meetingId]);
  const actions = useMemo(
    () => noteActions(history, noteCommands({ meetingId, userId }, drafts)),
    [history, meetingId, userId, drafts],
  );
  const grouping = useMemo(
    () => groupActions(history, groupCommands({ meetingId })),
    [history, meetingId],
  );

  const { columns } = meeting;
  const isVoting = isLive && meeting.phase === 'voting';
  const topicVotes = useCallback<TopicSlot>(
    ({ id, column_id, title }) =>
      holdsActions(columns, column_id) ? null : (
        // As high as a ballot, so that no card grows under a finger.
        <Suspense fallback={isVoting && <div className="h-7 w-30 pointer-coarse:h-11" />}>
          <TopicVotes
            client={client}
            commands={voteCommands({ meetingId, userId })}
            topicId={id}
            name={preview(title, 40)}
          />
        </Suspense>
      ),
    [client, meetingId, userId, columns, isVoting],
  );
  useVoteKeys(isVoting);

  function waitingRoom(): ReactNode {
    const next = nextPhase(meeting.phase);
    const owner = personOf(meeting.owner_id).name;
    const goesOn = next && `Next: ${phaseFacts[next].label}`;
    return (
      <WaitingRoom presence={presence}>
        <p className="text-sm text-muted">
          {meeting.owner_id === userId
            ? `When everybody is here, press “${goesOn}”.`
            : `${owner} leads on when everybody is here.`}
        </p>
      </WaitingRoom>
    );
  }

  const isWaiting = isLive && meeting.phase === 'joining';
  return (
    <NoteBoard
      {...(isWaiting && { instead: waitingRoom() })}
      meeting={meeting}
      notes={notes}
      groups={groups}
      who={who}
      personOf={personOf}
      editing={editing}
      news={news}
      actions={actions}
      grouping={grouping}
      drafts={drafts}
      onTyping={client.announceEditing}
      {...((isVoting || board.votes.totals !== null) && { topicFooter: topicVotes })}
    />
  );
}
