import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { limits } from '@wentwell/contract/limits';
import { TeamInput } from '@wentwell/contract/teams/team-input';
import { TeamLanguage } from '@wentwell/contract/teams/team-languages';
import type { TeamUpdate } from '@wentwell/contract/teams/team-updates';
import { Team } from '@wentwell/contract/teams/teams';
import { isBlank, trimmed } from '@wentwell/contract/text/letters';
import { useState } from 'react';

import { aiServiceQuery } from '#web/api/ai-service';
import { errorText, request } from '#web/api/request';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { useCurrentTeam } from './current-team.tsx';
import { showNameRequired } from './team-notices.ts';
import { ownTeamQuery, useTeamsChange } from './teams.queries.ts';

export function LeaveTeamDialog({ team, ...dialog }: TeamDialogProps) {
  const leave = useDropTeam(team.id, 'Failed to leave team');
  return (
    <ConfirmDialog
      {...dialog}
      title="Leave Team"
      description={`Are you sure you want to leave the team “${team.name}”? You'll need a new invitation to come back.`}
      confirmLabel="Leave Team"
      tone="danger"
      busyLabel="Leaving…"
      onConfirm={async () => {
        await leave.mutateAsync({ path: `/api/v1/teams/${team.id}/leave`, method: 'POST' });
        toast.success({ title: 'Team left.', description: `You are no longer in ${team.name}.` });
      }}
    />
  );
}

export function DeleteTeamDialog({ team, ...dialog }: TeamDialogProps) {
  const remove = useDropTeam(team.id, 'Failed to delete team');
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Team"
      description={`Are you sure you want to delete the team “${team.name}”? This action cannot be undone.`}
      confirmLabel="Delete Team"
      tone="danger"
      busyLabel="Deleting…"
      onConfirm={async () => {
        await remove.mutateAsync({ path: `/api/v1/teams/${team.id}`, method: 'DELETE' });
        toast.success({ title: 'Team deleted.' });
      }}
    >
      <Alert tone="warning">
        This also deletes its meetings, notes and invitations for everyone.
      </Alert>
    </ConfirmDialog>
  );
}

function useRenameTeam(teamId: Team['id']) {
  const queries = useQueryClient();
  const change = useTeamsChange();
  return useMutation({
    mutationFn: (input: TeamUpdate) =>
      request({ path: `/api/v1/teams/${teamId}`, method: 'PUT', body: input, schema: Team }),
    onSuccess: (team) => {
      queries.setQueryData(ownTeamQuery(teamId).queryKey, team);
      return change(({ teams, total }) => ({
        teams: teams.map((each) => (each.id === teamId ? team : each)),
        total,
      }));
    },
  });
}

/** Leaves or deletes the team, which removes it from the user's list. */
function useDropTeam(teamId: Team['id'], failed: string) {
  const change = useTeamsChange();
  const { giveUp } = useCurrentTeam();
  return useMutation({
    mutationFn: (call: { path: string; method: 'POST' | 'DELETE' }) => request(call),
    onSuccess: () => {
      giveUp(teamId);
      return change(({ teams, total }) => ({
        teams: teams.filter((each) => each.id !== teamId),
        total: total - 1,
      }));
    },
    onError: toast.onError(failed),
  });
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(trimmed)
    .filter((line) => line !== '');
}

const anyLanguage = 'any';

interface TeamDialogProps extends DialogProps {
  team: Team;
}

export function RenameTeamDialog({ team, ...dialog }: TeamDialogProps) {
  const rename = useRenameTeam(team.id);
  const form = useFields(TeamInput, {
    defaultValues: { name: team.name, description: team.description },
    reValidateMode: 'onSubmit',
  });
  const { recognition, ai, guests } = team;
  const [allowed, setAllowed] = useState({ recognition, ai, guests });
  const [language, setLanguage] = useState(
    TeamLanguage.nullable().catch(null).parse(team.language),
  );
  const [questions, setQuestions] = useState(team.check_up.join('\n'));
  const service = useQuery(aiServiceQuery).data?.service ?? null;

  function switchOf(key: keyof typeof allowed) {
    const onCheckedChange = (isOn: boolean) => setAllowed((before) => ({ ...before, [key]: isOn }));
    return { checked: allowed[key], onCheckedChange };
  }

  const submit = form.handleSubmit(
    async (input) => {
      try {
        const check_up = linesOf(questions);
        await rename.mutateAsync({ ...input, ...allowed, language, check_up });
        toast.success({ title: input.name === team.name ? 'Team updated.' : 'Team renamed.' });
        dialog.onOpenChange(false);
      } catch (error) {
        toast.error({ title: 'Failed to rename team', description: errorText(error) });
        form.setFocus('name');
      }
    },
    () => {
      if (isBlank(form.getValues('name'))) showNameRequired();
    },
  );

  return (
    <FormDialog
      {...dialog}
      title="Rename Team"
      onSubmit={submit}
      submitLabel="Save Changes"
      busy={form.isSubmitting}
      busyLabel="Saving…"
    >
      <TextField label="Team name" autoComplete="off" required {...form.field('name')} />
      <TextArea label="Description" rows={2} {...form.field('description')} />
      <TextArea
        label="Questions for check-ups"
        hint={`One question per line, ${limits.checkUpQuestions} at most. Choose them in a meeting's Board settings.`}
        rows={3}
        value={questions}
        onChange={(event) => setQuestions(event.target.value)}
      />
      <SelectField
        label="Language of notes"
        hint="Search also finds other forms of a word"
        options={[
          { value: anyLanguage, label: 'Any' },
          ...TeamLanguage.options.map((value) => ({
            value,
            label: value.replace(/^./, (first) => first.toUpperCase()),
          })),
        ]}
        value={language ?? anyLanguage}
        onValueChange={(value) => setLanguage(value === anyLanguage ? null : value)}
      />
      <Checkbox
        label="Badges and thanks"
        hint="For what the team does together, never for what a note says"
        {...switchOf('recognition')}
      />
      <Checkbox
        label="Guests"
        hint="Leads can let people without an account take part"
        {...switchOf('guests')}
      />
      {service && (
        <Checkbox
          label="Summaries with AI"
          hint={`Leads review what goes to ${service.host} before it is sent`}
          {...switchOf('ai')}
        />
      )}
    </FormDialog>
  );
}
