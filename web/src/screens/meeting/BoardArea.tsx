import { useQuery } from '@tanstack/react-query';
import { isActionColumn } from '@wentwell/contract/columns';
import type { TopicId } from '@wentwell/contract/ids';
import { isLead } from '@wentwell/contract/meetings';
import { phaseFacts } from '@wentwell/contract/phases';
import { titleOfTopic, type Topic } from '@wentwell/contract/topics';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useLayoutEffect,
  useRef,
} from 'react';

import { statusNow } from '#web/api/server-time';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { CommentCount } from '#web/features/comments/CommentCount.tsx';
import { boardMembersQuery } from '#web/features/members/members.queries';
import type { CardSlots } from '#web/features/notes/card-board';
import { WaitingRoom } from '#web/features/presence/WaitingRoom.tsx';
import { BallotPlace } from '#web/features/votes/BallotPlace.tsx';
import { voteCommands } from '#web/features/votes/vote-commands';
import { useVoteKeys } from '#web/features/votes/vote-keys';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';
import type { Person } from '#web/ui/identity/person';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { preview } from '#web/ui/preview';

import type { ViewName } from './board-view.tsx';
import { NoteBoard } from './board/NoteBoard.tsx';
import { useMeetingParts } from './meeting-parts.ts';
import { useMeetingKeys } from './use-meeting-keys.ts';
import { useReactions } from './use-reactions.tsx';

/** A topic's comment count. A new comment re-renders its own topic only. */
function CommentsOfTopic(props: {
  client: BoardClient;
  topicId: TopicId;
  onOpen: (topicId: TopicId) => void;
}): ReactNode {
  const { client, topicId, onOpen } = props;
  const count = useBoard(client, ({ board }) => board?.comments[topicId]?.length ?? 0);
  return <CommentCount count={count} onOpen={() => onOpen(topicId)} />;
}

const DiscussionArea = lazyPart(() => import('./discussion-code.ts'), 'DiscussionArea');

// Loaded after the board.
const CheckIn = lazyPart(() => import('./CheckInArea.tsx'), 'CheckIn');
const AgreementsOfTeam = lazyPart(() => import('./MeetingActions.tsx'), 'AgreementsOfTeam');
const AskedAbout = lazyPart(() => import('./MeetingActions.tsx'), 'AskedAbout');
const EarlierActions = lazyPart(() => import('./MeetingActions.tsx'), 'EarlierActions');
const TrackNote = lazyPart(() => import('./MeetingActions.tsx'), 'TrackNote');

// Loaded after the board, before the meeting comes to voting.
const TopicVotes = lazyPart(() => import('./TopicVotes.tsx'), 'TopicVotes');

// Loaded after the board, before the meeting comes to its end.
const ClosingArea = lazyPart(() => import('./ClosingArea.tsx'), 'ClosingArea');
const ReportArea = lazyPart(() => import('./ReportArea.tsx'), 'ReportArea');

// Rarely opened, and only on boards with comments.
const CommentsDialog = lazyPart(() => import('./discussion-code.ts'), 'CommentsDialog');

const noComments = { topicId: null, isOpen: false };

