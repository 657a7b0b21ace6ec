import type { Meeting } from '@wentwell/contract/meetings';

import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

import { useDeleteMeeting } from './meetings.queries.ts';

export function DeleteMeetingDialog(props: {
  meeting: Meeting;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { meeting, open, onOpenChange } = props;
  const remove = useDeleteMeeting();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Meeting"
      description={`Are you sure you want to delete the meeting “${meeting.name}”? This action cannot be undone.`}
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={() => remove.mutate(meeting, { onSuccess: () => onOpenChange(false) })}
    />
  );
}
