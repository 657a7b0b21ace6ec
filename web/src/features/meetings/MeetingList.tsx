import type { Meeting, MeetingForCaller } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { Suspense, useState } from 'react';

import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

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
  const [asked, setAsked] = useState<Meeting | null>(null);
  const [open, setOpen] = useState<RowAction | null>(null);

  // Kept while the dialog fades out, also where its row is already gone.
  const meeting = meetings.find((each) => each.id === asked?.id) ?? asked;

  function dialogOf(action: RowAction) {
    return {
      open: open === action,
      onOpenChange: (next: boolean) => setOpen(next ? action : null),
    };
  }

  return (
    <>
      <MeetingsTable
        label={label}
        meetings={meetings}
        teamName={(teamId) => teams.find((team) => team.id === teamId)?.name}
        onAct={(action, chosen) => {
          setAsked(chosen);
          setOpen(action);
        }}
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
