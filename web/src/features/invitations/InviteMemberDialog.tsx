import type { Team } from '@wentwell/contract/teams';
import { type FormEvent, useState } from 'react';

import { TextField } from '#web/ui/forms/TextField.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

import { type InviteFormOptions, useInviteForm } from './use-invite-form.ts';

export interface InviteMemberDialogProps {
  team: Pick<Team, 'id' | 'name'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInvited: () => void;
}

export function InviteMemberDialog(props: InviteMemberDialogProps) {
  const { team, open, onOpenChange, onInvited } = props;
  const [isBusy, setBusy] = useState(false);
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite a Member"
      description={`They get an email with a link to join ${team.name}.`}
      size="sm"
      busy={isBusy}
    >
      <InviteForm
        options={{ teamId: team.id, onInvited, onDone: close }}
        onBusy={setBusy}
        onCancel={close}
      />
    </Dialog>
  );
}

interface InviteFormProps {
  options: InviteFormOptions;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
}

/** Mounted only while the dialog is open, so that it opens empty each time. */
function InviteForm({ options, onBusy, onCancel }: InviteFormProps) {
  const { submit, field, isSubmitting } = useInviteForm(options);

  async function send(event: FormEvent): Promise<void> {
    onBusy(true);
    await submit(event);
    onBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
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
