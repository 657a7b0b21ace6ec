import type { Team } from '@wentwell/contract/teams';
import { UserPlus } from 'lucide-react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

import { addressProblem, useInviteMember } from './team-invitations.queries.ts';
import { useInviteForm } from './use-invite-form.ts';

/** The field is cleared after each invitation. */
export function InviteRow({ team, onInvited }: { team: Pick<Team, 'id'>; onInvited: () => void }) {
  const invite = useInviteMember(team.id);
  const { submit, field, isSubmitting, reset } = useInviteForm(async (email) => {
    try {
      await invite.mutateAsync(email);
    } catch (error) {
      return addressProblem(error);
    }
    reset();
    onInvited();
    return undefined;
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 sm:flex sm:items-start"
    >
      <div className="min-w-0 flex-1">
        <TextField {...field} hideLabel />
      </div>
      <Button
        type="submit"
        variant="primary"
        icon={<UserPlus aria-hidden="true" />}
        busy={isSubmitting}
        busyLabel="Sending..."
      >
        Send Invitation
      </Button>
    </form>
  );
}
