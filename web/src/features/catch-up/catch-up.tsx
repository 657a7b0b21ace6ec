// The catch-up: its calls, a report's link to it, and the additions in "Since last time". Reads always send the author key,
// so that no log names the reader.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showsSinceLastTime } from '@wentwell/contract/actions/since-last-time';
import { Board } from '@wentwell/contract/board/snapshot';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import {
  type AdditionInput,
  CatchUp,
  LeftAdditions,
  type OwnAddition,
  type Revealed,
} from '@wentwell/contract/meetings/catch-up';
import { isLead } from '@wentwell/contract/meetings/meetings';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { countText } from '@wentwell/contract/report/meeting-report';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { Clapperboard, Lock } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';

import { authorKey } from '#web/api/author-key';
import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';
import { useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';
import { usePersonOf } from '#web/ui/identity/person';
import type { Section } from '#web/ui/layout/TitledSection.tsx';
import { preview } from '#web/ui/preview';
import { Link } from '#web/ui/router/Link.tsx';

interface Reader {
  meetingId: MeetingId;
  userId: UserId;
}

const pathOf = (meetingId: MeetingId) => `/api/v1/meetings/${meetingId}`;

function keyOf({ meetingId, userId }: Reader) {
  return { [authorKeyHeader]: authorKey(meetingId, userId) };
}

export function finishedBoardQuery(reader: Reader) {
  const { meetingId } = reader;
  const path = `${pathOf(meetingId)}/board`;
  return readQuery(['catch-up board', meetingId], { path, headers: keyOf(reader), schema: Board });
}

export function catchUpQuery(reader: Reader) {
  const { meetingId } = reader;
  const path = `${pathOf(meetingId)}/catch-up`;
  return readQuery(['catch-up', meetingId], { path, headers: keyOf(reader), schema: CatchUp });
}

export const demoCatchUp = {
  additions: { waiting: 0, revealed: [] },
  'catch-up': { open_until: null, additions: [] },
};

function useReveal(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request({ path: `${pathOf(meetingId)}/additions/reveal`, method: 'POST' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['additions', meetingId] }),
    onError: toast.onError('The cards were not revealed'),
  });
}

/** In an anonymous retro both requests are sent without a name. */
export function useAdditions(reader: Reader, { isAnonymous }: { isAnonymous: boolean }) {
  const queries = useQueryClient();
  const { queryKey } = catchUpQuery(reader);
  const path = `${pathOf(reader.meetingId)}/catch-up/additions`;
  const sent = { method: 'POST', ...(isAnonymous && { headers: keyOf(reader) }) } as const;
  const add = useMutation({
    mutationFn: (body: AdditionInput) => request({ ...sent, path, body, schema: CatchUp }),
    onSuccess: (state) => queries.setQueryData(queryKey, state),
  });
  const takeBack = useMutation({
    mutationFn: ({ id }: OwnAddition) =>
      request({ ...sent, path: `${path}/${id}`, method: 'DELETE' }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
    onError: toast.onError('Could not take it back'),
  });
  return { add, takeBack };
}

/** For members who were absent. */
export function CatchUpLink(props: { meetingId: MeetingId; userId: UserId }): ReactNode {
  const { data } = useQuery(catchUpQuery(props));
  if (!data || data.open_until === null) return null;
  return (
    <Link
      to={`/meetings/${props.meetingId}/catch-up`}
      className={`${buttonClass({ size: 'sm', variant: 'primary' })} print:hidden`}
      // In one line wider than a narrow page.
      style={{ height: 'auto', paddingBlock: '0.625rem', whiteSpace: 'normal', flexShrink: 1 }}
    >
      <Clapperboard />
      Missed this retro? Catch up in two minutes
    </Link>
  );
}

const fromAway = 'From people who were away';

/** Additions of absent members to this retro. */
export function useAdditionsHere() {
  // A new count refetches them.
  const { meeting, additions_revealed: seen = 0 } = useShownBoard();
  const who = useViewer();
  const path = `${pathOf(meeting.id)}/additions`;
  return useQuery({
    ...readQuery(['additions', meeting.id, seen], { path, schema: LeftAdditions }),
    enabled: isInTeam(who) && (seen > 0 || showsSinceLastTime(meeting)),
    placeholderData: keepPreviousData,
  });
}

/** In the report: what the retro revealed. */
export function RevealedAdditions({ Section }: { Section: Section }): ReactNode {
  const { revealed = [] } = useAdditionsHere().data ?? {};
  if (revealed.length === 0) return null;
  return (
    <Section title={fromAway} count={revealed.length}>
      <Additions revealed={revealed} />
    </Section>
  );
}

/** The additions of absent members. Null if there are none. */
export function useLeftAdditions(): ReactNode {
  const { meeting } = useShownBoard();
  const who = useViewer();
  const { data } = useAdditionsHere();
  if (!data || data.waiting + data.revealed.length === 0) return null;
  const leads = isLead(who.userId, meeting);
  return <AbsentAdditions meetingId={meeting.id} left={data} leads={leads} />;
}

/** Hidden until a lead reveals them. */
function AbsentAdditions(props: {
  meetingId: MeetingId;
  left: LeftAdditions;
  leads: boolean;
}): ReactNode {
  const { meetingId, left, leads } = props;
  const reveal = useReveal(meetingId);
  const id = useId();
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={id}
      aria-live="polite"
      className="mt-4 grid gap-3 outline-none"
    >
      <h3 id={id} className="quiet-title">
        {fromAway}
      </h3>
      {left.waiting > 0 && (
        <div data-tone="info" className="paper entry-sheet grid gap-3 px-4 pt-3.5 pb-4">
          <p className="flex items-center gap-2">
            <Lock className="size-4 shrink-0" />
            {countText(left.waiting, 'card')} face down.
            {!leads && ' The lead can reveal them.'}
          </p>
          {leads && (
            <div>
              <Button
                size="sm"
                busy={reveal.isPending}
                onClick={() => {
                  reveal.mutate();
                  // The focused button disappears.
                  section.current?.focus();
                }}
              >
                {`Reveal ${countText(left.waiting, 'card')}`}
              </Button>
            </div>
          )}
        </div>
      )}
      <Additions revealed={left.revealed} />
    </section>
  );
}

function Additions({ revealed }: Pick<LeftAdditions, 'revealed'>): ReactNode {
  const personOf = usePersonOf();
  return (
    <ul aria-label="Revealed" className="grid gap-3 empty:hidden">
      {revealed.map((each) => (
        <Part key={each.id}>
          <li data-tone="info" className="paper grid gap-1 px-4 pt-3.5 pb-4">
            <p className="text-xs text-soft">
              {headOf(each)}
              {each.user_id !== null && ` · ${personOf(each.user_id).name}`}
            </p>
            {each.text !== '' && <p className="wrap-anywhere whitespace-pre-line">{each.text}</p>}
          </li>
        </Part>
      ))}
    </ul>
  );
}

function headOf({ kind, about }: Revealed): string {
  if (kind === 'note') return 'Note';
  const what = kind === 'me_too' ? 'Me too' : 'Objection';
  return about === null ? `${what}: since deleted` : `${what}: “${preview(about, 80)}”`;
}
