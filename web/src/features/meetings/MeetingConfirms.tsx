import type { Meeting } from '@wentwell/contract/meetings/meetings';

import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { useDeleteMeeting, useStartMeeting } from './meetings.queries.ts';

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
      busyLabel="Starting…"
      onConfirm={async () => {
        await start.mutateAsync(meeting);
        onOpenMeeting?.(meeting.id);
      }}
    />
  );
}

export function DeleteMeetingDialog({ meeting, ...dialog }: DialogProps & { meeting: Meeting }) {
  const remove = useDeleteMeeting();
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Meeting"
      description={`Are you sure you want to delete the meeting “${meeting.name}”? This action cannot be undone.`}
      confirmLabel="Delete"
      tone="danger"
      busyLabel="Deleting…"
      onConfirm={() => remove.mutateAsync(meeting)}
    />
  );
}