/** The board, or the waiting room. */
export function BoardArea(props: {
  /** Replaces the columns. */
  shown: ViewName | null;
}): ReactNode {
  const { shown } = props;
  const { client, board, who, personOf } = useMeetingParts();
  const showsDiscussion = shown === 'Discussion';
  const { meeting, notes, groups, presence } = board;
  const meetingId = meeting.id;
  const { userId } = who;
  const isGuest = useIsGuest();
  const isLive = statusNow(meeting) === 'live';
  const isWaiting = isLive && meeting.phase === 'joining';
  const team = useQuery({
    ...boardMembersQuery(meeting.team_id),
    enabled: isWaiting && board.you.role !== 'guest',
  }).data;
  const here = new Set(presence.flatMap((entry) => (entry.isOnline ? [entry.userId] : [])));
  const missing: Person[] = [];
  let unnamed = (team?.total ?? 0) - here.size;
  for (const { user } of team?.rows ?? []) {
    if (here.has(user.id)) continue;
    missing.push({ id: user.id, name: user.display_name });
    unnamed -= 1;
  }

  const { columns } = meeting;
  const isVoting = isLive && meeting.phase === 'voting' && who.role !== null;
  const hasVotes = isVoting || board.votes.totals !== null;
  useVoteKeys(isVoting);
  useMeetingKeys();
  const isAgreeing = phaseFacts[meeting.phase].agreesActions || !isLive;
  const reactions = useReactions({ isOnCard: true });
  const [read, setRead] = useState<{ topicId: TopicId | null; isOpen: boolean }>(noComments);
  const openComments = useCallback((topicId: TopicId) => setRead({ topicId, isOpen: true }), []);
  const slots = useMemo((): CardSlots => {
    const votesOf = (topic: Topic): ReactNode =>
      !hasVotes || isActionColumn(columns, topic.column_id) ? null : (
        // Reserves the ballot's height and width, so that no card grows under a finger.
        <TopicVotes
          fallback={isVoting && <BallotPlace />}
          client={client}
          commands={voteCommands({ meetingId })}
          topicId={topic.id}
          name={preview(titleOfTopic(topic), 40)}
        />
      );
    const trackingOf = ({ column_id, notes: [note, ...others] }: Topic): ReactNode =>
      note && others.length === 0 && isAgreeing && isActionColumn(columns, column_id) ? (
        <TrackNote note={note} isOnCard />
      ) : null;
    const commentsOf = (topicId: TopicId): ReactNode => (
      <CommentsOfTopic client={client} topicId={topicId} onOpen={openComments} />
    );
    return {
      topicFooter: (topic) => (
        <>
          {votesOf(topic)}
          {trackingOf(topic)}
          {/* A note that stands alone has no room for it beside its votes. */}
          {topic.id !== topic.notes[0]?.id && commentsOf(topic.id)}
        </>
      ),
      noteFooter: (note) => (
        <div className="flex items-start justify-between gap-2">
          {reactions.chips(note)}
          {note.group_id === null && commentsOf(note.id)}
        </div>
      ),
      noteTools: reactions.add,
    };
  }, [client, meetingId, columns, isVoting, hasVotes, isAgreeing, reactions, openComments]);
  useBoardFocus(showsDiscussion);
  // With the data saver on, the discussion's code is not prefetched.
  const { phase } = meeting;
  useEffect(() => {
    if (phase === 'voting') void DiscussionArea.prefetch();
  }, [phase]);

  function waitingRoom(): ReactNode {
    const owner = personOf(meeting.owner_id).name;
    return (
      <WaitingRoom
        presence={presence}
        missing={missing}
        unnamed={Math.max(0, unnamed)}
        hasLink={!isGuest}
        hint={isLead(userId, meeting) ? null : `${owner} will start when everyone is here.`}
        aside={
          <>
            {board.since_last_time && <EarlierActions actions={board.since_last_time} />}
            {board.agreements && (
              <AgreementsOfTeam
                teamId={meeting.team_id}
                agreements={board.agreements}
                mayChange={who.role !== null}
              />
            )}
            {board.did_it_help && <AskedAbout actions={board.did_it_help} />}
          </>
        }
      >
        <CheckIn />
      </WaitingRoom>
    );
  }

  function summary(): ReactNode {
    return isLive ? <ClosingArea onComments={openComments} /> : <ReportArea />;
  }

  return (
    <>
      {/* Behind the discussion the board stays as it is: where it is scrolled to, and what is being written. */}
      <div className="board-place flex flex-1 flex-col min-w-0 min-h-0" inert={showsDiscussion}>
        <NoteBoard
          client={client}
          meeting={meeting}
          notes={notes}
          groups={groups}
          who={who}
          personOf={personOf}
          slots={slots}
          instead={shown && !showsDiscussion ? summary() : isWaiting ? waitingRoom() : null}
        />
      </div>
      {showsDiscussion && <DiscussionArea />}
      {read.topicId !== null && (
        <CommentsDialog
          open={read.isOpen}
          onOpenChange={(isOpen) => setRead({ ...read, isOpen })}
          topicId={read.topicId}
        />
      )}
    </>
  );
}

/** The focused place on the board. A render may replace the element, but its list slot stays. */
interface Place {
  element: HTMLElement;
  slot: string | null;
}

/**
 * Moves the focus off the board while something covers it, and restores it afterwards, unless the focus has moved elsewhere.
 */
function useBoardFocus(isCovered: boolean): void {
  const last = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isCovered) {
      if (activeElement?.closest('.board-place')) {
        document.getElementById('main')?.focus({ preventScroll: true });
      }
      return undefined;
    }
    if (last.current && (activeElement === document.body || activeElement?.id === 'main')) {
      elementAt(last.current)?.focus({ preventScroll: true });
    }
    last.current = placeOf(document.activeElement);
    const handleFocusIn = ({ target }: FocusEvent): void => {
      last.current = placeOf(target);
    };
    addEventListener('focusin', handleFocusIn);
    return () => removeEventListener('focusin', handleFocusIn);
  }, [isCovered]);
}

function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof HTMLElement) || !target.closest('.board-place')) return null;
  return { element: target, slot: target.closest('.note-slot')?.id ?? null };
}

function elementAt({ element, slot }: Place): HTMLElement | null {
  if (element.isConnected || slot === null) return element;
  return document.querySelector<HTMLElement>(`#${CSS.escape(slot)} article`);
}
