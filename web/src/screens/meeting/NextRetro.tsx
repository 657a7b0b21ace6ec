import { useQuery } from '@tanstack/react-query';
import { limits } from '@wentwell/contract/limits';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { isBlank } from '@wentwell/contract/text/letters';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { serverNow } from '#web/api/server-time';
import { dayOf } from '#web/features/meetings/meeting-schedule';
import { upcomingMeetingsQuery, useCreateMeeting } from '#web/features/meetings/meetings.queries';
import { inTwoWeeks, nextMeetingName, sameTimeOn } from '#web/features/meetings/next-meeting';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { formatDateAndTime, formatDay } from '#web/ui/formats';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';
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
  if (!data) return null;
  const now = serverNow().toISOString();
  const [next] = data
    .flatMap(({ id, status, start_time: at }) =>
      status === 'planned' && at !== null && at > now ? [{ id, at }] : [],
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
  if (next) {
    return (
      <Link to={`/meetings/${next.id}`} className={buttonClass({ size: 'sm' })}>
        Next: {formatDay(new Date(next.at))}
      </Link>
    );
  }
  return (
    <>
      <Button size="sm" icon={<CalendarClock />} onClick={() => asking.open()}>
        Schedule next retro
      </Button>
      {asking.render((dialog) => (
        <NextRetroDialog {...dialog} />
      ))}
    </>
  );
}

function NextRetroDialog(dialog: DialogProps): ReactNode {
  const { meeting } = useMeetingParts().board;
  const create = useCreateMeeting();
  const [later] = useState(() => inTwoWeeks(meeting.start_time, serverNow()));
  const [day, setDay] = useState(() => dayOf(later));
  const [typed, setTyped] = useState<string | null>(null);
  const at = sameTimeOn(day, later);
  const name = typed ?? nextMeetingName(meeting, at ?? new Date(later));

  async function submit(): Promise<void> {
    if (!at || isBlank(name)) return;
    const { team_id } = meeting;
    const input = { name, team_id, start: { at: at.toISOString() }, template_id: null };
    await create.mutateAsync(input).then(
      () => dialog.onOpenChange(false),
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
      disabledReason={
        isBlank(name) ? 'Please enter a meeting name.' : at ? undefined : 'Please pick a date.'
      }
    >
      <DateField
        label="Date"
        required
        min={dayOf(serverNow())}
        hint={at && formatDateAndTime(at)}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextField
        label="Meeting name"
        required
        maxLength={limits.meetingNameMax}
        value={name}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
