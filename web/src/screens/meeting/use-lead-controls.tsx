import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';
import type { Meeting } from '@wentwell/contract/meetings';
import type { Standing, TeamMember } from '@wentwell/contract/teams';
import { Crown, Forward } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { HandOverDialog } from '#web/features/meetings/HandOverDialog.tsx';
import { leadCandidates, leadRights } from '#web/features/meetings/meeting-lead';
import { TakeOverDialog } from '#web/features/meetings/TakeOverDialog.tsx';
import type { Person } from '#web/ui/Avatar.tsx';
import { type Command, useCommands } from '#web/ui/commands';
import { MenuItem } from '#web/ui/Menu.tsx';

export interface LeadControls {
  /** For the `Jump to` menu; null where this person may change nothing of it. */
  items: ReactNode;
  /** To be placed outside of the menu, which goes when one of its items is pressed. */
  dialogs: ReactNode;
}

/** Taking over and handing over: in the menu, in the command palette, and the dialogs that both open. */
export function useLeadControls(props: {
  meeting: Meeting;
  who: Standing;
  members: readonly TeamMember[] | undefined;
  presence: readonly PresenceEntry[];
  personOf: (userId: UserId) => Person;
  onMoved: () => void;
}): LeadControls {
  const { meeting, who, members = [], presence, personOf, onMoved } = props;
  const [asking, setAsking] = useState<'take-over' | 'hand-over' | null>(null);
  const rights = leadRights(who, meeting);
  const online = new Set(presence.filter((one) => one.isOnline).map((one) => one.userId));
  const takeOver = {
    label: 'Take over this meeting',
    icon: <Crown aria-hidden="true" className="size-4" />,
    run: () => setAsking('take-over'),
  };
  const handOver = {
    label: 'Hand over to…',
    icon: <Forward aria-hidden="true" className="size-4" />,
    run: () => setAsking('hand-over'),
  };
  const offered = [...(rights.takeOver ? [takeOver] : []), ...(rights.handOver ? [handOver] : [])];
  useCommands(
    offered.map((each): Command => ({
      ...each,
      id: each === takeOver ? 'meeting-take-over' : 'meeting-hand-over',
      group: 'Meeting',
      keywords: ['owner', 'lead', 'facilitator'],
    })),
  );
  return {
    items:
      offered.length === 0
        ? null
        : offered.map(({ label, icon, run }) => (
            <MenuItem key={label} icon={icon} onSelect={run}>
              {label}
            </MenuItem>
          )),
    dialogs: (
      <>
        <TakeOverDialog
          meeting={meeting}
          me={who.userId}
          ownerName={personOf(meeting.owner_id).name}
          open={asking === 'take-over'}
          onOpenChange={() => setAsking(null)}
          onTakenOver={onMoved}
        />
        <HandOverDialog
          meeting={meeting}
          candidates={leadCandidates(members, meeting.owner_id, online)}
          open={asking === 'hand-over'}
          onOpenChange={() => setAsking(null)}
          onHandedOver={onMoved}
        />
      </>
    ),
  };
}
