import type { UseQueryResult } from '@tanstack/react-query';
import type { Team } from '@wentwell/contract/teams/teams';
import { Plus } from 'lucide-react';

import { MeetingList } from '#web/features/meetings/MeetingList.tsx';
import type { MeetingsOverview } from '#web/features/meetings/meetings.queries';
import type { CurrentTeam } from '#web/features/teams/current-team.tsx';
import { TeamsFailed } from '#web/screens/layouts/NoTeam.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { NoMeetings } from '#web/ui/feedback/NoMeetings.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

export function LatestMeetings(props: {
  mine: CurrentTeam;
  /** Includes the teams of all these meetings. */
  teams: readonly Team[];
  found: UseQueryResult<MeetingsOverview>;
  onCreate: () => void;
}) {
  const { mine, found, onCreate } = props;
  const { isLoading: teamsLoading, loadError } = mine;
  const loading = teamsLoading || found.isLoading;
  const failed = found.isLoadingError && !loading;
  const meetings = found.data?.latest ?? [];
  const list = { label: 'Latest Meetings', teams: props.teams };
  return (
    <Card title="Latest Meetings">
      {failed && (
        <div className="pb-4">
          <LoadFailure title="Failed to load meetings" query={found} />
        </div>
      )}
      {loading ? (
        <Delayed key="shape">
          <MeetingList {...list} meetings={[]} loadingRows={5} />
        </Delayed>
      ) : (
        meetings.length > 0 && <MeetingList {...list} meetings={meetings} />
      )}
      {loadError && (
        <TeamsFailed level={3} title="Meetings cannot be shown">
          Meetings belong to your teams, which could not be loaded.
        </TeamsFailed>
      )}
      {!loading && !failed && !loadError && meetings.length === 0 && (
        <NoneYet hasTeams={mine.teams.length > 0} onCreate={onCreate} />
      )}
    </Card>
  );
}

function NoneYet({ hasTeams, onCreate }: { hasTeams: boolean; onCreate: () => void }) {
  const drawing = { level: 3, illustration: <NoMeetings /> } as const;
  // Without a team, the layout's card above offers to create one.
  if (!hasTeams) {
    return (
      <EmptyState
        {...drawing}
        title="You don't belong to any teams yet. Join or create a team to see meetings."
      />
    );
  }
  return (
    <EmptyState
      {...drawing}
      title="No meetings found. Create your first meeting to get started."
      action={
        <Button icon={<Plus />} onClick={onCreate}>
          Create Meeting
        </Button>
      }
    />
  );
}
