import { useMutation } from '@tanstack/react-query';
import { type Comment, commentPolicy } from '@wentwell/contract/comments';
import { discussionPolicy } from '@wentwell/contract/discussion';
import { describeError } from '@wentwell/contract/errors';
import { CommentId } from '@wentwell/contract/ids';
import { untrackedNotes } from '@wentwell/contract/meeting-report';
import type { Note } from '@wentwell/contract/notes';
import { isInTeam } from '@wentwell/contract/teams';
import { titleOfTopic, topicOfAction, topicsOf } from '@wentwell/contract/topics';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';

import { randomId } from '#web/api/random-ids';
import { meetingNow } from '#web/api/server-time';
import { MakeAgreement } from '#web/features/actions/Agreements.tsx';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { commentCommands } from '#web/features/comments/comment-commands';
import { commentDrafts } from '#web/features/comments/comment-drafts';
import { CommentComposer } from '#web/features/comments/CommentComposer.tsx';
import { CommentList } from '#web/features/comments/CommentList.tsx';
import { useOrphanedDrafts } from '#web/features/comments/use-orphaned-drafts';
import type { DiscussedTopic } from '#web/features/discussion/discussed-topic';
import { discussionCommands } from '#web/features/discussion/discussion-commands';
import { discussionOf } from '#web/features/discussion/discussion-queue';
import { DiscussionView } from '#web/features/discussion/DiscussionView.tsx';
import { rightsOn } from '#web/features/notes/note-rights';
import { NoteText } from '#web/features/notes/NoteText.tsx';
import { TellMoreButton } from '#web/features/questions/TellMore.tsx';
import { EarlierTopics } from '#web/features/suggestions/EarlierTopics.tsx';
import { timerMutation } from '#web/features/timer/timer.queries';
import { useUndoHistory } from '#web/live/use-undo';
import { columnLooks } from '#web/ui/identity/column-look';
import { preview } from '#web/ui/preview';

import { useMeetingParts } from './meeting-parts.ts';
import { MeetingActions, TrackNote } from './MeetingActions.tsx';
import { useReactions } from './use-reactions.tsx';

const nameLength = 90;

