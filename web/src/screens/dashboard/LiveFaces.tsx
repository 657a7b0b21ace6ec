import { useQuery } from '@tanstack/react-query';
import { UserId } from '@wentwell/contract/ids';
import { isLead, type Meeting } from '@wentwell/contract/meetings/meetings';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { boardMembersQuery } from '#web/features/members/members.queries';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { AvatarStack } from '#web/ui/identity/Avatar.tsx';

const schema = z.array(z.object({ userId: UserId, userName: z.string() }));

/** The people in a live meeting; leads have a crown. */
export function LiveFaces({ meeting }: { meeting: Meeting }): ReactNode {
  const path = `/api/v1/meetings/${meeting.id}/presence`;
  const { data: members } = useQuery(boardMembersQuery(meeting.team_id));
  const { data: people = [] } = useQuery(
    readQuery([path], { path, schema }, { refetchInterval: 30_000 }),
  );
  return (
    <MemberColors members={members?.rows ?? []}>
      <AvatarStack
        label="Who is here"
        people={people.map(({ userId: id, userName: name }) => ({
          id,
          name,
          leads: isLead(id, meeting),
        }))}
      />
    </MemberColors>
  );
}
