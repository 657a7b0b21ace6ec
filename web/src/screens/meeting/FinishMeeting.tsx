import type { Meeting } from '@wentwell/contract/meetings';
import { Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { useFinishMeeting } from '#web/features/meetings/meetings.queries';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** The button and the question before it. */
export function FinishMeeting(props: {
  meeting: Meeting;
  disabledReason: string | undefined;
  onFinished: () => void;
}): ReactNode {
  const { meeting, disabledReason, onFinished } = props;
  const [isAsking, setAsking] = useState(false);
  const finish = useFinishMeeting();
  return (
    <>
      <Button
        icon={<Flag aria-hidden="true" />}
        disabledReason={disabledReason}
        onClick={() => setAsking(true)}
      >
        Finish
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Finish Meeting"
        description={`Are you sure you want to finish the meeting “${meeting.name}”? It ends for everybody, and its board becomes read-only.`}
        confirmLabel="Finish Meeting"
        busy={finish.isPending}
        busyLabel="Finishing..."
        onConfirm={() =>
          finish.mutate(meeting, {
            onSuccess: () => {
              setAsking(false);
              onFinished();
            },
          })
        }
      />
    </>
  );
}
