import { useQuery } from '@tanstack/react-query';
import type { Team } from '@wentwell/contract/teams/teams';
import { Plus } from 'lucide-react';

import { latestFirst } from '#web/features/meetings/meeting-order';
import { MeetingList } from '#web/features/meetings/MeetingList.tsx';
import { latestMeetingsQuery } from '#web/features/meetings/meetings.queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { NoMeetings } from '#web/ui/feedback/NoMeetings.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { useShowMore } from '#web/ui/layout/use-show-more.tsx';

export function MeetingsOfTeam(props: {
  team: Team;
  teams: readonly Team[];
  onCreate: () => void;
}) {
  const { team, teams, onCreate } = props;
  const { limit, moreOf } = useShowMore();
  const query = useQuery(latestMeetingsQuery(team.id, limit));

  if (query.isPending) return <MeetingsShape />;
  if (!query.data) return <LoadFailure title="Failed to load meetings" query={query} />;
  const meetings = latestFirst(query.data.rows);
  const more = moreOf(query.data, query.isPlaceholderData);
  if (meetings.length === 0) {
    return (
      <Card>
        <EmptyState
          illustration={<NoMeetings />}
          title="No meetings found. Create your first meeting to get started."
          action={
            <Button variant="primary" icon={<Plus />} onClick={onCreate}>
              Create Meeting
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <Card>
      <MeetingList label="Meetings list" meetings={meetings} teams={teams} />
      {more && <div className="flex justify-center border-t border-line p-4">{more}</div>}
    </Card>
  );
}

export function MeetingsShape() {
  return (
    <Delayed>
      <Card>
        <MeetingList label="Meetings list" meetings={[]} teams={[]} loadingRows={5} />
      </Card>
    </Delayed>
  );
}
