import type { Meeting } from '@wentwell/contract/meetings';

import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

import { useStartMeeting } from './meetings.queries.ts';

export function StartMeetingDialog(props: {
  meeting: Meeting;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the start, to open the meeting. Absent on its own page. */
  onOpenMeeting?: (meetingId: Meeting['id']) => void;
}) {
  const { meeting, open, onOpenChange, onOpenMeeting } = props;
  const start = useStartMeeting();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Start Meeting"
      description={`Are you sure you want to start the meeting “${meeting.name}”? It goes live for the whole team.`}
      confirmLabel="Start Meeting"
      busy={start.isPending}
      busyLabel="Starting..."
      onConfirm={() =>
        start.mutate(meeting, {
          onSuccess: () => {
            onOpenChange(false);
            onOpenMeeting?.(meeting.id);
          },
        })
      }
    />
  );
}
