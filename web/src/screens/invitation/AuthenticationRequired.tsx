import { Link } from '@tanstack/react-router';
import type { PublicInvitation } from '@wentwell/contract/invitations';
import { LogIn, UsersRound } from 'lucide-react';

import { redirectSearch } from '#web/features/auth/redirect-target';
import { InvitationDetails } from '#web/features/invitations/InvitationDetails.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { CardSign } from '#web/screens/layouts/CardSign.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';

export interface AuthenticationRequiredProps {
  token: string;
  invitation: PublicInvitation;
}

/** For visitors: who invites them, and links to login and registration, both of which lead back here. */
export function AuthenticationRequired({ token, invitation }: AuthenticationRequiredProps) {
  const back = redirectSearch(`/invitations/${encodeURIComponent(token)}`);
  const { team, inviting_user, invited_user_email, status } = invitation;
  if (status !== 'pending') {
    // The invitation can no longer be accepted.
    return (
      <CardPage title={team.name} icon={<CardSign tone="info" icon={<UsersRound />} />}>
        <InvitationDetails invitation={invitation} />
      </CardPage>
    );
  }
  return (
    <CardPage
      title="Authentication Required"
      icon={<CardSign tone="info" icon={<LogIn />} />}
      lead={
        <p className="wrap-anywhere">
          {inviting_user.full_name || inviting_user.display_name} invited{' '}
          <strong className="font-semibold text-ink">{invited_user_email}</strong> to join{' '}
          <strong className="font-semibold text-ink">{team.name}</strong>. Log in or create an
          account to answer.
        </p>
      }
    >
      <div className="grid gap-3">
        <Link to="/login" search={back} className={buttonClass({ variant: 'primary', wide: true })}>
          Log In
        </Link>
        <Link
          to="/register"
          search={{ ...back, email: invited_user_email }}
          className={buttonClass({ wide: true })}
        >
          Create Account
        </Link>
      </div>
    </CardPage>
  );
}
