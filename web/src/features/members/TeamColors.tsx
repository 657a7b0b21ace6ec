import { useQuery } from '@tanstack/react-query';
import type { TeamId, UserId } from '@wentwell/contract/ids';
import type { TeamMember } from '@wentwell/contract/teams';
import { type ReactNode, useMemo, useState } from 'react';

import { assignColors } from '#web/ui/identity/person';
import { PersonColors } from '#web/ui/identity/person-colors';

import { boardMembersQuery } from './members.queries.ts';

interface Colored {
  /** People of a board besides the members: guests, and everybody where the members are not known. */
  others?: readonly UserId[];
  children: ReactNode;
}

/** The members of a team have different avatars below it, the same on everybody's screen. Loads nothing by itself. */
export function TeamColors(props: Colored & { teamId: TeamId | null }): ReactNode {
  const { teamId, ...rest } = props;
  const { data } = useQuery({ ...boardMembersQuery(teamId), enabled: false });
  return <MemberColors members={data?.rows ?? none} {...rest} />;
}

const none: readonly TeamMember[] = [];

/** The colours of `TeamColors`, for where only those who joined first are loaded: nobody after them changes theirs. */
export function MemberColors(props: Colored & { members: readonly TeamMember[] }): ReactNode {
  const { members, others = [], children } = props;
  // In the order of their coming, so that nobody who comes changes the colour of others.
  const [seen, setSeen] = useState<readonly UserId[]>([]);
  const added = others.filter((id) => !seen.includes(id));
  if (added.length > 0) setSeen([...seen, ...added.toSorted()]);
  const colors = useMemo(() => assignColors([...byJoining(members), ...seen]), [members, seen]);
  return <PersonColors value={colors}>{children}</PersonColors>;
}

function byJoining(members: readonly TeamMember[]): string[] {
  const order = ({ joined_at, user }: TeamMember): string => `${joined_at} ${user.id}`;
  return members.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map(({ user }) => user.id);
}