/** Assembles the discussion from its features. */
export function DiscussionArea(): ReactNode {
  const { client, board, who, personOf } = useMeetingParts();
  const isGuest = useIsGuest();
  const { meeting, notes, groups, votes, comments } = board;
  const { userId } = who;
  const meetingId = meeting.id;
  const history = useUndoHistory();
  const timer = useMutation(timerMutation(meetingId, () => void client.refresh()));
  const commands = useMemo(() => discussionCommands({ meetingId }), [meetingId]);
  const drafts = useMemo(() => commentDrafts(userId, meetingId), [userId, meetingId]);
  const commenting = useMemo(() => commentCommands({ meetingId }, drafts), [meetingId, drafts]);
  const topics = useMemo(() => {
    const looks = columnLooks(meeting.columns);
    return topicsOf({ notes, groups, columns: meeting.columns }).flatMap(
      (topic): DiscussedTopic[] => {
        const look = looks.find(({ id }) => id === topic.column_id) ?? looks[0];
        const title = titleOfTopic(topic);
        const none = { votes: 0, voters: 0 };
        return look
          ? [
              {
                ...topic,
                title,
                name: preview(title, nameLength),
                look,
                votes: votes.totals && (votes.totals[topic.id] ?? none),
                comments: comments[topic.id]?.length ?? 0,
              },
            ]
          : [];
      },
    );
  }, [notes, groups, meeting.columns, votes.totals, comments]);
  useOrphanedDrafts({ topics, comments, drafts });
  const discussion = useMemo(
    () => discussionOf({ discussion: board.discussion, notes, groups, meeting, votes }),
    [board.discussion, notes, groups, meeting, votes],
  );
  const now = meetingNow(meeting);
  const leads = discussionPolicy.lead(who, now) === 'allowed';
  const mayComment = commentPolicy.add(who, now);
  const reactions = useReactions({ isOnCard: false });

  function footerOf(note: Note): ReactNode {
    return (
      <div className="flex flex-wrap items-center gap-1">
        {reactions.chips(note)}
        {reactions.add(note)}
        {rightsOn({ who, meeting, canGroup: false }, note).ask && <TellMoreButton note={note} />}
      </div>
    );
  }

  function listOf({ id }: DiscussedTopic): ReactNode {
    return (
      <CommentList
        key={id}
        comments={comments[id] ?? []}
        me={userId}
        personOf={personOf}
        textOf={textOf}
        mayChange={(comment) => commentPolicy.change(who, now, comment) === 'allowed'}
        drafts={drafts}
        onEdit={({ id: commentId, topic_id: topicId }: Comment, content) =>
          void history.run(commenting.create({ act: 'edit', id: commentId, topicId, content }))
        }
        onRemove={({ id: commentId, topic_id: topicId }) =>
          void history.run(commenting.create({ act: 'remove', id: commentId, topicId }))
        }
      />
    );
  }

  function composerOf(topic: DiscussedTopic): ReactNode {
    const noteId = topic.notes[0]?.id;
    return (
      <CommentComposer
        key={topic.id}
        topicId={topic.id}
        partIds={topic.notes.map((note) => note.id)}
        drafts={drafts}
        closedReason={mayComment === 'allowed' ? null : describeError(mayComment).detail}
        onAdd={(content) => {
          if (noteId === undefined) return;
          const id = CommentId.parse(randomId());
          const intent = { act: 'add', id, topicId: topic.id, noteId, content } as const;
          void history.run(commenting.create(intent));
        }}
      />
    );
  }

  const untracked = useMemo(
    () => untrackedNotes({ meeting, notes, actions: board.actions }),
    [meeting, notes, board.actions],
  );

  /** Not keyed by topic, so that a typed text survives a topic change. */
  function actionsOf(topic: DiscussedTopic | undefined): ReactNode {
    const its = topic && board.actions.filter((each) => topicOfAction(each, topics) === topic.id);
    return (
      <MeetingActions actions={its ?? board.actions} {...(topic && { topicId: topic.id })}>
        {topic && !isGuest && isInTeam(who) && (
          <span className="-ml-3">
            <MakeAgreement
              teamId={meeting.team_id}
              text={topic.name}
              from={{ kind: 'topic', id: topic.id }}
            />
          </span>
        )}
        <FromTheBoard
          notes={untracked}
          actionOf={(note) => <TrackNote note={note} {...(topic && { topicId: topic.id })} />}
        />
      </MeetingActions>
    );
  }

  return (
    <div className="discussion-place absolute z-1 inset-0 flex p-[inherit]">
      <DiscussionView
        discussion={discussion}
        topics={topics}
        me={userId}
        ownerName={personOf(meeting.owner_id).name}
        timer={board.timer}
        lead={
          leads
            ? {
                change: (change) => void history.run(commands.lead(change)),
                addMinutes: (minutes) => timer.mutate({ action: 'add', seconds: minutes * 60 }),
              }
            : null
        }
        onExtend={(topicId, more) => void history.run(commands.extend(topicId, more))}
        personOf={personOf}
        textOf={textOf}
        footerOf={footerOf}
        memoryOf={(topic) =>
          !isGuest && <EarlierTopics key={topic.id} meetingId={meetingId} topic={topic} />
        }
        commentsOf={(topic) => ({ list: listOf(topic), composer: composerOf(topic) })}
        actionsOf={actionsOf}
      />
    </div>
  );
}

const listedAtFirst = 2;

/** Notes of the action column; one press makes one an action item. */
function FromTheBoard(props: {
  notes: readonly Note[];
  actionOf: (note: Note) => ReactNode;
}): ReactNode {
  const { notes, actionOf } = props;
  const id = useId();
  if (notes.length === 0) return null;
  const listOf = (listed: readonly Note[]): ReactNode => (
    <ul aria-labelledby={id} className="grid gap-2">
      {listed.map((note) => (
        <li
          key={note.id}
          className="flex items-center gap-2 rounded-md border border-control py-1 pr-1 pl-3"
        >
          <span className="min-w-0 flex-1 text-sm wrap-anywhere">{note.content}</span>
          {actionOf(note)}
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="quiet-title">
        From the board
      </h3>
      {listOf(notes.slice(0, listedAtFirst))}
      {notes.length > listedAtFirst && (
        <details>
          <summary className="ring-focus flex min-h-11 cursor-pointer items-center gap-2 rounded-md text-sm font-semibold text-soft hover:text-ink">
            {notes.length - listedAtFirst} more
            <ChevronDown aria-hidden="true" className="size-4" />
          </summary>
          {listOf(notes.slice(listedAtFirst))}
        </details>
      )}
    </section>
  );
}

function textOf(content: string): ReactNode {
  return <NoteText content={content} />;
}
