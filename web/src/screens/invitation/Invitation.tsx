import { useQuery } from '@tanstack/react-query';
import { LinkToken } from '@wentwell/contract/accounts/auth';
import type { User } from '@wentwell/contract/accounts/users';
import { refusalText } from '@wentwell/contract/errors';
import { invitationPolicy, type PublicInvitation } from '@wentwell/contract/teams/invitations';
import { Check, X, CloudOff, Link2Off } from 'lucide-react';
import { useState } from 'react';

import { ApiError, errorText } from '#web/api/request';
import { useNameFields } from '#web/features/auth/NameForm.tsx';
import { redirectSearch } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { InvitationDetails } from '#web/features/invitations/InvitationDetails.tsx';
import {
  useAcceptByToken,
  invitationByTokenQuery,
} from '#web/features/invitations/invitations.queries';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { EmailAddress, FailurePage } from '#web/screens/layouts/EntryOutcome.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Delayed } from '#web/ui/feedback/Loading.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { PersonColors } from '#web/ui/identity/person-colors';
import { Card } from '#web/ui/layout/Card.tsx';
import { navigate } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';
import type { Visit } from '#web/ui/router/router-context';

import { JoinTeam } from './JoinTeam.tsx';

/** The inviter and the team on paper, like a personal note. */
function InvitedBy({ invitation }: { invitation: PublicInvitation }) {
  const { team, inviting_user, live_meeting } = invitation;
  const { display_name: name, color } = inviting_user;
  return (
    <Part>
      <header data-tone="success" className="paper large-sheet flex items-start gap-5 p-6">
        <PersonColors value={new Map(color === null ? [] : [[name, color]])}>
          <Avatar decorative size="lg" person={{ id: name, name }} />
        </PersonColors>
        <div className="grid min-w-0 gap-2 pr-2 wrap-anywhere">
          <h1 className="text-xl font-bold">
            {name} invited you to {team.name}
          </h1>
          {live_meeting !== null && (
            <p className="flex items-baseline gap-2 font-semibold">
              <span className="size-2 shrink-0 rounded-full bg-success-solid" />
              <span>A retro is live now: {live_meeting}</span>
            </p>
          )}
        </div>
      </header>
    </Part>
  );
}

/**
 * For visitors: who invites them. The mailed link lets newcomers join by name; otherwise login and registration return here.
 */
function VisitorPage(props: {
  token: string;
  invitation: PublicInvitation;
  onJoining: (isJoining: boolean) => void;
}) {
  const { token, invitation, onJoining } = props;
  const back = redirectSearch(`/invitations/${encodeURIComponent(token)}`);
  const { invited_user_email, status, can_register } = invitation;
  const logIn = (
    <Link
      to="/login"
      search={back}
      className={buttonClass({ wide: true, variant: can_register ? 'secondary' : 'primary' })}
    >
      Log In
    </Link>
  );
  if (status !== 'pending') {
    // The invitation can no longer be accepted.
    return (
      <div className="grid gap-6">
        <InvitedBy invitation={invitation} />
        <Part>
          <InvitationDetails invitation={invitation} />
        </Part>
        {logIn}
      </div>
    );
  }
  return (
    <div className="grid gap-8">
      <InvitedBy invitation={invitation} />
      {can_register && (
        <Part>
          <JoinTeam token={token} invitation={invitation} onJoining={onJoining} />
        </Part>
      )}
      <Part>
        <section className={classNames(can_register && 'border-t border-line pt-6')}>
          <h2 className="text-base font-semibold">Authentication Required</h2>
          <p className="pb-4 text-soft wrap-anywhere">
            {can_register ? (
              'Prefer another way? Log in or create an account.'
            ) : (
              <>
                Log in or create an account for <EmailAddress email={invited_user_email} /> to join.
              </>
            )}
          </p>
          <div className="grid grid-cols-2 gap-2">
            {logIn}
            <Link
              to="/register"
              search={{ ...back, email: invited_user_email }}
              className={buttonClass({ wide: true })}
            >
              Create Account
            </Link>
          </div>
        </section>
      </Part>
    </div>
  );
}

/** The page of an invitation link: signed-in users answer, visitors log in or register. */
export function Invitation({ params: { token = '' } }: Visit) {
  const isToken = LinkToken.safeParse(token).success;
  return (
    <div className="mx-auto w-full max-w-120 px-5 py-[clamp(1rem,16dvh-5rem,4rem)]">
      {isToken ? <InvitationByToken key={token} token={token} /> : <InvalidLink />}
    </div>
  );
}

