import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import { type ReactNode, useState } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { teamContextAmong } from '#web/features/members/team-context';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { navigate } from '#web/ui/router/history';

// A form with its library.
const NewMeetingDialog = lazyPart(() => import('./NewMeetingDialog.tsx'), 'NewMeetingDialog');

/** Provides the dialog that creates a meeting. A live meeting opens its board. */
export function useNewMeeting(teamId: TeamId | null): {
  create: () => void;
  openMeeting: (meetingId: MeetingId) => void;
  dialog: ReactNode;
} {
  const me = useMe();
  const { teams } = useCurrentTeam();
  const [isOpen, setOpen] = useState(false);
  // Mounted from the first opening on, so that the closing animation is visible.
  const [hasOpened, setOpened] = useState(false);

  function openMeeting(meetingId: MeetingId): void {
    void navigate({ to: `/meetings/${meetingId}` });
  }

  return {
    create: () => {
      setOpen(true);
      setOpened(true);
    },
    openMeeting,
    dialog: hasOpened && (
      <NewMeetingDialog
        open={isOpen}
        onOpenChange={setOpen}
        teams={teams}
        teamContextIn={teamContextAmong(me, teams)}
        teamId={teamId}
        onCreated={(meeting) => {
          if (meeting.status === 'live') openMeeting(meeting.id);
        }}
      />
    ),
  };
}
