import { ListChecks, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';

import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { TeamsNotLoaded } from '#web/screens/layouts/TeamsNotLoaded.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';

import { MyActions } from './MyActions.tsx';
import { TeamActions } from './TeamActions.tsx';

export function Actions(): ReactNode {
  const { team, teams, isLoading, loadError } = useCurrentTeam();
  return (
    <>
      <PageHeader title="Actions" description="What you and your team have agreed to do" />
      <Tabs
        label="Actions"
        items={[
          {
            value: 'mine',
            label: 'Mine',
            icon: <UserRound />,
            content: <MyActions teams={teams} />,
          },
          {
            value: 'team',
            label: "The team's",
            icon: <UsersRound />,
            content: team ? (
              // Another team needs a new instance, so that no filter of the first one remains.
              <TeamActions key={team.id} team={team} />
            ) : loadError ? (
              <TeamsNotLoaded title="Action items cannot be shown" />
            ) : (
              !isLoading && (
                <Card>
                  <EmptyState
                    illustration={<ListChecks className="size-12 text-muted" />}
                    title="Please select a team from the navbar to view its action items."
                  />
                </Card>
              )
            ),
          },
        ]}
      />
    </>
  );
}
