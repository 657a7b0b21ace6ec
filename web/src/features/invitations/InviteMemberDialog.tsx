import type { Team } from '@wentwell/contract/teams';
import { useForm } from 'react-hook-form';

import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast';

import { addressProblem, useInviteMember } from './team-invitations.queries.ts';

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

  async function send(email: string): Promise<string | undefined> {
    try {
      await invite.mutateAsync(email);
    } catch (error) {
      return addressProblem(error);
    }
    onOpenChange(false);
    onInvited();
    return undefined;
  }

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
  /** Gives what is wrong with the address, where it is the address. */
  send: (email: string) => Promise<string | undefined>;
  onCancel: () => void;
}

/** Lives only while the dialog is open, so the field is empty every time. */
function InviteForm({ send, onCancel }: InviteFormProps) {
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    const address = email.trim();
    if (address === '') {
      toast.warning({
        title: 'Email required.',
        description: 'Please enter an email address to send an invitation.',
        duration: 3000,
        id: 'invite-email-required',
      });
      form.setFocus('email');
      return;
    }
    const problem = await send(address);
    if (problem !== undefined) form.setError('email', { message: problem }, { shouldFocus: true });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        type="email"
        placeholder="Enter member's email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <DialogActions>
        <Button disabled={isSubmitting} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Sending...">
          Send Invitation
        </Button>
      </DialogActions>
    </form>
  );
}
