import { useQuery } from '@tanstack/react-query';
import { UserId } from '@wentwell/contract/ids';
import { isLead, type Meeting } from '@wentwell/contract/meetings/meetings';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { boardMembersQuery } from '#web/features/members/members.queries';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { AvatarStack } from '#web/ui/identity/Avatar.tsx';

const schema = z.array(z.object({ userId: UserId, userName: z.string() }));

/** The people in a live meeting, its leads with crowns, and who leads. As high as the button beside them. */
export function LiveFaces({ meeting }: { meeting: Meeting }): ReactNode {
  const me = useMe();
  const path = `/api/v1/meetings/${meeting.id}/presence`;
  const { data: members } = useQuery(boardMembersQuery(meeting.team_id));
  const { data: people = [] } = useQuery(
    readQuery([path], { path, schema }, { refetchInterval: 30_000 }),
  );
  const owner = members?.rows.find(({ user }) => user.id === meeting.owner_id)?.user;
  const lead = isLead(me.id, meeting)
    ? 'You lead'
    : owner && `${owner.first_name || owner.display_name} leads`;
  return (
    <MemberColors members={members?.rows ?? []}>
      {/* After the end they keep their place. */}
      <span className={`grid min-w-min flex-1 ${statusNow(meeting) === 'live' ? '' : 'invisible'}`}>
        <AvatarStack
          label="Who is here"
          people={people.map(({ userId: id, userName: name }) => ({
            id,
            name,
            leads: isLead(id, meeting),
          }))}
        />
        <span className="min-w-min text-xs text-soft">{lead}</span>
      </span>
    </MemberColors>
  );
}
