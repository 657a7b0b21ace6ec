// Naming and removing co-leads (docs/retro.md R-33).
import { teamContextOfViewer } from '@wentwell/contract/board/recorded-board';
import type { Board } from '@wentwell/contract/board/snapshot';
import {
  type CoLeadChange,
  type Meeting,
  MeetingForCaller,
  meetingPolicy,
} from '@wentwell/contract/meetings/meetings';
import { Crown } from 'lucide-react';

import { request } from '#web/api/request';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';

import { useMeetingChange } from './meetings.queries.ts';

export function useNameCoLead({ id }: Pick<Meeting, 'id'>) {
  return useMeetingChange({
    send: (body: CoLeadChange) =>
      request({
        path: `/api/v1/meetings/${id}/co-leads`,
        method: 'PUT',
        body,
        schema: MeetingForCaller,
      }),
    failed: 'Failed to change who leads.',
  });
}

/** Palette commands, one per other participant. */
export function CoLeadPalette({ board }: { board: Board }): null {
  const { meeting, presence, you } = board;
  const { mutate } = useNameCoLead(meeting);
  const others = presence.filter(({ userId, isGuest }) => userId !== you.user_id && !isGuest);
  const mayName = meetingPolicy.nameCoLeads(teamContextOfViewer(you), meeting) === 'allowed';
  usePaletteCommands(
    (mayName ? others : []).map(({ userId: user_id, userName }) => {
      const isCoLead = meeting.co_lead_ids.includes(user_id);
      return {
        id: `co-lead-${user_id}`,
        group: 'Meeting',
        label: isCoLead ? `Take the lead back from ${userName}` : `Make ${userName} co-lead`,
        icon: <Crown />,
        isSearchOnly: true,
        run: () => mutate({ user_id, is_co_lead: !isCoLead }),
      };
    }),
  );
  return null;
}
