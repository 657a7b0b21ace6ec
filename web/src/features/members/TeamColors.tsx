import { useQuery } from '@tanstack/react-query';
import { assignColors } from '@wentwell/contract/accounts/person-colors';
import type { TeamId, UserId } from '@wentwell/contract/ids';
import type { TeamMember } from '@wentwell/contract/teams/teams';
import { type ReactNode, useMemo, useState } from 'react';

import { PersonColors } from '#web/ui/identity/person-colors';

import { boardMembersQuery } from './members.queries.ts';

interface Colored {
  /** Other people on the board: guests, or everybody if the members are unknown. */
  others?: readonly UserId[];
  /** Colours from the server, for members whom the viewer may not list. */
  given?: ReadonlyMap<string, number> | undefined;
  children: ReactNode;
}

/** Assigns each member a distinct avatar colour, equal on all screens. Loads nothing. */
export function TeamColors(props: Colored & { teamId: TeamId | null }): ReactNode {
  const { teamId, ...rest } = props;
  const { data } = useQuery({ ...boardMembersQuery(teamId), enabled: false });
  return <MemberColors members={data?.rows ?? none} {...rest} />;
}

const none: readonly TeamMember[] = [];

/** Like `TeamColors`, if only the first members are loaded: later members change no colour. */
export function MemberColors(props: Colored & { members: readonly TeamMember[] }): ReactNode {
  const { members, others = [], given, children } = props;
  // In order of arrival, so that newcomers change no colour.
  const [seen, setSeen] = useState<readonly UserId[]>([]);
  const added = others.filter((id) => !seen.includes(id));
  if (added.length > 0) setSeen([...seen, ...added.toSorted()]);
  const colors = useMemo(
    () => assignColors([...byJoining(members), ...seen], given),
    [members, seen, given],
  );
  return <PersonColors value={colors}>{children}</PersonColors>;
}

function byJoining(members: readonly TeamMember[]): string[] {
  const order = ({ joined_at, user }: TeamMember): string => `${joined_at} ${user.id}`;
  return members.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map(({ user }) => user.id);
}
