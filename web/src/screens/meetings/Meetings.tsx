import { FileUp, Plus } from 'lucide-react';
import { useEffect } from 'react';

import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { NoTeam } from '#web/screens/layouts/NoTeam.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { NoMeetings } from '#web/ui/feedback/NoMeetings.tsx';
import { formatDateAndTime } from '#web/ui/formats';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';

import { MeetingsOfTeam, MeetingsShape } from './MeetingsOfTeam.tsx';
import { useNewMeeting } from './use-new-meeting.tsx';

const ImportMeetingDialog = lazyPart(
  () => import('#web/features/meetings/ImportMeetingDialog.tsx'),
  'ImportMeetingDialog',
);

export function Meetings() {
  const { team, teams, isLoading } = useCurrentTeam();
  const { create, dialog } = useNewMeeting();
  const importing = useDialog();

  // Creating the format takes 40 ms on a phone, so it runs while the meetings load.
  useEffect(() => {
    const timer = setTimeout(() => formatDateAndTime(0));
    return () => clearTimeout(timer);
  }, []);

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
