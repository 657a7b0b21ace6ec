import { useQuery } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import type { TeamMember } from '@wentwell/contract/teams';
import { type ReactNode, useMemo } from 'react';

import { assignColors } from '#web/ui/identity/person';
import { PersonColors } from '#web/ui/identity/person-colors';

import { boardMembersQuery } from './members.queries.ts';

/** The members of a team have different avatars below it, the same on everybody's screen. Loads nothing by itself. */
export function TeamColors(props: { teamId: TeamId | null; children: ReactNode }): ReactNode {
  const { teamId, children } = props;
  const { data } = useQuery({ ...boardMembersQuery(teamId), enabled: false });
  return <MemberColors members={data?.rows ?? none}>{children}</MemberColors>;
}

const none: readonly TeamMember[] = [];

/** The colours of `TeamColors`, for where only those who joined first are loaded: nobody after them changes theirs. */
export function MemberColors(props: {
  members: readonly TeamMember[];
  children: ReactNode;
}): ReactNode {
  const { members, children } = props;
  const colors = useMemo(() => assignColors(byJoining(members)), [members]);
  return <PersonColors value={colors}>{children}</PersonColors>;
}

function byJoining(members: readonly TeamMember[]): string[] {
  const order = ({ joined_at, user }: TeamMember): string => `${joined_at} ${user.id}`;
  return members.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map(({ user }) => user.id);
}
