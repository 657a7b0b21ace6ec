import type { Team } from '@wentwell/contract/teams/teams';

import { TextField } from '#web/ui/forms/TextField.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { useInviteForm } from './use-invite-form.ts';

export function InviteMemberDialog(
  props: DialogProps & { team: Pick<Team, 'id' | 'name'>; onInvited?: () => void },
) {
  const { team, onInvited, ...dialog } = props;
  const { submit, field, isSubmitting } = useInviteForm(team.id, {
    onInvited,
    onDone: () => dialog.onOpenChange(false),
  });
  return (
    <FormDialog
      {...dialog}
      title="Invite a Member"
      description={`They'll get an email with a link to join ${team.name}.`}
      onSubmit={submit}
      submitLabel="Send Invitation"
      busy={isSubmitting}
      busyLabel="Sending…"
    >
      <TextField {...field} />
    </FormDialog>
  );
}
