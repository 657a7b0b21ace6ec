import { useQuery } from '@tanstack/react-query';
import type { Board } from '@wentwell/contract/board';
import { holdsActions } from '@wentwell/contract/columns';
import type { MeetingId, TopicId } from '@wentwell/contract/ids';
import { isLead } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import { nextPhase, phaseFacts } from '@wentwell/contract/phases';
import type { TeamContext } from '@wentwell/contract/teams';
import { titleOfTopic } from '@wentwell/contract/topics';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';

import { statusNow } from '#web/api/server-time';
import { CommentCount } from '#web/features/comments/CommentCount.tsx';
import { useGroupActions } from '#web/features/groups/group-code';
import { boardMembersQuery } from '#web/features/members/members.queries';
import { noteActions } from '#web/features/notes/note-actions';
import { noteCommands } from '#web/features/notes/note-commands';
import { noteDrafts } from '#web/features/notes/note-drafts';
import type { TopicSlot } from '#web/features/notes/NoteCard.tsx';
import type { FindSimilar } from '#web/features/notes/similar-notes';
import { WaitingRoom } from '#web/features/presence/WaitingRoom.tsx';
import { BallotPlace } from '#web/features/votes/BallotPlace.tsx';
import { voteCommands } from '#web/features/votes/vote-commands';
import { useVoteKeys } from '#web/features/votes/vote-keys';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';
import { useUndoHistory } from '#web/live/use-undo';
import type { PersonOf } from '#web/ui/identity/person-of';
import { CodeLoader } from '#web/ui/layout/code-loader';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { preview } from '#web/ui/preview';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { NoteBoard } from './board/NoteBoard.tsx';
import { useBoardFocus } from './use-board-focus.ts';
import { useTouchedNotes } from './use-board-news.ts';
import { useReactions } from './use-reactions.tsx';

/** How many comments a topic of the board has. A new one draws its own topic anew, no other. */
function CommentsOfTopic(props: {
  client: BoardClient;
  topicId: TopicId;
  onOpen: (topicId: TopicId) => void;
}): ReactNode {
  const { client, topicId, onOpen } = props;
  const count = useBoard(client, ({ board }) => board?.comments[topicId]?.length ?? 0);
  return <CommentCount count={count} onOpen={() => onOpen(topicId)} />;
}

const DiscussionArea = lazyPart(async () => (await import('./discussion-code.ts')).DiscussionArea);

// Loaded after the board.
const JoiningArea = lazyPart(async () => (await import('./JoiningArea.tsx')).JoiningArea);
const TrackNote = lazyPart(async () => (await import('./MeetingActions.tsx')).TrackNote);

// Loaded after the board, before the meeting comes to voting.
const TopicVotes = lazyPart(async () => (await import('./TopicVotes.tsx')).TopicVotes);

// Loaded after the board, before the meeting comes to its end.
const ClosingArea = lazyPart(async () => (await import('./ClosingArea.tsx')).ClosingArea);
const ReportArea = lazyPart(async () => (await import('./ReportArea.tsx')).ReportArea);

// Comments are read seldom, and the dialog only where there are some.
const CommentsDialog = lazyPart(async () => (await import('./discussion-code.ts')).CommentsDialog);

const groupCode = new CodeLoader(() => import('./late-code.ts'));

/** Asked for only once a note is read or grouped. */
function similarNotesOf(meetingId: MeetingId): FindSimilar {
  return async (noteId, signal) => {
    const { similarNotesFinder } = await import('#web/features/suggestions/suggestions.queries');
    return similarNotesFinder(meetingId)(noteId, signal);
  };
}

const noComments = { topicId: null, isOpen: false };

