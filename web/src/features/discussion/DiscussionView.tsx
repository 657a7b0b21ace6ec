import type { Discussion } from '@wentwell/contract/discussion';
import type { TopicId, UserId } from '@wentwell/contract/ids';
import { isBlank } from '@wentwell/contract/letters';
import { remainingMs, type Timer } from '@wentwell/contract/timer';
import { ArrowLeft, ArrowRight, CirclePause, MessageCircle } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react';

import { onCountdown, serverNow } from '#web/api/server-time';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { EmptyColumn } from '#web/ui/feedback/EmptyColumn.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';
import { type Command, useCommands } from '#web/ui/overlays/commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';
import { useRootMark } from '#web/ui/root-mark';

import type { DiscussedTopic } from './discussed-topic.ts';
import {
  movedBy,
  parkedBeyond,
  placedAt,
  type QueueLead,
  queueOf,
  topicAfter,
  topicBefore,
} from './discussion-queue.ts';
import { LeadButtons, TopicFacts } from './TopicHead.tsx';
import { AwayNotice, TimeUpNotice } from './TopicNotices.tsx';
import { TopicQueue } from './TopicQueue.tsx';
import { TopicText, type TopicTextProps } from './TopicText.tsx';

import './discussion.css';

/** Whether the topic's time is up. `since` is its start: a timer that ended earlier belongs to another topic. */
function useIsTimeUp(timer: Timer | null, since: string | null): boolean {
  const leftMs = useCallback(() => (timer ? remainingMs(timer, serverNow()) : 0), [timer]);
  const subscribe = useCallback((onChange: () => void) => onCountdown(leftMs, onChange), [leftMs]);
  const isOver = useSyncExternalStore(subscribe, () => leftMs() === 0);
  const endsAt = timer?.ends_at ?? null;
  return isOver && endsAt !== null && since !== null && Date.parse(endsAt) > Date.parse(since);
}

/** Palette commands for leads: next and previous topic. */
function leadCommands(discussion: {
  after: TopicId | null;
  before: TopicId | null;
  current: TopicId | null;
  discuss: (id: TopicId | null) => void;
  park: ((id: TopicId) => void) | undefined;
}): Command[] {
  const { after, before, current, discuss, park } = discussion;
  const usual = { group: 'Meeting' as const, keywords: ['topic', 'discuss'] };
  const commands: Command[] = [];
  if (after !== null) {
    const next = { id: 'topic-next', label: 'Next topic', icon: <ArrowRight /> };
    const step = { ...next, group: 'Next step' as const, shortcut: ']' };
    commands.push({ ...usual, ...step, run: () => discuss(after) });
  }
  if (before !== null) {
    const previous = { id: 'topic-previous', label: 'Previous topic', icon: <ArrowLeft /> };
    commands.push({ ...usual, ...previous, shortcut: '[', run: () => discuss(before) });
  }
  if (current !== null && park) {
    const parking = { id: 'topic-park', label: 'Park this topic', icon: <CirclePause /> };
    commands.push({ ...usual, ...parking, run: () => park(current) });
  }
  return commands;
}

/** Actions of the meeting's leads. */
export interface DiscussionLead {
  change: (change: { current?: TopicId | null; order?: TopicId[]; parked?: TopicId[] }) => void;
  addMinutes: (minutes: number) => void;
}

export interface DiscussionViewProps extends Omit<TopicTextProps, 'topic' | 'memory'> {
  discussion: Discussion;
  topics: readonly DiscussedTopic[];
  me: UserId;
  ownerName: string;
  timer: Timer | null;
  /** Null for viewers who do not lead. */
  lead: DiscussionLead | null;
  onExtend: (topicId: TopicId, more: boolean) => void;
  /** The topic's comments and composer. */
  commentsOf: (topic: DiscussedTopic) => { list: ReactNode; composer: ReactNode };
  /** Earlier retros with this topic. */
  memoryOf: (topic: DiscussedTopic) => ReactNode;
  /** The topic's action items beside it. The panel stays mounted when the topic changes. */
  actionsOf: (topic: DiscussedTopic | undefined) => ReactNode;
}

