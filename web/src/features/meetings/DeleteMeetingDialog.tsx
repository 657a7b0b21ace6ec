import type { Meeting } from '@wentwell/contract/meetings';

import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { useDeleteMeeting } from './meetings.queries.ts';

export function DeleteMeetingDialog({ meeting, ...dialog }: DialogProps & { meeting: Meeting }) {
  const remove = useDeleteMeeting();
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Meeting"
      description={`Are you sure you want to delete the meeting “${meeting.name}”? This action cannot be undone.`}
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={() => remove.mutate(meeting, { onSuccess: () => dialog.onOpenChange(false) })}
    />
  );
}
