import { topicOfAction } from '@wentwell/contract/discussion/topics';
import type { Note } from '@wentwell/contract/notes/notes';
import { untrackedNotes } from '@wentwell/contract/report/meeting-report';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';

import { useIsGuest } from '#web/features/auth/session.tsx';
import type { DiscussedTopic } from '#web/features/discussion/discussion-queue';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { useRootMark } from '#web/ui/root-mark';

import { TopicParts } from '../feature-parts.tsx';
import { useMeetingParts } from '../meeting-parts.ts';
import { MeetingActions, TrackNote } from '../MeetingActions.tsx';

/** On a phone a raised hand lies above the field, which shows more of itself while it has the focus. */
export function ActionsPane({ children }: { children: ReactNode }): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const pane = useRef<HTMLElement>(null);
  useRootMark(isAdding ? 'adding-action' : null);
  useEffect(() => {
    // A form that a render removes sends no blur, but the next focus sends an event.
    function onFocus({ target }: FocusEvent): void {
      const form = target instanceof Element && target.closest('form');
      setAdding(form instanceof Element && pane.current?.contains(form) === true);
    }
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return (
    <aside
      ref={pane}
      aria-label="Action items of the topic"
      className="topic-actions"
      onBlur={() => setAdding(false)}
    >
      {children}
    </aside>
  );
}

/** The topic's action items beside it; without a topic all. Not keyed by topic, so that a typed text survives a topic change. */
export function TopicActions(props: {
  topic: DiscussedTopic | undefined;
  topics: readonly DiscussedTopic[];
}): ReactNode {
  const { topic, topics } = props;
  const { board, who } = useMeetingParts();
  const { meeting, notes, actions } = board;
  const isGuest = useIsGuest();
  const untracked = useMemo(
    () => untrackedNotes({ meeting, notes, actions }),
    [meeting, notes, actions],
  );
  const its = topic && actions.filter((each) => topicOfAction(each, topics) === topic.id);
  const about = topic && { topicId: topic.id };
  return (
    <MeetingActions actions={its ?? actions} {...about}>
      {topic && !isGuest && isInTeam(who) && <TopicParts key={topic.id} topic={topic} />}
      <FromTheBoard notes={untracked} actionOf={(note) => <TrackNote note={note} {...about} />} />
    </MeetingActions>
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
        <Part key={note.id}>
          <li className="flex items-center gap-2 rounded-md border border-control py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 text-sm wrap-anywhere">{note.content}</span>
            {actionOf(note)}
          </li>
        </Part>
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
          <summary className="ring-focus flex min-h-11 cursor-pointer items-center gap-2 rounded-md text-sm font-medium text-soft hover:text-ink">
            {notes.length - listedAtFirst} more
            <ChevronDown className="size-4" />
          </summary>
          {listOf(notes.slice(listedAtFirst))}
        </details>
      )}
    </section>
  );
}
