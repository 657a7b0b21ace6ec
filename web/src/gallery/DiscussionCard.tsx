import { defaultColumns } from '@wentwell/contract/columns';
import { type Comment } from '@wentwell/contract/comments';
import { CommentId, MeetingId, type TopicId, UserId } from '@wentwell/contract/ids';
import { makeNote } from '@wentwell/contract/testing/notes';
import type { ReactNode } from 'react';

import { commentDrafts } from '#web/features/comments/comment-drafts';
import { CommentCount } from '#web/features/comments/CommentCount.tsx';
import { CommentList } from '#web/features/comments/CommentList.tsx';
import type { DiscussedTopic } from '#web/features/discussion/discussed-topic';
import { DiscussionView } from '#web/features/discussion/DiscussionView.tsx';
import { NoteText } from '#web/features/notes/NoteText.tsx';
import { AddReaction } from '#web/features/reactions/AddReaction.tsx';
import { ReactionChips } from '#web/features/reactions/ReactionChips.tsx';
import { columnLooks } from '#web/ui/identity/column-look';

const [look] = columnLooks(defaultColumns);
const me = UserId.parse('0198f2c4-7f00-7000-8000-000000000001');
const other = UserId.parse('0198f2c4-7f00-7000-8000-000000000002');
const meetingId = MeetingId.parse('0198f2c4-7f00-7000-8000-000000000003');
const drafts = commentDrafts(me, meetingId);
const time = '2026-03-14T09:20:00.000Z';

function personOf(id: UserId | null) {
  return { id: id ?? '', name: id === me ? 'Ada Lovelace' : 'Grace Brewster Murray Hopper' };
}

function makeTopic(content: string, votes: number, comments: number): DiscussedTopic[] {
  const note = makeNote({ content });
  const { id, note_type: column_id } = note;
  const topic = { id, title: content, column_id, notes: [note] };
  return look
    ? [{ ...topic, name: content, look, votes: { votes, voters: Math.min(votes, 3) }, comments }]
    : [];
}

const topics = [
  ...makeTopic('Reviews wait for two days and more', 5, 2),
  ...makeTopic('The new pipeline takes one minute', 3, 0),
  ...makeTopic('A very long topic that goes on and on. '.repeat(6), 1, 12),
  ...makeTopic('Onboarding of Kim', 0, 0),
];
const order = topics.map(({ id }): TopicId => id);
const [current = null, , , last] = order;

function makeComment(digit: number, content: string, overrides: Partial<Comment> = {}): Comment {
  const [note] = topics[0]?.notes ?? [];
  if (!note) throw new Error('no topic');
  return {
    id: CommentId.parse(`0198f2c4-7f00-7000-8000-0000000000c${digit}`),
    topic_id: note.id,
    note_id: note.id,
    author_id: other,
    content,
    version: 1,
    created_at: time,
    updated_at: time,
    ...overrides,
  };
}

const comments = [
  makeComment(1, 'Two people for each review?'),
  makeComment(2, `- first thing\n- ${'and a long second one '.repeat(8)}`, {
    author_id: me,
    version: 2,
  }),
];

const none = (): void => undefined;
const many = ['👍', '❤️', '🎉', '😂', '🤔', '👀', '🔥', '💯', '🙏', '🚀', '👩🏽‍💻', '🏳️‍🌈'];
const full = Object.fromEntries(many.map((emoji, at) => [emoji, { count: at + 1, mine: false }]));

/** A discussion under way with its time over, comments with and without any, reactions from none to twelve. */
export function DiscussionCard(): ReactNode {
  const few = { '👍': { count: 3, mine: true }, '🎉': { count: 1, mine: false } };
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="relative flex h-[560px]">
        <DiscussionView
          discussion={{
            order,
            current,
            current_since: time,
            parked: last === undefined ? [] : [last],
            discussed: {},
            more_time: [other],
            go_on: [],
          }}
          topics={topics}
          me={me}
          ownerName="Ada Lovelace"
          timer={{
            state: 'running',
            ends_at: '2026-03-14T09:25:00.000Z',
            remaining_ms: null,
            started_by: me,
          }}
          lead={{ change: none, addMinutes: none, startTimer: none }}
          onExtend={none}
          personOf={personOf}
          textOf={(content) => <NoteText content={content} />}
          footerOf={() => null}
          commentsOf={() => ({ list: null, composer: null })}
        />
      </div>
      {[comments, []].map((shown) => (
        <CommentList
          key={shown.length}
          comments={shown}
          me={me}
          personOf={personOf}
          textOf={(content) => <NoteText content={content} />}
          mayChange={({ author_id }) => author_id === me}
          drafts={drafts}
          onEdit={none}
          onRemove={none}
        />
      ))}
      <CommentCount count={3} onOpen={none} />
      <div className="flex gap-1">
        <ReactionChips reactions={few} isOpen isOnCard={false} onReact={none} />
        <AddReaction name="Reviews wait" reactions={few} isOnCard={false} onReact={none} />
      </div>
      <ReactionChips reactions={full} isOpen={false} isOnCard={false} onReact={none} />
    </div>
  );
}
