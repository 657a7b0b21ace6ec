import type { Team } from '@wentwell/contract/teams';

import { TextField } from '#web/ui/forms/TextField.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

import { addressProblem, useInviteMember } from './team-invitations.queries.ts';
import { type SendInvitation, useInviteForm } from './use-invite-form.ts';

export interface InviteMemberDialogProps {
  team: Pick<Team, 'id' | 'name'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInvited: () => void;
}

export function InviteMemberDialog({
  team,
  open,
  onOpenChange,
  onInvited,
}: InviteMemberDialogProps) {
  const invite = useInviteMember(team.id);

  const send: SendInvitation = async (email) => {
    try {
      await invite.mutateAsync(email);
    } catch (error) {
      return addressProblem(error);
    }
    onOpenChange(false);
    onInvited();
    return undefined;
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite a Member"
      description={`They get an email with a link to join ${team.name}.`}
      size="sm"
      busy={invite.isPending}
    >
      <InviteForm send={send} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface InviteFormProps {
  send: SendInvitation;
  onCancel: () => void;
}

/** Mounted only while the dialog is open, so that it opens empty each time. */
function InviteForm({ send, onCancel }: InviteFormProps) {
  const { submit, field, isSubmitting } = useInviteForm(send);
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
