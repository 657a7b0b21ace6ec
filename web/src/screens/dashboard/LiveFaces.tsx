import { useQuery } from '@tanstack/react-query';
import { UserId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { boardMembersQuery } from '#web/features/members/members.queries';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { AvatarStack } from '#web/ui/identity/Avatar.tsx';

const schema = z.array(z.object({ userId: UserId, userName: z.string() }));

/** The people in a live meeting and its owner, as high as the button beside them. */
export function LiveFaces({ meeting }: { meeting: Meeting }): ReactNode {
  const path = `/api/v1/meetings/${meeting.id}/presence`;
  const { data: members } = useQuery(boardMembersQuery(meeting.team_id));
  const { data: people = [] } = useQuery(
    readQuery([path], { path, schema }, { refetchInterval: 30_000 }),
  );
  const lead = members?.rows.find(({ user }) => user.id === meeting.owner_id)?.user;
  return (
    <MemberColors members={members?.rows ?? []}>
      <span className="grid min-w-min flex-1">
        <AvatarStack
          label="Who is here"
          people={people.map(({ userId: id, userName: name }) => ({ id, name }))}
        />
        {lead && (
          <span className="min-w-min text-xs text-soft">
            {lead.first_name || lead.display_name} leads
          </span>
        )}
      </span>
    </MemberColors>
  );
}
