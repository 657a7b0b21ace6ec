// The names of everybody on a board: of the team, of who is there, and of who has left and is still named by something.
import { useQuery } from '@tanstack/react-query';
import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import type { User } from '@wentwell/contract/users';
import { useMemo, useState } from 'react';

import {
  boardMembersQuery,
  formerMembersQuery,
  namedMembersQuery,
} from '#web/features/members/members.queries';

import { People } from './people.ts';

export function usePeople(
  board: Board,
  { isOver, me }: { isOver: boolean; me: User },
): { people: People; teamSize: number | null } {
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
  const { team_id: teamId, owner_id: ownerId } = meeting;
  const { data: first } = useQuery({ ...boardMembersQuery(teamId), enabled: isAsking });
  const members = first?.rows;
  const left = useMemo(() => {
    const here = new Set(members?.map(({ user }) => user.id));
    return [ownerId, ...named].filter((id) => !here.has(id));
  }, [members, ownerId, named]);
  const isMore = first !== undefined && first.total > first.rows.length;
  const asksOthers = isMore && !people.knowsAll(left);
  const others = useQuery({ ...namedMembersQuery(teamId, left), enabled: asksOthers });
  people.learn([
    ...[...(members ?? []), ...(others.data ?? [])].map(
      ({ user }) => [user.id, user.display_name] as const,
    ),
    ...presence.map(({ userId, userName }) => [userId, userName] as const),
    [me.id, me.display_name],
  ]);
  const haveCome = members !== undefined && (!asksOthers || others.isFetched);
  const lacksNames = haveCome && !people.knowsAll(left);
  const former = useQuery({ ...formerMembersQuery(teamId, left), enabled: lacksNames });
  people.learn((former.data ?? []).map(({ id, display_name }) => [id, display_name] as const));
  if (haveCome && (!lacksNames || former.isFetched)) people.allCame();
  return { people, teamSize: first?.total ?? null };
}
