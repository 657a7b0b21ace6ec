// Earlier retros that had the topic, and their agreements.
import { useQuery } from '@tanstack/react-query';
import type { ActionStatus } from '@wentwell/contract/actions/actions';
import type { MeetingId, NoteId, TopicId } from '@wentwell/contract/ids';
import { EarlierTopic } from '@wentwell/contract/notes/suggestions';
import { Check, ChevronDown, Circle, History, X } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';

import { readQuery } from '#web/api/queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { onFirstUse } from '#web/ui/formats';
import { Link } from '#web/ui/router/Link.tsx';

const shownFirst = 2;
const namedAtMost = 3;
const days = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }));

const states: Record<ActionStatus, { icon: ReactNode; word: string }> = {
  open: { icon: <Circle />, word: 'Open' },
  done: { icon: <Check />, word: 'Done' },
  dropped: { icon: <X />, word: 'Dropped' },
};

/** Renders nothing if the topic is new to the team. */
export function EarlierTopics(props: {
  meetingId: MeetingId;
  topic: { id: TopicId; notes: readonly { id: NoteId }[] };
}): ReactNode {
  const { id, notes } = props.topic;
  const { data = [] } = useQuery(
    readQuery(
      // Notes that join the topic change the result.
      ['earlier-topics', props.meetingId, id, notes.length],
      {
        path: `/api/v1/meetings/${props.meetingId}/topics/${id}/earlier`,
        schema: EarlierTopic.array(),
      },
      {
        // The discussion works without it.
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    ),
  );
  const [isWhole, setWhole] = useState(false);
  if (data.length === 0) return null;
  const retros = data.toReversed();
  const named = retros.length > namedAtMost ? retros.slice(-1) : retros;
  const actions = retros.flatMap((retro) => retro.actions);
  const hidden = isWhole ? 0 : actions.length - shownFirst;
  return (
    <section
      aria-label="Came up before"
      className="flex gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <History className="mt-0.5 size-4.5 shrink-0 text-soft" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p>
          Came up {named === retros ? 'on' : `in ${retros.length} retros, last on`}{' '}
          {named.map((retro, at) => (
            <Fragment key={retro.meeting_id}>
              {separatorBefore(at, named.length)}
              <Link to={`/meetings/${retro.meeting_id}`} title={retro.title} className={linkClass}>
                {days().format(new Date(retro.closed_at))}
              </Link>
            </Fragment>
          ))}
          .
        </p>
        {actions.length > 0 && (
          <ul className="grid gap-2 text-sm">
            {actions.map(({ id, text, status, reason }, at) => (
              <Part key={id}>
                <li className={at < hidden ? 'hidden print:block' : undefined}>
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
                    <span className="inline-flex w-22 items-center gap-2 rounded-sm bg-hover px-2 py-0.5 text-xs font-medium text-soft [&_svg]:size-3.5">
                      {states[status].icon}
                      {states[status].word}
                    </span>
                    <span>{text}</span>
                    {reason !== null && <span className="text-xs text-soft">{reason}</span>}
                  </div>
                </li>
              </Part>
            ))}
          </ul>
        )}
        {hidden > 0 && (
          <span className="-ml-3">
            <Button size="sm" variant="ghost" aria-expanded={false} onClick={() => setWhole(true)}>
              {`${hidden} more`} <ChevronDown />
            </Button>
          </span>
        )}
      </div>
    </section>
  );
}

/** Separators of "12 March, 2 April and 9 April". */
function separatorBefore(at: number, count: number): string {
  if (at === 0) return '';
  return at === count - 1 ? ' and ' : ', ';
}
