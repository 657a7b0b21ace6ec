import { useMutation } from '@tanstack/react-query';
import { discussionPolicy } from '@wentwell/contract/discussion/discussion';
import type { Timer } from '@wentwell/contract/discussion/timer';
import { titleOfTopic, topicsOf } from '@wentwell/contract/discussion/topics';
import type { TopicId } from '@wentwell/contract/ids';
import { isBlank } from '@wentwell/contract/text/letters';
import { ArrowLeft, ArrowRight, CirclePause, MessageCircle } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';

import { meetingNow } from '#web/api/server-time';
import { CommentComposer } from '#web/features/comments/CommentComposer.tsx';
import { useCommenting } from '#web/features/comments/CommentField.tsx';
import { CommentList } from '#web/features/comments/CommentList.tsx';
import { useOrphanedDrafts } from '#web/features/comments/use-orphaned-drafts';
import { discussionCommands } from '#web/features/discussion/discussion-commands';
import {
  type DiscussedTopic,
  discussionOf,
  movedBy,
  parkedBeyond,
  placedAt,
  type QueueLead,
  queueOf,
  topicAfter,
  topicBefore,
} from '#web/features/discussion/discussion-queue';
import { LeadButtons, TopicFacts } from '#web/features/discussion/TopicHead.tsx';
import { AwayNotice, TimeUpNotice } from '#web/features/discussion/TopicNotices.tsx';
import { TopicQueue } from '#web/features/discussion/TopicQueue.tsx';
import { useIsTimeUp } from '#web/features/timer/time-left';
import { timerMutation } from '#web/features/timer/timer.queries';
import { useUndoHistory } from '#web/live/use-board';
import { EmptyColumn } from '#web/ui/feedback/EmptyColumn.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Delayed } from '#web/ui/feedback/Loading.tsx';
import { sayWhyNot } from '#web/ui/feedback/say-why-not';
import { columnLooks } from '#web/ui/identity/column-look';
import { type PaletteCommand, usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';
import { preview } from '#web/ui/preview';
import { useRootMark } from '#web/ui/root-mark';

import { useMeetingParts } from '../meeting-parts.ts';
import { ActionsPane, TopicActions } from './TopicActions.tsx';
import { TopicText } from './TopicText.tsx';

import './discussion.css';

const nameLength = 90;

/** The board's topics as the discussion shows them. */
function useTopics(): readonly DiscussedTopic[] {
  const { meeting, notes, groups, votes, comments } = useMeetingParts().board;
  const { columns } = meeting;
  return useMemo(() => {
    const looks = columnLooks(columns);
    return topicsOf({ notes, groups, columns }).flatMap((topic): DiscussedTopic[] => {
      const look = looks.find(({ id }) => id === topic.column_id) ?? looks[0];
      if (!look) return [];
      const title = titleOfTopic(topic);
      const none = { votes: 0, voters: 0 };
      return [
        {
          ...topic,
          title,
          name: preview(title, nameLength),
          look,
          votes: votes.totals && (votes.totals[topic.id] ?? none),
          comments: comments[topic.id]?.length ?? 0,
        },
      ];
    });
  }, [notes, groups, columns, votes.totals, comments]);
}

/** The discussion: queue, current topic, comments and action items. */
export function DiscussionArea(): ReactNode {
  const { board, who, personOf } = useMeetingParts();
  const { meeting, notes, groups, votes, comments, timer } = board;
  const history = useUndoHistory();
  const { mutate: setTimer } = useMutation(timerMutation(meeting.id));
  const commands = useMemo(() => discussionCommands({ meetingId: meeting.id }), [meeting.id]);
  const topics = useTopics();
  const { drafts } = useCommenting();
  useOrphanedDrafts({ topics, comments, drafts });
  const discussion = useMemo(
    () => discussionOf({ discussion: board.discussion, notes, groups, meeting, votes }),
    [board.discussion, notes, groups, meeting, votes],
  );
  const leads = discussionPolicy.lead(who, meetingNow(meeting)) === 'allowed';
  const { current, current_since, discussed } = discussion;
  const byId = useMemo(() => new Map(topics.map((topic) => [topic.id, topic])), [topics]);
  const followed = useFollowed(current, (id) => byId.has(id));
  const { shown, isAway, lookAt, follow, pane, setPane } = followed;
  const isTimeUp = useIsTopicTimeUp(timer, current_since);
  const queue = queueOf(discussion);
  const after = topicAfter(discussion);
  const before = topicBefore(discussion);
  const topic = shown === null ? undefined : byId.get(shown);
  const currentName = current === null ? null : (byId.get(current)?.name ?? null);
  // A screen reader announces what changes in a status, not what a new one contains.
  const announced = useDeferredValue(currentName, null);
  const ownerName = personOf(meeting.owner_id).name;

  const change = (to: Parameters<typeof commands.lead>[0]): void =>
    void history.run(commands.lead(to));
  function discuss(id: TopicId | null): void {
    follow();
    const isParked = id !== null && discussion.parked.includes(id);
    const parked = discussion.parked.filter((each) => each !== id);
    change({ current: id, ...(isParked && { parked }) });
  }
  const lead: QueueLead | null = leads
    ? {
        discuss,
        move: (id, step) => {
          const order = movedBy(discussion, id, step);
          if (order) change({ order });
        },
        place: (id, target) => change({ order: placedAt(discussion.order, id, target) }),
        park: (id) => {
          const parked = [...discussion.parked, id];
          change({ parked, ...(id === current && { current: after }) });
        },
        takeBack: (id) => change({ parked: discussion.parked.filter((each) => each !== id) }),
        keepTop: (count) => change({ parked: parkedBeyond(discussion, count) }),
        takeAllBack: () => change({ parked: [] }),
      }
    : null;
  usePaletteCommands(lead ? leadCommands({ after, before, current, lead }) : []);
  useShortcuts((shortcut) => {
    if (shortcut !== ']' && shortcut !== '[') return null;
    const to = shortcut === ']' ? after : before;
    if (lead && to !== null) return () => discuss(to);
    // After the last topic the phase's own command applies.
    if (lead && shortcut === ']') return null;
    return () =>
      sayWhyNot(lead ? 'This is the first topic.' : 'Only leads can go to another topic.');
  });
  useRootMark(topics.length > 0 ? 'discussion' : null);

  return (
    <div className="discussion-place absolute z-1 inset-0 flex p-[inherit]">
      {topics.length === 0 ? (
        <NoTopics />
      ) : (
        <div className="discussion-frame flex flex-1 min-w-0">
          <div className="discussion flex-1 min-w-0 min-h-0" data-pane={topic ? pane : 'none'}>
            <Part>
              <p role="status" className="sr-only">
                {announced !== null && `Now discussed: ${announced}`}
              </p>
              <div className="topic-foot flex gap-2">
                <SmallPart>
                  {topic && <PaneToggle pane={pane} comments={topic.comments} onChoose={setPane} />}
                  {lead && (
                    <LeadButtons
                      hasPrevious={before !== null}
                      hasNext={after !== null}
                      onPrevious={() => discuss(before)}
                      onNext={() => discuss(after)}
                    />
                  )}
                </SmallPart>
              </div>
              <TopicQueue
                topics={byId}
                queue={queue}
                discussed={discussed}
                shown={shown}
                lead={lead}
                onLookAt={lookAt}
              />
              <div className="topic-head">
                {topic && (
                  <SmallPart>
                    <TopicFacts
                      topic={topic}
                      earlier={discussed[topic.id] ?? 0}
                      since={topic.id === current ? current_since : null}
                      place={`${queue.done.length + 1} of ${topics.length - queue.parked.length}`}
                      isQueueShown={pane === 'queue'}
                      onQueue={() => setPane(pane === 'queue' ? 'topic' : 'queue')}
                    />
                  </SmallPart>
                )}
              </div>
              <div className="topic-notices grid min-w-0 [grid-area:notices] gap-2">
                <SmallPart>
                  {topic && isAway && (
                    <AwayNotice
                      name={topic.name}
                      current={currentName}
                      onFollow={follow}
                      onDiscuss={lead ? () => discuss(topic.id) : undefined}
                    />
                  )}
                  {current !== null && isTimeUp && (
                    <TimeUpNotice
                      discussion={discussion}
                      me={who.userId}
                      onSay={(more) => void history.run(commands.extend(current, more))}
                      lead={
                        lead && {
                          add: (minutes) => setTimer({ action: 'add', seconds: minutes * 60 }),
                          moveOn: () => discuss(after),
                        }
                      }
                    />
                  )}
                </SmallPart>
              </div>
              <div className="topic-stage flex min-w-0 flex-col gap-6">
                {topic ? (
                  <>
                    <div className="topic-body">
                      <Part attempt={topic.id}>
                        <TopicText topic={topic} />
                      </Part>
                    </div>
                    <section aria-label="Comments" className="topic-comments">
                      <Part attempt={topic.id}>
                        <CommentList key={topic.id} topicId={topic.id} />
                      </Part>
                    </section>
                  </>
                ) : (
                  <BetweenTopics
                    hasNext={after !== null}
                    leads={lead !== null}
                    ownerName={ownerName}
                  />
                )}
              </div>
              {topic && (
                <div className="topic-composer min-w-0">
                  <Part>
                    <CommentComposer key={topic.id} topic={topic} />
                  </Part>
                </div>
              )}
              <ActionsPane>
                <Part attempt={topic?.id}>
                  <TopicActions topic={topic} topics={topics} />
                </Part>
              </ActionsPane>
            </Part>
          </div>
        </div>
      )}
    </div>
  );
}

/** Whether the topic's time is up. `since` is its start: a timer that ended earlier belongs to another topic. */
function useIsTopicTimeUp(timer: Timer | null, since: string | null): boolean {
  const isOver = useIsTimeUp(timer);
  const endsAt = timer?.ends_at ?? null;
  return isOver && endsAt !== null && since !== null && Date.parse(endsAt) > Date.parse(since);
}

/** Palette commands for leads: next and previous topic. */
function leadCommands(discussion: {
  after: TopicId | null;
  before: TopicId | null;
  current: TopicId | null;
  lead: QueueLead;
}): PaletteCommand[] {
  const { after, before, current, lead } = discussion;
  const usual = { group: 'Meeting' as const, keywords: ['topic', 'discuss'] };
  const commands: PaletteCommand[] = [];
  if (after !== null) {
    const next = { id: 'topic-next', label: 'Next topic', icon: <ArrowRight /> };
    const step = { ...next, group: 'Next step' as const, shortcut: ']' };
    commands.push({ ...usual, ...step, run: () => lead.discuss(after) });
  }
  if (before !== null) {
    const previous = { id: 'topic-previous', label: 'Previous topic', icon: <ArrowLeft /> };
    commands.push({ ...usual, ...previous, shortcut: '[', run: () => lead.discuss(before) });
  }
  if (current !== null) {
    const parking = { id: 'topic-park', label: 'Park this topic', icon: <CirclePause /> };
    commands.push({ ...usual, ...parking, run: () => lead.park(current) });
  }
  return commands;
}

function NoTopics(): ReactNode {
  return (
    <div className="m-auto">
      <EmptyState illustration={<EmptyColumn />} title="No notes to talk about yet">
        The lead can go back to Writing from the bar.
      </EmptyState>
    </div>
  );
}

function BetweenTopics(props: { hasNext: boolean; leads: boolean; ownerName: string }): ReactNode {
  const { hasNext, leads, ownerName } = props;
  if (!hasNext) {
    return (
      <EmptyState title="Every topic has been discussed">
        {leads
          ? 'Go on to Ready to Close, or choose a topic to discuss again.'
          : `${ownerName} takes it from here. You can still open every topic.`}
      </EmptyState>
    );
  }
  // Entering the phase opens a topic once the server has counted the votes.
  return (
    <Delayed>
      <EmptyState title="The topic is gone">
        {leads
          ? 'Pick the next topic. Everyone sees the one you pick.'
          : `${ownerName} picks the next topic. Until then, you can open any topic.`}
      </EmptyState>
    </Delayed>
  );
}

type Pane = 'topic' | 'comments' | 'queue';

/** In a narrow window, switches between the topic and its comments. */
function PaneToggle(props: {
  pane: Pane;
  comments: number;
  onChoose: (pane: Pane) => void;
}): ReactNode {
  const isTopic = props.pane === 'topic';
  return (
    <button
      type="button"
      className="step-button pane-toggle ring-focus hit-area"
      onClick={() => props.onChoose(isTopic ? 'comments' : 'topic')}
    >
      {isTopic ? <MessageCircle className="size-5" /> : <ArrowLeft />}
      {isTopic ? 'Comments' : 'Topic'}
      {isTopic && props.comments > 0 && <span>{props.comments}</span>}
    </button>
  );
}

/** Users follow the current topic until they open another. A user who is writing or reads the comments stays. */
function useFollowed(current: TopicId | null, isThere: (id: TopicId) => boolean) {
  const [pane, setPane] = useState<Pane>('topic');
  const [lookedAt, setLookedAt] = useState<TopicId | null>(null);
  const [followed, setFollowed] = useState(current);
  // During rendering, because an effect would first close the text being written.
  if (followed !== current) {
    setFollowed(current);
    if (lookedAt === current) setLookedAt(null);
    else if (lookedAt === null && followed !== null && (pane === 'comments' || isWriting())) {
      setLookedAt(followed);
    }
  }
  const own = lookedAt !== null && lookedAt !== current && isThere(lookedAt) ? lookedAt : null;
  const here = current !== null && isThere(current) ? current : null;
  function open(id: TopicId | null): void {
    setLookedAt(id);
    setPane('topic');
  }
  return {
    pane,
    setPane,
    /** The topic that this user sees; null without one. */
    shown: own ?? here,
    /** The user views another topic than the others. */
    isAway: own !== null,
    lookAt: (id: TopicId) => open(id === current ? null : id),
    follow: () => open(null),
  };
}

/** Reads the page directly: sending a text leaves an empty focused field and fires no event. */
function isWriting(): boolean {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  return isField && field.closest('.discussion') !== null && !isBlank(field.value);
}
