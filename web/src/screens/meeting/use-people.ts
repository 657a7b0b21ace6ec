// The names of everybody on a board: of the team, of who is there, and of who has left and is still named by something.
import { useQuery } from '@tanstack/react-query';
import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import type { TeamMember } from '@wentwell/contract/teams';
import type { User } from '@wentwell/contract/users';
import { useMemo, useState } from 'react';

import { formerMembersQuery, teamMembersQuery } from '#web/features/members/members.queries';

import { People } from './people.ts';

export function usePeople(
  board: Board,
  { isOver, me }: { isOver: boolean; me: User },
): { people: People; members: readonly TeamMember[] | undefined } {
  const { meeting, presence, notes, comments, actions, since_last_time: before } = board;
  const [people] = useState(() => new People());
  const named = useMemo(
    (): readonly UserId[] => [
      ...[...notes, ...Object.values(comments).flat()].flatMap(({ author_id }) => author_id ?? []),
      ...[...actions, ...(before ?? [])].flatMap(
        ({ assignee_id, former_assignee_id }) => assignee_id ?? former_assignee_id ?? [],
      ),
    ],
    [notes, comments, actions, before],
  );
  // A board that is over and names nobody needs no names.
  const isAsking = !isOver || named.length > 0;
  const { data: members } = useQuery({ ...teamMembersQuery(meeting.team_id), enabled: isAsking });
  people.learn([
    ...(members ?? []).map(({ user }) => [user.id, user.display_name] as const),
    ...presence.map(({ userId, userName }) => [userId, userName] as const),
    [me.id, me.display_name],
  ]);
  const left = useMemo(() => {
    const here = new Set(members?.map(({ user }) => user.id));
    return [meeting.owner_id, ...named].filter((id) => !here.has(id));
  }, [members, meeting.owner_id, named]);
  const lacksNames = members !== undefined && !people.knowsAll(left);
  const former = useQuery({ ...formerMembersQuery(meeting.team_id, left), enabled: lacksNames });
  people.learn((former.data ?? []).map(({ id, display_name }) => [id, display_name] as const));
  if (members && (!lacksNames || former.isFetched)) people.allCame();
  return { people, members };
}
