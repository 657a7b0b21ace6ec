import { useQuery } from '@tanstack/react-query';
import { limits } from '@wentwell/contract/limits';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { isBlank } from '@wentwell/contract/text/letters';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { currentDay, dayOf } from '#web/api/days';
import { serverNow } from '#web/api/server-time';
import { upcomingMeetingsQuery, useCreateMeeting } from '#web/features/meetings/meetings.queries';
import {
  inTwoWeeks,
  nextMeetingName,
  sameTimeOn,
  whyNotOn,
} from '#web/features/meetings/next-meeting';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { formatDateAndTime, formatDay } from '#web/ui/formats';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';

import { useMeetingParts } from './meeting-parts.ts';

/** On the report: schedules the team's next retro, or leads to it. */
export function NextRetro(): ReactNode {
  const { board, who } = useMeetingParts();
  const { data } = useQuery({
    ...upcomingMeetingsQuery(board.meeting.team_id),
    enabled: isInTeam(who),
  });
  const asking = useDialog();
  const link = useRef<HTMLAnchorElement>(null);
  const [isScheduled, setScheduled] = useState(false);
  const now = serverNow().toISOString();
  const next = data
    ?.flatMap(({ id, status, start_time: at }) =>
      status === 'planned' && at !== null && at > now ? [{ id, at }] : [],
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))[0];
  const isPlanned = next !== undefined;
  useEffect(() => {
    if (isScheduled && isPlanned) link.current?.focus();
  }, [isScheduled, isPlanned]);
  usePaletteCommands([
    data !== undefined && {
      id: 'next-retro',
      group: 'Meeting',
      label: next ? 'Go to the next retro' : 'Schedule next retro…',
      icon: <CalendarClock />,
      keywords: ['plan', 'later'],
      run: next ? () => void navigate({ to: `/meetings/${next.id}` }) : () => asking.open(),
    },
  ]);
  if (!data) return null;
  return (
    <>
      {next ? (
        <Link ref={link} to={`/meetings/${next.id}`} className={buttonClass({ size: 'sm' })}>
          <span>
            Next: <span className="sr-only">retro on</span> {formatDay(new Date(next.at))}
          </span>
        </Link>
      ) : (
        <Button size="sm" icon={<CalendarClock />} onClick={() => asking.open()}>
          Schedule next retro
        </Button>
      )}
      {/* Stays open when somebody else's retro appears. */}
      {asking.render((dialog) => (
        <NextRetroDialog {...dialog} onScheduled={() => setScheduled(true)} />
      ))}
    </>
  );
}

function NextRetroDialog(props: DialogProps & { onScheduled: () => void }): ReactNode {
  const { onScheduled, ...dialog } = props;
  const { meeting } = useMeetingParts().board;
  const create = useCreateMeeting();
  const [later] = useState(() => inTwoWeeks(meeting.start_time, serverNow()));
  const [day, setDay] = useState(() => dayOf(later));
  const [typed, setTyped] = useState<string | null>(null);
  const at = sameTimeOn(day, later);
  const whyNot = whyNotOn(day, later);
  const whyNoName = typed !== null && isBlank(typed) ? 'Please enter a meeting name.' : undefined;
  const name = typed ?? nextMeetingName(meeting, at ?? new Date(later));

  async function submit(): Promise<void> {
    if (!at || whyNot !== undefined || whyNoName !== undefined) return;
    const { team_id } = meeting;
    const input = { name, team_id, start: { at: at.toISOString() }, template_id: null };
    await create.mutateAsync(input).then(
      () => {
        dialog.onOpenChange(false);
        onScheduled();
      },
      () => undefined,
    );
  }

  return (
    <FormDialog
      {...dialog}
      title="Schedule the next retro"
      onSubmit={submit}
      submitLabel="Schedule"
      busy={create.isPending}
      busyLabel="Scheduling…"
      disabledReason={whyNoName ?? whyNot}
    >
      <DateField
        label="Date"
        required
        min={currentDay()}
        hint={at && formatDateAndTime(at)}
        error={whyNot}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextField
        label="Meeting name"
        required
        maxLength={limits.meetingNameMax}
        value={name}
        error={whyNoName}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
