import { Link, useNavigate } from '@tanstack/react-router';
import { describeError } from '@wentwell/contract/errors';
import { invitationPolicy, type PublicInvitation } from '@wentwell/contract/invitations';
import type { User } from '@wentwell/contract/users';
import { Check, UsersRound, X } from 'lucide-react';
import { useState } from 'react';

import { InvitationDetails } from '#web/features/invitations/InvitationDetails.tsx';
import { useAcceptByToken } from '#web/features/invitations/invitations.queries';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { teamGone } from '#web/features/teams/team-notices';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { CardSign } from '#web/screens/layouts/CardSign.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { toast } from '#web/ui/feedback/toast';

export interface AnswerInvitationProps {
  token: string;
  invitation: PublicInvitation;
  me: User;
  onLogout: () => void;
}

export function AnswerInvitation({ token, invitation, me, onLogout }: AnswerInvitationProps) {
  const { team, status } = invitation;
  const result = invitationPolicy.answer(me.email, invitation);
  const reason = result === 'allowed' ? undefined : describeError(result).detail;
  return (
    <CardPage
      title={team.name}
      icon={<CardSign tone="info" icon={<UsersRound />} />}
      {...(team.description !== '' && {
        lead: <p className="wrap-anywhere">{team.description}</p>,
      })}
    >
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
              You are logged in as {me.email}. Log out, then come back as the invited person.
            </span>
          </Alert>
        )}
        {status === 'pending' ? (
          <Answer token={token} team={team} reason={reason} />
        ) : (
          <Link to="/dashboard" className={buttonClass({ variant: 'primary', wide: true })}>
            Go to Dashboard
          </Link>
        )}
      </InvitationDetails>
    </CardPage>
  );
}

interface AnswerProps {
  token: string;
  team: PublicInvitation['team'];
  reason: string | undefined;
}

function Answer({ token, team, reason }: AnswerProps) {
  const accept = useAcceptByToken(token);
  const { select } = useCurrentTeam();
  const navigate = useNavigate();
  const [accepting, setAccepting] = useState(false);

  async function acceptAndGo(): Promise<void> {
    setAccepting(true);
    try {
      await accept.mutateAsync();
      if (!(await select(team.id))) {
        toast.warning({ title: 'Failed to switch team', description: teamGone });
      }
      await navigate({ to: '/dashboard' });
    } catch {
      // The mutation has shown the error.
    } finally {
      setAccepting(false);
    }
  }

  // Local only: the invitation stays pending, and the dashboard still offers it.
  function decline(): void {
    toast.info({ title: 'Invitation declined!' });
    void navigate({ to: '/dashboard' });
  }

  return (
    <div className="grid grid-cols-2 gap-3">
      <Button
        wide
        variant="primary"
        icon={<Check />}
        busy={accepting}
        disabledReason={reason}
        onClick={() => void acceptAndGo()}
      >
        Accept
      </Button>
      <Button wide icon={<X />} disabled={accepting} onClick={decline}>
        Decline
      </Button>
    </div>
  );
}
