// Replays a retro for an absent member, step by step (docs/retro.md ). Progress is never sent.
import { useQuery } from '@tanstack/react-query';
import type { Board } from '@wentwell/contract/board/snapshot';
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { MeetingId } from '@wentwell/contract/ids';
import type { OwnAddition } from '@wentwell/contract/meetings/catch-up';
import { meetingReport } from '@wentwell/contract/report/meeting-report';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import { statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import {
  catchUpQuery,
  finishedBoardQuery,
  useAdditions,
} from '#web/features/catch-up/catch-up.queries';
import { usePeople } from '#web/screens/meeting/people';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { LoadingBars } from '#web/ui/feedback/Delayed.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { PersonOfContext } from '#web/ui/identity/person';
import { Bar } from '#web/ui/layout/Bar.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';
import { Link } from '#web/ui/router/Link.tsx';

import { AddNote, MeToo, Objection } from './Adding.tsx';
import { scenesOf, titleOfScene } from './film.ts';
import { SceneView } from './SceneView.tsx';

import './catch-up.css';

export function CatchUp({ meetingId }: { meetingId: MeetingId }): ReactNode {
  usePageTitle('Catch up');
  const me = useMe();
  const board = useQuery(finishedBoardQuery({ meetingId, userId: me.id }));
  return (
    <>
      <nav aria-label="Meeting">
        <Link to={`/meetings/${meetingId}`} aria-current={undefined} className={quietLinkClass}>
          <ArrowLeft aria-hidden="true" /> To the report
        </Link>
      </nav>
      {board.data && <Film board={board.data} />}
      {board.isPending && <LoadingBars height={320} />}
      {board.isError && <LoadFailure title="There is nothing to catch up on" query={board} />}
    </>
  );
}

function Film({ board }: { board: Board }): ReactNode {
  const { meeting } = board;
  const me = useMe();
  const reader = { meetingId: meeting.id, userId: me.id };
  const { people } = usePeople(board, { isOver: true, me });
  const { data: state } = useQuery(catchUpQuery(reader));
  const isAnonymous = meeting.settings.anonymous;
  const calls = useAdditions(reader, { isAnonymous });
  const mayAdd = state !== undefined && state.open_until !== null;
  const own = state?.additions ?? [];
  const report = useMemo(() => meetingReport(board, titleOfTopic), [board]);
  // Own additions stay visible after the deadline.
  const showsOwn = mayAdd || own.length > 0;
  const scenes = scenesOf(report, { notes: board.notes, mayAdd: showsOwn });
  const { at, heading, isLast, go } = useSteps(scenes.length);
  const scene = scenes[at];
  if (!scene) return null;
  const isOver = ['closed', 'archived'].includes(statusNow(meeting));
  if (!isOver) return <p className="text-soft">You can catch up once this retro has ended.</p>;

  const draftOf = (about: string) => `additionDraft:${me.id}:${meeting.id}:${about}` as const;
  const adding = { own, calls, draftOf };
  const nameOf = ({ kind, topic_id, action_id, text }: OwnAddition): string => {
    if (kind === 'note') return text;
    const topic = [...report.topics, ...report.notDiscussed].find(({ id }) => id === topic_id);
    if (kind === 'me_too') return `Me too: ${topic?.title ?? 'a topic'}`;
    const action = report.actions.find(({ id }) => id === action_id);
    return `Objection to “${action?.text ?? 'an action item'}”: ${text}`;
  };
  return (
    <section aria-label="Catch up" className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-soft tabular-nums">
          {at + 1} of {scenes.length}
        </p>
        <Button size="sm" variant="ghost" disabled={isLast} onClick={() => go(Infinity)}>
          Skip to the end
        </Button>
      </div>
      <Bar
        role="progressbar"
        aria-label="Scenes"
        aria-valuenow={at + 1}
        aria-valuemin={1}
        aria-valuemax={scenes.length}
        share={(at + 1) / scenes.length}
      />
      <div className="min-h-[50dvh]">
        <h1
          ref={heading}
          tabIndex={-1}
          className="mb-6 text-xl font-bold wrap-anywhere outline-none"
        >
          <Part attempt={at}>{titleOfScene(scene, report)}</Part>
        </h1>
        <Part attempt={at}>
          <PersonOfContext value={people.personOf}>
            <SceneView
              key={at}
              scene={scene}
              report={report}
              endOfTopic={({ id }) => mayAdd && <MeToo {...{ own, calls }} topicId={id} />}
              endOfAction={(action) => mayAdd && <Objection {...adding} action={action} />}
              adding={<AddNote {...adding} {...{ nameOf, isAnonymous, mayAdd }} />}
            />
          </PersonOfContext>
        </Part>
      </div>
      <div className="layer-sticky sticky bottom-0 low:static flex items-center justify-between gap-2 border-t border-line bg-canvas py-3">
        <Button icon={<ArrowLeft />} disabled={at === 0} onClick={() => go(at - 1)}>
          Back
        </Button>
        {isLast ? (
          <Link
            to={`/meetings/${meeting.id}`}
            aria-current={undefined}
            className={buttonClass({ variant: 'primary' })}
          >
            Done
          </Link>
        ) : (
          <Button variant="primary" onClick={() => go(at + 1)}>
            Next <ArrowRight />
          </Button>
        )}
      </div>
    </section>
  );
}

/** Each step focuses the heading, so that screen readers continue there. */
function useSteps(count: number) {
  const [place, setPlace] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const at = Math.min(place, count - 1);
  const wasAt = useRef(0);
  useEffect(() => {
    if (wasAt.current === at) return;
    wasAt.current = at;
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [at]);
  const isLast = at === count - 1;
  useShortcuts((shortcut, { target }) => {
    // Space must press a focused control.
    const isOnControl = target instanceof Element && target.closest('a, button') !== null;
    const isNext = shortcut === 'ArrowRight' || (shortcut === ' ' && !isOnControl);
    if (isNext && !isLast) return () => setPlace(at + 1);
    return shortcut === 'ArrowLeft' && at > 0 && (() => setPlace(at - 1));
  });
  return { at, heading, isLast, go: setPlace };
}
