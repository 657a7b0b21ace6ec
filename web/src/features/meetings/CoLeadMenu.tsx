import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserId } from '@wentwell/contract/ids';
import { type CoLeadChange, type Meeting, MeetingForCaller } from '@wentwell/contract/meetings';
import { Crown } from 'lucide-react';
import type { ReactNode } from 'react';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

import { updateLists } from './meetings.queries.ts';

/** Makes a person a co-lead, and takes that back. `children` is the person's row, which opens it. */
export function CoLeadMenu(props: {
  meeting: Pick<Meeting, 'id' | 'co_lead_ids'>;
  userId: UserId;
  children: ReactNode;
}): ReactNode {
  const { meeting, userId, children } = props;
  const isCoLead = meeting.co_lead_ids.includes(userId);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      request({
        path: `/api/v1/meetings/${meeting.id}/co-leads`,
        method: 'PUT',
        body: { user_id: userId, is_co_lead: !isCoLead } satisfies CoLeadChange,
        schema: MeetingForCaller,
      }),
    onSuccess: (changed) => updateLists(queries, changed),
    onError: (error) =>
      toast.error({ title: 'Failed to change who leads.', description: errorText(error) }),
  });
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="-mx-2 block w-[calc(100%+1rem)] rounded-md px-2 text-left ring-focus transition-colors hover:bg-hover"
        >
          {children}
        </button>
      }
    >
      <MenuItem icon={<Crown className="size-4" />} onSelect={() => change.mutate()}>
        {isCoLead ? 'Take the lead back' : 'Make co-lead'}
      </MenuItem>
    </Menu>
  );
}
