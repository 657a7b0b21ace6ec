import type { UseQueryResult } from '@tanstack/react-query';
import type { Team } from '@wentwell/contract/teams/teams';

import { MeetingList } from '#web/features/meetings/MeetingList.tsx';
import type { MeetingsOverview } from '#web/features/meetings/meetings.queries';
import type { CurrentTeam } from '#web/features/teams/current-team.tsx';
import { TeamsFailed } from '#web/screens/layouts/NoTeam.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

export function LatestMeetings(props: {
  mine: CurrentTeam;
  /** Includes the teams of all these meetings. */
  teams: readonly Team[];
  found: UseQueryResult<MeetingsOverview>;
}) {
  const { mine, found } = props;
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
        // The first steps above have what to do.
        <p className="text-soft">
          {mine.teams.length > 0
            ? 'No meetings found. Create your first meeting to get started.'
            : "You don't belong to any teams yet. Join or create a team to see meetings."}
        </p>
      )}
    </Card>
  );
}
