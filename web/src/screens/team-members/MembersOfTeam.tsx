import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TeamContext, Team, TeamMember } from '@wentwell/contract/teams';
import { useState } from 'react';

import { errorText } from '#web/api/request';
import { firstMembersQuery } from '#web/features/members/members.queries';
import { MembersTable } from '#web/features/members/MembersTable.tsx';
import { MorePeople, usePages } from '#web/features/members/MorePeople.tsx';
import { RemoveMemberDialog } from '#web/features/members/RemoveMemberDialog.tsx';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NoMembers } from '#web/ui/feedback/illustrations.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

export interface MembersOfTeamProps {
  team: Pick<Team, 'id' | 'name'>;
  who: TeamContext;
}

export function MembersOfTeam({ team, who }: MembersOfTeamProps) {
  const { limit, onMore } = usePages();
  const query = useQuery({
    ...firstMembersQuery(team.id, limit),
    placeholderData: keepPreviousData,
  });
  // Kept while the dialog fades out, also where the member's row is already gone.
  const [asked, setAsked] = useState<TeamMember | null>(null);
  const [removing, setRemoving] = useState(false);

  if (query.isPending) return <LoadingMembers />;
  if (!query.data) {
    return (
      <LoadFailure title="Error Loading Members!" query={query}>
        {errorText(query.error)}
      </LoadFailure>
    );
  }
  const { rows, total } = query.data;
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState illustration={<NoMembers />} title="No Members Found">
          There are currently no members in this team.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card flush>
      <MemberColors members={rows}>
        <MembersTable
          members={rows}
          who={who}
          onRemove={(member) => {
            setAsked(member);
            setRemoving(true);
          }}
        />
      </MemberColors>
      <MorePeople
        shown={rows.length}
        total={total}
        limit={limit}
        busy={query.isPlaceholderData}
        divided
        onMore={onMore}
      />
      {asked && (
        <RemoveMemberDialog
          teamId={team.id}
          member={asked}
          open={removing}
          onOpenChange={setRemoving}
        />
      )}
    </Card>
  );
}

export function LoadingMembers() {
  return (
    <Delayed>
      <Card>
        <p role="status" className="flex items-center justify-center gap-3 py-16 text-soft">
          <Spinner />
          Loading team members...
        </p>
      </Card>
    </Delayed>
  );
}