function InvitationByToken({ token }: { token: string }) {
  const session = useSession();
  const query = useQuery(invitationByTokenQuery(token));
  const { data: invitation, error } = query;
  // Signing in clears fetched data: the page keeps its invitation until it opens the board.
  const [joining, setJoining] = useState<PublicInvitation | null>(null);
  const shown = joining ?? (session.state === 'out' ? invitation : undefined);
  if (shown) {
    return (
      <VisitorPage
        token={token}
        invitation={shown}
        onJoining={(isJoining) => setJoining(isJoining ? shown : null)}
      />
    );
  }

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
  if (!invitation || session.state !== 'in') return <InvitationShape />;
  return (
    <AnswerInvitation
      token={token}
      invitation={invitation}
      me={session.user}
      onLogout={() => void session.logout()}
    />
  );
}

function InvalidLink() {
  return (
    <FailurePage
      title="Invalid invitation link"
      footer={null}
      icon={<Link2Off />}
      text={
        <>
          <p>Invitation not found or may have expired</p>
          <p className="mt-1 text-sm">
            Check that the link is complete, or ask your team for a new one.
          </p>
        </>
      }
    >
      <Link to="/" reloadDocument className={buttonClass({ wide: true })}>
        Go to Homepage
      </Link>
    </FailurePage>
  );
}

function LoadingFailed(props: { text: string; busy?: boolean; onRetry: () => void }) {
  return (
    <FailurePage
      title="Error loading invitation"
      icon={<CloudOff />}
      text={props.text}
      footer={null}
    >
      <Button variant="primary" wide busy={props.busy ?? false} onClick={props.onRetry}>
        Try again
      </Button>
    </FailurePage>
  );
}

function InvitationShape() {
  return (
    <Delayed busy>
      <span className="sr-only">Loading invitation</span>
      <Card>
        <div className="grid gap-6 p-2 sm:p-4">
          <Skeleton width={56} height={56} />
          <div className="grid gap-3">
            <Skeleton width="60%" height={28} />
            <Skeleton width="90%" />
          </div>
          <Skeleton height={240} />
          <div className="grid grid-cols-2 gap-3">
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        </div>
      </Card>
    </Delayed>
  );
}

function AnswerInvitation(props: {
  token: string;
  invitation: PublicInvitation;
  me: User;
  onLogout: () => void;
}) {
  const { token, invitation, me, onLogout } = props;
  const { team, status } = invitation;
  const reason = refusalText(invitationPolicy.answer(me.email, invitation));
  return (
    <div className="grid gap-6">
      <InvitedBy invitation={invitation} />
      {team.description !== '' && (
        <p className="text-base text-soft wrap-anywhere">{team.description}</p>
      )}
      <Part>
        <InvitationDetails invitation={invitation}>
          {status === 'pending' && reason !== undefined && (
            <Alert
              tone="warning"
              title={reason}
              action={
                <Button size="sm" onClick={onLogout}>
                  Log out
                </Button>
              }
            >
              <span className="wrap-anywhere">
                You are logged in as {me.email}. Log out, then log in with the invited address.
              </span>
            </Alert>
          )}
          {status === 'pending' ? (
            <Answer token={token} team={team} reason={reason} asksName={me.first_name === ''} />
          ) : (
            <Link to="/dashboard" className={buttonClass({ variant: 'primary', wide: true })}>
              Go to Dashboard
            </Link>
          )}
        </InvitationDetails>
      </Part>
    </div>
  );
}

function Answer(props: {
  token: string;
  team: PublicInvitation['team'];
  reason: string | undefined;
  asksName: boolean;
}) {
  const { token, team, reason, asksName } = props;
  const { fields, save } = useNameFields({ isOptional: true });
  const accept = useAcceptByToken(token);
  const { select } = useCurrentTeam();
  const [accepting, setAccepting] = useState(false);

  async function acceptAndGo(): Promise<void> {
    setAccepting(true);
    try {
      if (!(await save())) return setAccepting(false);
      await accept.mutateAsync();
      await select(team.id);
      await navigate({ to: '/dashboard' });
    } catch {
      // The mutation has shown the error.
      setAccepting(false);
    }
  }

  // Local only: the invitation stays pending on the dashboard.
  function decline(): void {
    toast.info({ title: 'Invitation declined!' });
    void navigate({ to: '/dashboard' });
  }

  return (
    <Form onSubmit={acceptAndGo} className="grid grid-cols-2 gap-3">
      {asksName && reason === undefined && (
        <div className="col-span-2 grid gap-3 pb-3 sm:grid-cols-2">
          <p className="text-soft sm:col-span-2">Your name is shown on your notes.</p>
          {fields}
        </div>
      )}
      <Button
        wide
        type="submit"
        variant="primary"
        icon={<Check />}
        busy={accepting}
        disabledReason={reason}
      >
        Accept
      </Button>
      <Button wide icon={<X />} disabled={accepting} onClick={decline}>
        Decline
      </Button>
    </Form>
  );
}
