import { isGroup, type Topic } from '@wentwell/contract/discussion/topics';
import type { TopicId } from '@wentwell/contract/ids';
import { isActionColumn } from '@wentwell/contract/notes/columns';
import { phaseFacts } from '@wentwell/contract/phases';
import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useLayoutEffect,
  useRef,
} from 'react';

import { statusNow } from '#web/api/server-time';
import { CommentCount } from '#web/features/comments/CommentCount.tsx';
import type { CardSlots } from '#web/features/notes/card-board';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { useStableCallback } from '#web/ui/use-stable-callback';

import type { ViewName } from './board-view.tsx';
import { NoteBoard } from './board/NoteBoard.tsx';
import { NoteMarks, NoteTools } from './card-parts.ts';
import { useMeetingParts } from './meeting-parts.ts';
import { useMeetingKeys } from './use-meeting-keys.ts';
import { WaitingRoom } from './WaitingRoom.tsx';

import './ballot-place.css';

const DiscussionArea = lazyPart(() => import('./discussion-code.ts'), 'DiscussionArea');
// One element: the area's parents re-render more often than it must.
const discussion = <DiscussionArea />;

// Loaded after the board.
const TrackNote = lazyPart(() => import('./MeetingActions.tsx'), 'TrackNote');

// Loaded after the board, before the meeting comes to voting.
const TopicVotes = lazyPart(() => import('#web/features/votes/TopicVotes.tsx'), 'TopicVotes');

// Loaded after the board, before the meeting comes to its end.
const ClosingArea = lazyPart(() => import('./ClosingArea.tsx'), 'ClosingArea');
const ReportArea = lazyPart(() => import('./ReportArea.tsx'), 'ReportArea');

// Rarely opened, and only on boards with comments.
const CommentsDialog = lazyPart(() => import('./discussion-code.ts'), 'CommentsDialog');

export function BoardArea(props: {
  /** Replaces the columns. */
  shown: ViewName | null;
}): ReactNode {
  const parts = { ...useMeetingParts(), ...props };
  // The end covers the board, which changes afterwards, in interruptible pieces.
  const settled = {
    board: useDeferredValue(parts.board),
    who: useDeferredValue(parts.who),
    shown: useDeferredValue(parts.shown),
  };
  const { board, who, shown } = statusNow(parts.board.meeting) === 'live' ? parts : settled;
  const showsDiscussion = shown === 'Discussion';
  const { meeting, notes, groups } = board;
  const meetingId = meeting.id;
  const isLive = statusNow(meeting) === 'live';
  const isWaiting = isLive && meeting.phase === 'joining';
  const { columns } = meeting;
  const isVoting = isLive && meeting.phase === 'voting' && who.role !== null;
  const { totals } = board.votes;
  const hasVotes = isVoting || totals !== null;
  const mostVotes = useMemo(
    () => Math.max(...Object.values(totals ?? {}).map(({ votes }) => votes)),
    [totals],
  );
  useMeetingKeys();
  const isAgreeing = phaseFacts[meeting.phase].agreesActions || !isLive;
  const reading = useDialog<TopicId>();
  const openComments = useStableCallback(reading.open);
  const slots = useMemo((): CardSlots => {
    const votesOf = (topic: Topic): ReactNode =>
      !hasVotes || isActionColumn(columns, topic.column_id) ? null : (
        // Reserves the ballot's height and width, so that no card grows under a finger.
        <TopicVotes
          fallback={isVoting && <div className="topic-ballot w-32" />}
          meetingId={meetingId}
          topic={topic}
          most={mostVotes}
        />
      );
    const trackingOf = ({ column_id, notes: [note, ...others] }: Topic): ReactNode =>
      note && others.length === 0 && isAgreeing && isActionColumn(columns, column_id) ? (
        <TrackNote note={note} isOnCard />
      ) : null;
    return {
      topicFooter: (topic) => (
        <>
          {votesOf(topic)}
          {trackingOf(topic)}
          {/* A single note has no room for it beside its votes. */}
          {isGroup(topic) && <CommentCount topicId={topic.id} onOpen={openComments} />}
        </>
      ),
      noteFooter: (note, { react }) => (
        <div className="flex items-start justify-between gap-2">
          <NoteMarks note={note} isOpen={react} isOnCard />
          {note.group_id === null && <CommentCount topicId={note.id} onOpen={openComments} />}
        </div>
      ),
      noteTools: (note, { react }) => <NoteTools note={note} isOpen={react} isOnCard />,
    };
  }, [meetingId, columns, isVoting, hasVotes, mostVotes, isAgreeing, openComments]);
  useBoardFocus(showsDiscussion);
  // With the data saver on, the discussion's code is not prefetched.
  const { phase } = meeting;
  useEffect(() => {
    if (phase === 'voting') void DiscussionArea.prefetch();
  }, [phase]);

  function summary(): ReactNode {
    return isLive ? <ClosingArea onComments={openComments} /> : <ReportArea />;
  }

  return (
    <>
      <NoteBoard
        meeting={meeting}
        notes={notes}
        groups={groups}
        who={who}
        slots={slots}
        over={showsDiscussion ? discussion : null}
        instead={shown && !showsDiscussion ? summary() : isWaiting ? <WaitingRoom /> : null}
      />
      {reading.render((dialog, topicId) => (
        <CommentsDialog {...dialog} topicId={topicId} />
      ))}
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
