import { zodResolver } from '@hookform/resolvers/zod';
import { isBlank } from '@wentwell/contract/letters';
import { TeamInput } from '@wentwell/contract/team-changes';
import type { Team } from '@wentwell/contract/teams';
import { useForm } from 'react-hook-form';

import { toast } from '#web/ui/feedback/toast';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

import { useRenameTeam } from './team-changes.queries.ts';
import { showNameRequired, showTeamFailure } from './team-notices.ts';

export interface TeamDialogProps {
  team: Team;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RenameTeamDialog({ team, open, onOpenChange }: TeamDialogProps) {
  const rename = useRenameTeam(team.id);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename Team"
      size="sm"
      busy={rename.isPending}
    >
      <RenameForm team={team} rename={rename} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that it starts with the team's current name. */
function RenameForm(props: {
  team: Team;
  rename: ReturnType<typeof useRenameTeam>;
  onClose: () => void;
}) {
  const { team, rename, onClose } = props;
  const form = useForm({
    resolver: zodResolver(TeamInput),
    defaultValues: { name: team.name, description: team.description },
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async (input) => {
      try {
        await rename.mutateAsync(input);
        toast.success({ title: 'Team renamed.' });
        onClose();
      } catch (error) {
        showTeamFailure('rename', error);
        form.setFocus('name');
      }
    },
    () => {
      if (isBlank(form.getValues('name'))) showNameRequired();
    },
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid gap-5">
        <TextField
          label="Team name"
          autoComplete="off"
          required
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextArea
          label="Description"
          rows={2}
          error={errors.description?.message}
          {...form.register('description')}
        />
      </div>
      <FormActions
        submitLabel="Save Changes"
        busy={isSubmitting}
        busyLabel="Saving…"
        onCancel={onClose}
      />
    </form>
  );
}
