import type { UserId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings';
import type { ReactNode } from 'react';

import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

import { useHandOver } from './meetings.queries.ts';

/** Asks a team admin for confirmation before they become the owner. */
export function TakeOverDialog(props: {
  meeting: Pick<Meeting, 'id'>;
  me: UserId;
  ownerName: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onTakenOver: () => void;
}): ReactNode {
  const { meeting, me, ownerName, open, onOpenChange, onTakenOver } = props;
  const handOver = useHandOver();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Take Over Meeting"
      description={`${ownerName} leads this meeting now. If you take over, you lead it instead and ${ownerName} can no longer change the phase. Everybody here is told.`}
      confirmLabel="Take Over"
      busy={handOver.isPending}
      busyLabel="Taking over..."
      onConfirm={() =>
        handOver.mutate(
          { meeting, ownerId: me },
          {
            onSuccess: () => {
              onOpenChange(false);
              onTakenOver();
            },
          },
        )
      }
    />
  );
}
