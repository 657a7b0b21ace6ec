import { useQuery } from '@tanstack/react-query';
import type { Action } from '@wentwell/contract/actions/actions';
import type { UserId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import {
  type ActionHandlers,
  type ActionPerson,
  ownersAmong,
} from '#web/features/actions/action-handlers';
import { ActionRow } from '#web/features/actions/ActionRow.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { formerMembersQuery, useAllMembers } from '#web/features/members/members.queries';
import { type Person, type PersonOf, PersonOfContext } from '#web/ui/identity/person';

export function useTeamPeople(teamId: Action['team_id']) {
  const me = useMe();
  const { members = [], areAllLoaded } = useAllMembers(teamId);
  return { people: ownersAmong(members, me.id), areKnown: areAllLoaded };
}

const ownerOf = ({ assignee_id, former_assignee_id }: Action): UserId | null =>
  assignee_id ?? former_assignee_id;

/** Possible owners of action items, and the names of present and former owners. */
export function useOwners(
  action: Action,
  /** The whole list, whose names are fetched together. */
  among: readonly Action[],
): { people: ActionPerson[]; personOf: PersonOf } {
  const { team_id } = action;
  const { people, areKnown } = useTeamPeople(team_id);
  const owner = ownerOf(action);
  const isMember = (each: UserId): boolean => people.some(({ id }) => id === each);
  const hasLeft = areKnown && owner !== null && !isMember(owner);
  const ofTeam = hasLeft ? among.filter((each) => each.team_id === team_id) : [];
  const left = ofTeam.flatMap((each) => ownerOf(each) ?? []).filter((id) => !isMember(id));
  const former = useQuery({ ...formerMembersQuery(team_id, left), enabled: hasLeft });

  /** Former members with deleted accounts have no name. */
  function personOf(id: UserId | null): Person {
    const person = people.find((each) => each.id === id);
    if (person) return person;
    const name = former.data?.find((each) => each.id === id)?.display_name;
    const isWaiting = !areKnown || (hasLeft && !former.isFetched);
    return { id: id ?? '', name: name ?? (isWaiting ? '…' : 'Former member') };
  }

  return { people, personOf };
}

export function OwnedRow(props: {
  action: Action;
  among: readonly Action[];
  handlers: ActionHandlers;
  place?: ReactNode;
}): ReactNode {
  const { action, among, handlers, place } = props;
  const { people, personOf } = useOwners(action, among);
  return (
    <PersonOfContext value={personOf}>
      <ActionRow {...{ action, people, handlers, place }} />
    </PersonOfContext>
  );
}
