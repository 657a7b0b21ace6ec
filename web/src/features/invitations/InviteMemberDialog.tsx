import type { Team } from '@wentwell/contract/teams';

import { TextField } from '#web/ui/forms/TextField.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

import { type InviteFormOptions, useInviteForm } from './use-invite-form.ts';

export function InviteMemberDialog(props: {
  team: Pick<Team, 'id' | 'name'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInvited: () => void;
}) {
  const { team, open, onOpenChange, onInvited } = props;
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite a Member"
      description={`They get an email with a link to join ${team.name}.`}
      size="sm"
    >
      <InviteForm options={{ teamId: team.id, onInvited, onDone: close }} onCancel={close} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that it opens empty each time. */
function InviteForm(props: { options: InviteFormOptions; onCancel: () => void }) {
  const { options, onCancel } = props;
  const { submit, field, isSubmitting } = useInviteForm(options);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField {...field} />
      <FormActions
        submitLabel="Send Invitation"
        busy={isSubmitting}
        busyLabel="Sending..."
        onCancel={onCancel}
      />
    </form>
  );
}
