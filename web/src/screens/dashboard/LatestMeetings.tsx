import type { UseQueryResult } from '@tanstack/react-query';
import type { Meeting } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { Plus } from 'lucide-react';

import { errorText } from '#web/api/request';
import { MeetingList } from '#web/features/meetings/MeetingList.tsx';
import type { MeetingsOverview } from '#web/features/meetings/meetings.queries';
import type { CurrentTeam } from '#web/features/teams/current-team.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NoMeetings } from '#web/ui/feedback/NoMeetings.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

export function LatestMeetings(props: {
  mine: CurrentTeam;
  /** Includes the teams of all these meetings. */
  teams: readonly Team[];
  found: UseQueryResult<MeetingsOverview>;
  onCreate: () => void;
  onOpenMeeting: (meetingId: Meeting['id']) => void;
}) {
  const { mine, found, onCreate, onOpenMeeting } = props;
  const { isLoading: teamsLoading, loadError } = mine;
  const loading = teamsLoading || found.isLoading;
  const failed = found.isLoadingError && !loading;
  const meetings = found.data?.latest ?? [];
  const list = { label: 'Latest Meetings', teams: props.teams, onOpenMeeting };
  return (
    <Card title="Latest Meetings">
      {failed && (
        <div className="pb-4">
          <Alert
            tone="danger"
            title="Failed to load meetings"
            action={
              <Button size="sm" busy={found.isFetching} onClick={() => void found.refetch()}>
                Try again
              </Button>
            }
          >
            {errorText(found.error)}
          </Alert>
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
        <EmptyState
          level={3}
          illustration={<Offline />}
          title="Meetings cannot be shown"
          action={
            <Button busy={mine.isFetching} onClick={() => void mine.refetch()}>
              Try again
            </Button>
          }
        >
          Meetings belong to your teams, which could not be loaded.
        </EmptyState>
      )}
      {!loading && !failed && !loadError && meetings.length === 0 && (
        <NoneYet hasTeams={mine.teams.length > 0} onCreate={onCreate} />
      )}
    </Card>
  );
}

function NoneYet({ hasTeams, onCreate }: { hasTeams: boolean; onCreate: () => void }) {
  // Without a team, the layout's card above offers to create one.
  if (!hasTeams) {
    return (
      <EmptyState
        level={3}
        illustration={<NoMeetings />}
        title="You don't belong to any teams yet. Join or create a team to see meetings."
      />
    );
  }
  return (
    <EmptyState
      level={3}
      illustration={<NoMeetings />}
      title="No meetings found. Create your first meeting to get started."
      action={
        <Button icon={<Plus />} onClick={onCreate}>
          Create Meeting
        </Button>
      }
    />
  );
}
