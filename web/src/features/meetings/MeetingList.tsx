import type { Meeting, MeetingForCaller } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { Suspense } from 'react';

import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useAsked } from '#web/ui/overlays/use-asked';

import type { RowAction } from './MeetingRowActions.tsx';
import { MeetingsTable } from './MeetingsTable.tsx';

// Closed dialogs, a form and its library.
const StartMeetingDialog = lazyPart(
  async () => (await import('./StartMeetingDialog.tsx')).StartMeetingDialog,
);
const DeleteMeetingDialog = lazyPart(
  async () => (await import('./DeleteMeetingDialog.tsx')).DeleteMeetingDialog,
);
const EditMeetingDialog = lazyPart(
  async () => (await import('./EditMeetingDialog.tsx')).EditMeetingDialog,
);

export function MeetingList(props: {
  label: string;
  meetings: readonly MeetingForCaller[];
  teams: readonly Team[];
  onOpenMeeting: (meetingId: Meeting['id']) => void;
  loadingRows?: number | undefined;
}) {
  const { label, meetings, teams, onOpenMeeting, loadingRows } = props;
  const { subject, ask, dialog } = useAsked<{ action: RowAction; asked: Meeting }>();
  const meeting = meetings.find(({ id }) => id === subject?.asked.id) ?? subject?.asked;
  const dialogOf = (action: RowAction) => ({
    ...dialog,
    open: dialog.open && subject?.action === action,
  });

  return (
    <>
      <MeetingsTable
        label={label}
        meetings={meetings}
        teamName={(teamId) => teams.find((team) => team.id === teamId)?.name}
        onAct={(action, asked) => ask({ action, asked })}
        loadingRows={loadingRows}
      />
      {meeting && (
        <Suspense>
          <StartMeetingDialog
            {...dialogOf('start')}
            meeting={meeting}
            onOpenMeeting={onOpenMeeting}
          />
          <EditMeetingDialog {...dialogOf('edit')} meeting={meeting} teams={teams} />
          <DeleteMeetingDialog {...dialogOf('delete')} meeting={meeting} />
        </Suspense>
      )}
    </>
  );
}
