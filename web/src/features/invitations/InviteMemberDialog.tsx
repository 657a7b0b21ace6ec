import type { Team } from '@wentwell/contract/teams';

import { TextField } from '#web/ui/forms/TextField.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { useInviteForm } from './use-invite-form.ts';

export function InviteMemberDialog(
  props: DialogProps & { team: Pick<Team, 'id' | 'name'>; onInvited?: () => void },
) {
  const { team, onInvited, ...dialog } = props;
  const close = () => dialog.onOpenChange(false);
  const { submit, field, isSubmitting } = useInviteForm(team.id, { onInvited, onDone: close });
  return (
    <Dialog
      {...dialog}
      title="Invite a Member"
      description={`They get an email with a link to join ${team.name}.`}
      size="sm"
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField {...field} />
        <FormActions
          submitLabel="Send Invitation"
          busy={isSubmitting}
          busyLabel="Sending..."
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