/** The discussion: queue, current topic, comments and action items. */
export function DiscussionView(props: DiscussionViewProps): ReactNode {
  const { discussion, topics, me, ownerName, timer, lead, onExtend } = props;
  const { current, current_since, discussed } = discussion;
  const byId = useMemo(() => new Map(topics.map((topic) => [topic.id, topic])), [topics]);
  const isThere = (id: TopicId): boolean => byId.has(id);
  const { shown, isAway, lookAt, follow } = useFollowed(current, isThere);
  const [pane, setPane] = useState<Pane>('topic');
  const isTimeUp = useIsTimeUp(timer, current_since);
  const queue = queueOf(discussion);
  const after = topicAfter(discussion);
  const before = topicBefore(discussion);
  const topic = shown === null ? undefined : byId.get(shown);
  const currentName = current === null ? null : (byId.get(current)?.name ?? null);

  function discuss(id: TopicId | null): void {
    if (!lead) return;
    follow();
    const isParked = id !== null && discussion.parked.includes(id);
    const parked = discussion.parked.filter((each) => each !== id);
    lead.change({ current: id, ...(isParked && { parked }) });
  }
  const queueLead: QueueLead | null = lead && {
    discuss,
    move: (id, step) => {
      const order = movedBy(discussion, id, step);
      if (order) lead.change({ order });
    },
    place: (id, target) => lead.change({ order: placedAt(discussion.order, id, target) }),
    park: (id) => {
      const parked = [...discussion.parked, id];
      lead.change({ parked, ...(id === current && { current: after }) });
    },
    takeBack: (id) => lead.change({ parked: discussion.parked.filter((each) => each !== id) }),
    keepTop: (count) => lead.change({ parked: parkedBeyond(discussion, count) }),
    takeAllBack: () => lead.change({ parked: [] }),
  };
  useCommands(lead ? leadCommands({ after, before, current, discuss, park: queueLead?.park }) : []);
  useShortcuts((shortcut) => {
    if (shortcut !== ']' && shortcut !== '[') return null;
    const to = shortcut === ']' ? after : before;
    if (lead && to !== null) return () => discuss(to);
    // After the last topic the phase's own command applies.
    if (lead && shortcut === ']') return null;
    const title = lead
      ? 'This is the first topic.'
      : 'Only the owner and co-leads can go to another topic.';
    return () => void toast.info({ id: 'key-refused', title });
  });

  useRootMark(topics.length > 0 ? 'discussion' : null);

  if (topics.length === 0) return <NoTopics />;
  const comments = topic && props.commentsOf(topic);
  return (
    <div className="discussion-frame">
      <div className="discussion flex-1 min-w-0 min-h-0" data-pane={topic ? pane : 'none'}>
        <p role="status" className="sr-only">
          {currentName !== null && `Now discussed: ${currentName}`}
        </p>
        <div className="topic-foot flex gap-2">
          {topic && <PaneToggle pane={pane} comments={topic.comments} onChoose={setPane} />}
          {lead && (
            <LeadButtons
              hasPrevious={before !== null}
              hasNext={after !== null}
              onPrevious={() => discuss(before)}
              onNext={() => discuss(after)}
            />
          )}
        </div>
        <Part>
          <TopicQueue
            topics={byId}
            queue={queue}
            discussed={discussed}
            shown={shown}
            lead={queueLead}
            onLookAt={(id) => {
              lookAt(id);
              setPane('topic');
            }}
          />
        </Part>
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
              me={me}
              onSay={(more) => onExtend(current, more)}
              lead={lead && { addMinutes: lead.addMinutes }}
            />
          )}
        </div>
        <div className="topic-stage">
          {topic ? (
            <>
              <div className="topic-body">
                <Part attempt={topic.id}>
                  <TopicText
                    topic={topic}
                    personOf={props.personOf}
                    textOf={props.textOf}
                    footerOf={props.footerOf}
                    memory={props.memoryOf(topic)}
                  />
                </Part>
              </div>
              <section aria-label="Comments" className="topic-comments">
                <Part attempt={topic.id}>{comments?.list}</Part>
              </section>
            </>
          ) : (
            <BetweenTopics hasNext={after !== null} leads={lead !== null} ownerName={ownerName} />
          )}
        </div>
        {comments && (
          <div className="topic-composer min-w-0">
            <Part>{comments.composer}</Part>
          </div>
        )}
        <aside aria-label="Action items of the topic" className="topic-actions">
          <Part attempt={topic?.id}>{props.actionsOf(topic)}</Part>
        </aside>
      </div>
    </div>
  );
}

function NoTopics(): ReactNode {
  return (
    <div className="m-auto">
      <EmptyState illustration={<EmptyColumn />} title="There are no topics to discuss">
        Topics come from notes, which are written in Writing and Grouping. The lead can go back
        there with “Jump to”.
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
          : `${ownerName} picks the next topic. You can open any topic meanwhile.`}
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
      {isTopic ? (
        <MessageCircle aria-hidden="true" className="size-5" />
      ) : (
        <ArrowLeft aria-hidden="true" />
      )}
      {isTopic ? 'Comments' : 'Topic'}
      {isTopic && props.comments > 0 && <span>{props.comments}</span>}
    </button>
  );
}

export interface Followed {
  /** The topic that this user sees; null without one. */
  shown: TopicId | null;
  /** The user views another topic than the others. */
  isAway: boolean;
  lookAt: (id: TopicId) => void;
  follow: () => void;
}

/** Users follow the current topic until they open another. A user who is writing stays, so that no text is closed. */
function useFollowed(current: TopicId | null, isThere: (id: TopicId) => boolean): Followed {
  const [lookedAt, setLookedAt] = useState<TopicId | null>(null);
  const [followed, setFollowed] = useState(current);
  // During rendering, because an effect would first close the text being written.
  if (followed !== current) {
    setFollowed(current);
    if (lookedAt === current) setLookedAt(null);
    else if (lookedAt === null && isWriting() && followed !== null) setLookedAt(followed);
  }
  const own = lookedAt !== null && lookedAt !== current && isThere(lookedAt) ? lookedAt : null;
  const here = current !== null && isThere(current) ? current : null;
  return {
    shown: own ?? here,
    isAway: own !== null,
    lookAt: (id) => setLookedAt(id === current ? null : id),
    follow: () => setLookedAt(null),
  };
}

/** Reads the page directly: sending a text leaves an empty focused field and fires no event. */
function isWriting(): boolean {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  return isField && field.closest('.discussion') !== null && !isBlank(field.value);
}
