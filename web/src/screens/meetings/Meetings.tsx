import { useQuery } from '@tanstack/react-query';
import type { Team } from '@wentwell/contract/teams/teams';
import { FileUp, Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { latestFirst } from '#web/features/meetings/meeting-order';
import { MeetingList } from '#web/features/meetings/MeetingList.tsx';
import { latestMeetingsQuery } from '#web/features/meetings/meetings.queries';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { NoTeam } from '#web/screens/layouts/NoTeam.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Delayed, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Drawing } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Sheet } from '#web/ui/feedback/Sheet.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { useShowMore } from '#web/ui/layout/use-show-more.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';

import { useNewMeeting } from './use-new-meeting.tsx';

const ImportMeetingDialog = lazyPart(
  () => import('#web/features/meetings/ImportMeetingDialog.tsx'),
  'ImportMeetingDialog',
);

export function Meetings() {
  const { team, teams, isLoading } = useCurrentTeam();
  const { create, dialog } = useNewMeeting();
  const importing = useDialog();

  if (!team && !isLoading) {
    return (
      <NoTeam
        page="Meetings"
        failed="Meetings cannot be shown"
        illustration={<NoMeetings />}
        select="Please select a team from the navbar to view its meetings."
      />
    );
  }
  return (
    <>
      <PageHeader
        title="Meetings"
        description={
          <span className="wrap-anywhere">
            {team ? `Showing meetings for: ${team.name}` : 'Loading...'}
          </span>
        }
        actions={
          <>
            <Button icon={<FileUp />} disabled={isLoading} onClick={() => importing.open()}>
              Import…
            </Button>
            <Button variant="primary" icon={<Plus />} disabled={isLoading} onClick={create}>
              Create Meeting
            </Button>
          </>
        }
      />
      {team ? (
        <MeetingsOfTeam
          // A key, so that no state of the previous team remains.
          key={team.id}
          team={team}
          teams={teams}
          onCreate={create}
        />
      ) : (
        <MeetingsShape />
      )}
      {team &&
        importing.render((props) => (
          <ImportMeetingDialog
            {...props}
            team={team}
            onImported={({ id }) => void navigate({ to: `/meetings/${id}` })}
          />
        ))}
      {dialog}
    </>
  );
}

function MeetingsOfTeam(props: { team: Team; teams: readonly Team[]; onCreate: () => void }) {
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

function MeetingsShape() {
  return (
    <Delayed>
      <Card>
        <MeetingList label="Meetings list" meetings={[]} teams={[]} loadingRows={5} />
      </Card>
    </Delayed>
  );
}

function NoMeetings(): ReactNode {
  return (
    <Drawing>
      <rect
        x="38"
        y="22"
        width="78"
        height="80"
        rx="10"
        fill="var(--card)"
        stroke="var(--control)"
      />
      <path d="M38 42h78" stroke="var(--control)" />
      <path d="M58 14v14M96 14v14" stroke="var(--control)" strokeWidth="4" />
      <path
        d="M54 58h0M77 58h0M100 58h0M54 74h0M77 74h0M54 90h0"
        stroke="var(--line-strong)"
        strokeWidth="7"
      />
      <Sheet x={92} y={58} tilt={6} tone="info">
        <path d="m10 15 5 12 5-9 4 7 9-15" stroke="var(--info-solid)" strokeWidth="3.5" />
      </Sheet>
    </Drawing>
  );
}
