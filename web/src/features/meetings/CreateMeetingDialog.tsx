import type { TemplateId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings';
import type { TeamContext, Team } from '@wentwell/contract/teams';
import { CalendarClock, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';

import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

import { mayCreateIn } from './meeting-actions.ts';
import {
  type CreateMeetingChosen,
  CreateMeetingFields,
  type CreateMeetingTyped,
  missingToCreate,
  newMeetingName,
} from './meeting-form.ts';
import { dayOf, scheduledStart, startHasPassed } from './meeting-schedule.ts';
import { MeetingFormFrame, MeetingTeamField } from './MeetingFormFrame.tsx';
import { type NewMeeting, useCreateMeeting } from './meetings.queries.ts';

export interface TemplateFieldProps {
  teamId: Team['id'];
  /** Null: the team's last settings. */
  value: TemplateId | null;
  onValueChange: (id: TemplateId | null) => void;
}

export interface CreateMeetingDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  teams: readonly Team[];
  teamContextIn: (teamId: Team['id']) => TeamContext | null;
  teamId: Team['id'] | null;
  templateField: (props: TemplateFieldProps) => ReactNode;
  /** The meeting is live if the user chose to start now. */
  onCreated: (meeting: Meeting) => void;
}

export function CreateMeetingDialog(props: CreateMeetingDialogProps) {
  const { open, onOpenChange, teams, teamContextIn, teamId, templateField, onCreated } = props;
  const allowed = teams.filter((team) => mayCreateIn(teamContextIn(team.id)));

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Create New Meeting">
      <CreateMeetingForm
        teams={allowed}
        teamId={teamId}
        templateField={templateField}
        onCreated={(meeting) => {
          onOpenChange(false);
          onCreated(meeting);
        }}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that it always opens fresh. */
function CreateMeetingForm(props: {
  teams: readonly Team[];
  teamId: Team['id'] | null;
  templateField: CreateMeetingDialogProps['templateField'];
  onCreated: (meeting: Meeting) => void;
  onCancel: () => void;
}) {
  const { teams, teamId, templateField, onCreated, onCancel } = props;
  const create = useCreateMeeting();
  const [template, setTemplate] = useState<TemplateId | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [offeredName] = useState(() => newMeetingName(new Date()));
  const form = useFields<CreateMeetingTyped, CreateMeetingChosen>(CreateMeetingFields, {
    defaultValues: { name: offeredName, team_id: teamId ?? '', start: 'now', date: '' },
  });
  const [start, day, chosenTeam] = useWatch({
    control: form.control,
    name: ['start', 'date', 'team_id'],
  });
  const team = teams.find(({ id }) => id === chosenTeam);

  const submit = form.handleSubmit(
    async (fields) => {
      setMissing(null);
      const startAt = fields.start === 'later' ? scheduledStart(fields.date) : null;
      const input: NewMeeting = {
        name: fields.name,
        team_id: fields.team_id,
        start: startAt === null ? 'now' : { at: startAt },
        template_id: template,
      };
      await create.mutateAsync(input).then(onCreated, () => undefined);
    },
    () => setMissing(missingToCreate(form.getValues())),
  );

  return (
    <MeetingFormFrame
      onSubmit={submit}
      missing={missing}
      nameField={{
        placeholder: 'Sprint 12 retrospective',
        // Selected, so that typing replaces the suggestion.
        onFocus: ({ target }) => target.value === offeredName && target.select(),
        ...form.field('name'),
      }}
      actions={{
        submitLabel: 'Create Meeting',
        busy: form.isSubmitting,
        busyLabel: 'Creating...',
        onCancel,
      }}
    >
      <Controller
        control={form.control}
        name="team_id"
        render={({ field }) => (
          <MeetingTeamField
            teams={teams}
            field={{
              ...field,
              onChange: (next) => {
                field.onChange(next);
                setTemplate(null);
              },
            }}
            error={form.formState.errors.team_id?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="start"
        render={({ field }) => (
          <RadioGroup
            label="When"
            choices={[
              { value: 'now', label: 'Start Now', icon: <Play /> },
              {
                value: 'later',
                label: 'Schedule for Later',
                icon: <CalendarClock />,
              },
            ]}
            value={field.value}
            onValueChange={(value) => {
              field.onChange(value);
              form.clearErrors('date');
              setMissing(null);
            }}
          />
        )}
      />
      {start === 'later' && (
        <DateField
          label="Date"
          required
          min={dayOf(new Date())}
          hint="Meeting will be scheduled for 9:00 AM"
          {...form.field('date')}
        />
      )}
      {start === 'later' && startHasPassed(day, new Date()) && (
        <Alert tone="warning" title="9:00 AM today has already passed.">
          To meet today, choose Start Now.
        </Alert>
      )}
      {team && templateField({ teamId: team.id, value: template, onValueChange: setTemplate })}
    </MeetingFormFrame>
  );
}
