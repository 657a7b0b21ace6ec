import { teamPolicy } from '@wentwell/contract/teams';
import { Eye, Mails, UserPlus } from 'lucide-react';
import { useState } from 'react';

import { OutsiderActsDialog } from '#web/features/admin/OutsiderActsDialog.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { InviteMemberDialog } from '#web/features/invitations/InviteMemberDialog.tsx';
import { TeamInvitationsDialog } from '#web/features/invitations/TeamInvitationsDialog.tsx';
import { teamContextOf } from '#web/features/members/team-context';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { TeamsNotLoaded } from '#web/screens/layouts/TeamsNotLoaded.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NoMembers } from '#web/ui/feedback/illustrations.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';

import { LoadingMembers, MembersOfTeam } from './MembersOfTeam.tsx';

export function TeamMembers() {
  const me = useMe();
  const { team, isLoading, loadError, refetch } = useCurrentTeam();
  const [inviting, setInviting] = useState(false);
  const [viewing, setViewing] = useState(false);
  const [auditing, setAuditing] = useState(false);

  if (!team) {
    return (
      <>
        <PageHeader title="Team Members" />
        {isLoading && <LoadingMembers />}
        {loadError && <TeamsNotLoaded title="Members cannot be shown" />}
        {!isLoading && !loadError && (
          <Card>
            <EmptyState
              illustration={<NoMembers />}
              title="Please select a team from the team switcher to view team members."
            />
          </Card>
        )}
      </>
    );
  }
  const who = teamContextOf(me, team);
  const seesOutsiders = teamPolicy.seeOutsiderActs(who) === 'allowed';
  return (
    <>
      <PageHeader
        title="Team Members"
        description={<span className="wrap-anywhere">Manage members of {team.name}</span>}
        actions={
          <>
            {seesOutsiders && (
              <Button icon={<Eye />} onClick={() => setAuditing(true)}>
                Access from Outside
              </Button>
            )}
            <Button icon={<Mails />} onClick={() => setViewing(true)}>
              View Invitations
            </Button>
            <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
              Invite Member
            </Button>
          </>
        }
      />
      {/* Another team needs a new instance, so that no state of the first list remains. */}
      <MembersOfTeam key={team.id} team={team} who={who} />
      <InviteMemberDialog
        team={team}
        open={inviting}
        onOpenChange={setInviting}
        onInvited={() => void refetch()}
      />
      <OutsiderActsDialog team={team} open={auditing} onOpenChange={setAuditing} />
      <TeamInvitationsDialog team={team} open={viewing} onOpenChange={setViewing} />
    </>
  );
}
