import type { MeetingUpdate } from '@wentwell/contract/meetings/meeting-changes';
import { isEditable, type Meeting, statusLabels } from '@wentwell/contract/meetings/meetings';
import type { Team } from '@wentwell/contract/teams/teams';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';

import { dayOf } from '#web/api/days';
import { statusNow } from '#web/api/server-time';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { EditMeetingFields, missingToEdit } from './meeting-form.ts';
import { scheduledStart } from './meeting-schedule.ts';
import { putMeeting, useMeetingChange } from './meetings.queries.ts';
import { MeetingTeamField } from './MeetingTeamField.tsx';

export function EditMeetingDialog(
  props: DialogProps & {
    /** The current meeting, which another user may finish while the dialog is open. */
    meeting: Meeting;
    teams: readonly Team[];
  },
) {
  const { meeting, teams, ...dialog } = props;
  const update = useMeetingChange({
    send: (fields: MeetingUpdate) => putMeeting(meeting.id, { ...fields, end_time: null }),
    before: () => meeting,
    done: 'Meeting updated.',
    failed: 'Failed to update meeting.',
  });
  const [missing, setMissing] = useState<string | null>(null);
  const planned = dayOf(meeting.start_time);
  const form = useFields(EditMeetingFields, {
    defaultValues: { name: meeting.name, team_id: meeting.team_id, date: planned },
  });
  const day = useWatch({ control: form.control, name: 'date' });
  const status = statusNow(meeting);
  const refusal = isEditable(status)
    ? undefined
    : `${statusLabels[status]} meetings cannot be edited.`;
  // The API refuses to move a started meeting to another team (MEETING_TEAM_FIXED).
  const started = status === 'live';

  const submit = form.handleSubmit(
    ({ name, team_id, date }) => {
      setMissing(null);
      // The start is sent only if the day has changed: a new name must not move the meeting.
      const moved = date !== planned && { start_time: scheduledStart(date) };
      const fields = { name, team_id, ...moved };
      update.mutate(fields, { onSuccess: () => dialog.onOpenChange(false) });
    },
    () => setMissing(missingToEdit(form.getValues())),
  );

  return (
    <FormDialog
      {...dialog}
      title="Edit Meeting"
      size="md"
      onSubmit={submit}
      submitLabel="Save Changes"
      busy={update.isPending}
      busyLabel="Saving…"
      disabledReason={refusal}
    >
      {refusal !== undefined && (
        <Alert tone="warning" title="Cannot edit meeting.">
          {refusal}
        </Alert>
      )}
      {missing !== null && <Alert tone="danger">{missing}</Alert>}
      <TextField label="Meeting name" autoComplete="off" required {...form.field('name')} />
      <Controller
        control={form.control}
        name="team_id"
        render={({ field }) => (
          <MeetingTeamField
            teams={teams}
            field={field}
            disabled={started}
            hint={started && 'You cannot change the team after a meeting has started.'}
            error={form.formState.errors.team_id?.message}
          />
        )}
      />
      <DateField
        label="Date"
        required
        hint={startHint({ moved: day !== planned, started })}
        {...form.field('date')}
      />
    </FormDialog>
  );
}

function startHint({ moved, started }: { moved: boolean; started: boolean }): string {
  if (!moved) return 'The start time stays the same unless you pick another day.';
  return started
    ? 'The start time will be set to 9:00 AM on this day.'
    : 'Meeting will be scheduled for 9:00 AM';
}
