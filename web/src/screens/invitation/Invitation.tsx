import { useQuery } from '@tanstack/react-query';
import { LinkToken } from '@wentwell/contract/auth';

import { ApiError, errorText } from '#web/api/request';
import { useSession } from '#web/features/auth/session.tsx';
import { invitationByTokenQuery } from '#web/features/invitations/invitations.queries';

import { AnswerInvitation } from './AnswerInvitation.tsx';
import { AuthenticationRequired } from './AuthenticationRequired.tsx';
import { InvalidLink, InvitationShape, LoadingFailed } from './InvitationStates.tsx';

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
