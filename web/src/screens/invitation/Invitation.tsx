import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LinkToken } from '@wentwell/contract/auth';
import type { PublicInvitation } from '@wentwell/contract/invitations';
import { LogIn, UsersRound } from 'lucide-react';

import { ApiError, errorText } from '#web/api/request';
import { redirectSearch } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { InvitationDetails } from '#web/features/invitations/InvitationDetails.tsx';
import { invitationByTokenQuery } from '#web/features/invitations/invitations.queries';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { CardSign } from '#web/screens/layouts/CardSign.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';

import { AnswerInvitation } from './AnswerInvitation.tsx';
import { InvalidLink, InvitationShape, LoadingFailed } from './InvitationStates.tsx';

interface AuthenticationRequiredProps {
  token: string;
  invitation: PublicInvitation;
}

/** For visitors: who invites them, and links to login and registration, both of which lead back here. */
function AuthenticationRequired({ token, invitation }: AuthenticationRequiredProps) {
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

/** The page of an invitation link: signed-in users answer, visitors log in or register. */
export function Invitation({ token }: { token: string }) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      {LinkToken.safeParse(token).success ? <InvitationByToken token={token} /> : <InvalidLink />}
    </div>
  );
}

function InvitationByToken({ token }: { token: string }) {
  const session = useSession();
  const query = useQuery(invitationByTokenQuery(token));
  const { data: invitation, error } = query;

  if (!invitation && error) {
    // 422: the URL contains no valid token.
    const unknown = error instanceof ApiError && [404, 410, 422].includes(error.status);
    if (unknown) return <InvalidLink />;
    return (
      <LoadingFailed
        text={errorText(error)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (session.state === 'loading' && session.error) {
    return <LoadingFailed text={errorText(session.error)} onRetry={() => void session.retry()} />;
  }
  if (!invitation || session.state === 'loading') return <InvitationShape />;
  if (session.state === 'out') {
    return <AuthenticationRequired token={token} invitation={invitation} />;
  }
  return (
    <AnswerInvitation
      token={token}
      invitation={invitation}
      me={session.user}
      onLogout={() => void session.logout()}
    />
  );
}
