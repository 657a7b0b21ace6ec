import { zodResolver } from '@hookform/resolvers/zod';
import {
  effectiveStatus,
  isEditable,
  type ShownMeeting,
  statusLabels,
} from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

import { EditMeetingFields, missingToEdit } from './meeting-form.ts';
import { dayOf, scheduledStart } from './meeting-schedule.ts';
import { useUpdateMeeting } from './meetings.queries.ts';
import { MeetingTeamField } from './MeetingTeamField.tsx';

export interface EditMeetingDialogProps {
  /** As it is now: it may be finished by somebody else while the dialog is open. */
  meeting: ShownMeeting;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  teams: readonly Team[];
}

export function EditMeetingDialog({ meeting, open, onOpenChange, teams }: EditMeetingDialogProps) {
  const update = useUpdateMeeting();

  async function submit(fields: ChosenFields): Promise<void> {
    const updated = await update.mutateAsync({ meeting, fields }).catch(() => null);
    if (updated) onOpenChange(false);
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit Meeting" busy={update.isPending}>
      <EditMeetingForm
        meeting={meeting}
        teams={teams}
        onSubmit={submit}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

interface ChosenFields {
  name: string;
  team_id: Team['id'];
  /** Only where another day was chosen: renaming a meeting must not move its start. */
  start_time?: string;
}

interface EditMeetingFormProps {
  meeting: ShownMeeting;
  teams: readonly Team[];
  onSubmit: (fields: ChosenFields) => Promise<void>;
  onCancel: () => void;
}

function EditMeetingForm({ meeting, teams, onSubmit, onCancel }: EditMeetingFormProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(EditMeetingFields),
    defaultValues: {
      name: meeting.name,
      team_id: meeting.team_id,
      date: dayOf(meeting.start_time),
    },
  });
  const { errors, isSubmitting } = form.formState;
  const day = useWatch({ control: form.control, name: 'date' });
  const planned = dayOf(meeting.start_time);
  const status = effectiveStatus(meeting);
  const editable = isEditable(status);
  // The API keeps a meeting that has started with its team (MEETING_TEAM_FIXED).
  const started = status === 'live';

  const submit = form.handleSubmit(
    (fields) => {
      setMissing(null);
      return onSubmit({
        name: fields.name,
        team_id: fields.team_id,
        ...(fields.date !== planned && { start_time: scheduledStart(fields.date) }),
      });
    },
    () => setMissing(missingToEdit(form.getValues())),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid gap-5">
        {!editable && (
          <Alert tone="warning" title="Cannot edit meeting.">
            {statusLabels[status]} meetings cannot be edited.
          </Alert>
        )}
        {missing !== null && <Alert tone="danger">{missing}</Alert>}
        <TextField
          label="Meeting name"
          autoComplete="off"
          required
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="team_id"
          render={({ field }) => (
            <MeetingTeamField
              teams={teams}
              field={field}
              disabled={started}
              hint={started && 'A meeting that has started stays with its team.'}
              error={errors.team_id?.message}
            />
          )}
        />
        <DateField
          label="Date"
          required
          hint={startHint({ moved: day !== planned, started })}
          error={errors.date?.message}
          {...form.register('date')}
        />
      </div>
      <DialogActions>
        <Button disabled={isSubmitting} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={isSubmitting}
          busyLabel="Saving..."
          {...(!editable && {
            disabledReason: `${statusLabels[status]} meetings cannot be edited.`,
          })}
        >
          Save Changes
        </Button>
      </DialogActions>
    </form>
  );
}

function startHint({ moved, started }: { moved: boolean; started: boolean }): string {
  if (!moved) return 'The start stays as it is unless you choose another day.';
  return started
    ? 'The start time will be set to 9:00 AM of this day.'
    : 'Meeting will be scheduled for 9:00 AM';
}
