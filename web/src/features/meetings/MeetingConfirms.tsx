import type { Meeting } from '@wentwell/contract/meetings/meetings';

import { request } from '#web/api/request';
import { serverNow } from '#web/api/server-time';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { putMeeting, useMeetingChange } from './meetings.queries.ts';

export function StartMeetingDialog(
  props: DialogProps & { meeting: Meeting; onOpenMeeting?: (meetingId: Meeting['id']) => void },
) {
  const { meeting, onOpenMeeting, ...dialog } = props;
  const start = useMeetingChange({
    send: () => putMeeting(meeting.id, { status: 'live', start_time: serverNow().toISOString() }),
    done: 'Meeting started.',
    failed: 'Failed to start meeting.',
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Start Meeting"
      description={`Are you sure you want to start the meeting “${meeting.name}”? It goes live for the whole team.`}
      confirmLabel="Start Meeting"
      busyLabel="Starting…"
      onConfirm={async () => {
        await start.mutateAsync();
        onOpenMeeting?.(meeting.id);
      }}
    />
  );
}

export function DeleteMeetingDialog({ meeting, ...dialog }: DialogProps & { meeting: Meeting }) {
  const remove = useMeetingChange({
    send: async () => {
      await request({ path: `/api/v1/meetings/${meeting.id}`, method: 'DELETE' });
      return null;
    },
    before: () => meeting,
    done: 'Meeting deleted.',
    failed: 'Failed to delete meeting.',
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Meeting"
      description={`Are you sure you want to delete the meeting “${meeting.name}”? This action cannot be undone.`}
      confirmLabel="Delete"
      tone="danger"
      busyLabel="Deleting…"
      onConfirm={() => remove.mutateAsync()}
    />
  );
}
