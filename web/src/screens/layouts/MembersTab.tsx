import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Team, type TeamContext, teamPolicy } from '@wentwell/contract/teams';
import { UserPlus } from 'lucide-react';

import { useMe } from '#web/features/auth/session.tsx';
import { useInviteForm } from '#web/features/invitations/use-invite-form';
import { useChangeRole } from '#web/features/members/member-list.queries';
import { firstMembersQuery } from '#web/features/members/members.queries';
import { MorePeople, usePages } from '#web/features/members/MorePeople.tsx';
import { RoleList } from '#web/features/members/RoleList.tsx';
import { teamContextOf } from '#web/features/members/team-context';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { teamsFailed } from '#web/features/teams/team-notices';
import { Button } from '#web/ui/buttons/Button.tsx';
import { LoadingBars } from '#web/ui/feedback/Delayed.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NoMembers } from '#web/ui/feedback/illustrations.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';

export function MembersTab() {
  const me = useMe();
  const current = useCurrentTeam();
  const { team, loadError, refetch } = current;
  if (loadError) return <LoadFailure title={teamsFailed} query={current} />;
  if (!team) {
    return (
      <EmptyState
        level={3}
        illustration={<NoMembers />}
        title="Please select a team from the team switcher to view team members."
      />
    );
  }
  return (
    <div className="grid gap-6">
      <TitledSection title={`Invite to ${team.name}`} className="gap-3">
        <InviteRow key={team.id} team={team} onInvited={() => void refetch()} />
      </TitledSection>
      <TitledSection title={`Members of ${team.name}`} className="gap-3">
        <Roles key={team.id} teamId={team.id} who={teamContextOf(me, team)} />
      </TitledSection>
    </div>
  );
}

function Roles({ teamId, who }: { teamId: Team['id']; who: TeamContext }) {
  const { limit, onMore } = usePages();
  const query = useQuery({
    ...firstMembersQuery(teamId, limit),
    placeholderData: keepPreviousData,
  });
  const change = useChangeRole(teamId);
  if (query.isPending) return <LoadingBars height={196} />;
  if (!query.data) return <LoadFailure title="Error Loading Members!" query={query} />;
  const { rows, total } = query.data;
  return (
    <MemberColors members={rows}>
      {teamPolicy.edit(who) !== 'allowed' && (
        <p className="text-soft">Only admins of the team can change roles.</p>
      )}
      <RoleList
        members={rows}
        who={who}
        onChange={(member, role) => change.mutate({ member, role })}
      />
      <MorePeople
        shown={rows.length}
        total={total}
        limit={limit}
        busy={query.isPlaceholderData}
        onMore={onMore}
      />
    </MemberColors>
  );
}

/** The field is cleared after each invitation. */
function InviteRow({ team, onInvited }: { team: Pick<Team, 'id'>; onInvited: () => void }) {
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
