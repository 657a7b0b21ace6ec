import { useNavigate } from '@tanstack/react-router';
import type { Meeting } from '@wentwell/contract/meetings';
import { FileUp, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { teamContextAmong } from '#web/features/members/team-context';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { TeamsNotLoaded } from '#web/screens/layouts/TeamsNotLoaded.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NoMeetings } from '#web/ui/feedback/illustrations.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';

import { MeetingsOfTeam, MeetingsShape } from './MeetingsOfTeam.tsx';

// A form and its library.
const NewMeetingDialog = lazyPart(
  async () => (await import('./NewMeetingDialog.tsx')).NewMeetingDialog,
);

const ImportMeetingDialog = lazyPart(
  async () => (await import('#web/features/meetings/ImportMeetingDialog.tsx')).ImportMeetingDialog,
);

export function Meetings() {
  const me = useMe();
  const navigate = useNavigate();
  const { team, teams, isLoading, loadError } = useCurrentTeam();
  const [creating, setCreating] = useState(false);
  // Stays mounted after the first opening, so that the closing animation is visible.
  const [hasCreated, setHasCreated] = useState(false);
  if (creating && !hasCreated) setHasCreated(true);
  const [importing, setImporting] = useState(false);
  const teamContextIn = teamContextAmong(me, teams);

  function openMeeting(meetingId: Meeting['id']): void {
    void navigate({ to: '/meetings/$meetingId', params: { meetingId } });
  }

  if (!team && !isLoading) {
    return (
      <>
        <PageHeader title="Meetings" />
        {loadError ? (
          <TeamsNotLoaded title="Meetings cannot be shown" />
        ) : (
          <Card>
            <EmptyState
              illustration={<NoMeetings />}
              title="Please select a team from the navbar to view its meetings."
            />
          </Card>
        )}
      </>
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
            <Button
              icon={<FileUp aria-hidden="true" />}
              disabled={isLoading}
              onClick={() => setImporting(true)}
            >
              Import…
            </Button>
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              disabled={isLoading}
              onClick={() => setCreating(true)}
            >
              Create Meeting
            </Button>
          </>
        }
      />
      {team ? (
        <MeetingsOfTeam
          // Another team needs a new instance, so that no state of the first list remains.
          key={team.id}
          team={team}
          teams={teams}
          onCreate={() => setCreating(true)}
          onOpenMeeting={openMeeting}
        />
      ) : (
        <MeetingsShape />
      )}
      {team && (
        <Suspense>
          <ImportMeetingDialog
            team={team}
            open={importing}
            onOpenChange={setImporting}
            onImported={(meeting) => openMeeting(meeting.id)}
          />
        </Suspense>
      )}
      {hasCreated && (
        <Suspense>
          <NewMeetingDialog
            open={creating}
            onOpenChange={setCreating}
            teams={teams}
            teamContextIn={teamContextIn}
            teamId={team?.id ?? null}
            onCreated={(meeting) => {
              if (meeting.status === 'live') openMeeting(meeting.id);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
