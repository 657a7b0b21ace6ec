import { useQuery } from '@tanstack/react-query';
import type { TeamId, TemplateId } from '@wentwell/contract/ids';
import { MeetingStart } from '@wentwell/contract/meetings/meeting-lists';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { CalendarClock, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';

import { currentDay, dayAfter, isDay } from '#web/api/days';
import { readQuery } from '#web/api/queries';
import { serverNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { mayCreateIn } from '#web/features/meetings/meeting-actions';
import {
  type CreateMeetingChosen,
  CreateMeetingFields,
  type CreateMeetingTyped,
  missingToCreate,
  newMeetingName,
} from '#web/features/meetings/meeting-form';
import { scheduledStart, startHasPassed } from '#web/features/meetings/meeting-schedule';
import {
  meetingKeys,
  type NewMeeting,
  useCreateMeeting,
} from '#web/features/meetings/meetings.queries';
import { MeetingTeamField } from '#web/features/meetings/MeetingTeamField.tsx';
import { teamContextOf } from '#web/features/members/team-context';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { columnsLoading } from '#web/features/templates/ChosenColumns.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

const TemplateField = lazyPart(
  () => import('#web/features/templates/TemplateField.tsx'),
  'TemplateField',
);

export function NewMeetingDialog(
  props: DialogProps & {
    /** Chosen at first; 'later' proposes the day in a week. */
    start?: 'now' | 'later';
    /** The meeting is live if the user chose to start now. */
    onCreated: (meeting: Meeting) => void;
  },
): ReactNode {
  const { onCreated, start: proposed = 'now', ...dialog } = props;
  const me = useMe();
  const current = useCurrentTeam();
  const teams = current.teams.filter((each) => mayCreateIn(teamContextOf(me, each)));
  const create = useCreateMeeting();
  const [template, setTemplate] = useState<TemplateId | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const proposedDay = proposed === 'later' ? dayAfter(currentDay(), 7) : '';
  const nameOn = (day: string) =>
    newMeetingName(isDay(day) ? new Date(scheduledStart(day)) : undefined);
  // Typing replaces it, because the field selects it at first.
  const [offeredName, setOfferedName] = useState(() => nameOn(proposedDay));
  const form = useFields<CreateMeetingTyped, CreateMeetingChosen>(CreateMeetingFields, {
    defaultValues: {
      name: offeredName,
      team_id: current.team?.id ?? '',
      start: proposed,
      date: proposedDay,
    },
  });
  const [start, day, chosenTeam] = useWatch({
    control: form.control,
    name: ['start', 'date', 'team_id'],
  });
  const team = teams.find(({ id }) => id === chosenTeam);
  const nameOfDay = nameOn(start === 'later' ? day : '');
  useEffect(() => {
    if (nameOfDay === offeredName) return;
    if (form.getValues('name') === offeredName) form.setValue('name', nameOfDay);
    setOfferedName(nameOfDay);
  }, [form, nameOfDay, offeredName]);

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
      await create.mutateAsync(input).then(
        (meeting) => {
          dialog.onOpenChange(false);
          onCreated(meeting);
        },
        () => undefined,
      );
    },
    () => setMissing(missingToCreate(form.getValues())),
  );

  return (
    <FormDialog
      {...dialog}
      title="Create New Meeting"
      size="md"
      onSubmit={submit}
      submitLabel="Create Meeting"
      busy={form.isSubmitting}
      busyLabel="Creating…"
    >
      {missing !== null && <Alert tone="danger">{missing}</Alert>}
      <TextField
        label="Meeting name"
        autoComplete="off"
        required
        placeholder="Sprint 12 retrospective"
        // Selected, so that typing replaces the suggestion.
        onFocus={({ target }) => target.value === offeredName && target.select()}
        {...form.field('name')}
      />
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
          min={currentDay()}
          hint="Meeting will be scheduled for 9:00 AM"
          {...form.field('date')}
        />
      )}
      {start === 'later' && startHasPassed(day, serverNow()) && (
        <Alert tone="warning" title="9:00 AM today has already passed.">
          To meet today, choose Start Now.
        </Alert>
      )}
      {team && (
        <LastOrTemplate
          key={team.id}
          teamId={team.id}
          value={template}
          onValueChange={setTemplate}
        />
      )}
    </FormDialog>
  );
}

/** Loads the team's last columns and settings, the new meeting's default (docs/retro.md R-193). */
function LastOrTemplate(props: {
  teamId: TeamId;
  /** Null: the team's last settings. */
  value: TemplateId | null;
  onValueChange: (id: TemplateId | null) => void;
}): ReactNode {
  const { data, isPending } = useQuery(
    readQuery([...meetingKeys.ofTeam(props.teamId), 'start'], {
      path: `/api/v1/teams/${props.teamId}/meeting-start`,
      schema: MeetingStart,
    }),
  );
  if (isPending) return columnsLoading;
  const last = data?.last_meeting_id ? data.columns : null;
  return <TemplateField fallback={columnsLoading} last={last} {...props} />;
}
