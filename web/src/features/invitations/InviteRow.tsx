import type { Team } from '@wentwell/contract/teams';
import { UserPlus } from 'lucide-react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

import { useInviteForm } from './use-invite-form.ts';

/** The field is cleared after each invitation. */
export function InviteRow({ team, onInvited }: { team: Pick<Team, 'id'>; onInvited: () => void }) {
  const { submit, field, isSubmitting } = useInviteForm({
    teamId: team.id,
    onInvited,
    onDone: () => undefined,
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
        icon={<UserPlus />}
        busy={isSubmitting}
        busyLabel="Sending..."
      >
        Send Invitation
      </Button>
    </form>
  );
}
