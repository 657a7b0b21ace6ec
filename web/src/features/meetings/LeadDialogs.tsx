import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';
import type { Meeting } from '@wentwell/contract/meetings';
import type { TeamMember } from '@wentwell/contract/teams';
import type { ReactNode } from 'react';

import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

import { HandOverDialog } from './HandOverDialog.tsx';
import { leadCandidates } from './lead-candidates.ts';
import { useHandOver } from './meetings.queries.ts';

/** Asks a team admin for confirmation before they become the owner. */
function TakeOverDialog(props: {
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

export type LeadQuestion = 'take-over' | 'hand-over';

export interface LeadDialogsProps {
  meeting: Pick<Meeting, 'id' | 'owner_id'>;
  me: UserId;
  ownerName: string;
  members: readonly TeamMember[];
  presence: readonly PresenceEntry[];
  /** Whether one of them is asked for: a dialog whose code is missing says so only then. */
  open: boolean;
  asking: LeadQuestion | null;
  onClose: () => void;
  onMoved: () => void;
}

/** The dialogs that change the owner, loaded separately because a board rarely needs them. */
export function LeadDialogs(props: LeadDialogsProps): ReactNode {
  const { meeting, me, ownerName, members, presence, asking, onClose, onMoved } = props;
  const online = new Set(presence.filter((one) => one.isOnline).map((one) => one.userId));
  return (
    <>
      <TakeOverDialog
        meeting={meeting}
        me={me}
        ownerName={ownerName}
        open={asking === 'take-over'}
        onOpenChange={onClose}
        onTakenOver={onMoved}
      />
      <HandOverDialog
        meeting={meeting}
        candidates={leadCandidates(members, meeting.owner_id, online)}
        open={asking === 'hand-over'}
        onOpenChange={onClose}
        onHandedOver={onMoved}
      />
    </>
  );
}
