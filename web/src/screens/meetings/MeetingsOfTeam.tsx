import { useQuery } from '@tanstack/react-query';
import { limits } from '@wentwell/contract/limits';
import type { Meeting } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { latestFirst } from '#web/features/meetings/meeting-order';
import { MeetingList } from '#web/features/meetings/MeetingList.tsx';
import { latestMeetingsQuery } from '#web/features/meetings/meetings.queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { NoMeetings } from '#web/ui/feedback/NoMeetings.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

// A year of weekly meetings; rendering more at once would be slow.
const pageSize = 50;

export function MeetingsOfTeam(props: {
  team: Team;
  teams: readonly Team[];
  onCreate: () => void;
  onOpenMeeting: (meetingId: Meeting['id']) => void;
}) {
  const { team, teams, onCreate, onOpenMeeting } = props;
  const [limit, setLimit] = useState(pageSize);
  const query = useQuery(latestMeetingsQuery(team.id, limit));

  if (query.isPending) return <MeetingsShape />;
  if (!query.data) return <LoadFailure title="Failed to load meetings" query={query} />;
  const { rows, total } = query.data;
  const meetings = latestFirst(rows);
  const more = Math.min(pageSize, total - rows.length, limits.listMax - limit);
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
      <MeetingList
        label="Meetings list"
        meetings={meetings}
        teams={teams}
        onOpenMeeting={onOpenMeeting}
      />
      {more > 0 && (
        <div className="flex justify-center border-t border-line p-4">
          <Button
            busy={query.isPlaceholderData}
            busyLabel="Loading..."
            onClick={() => setLimit(limit + more)}
          >
            {`Show ${more} more`}
          </Button>
        </div>
      )}
    </Card>
  );
}

export function MeetingsShape() {
  return (
    <Delayed>
      <Card>
        <MeetingList
          label="Meetings list"
          meetings={[]}
          teams={[]}
          onOpenMeeting={() => undefined}
          loadingRows={5}
        />
      </Card>
    </Delayed>
  );
}
