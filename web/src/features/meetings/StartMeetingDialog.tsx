import type { Meeting } from '@wentwell/contract/meetings';

import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { useStartMeeting } from './meetings.queries.ts';

export function StartMeetingDialog(
  props: DialogProps & { meeting: Meeting; onOpenMeeting?: (meetingId: Meeting['id']) => void },
) {
  const { meeting, onOpenMeeting, ...dialog } = props;
  const start = useStartMeeting();
  return (
    <ConfirmDialog
      {...dialog}
      title="Start Meeting"
      description={`Are you sure you want to start the meeting “${meeting.name}”? It goes live for the whole team.`}
      confirmLabel="Start Meeting"
      busy={start.isPending}
      busyLabel="Starting..."
      onConfirm={() =>
        start.mutate(meeting, {
          onSuccess: () => {
            dialog.onOpenChange(false);
            onOpenMeeting?.(meeting.id);
          },
        })
      }
    />
  );
}