/** The board, or who is waiting for it. */
export function BoardArea(props: {
  client: BoardClient;
  board: Board;
  who: TeamContext;
  personOf: PersonOf;
  /** The discussion is shown in place of the columns. */
  showsDiscussion: boolean;
  /** The review or the report is. */
  showsSummary: boolean;
}): ReactNode {
  const { client, board, who, personOf, showsDiscussion, showsSummary } = props;
  const { meeting, notes, groups, presence } = board;
  const meetingId = meeting.id;
  const { userId } = who;
  const isLive = statusNow(meeting) === 'live';
  const editing = useBoard(client, (view) => view.editing);
  const typing = useBoard(client, (view) => view.typing);
  const held = useBoard(client, (view) => view.dragging);
  const news = useTouchedNotes(client, userId);
  const history = useUndoHistory();
  const drafts = useMemo(() => noteDrafts(userId, meetingId), [userId, meetingId]);
  const grouping = useGroupActions(groupCode, history, meetingId);
  const leave = useStableCallback((note: Note) => grouping?.leaving(note) ?? null);
  const actions = useMemo(
    () => noteActions(history, noteCommands({ meetingId }, drafts, { leave })),
    [history, meetingId, drafts, leave],
  );
  const findSimilar = useMemo(() => similarNotesOf(meetingId), [meetingId]);

  const isWaiting = isLive && meeting.phase === 'joining';
  const team = useQuery({ ...boardMembersQuery(meeting.team_id), enabled: isWaiting }).data;
  const here = new Set(presence.flatMap((entry) => (entry.isOnline ? [entry.userId] : [])));
  const missing: string[] = [];
  let unnamed = (team?.total ?? 0) - here.size;
  for (const { user } of team?.rows ?? []) {
    if (here.has(user.id)) continue;
    missing.push(user.display_name);
    unnamed -= 1;
  }

  const { columns } = meeting;
  const isVoting = isLive && meeting.phase === 'voting';
  const hasVotes = isVoting || board.votes.totals !== null;
  const votesOf = useCallback<TopicSlot>(
    (topic) =>
      !hasVotes || holdsActions(columns, topic.column_id) ? null : (
        // As high as a ballot, and with its room beside the buttons, so that no card grows under a finger.
        <Suspense fallback={isVoting && <BallotPlace />}>
          <TopicVotes
            client={client}
            commands={voteCommands({ meetingId })}
            topicId={topic.id}
            name={preview(titleOfTopic(topic), 40)}
          />
        </Suspense>
      ),
    [client, meetingId, columns, isVoting, hasVotes],
  );
  useVoteKeys(isVoting);
  const isAgreeing = phaseFacts[meeting.phase].agreesActions || !isLive;
  const reactions = useReactions(client, { who, meeting, isOnCard: true });
  const trackingOf = useCallback<TopicSlot>(
    ({ column_id, notes: [note, ...others] }) =>
      note && others.length === 0 && isAgreeing && holdsActions(columns, column_id) ? (
        <Suspense>
          <TrackNote client={client} board={{ meeting }} who={who} note={note} isOnCard />
        </Suspense>
      ) : null,
    [client, who, meeting, columns, isAgreeing],
  );
  const [read, setRead] = useState<{ topicId: TopicId | null; isOpen: boolean }>(noComments);
  const openComments = useCallback((topicId: TopicId) => setRead({ topicId, isOpen: true }), []);
  const topicFooter = useCallback<TopicSlot>(
    (topic) => (
      <>
        {votesOf(topic)}
        {trackingOf(topic)}
        {/* A note that stands alone has no room for it beside its votes. */}
        {topic.id !== topic.notes[0]?.id && (
          <CommentsOfTopic client={client} topicId={topic.id} onOpen={openComments} />
        )}
      </>
    ),
    [client, votesOf, trackingOf, openComments],
  );
  const noteFooter = useCallback(
    (note: Note) => (
      <div className="flex items-start justify-between gap-2">
        {reactions.chips(note)}
        {note.group_id === null && (
          <CommentsOfTopic client={client} topicId={note.id} onOpen={openComments} />
        )}
      </div>
    ),
    [client, reactions, openComments],
  );
  useBoardFocus(showsDiscussion);
  // Whoever saves data has not loaded it ahead.
  const { phase } = meeting;
  useEffect(() => {
    if (phase === 'voting') void DiscussionArea.prefetch();
  }, [phase]);

  function discussion(): ReactNode {
    return (
      <Suspense>
        <DiscussionArea client={client} board={board} who={who} personOf={personOf} />
      </Suspense>
    );
  }

  function waitingRoom(): ReactNode {
    const next = nextPhase(meeting.phase);
    const owner = personOf(meeting.owner_id).name;
    const goesOn = next && `Next: ${phaseFacts[next].label}`;
    return (
      <WaitingRoom presence={presence} missing={missing} unnamed={Math.max(0, unnamed)}>
        <p className="text-sm text-muted">
          {isLead(userId, meeting)
            ? `When everybody is here, press “${goesOn}”.`
            : `${owner} leads on when everybody is here.`}
        </p>
        <Suspense>
          <JoiningArea client={client} board={board} who={who} personOf={personOf} />
        </Suspense>
      </WaitingRoom>
    );
  }

  function summary(): ReactNode {
    return (
      <Suspense>
        {isLive ? (
          <ClosingArea
            client={client}
            board={board}
            who={who}
            personOf={personOf}
            onComments={openComments}
          />
        ) : (
          <ReportArea board={board} personOf={personOf} />
        )}
      </Suspense>
    );
  }

  return (
    <>
      {/* Behind the discussion the board stays as it is: where it is scrolled to, and what is being written. */}
      <div className="board-place" inert={showsDiscussion}>
        <NoteBoard
          {...(isWaiting && { instead: waitingRoom() })}
          {...(showsSummary && { instead: summary() })}
          meeting={meeting}
          notes={notes}
          groups={groups}
          who={who}
          personOf={personOf}
          editing={editing}
          typing={typing}
          held={held}
          news={news}
          actions={actions}
          grouping={grouping}
          findSimilar={findSimilar}
          drafts={drafts}
          onTyping={client.announceEditing}
          onDrag={client.announceDragging}
          noteFooter={noteFooter}
          noteTools={reactions.add}
          topicFooter={topicFooter}
        />
      </div>
      {showsDiscussion && discussion()}
      {read.topicId !== null && (
        <Suspense>
          <CommentsDialog
            open={read.isOpen}
            onOpenChange={(isOpen) => setRead({ ...read, isOpen })}
            board={board}
            topicId={read.topicId}
            me={userId}
            personOf={personOf}
          />
        </Suspense>
      )}
    </>
  );
}
