import { useQuery } from '@tanstack/react-query';
import type { Action } from '@wentwell/contract/actions';
import type { UserId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import type { ActionHandlers, ActionPerson } from '#web/features/actions/action-handlers';
import { ActionRow } from '#web/features/actions/ActionRow.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { teamMembersQuery } from '#web/features/members/members.queries';
import type { Person } from '#web/ui/identity/Avatar.tsx';

/** The people of a team, the user first; `personOf` names those who have left it "Former member". */
export function useTeamPeople(teamId: Action['team_id']): {
  people: ActionPerson[];
  personOf: (userId: UserId) => Person;
} {
  const me = useMe();
  const { data } = useQuery(teamMembersQuery(teamId));
  const all = (data ?? []).map(({ user }) => ({ id: user.id, name: user.display_name }));
  const isMe = ({ id }: ActionPerson): boolean => id === me.id;
  const people = [...all.filter(isMe), ...all.filter((person) => !isMe(person))];
  const personOf = (id: UserId): Person =>
    people.find((person) => person.id === id) ?? { id, name: data ? 'Former member' : '…' };
  return { people, personOf };
}

/** An action item of any of the user's teams. */
export function OwnedRow(props: {
  action: Action;
  handlers: ActionHandlers;
  place?: ReactNode;
}): ReactNode {
  const { action, handlers, place } = props;
  const { people, personOf } = useTeamPeople(action.team_id);
  return (
    <ActionRow
      action={action}
      people={people}
      personOf={personOf}
      handlers={handlers}
      place={place}
    />
  );
}
