import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { guestName, presentName } from '@wentwell/contract/live';
import { colorsOf } from '@wentwell/contract/person-colors';
import type { User } from '@wentwell/contract/users';
import { useMemo, useState } from 'react';

import { boardNamesQuery, namedMembersQuery } from '#web/features/members/board-names.queries';
import { boardMembersQuery, formerMembersQuery } from '#web/features/members/members.queries';
import type { PersonOf, Person } from '#web/ui/identity/person';

/** The author in an anonymous meeting. */
const nobody: Person = { id: '', name: 'Anonymous' };

/**
 * Names by id as the page learns them. A person is the same object until their name changes, and `personOf` the same
 * function until any name does, so that unchanged names do not re-render.
 */
export class People {
  readonly #known = new Map<UserId, Person>();
  readonly #unknown = new Map<UserId, Person>();
  readonly #imported = new Map<string, Person>();
  #allNamesLoaded = false;

  personOf = this.#lookUp();

  /**
   * The last of several names of one person wins. Pass all lists in one call: separate calls would alternate two names and
   * re-render all cards on every change.
   */
  learn(names: Iterable<readonly [UserId, string]>): void {
    for (const [id, name] of new Map(names)) {
      if (this.#known.get(id)?.name === name) continue;
      this.#known.set(id, { id, name });
      this.personOf = this.#lookUp();
    }
  }

  knowsAll(ids: readonly UserId[]): boolean {
    return ids.every((id) => this.#known.has(id));
  }

  /** All names have loaded: unknown people have left the team and deleted their account. */
  allNamesLoaded(): void {
    if (this.#allNamesLoaded) return;
    this.#allNamesLoaded = true;
    this.#unknown.clear();
    this.personOf = this.#lookUp();
  }

  /** An imported name has no account and no picture, and says that it is imported. */
  #importedAs(name: string): Person {
    const known = this.#imported.get(name) ?? { id: '', name: `${name} (imported)` };
    this.#imported.set(name, known);
    return known;
  }

  #lookUp(): PersonOf {
    return (id, importedName) => {
      if (id === null) return importedName === undefined ? nobody : this.#importedAs(importedName);
      const known = this.#known.get(id) ?? this.#unknown.get(id);
      if (known) return known;
      const unknown = { id, name: this.#allNamesLoaded ? 'Former member' : '…' };
      this.#unknown.set(id, unknown);
      return unknown;
    };
  }
}

export function usePeople(
  board: Board,
  { isOver, me }: { isOver: boolean; me: User },
): { people: People; teamSize: number | null; colors: ReadonlyMap<UserId, number> | undefined } {
  const { meeting, presence, notes, comments, actions, since_last_time: before, you } = board;
  const isGuest = you.role === 'guest';
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
  // A finished board that names nobody needs no names.
  const isAsking = !isGuest && (!isOver || named.length > 0);
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
    ...presence.map((entry) => [entry.userId, presentName(entry)] as const),
    [me.id, me.display_name],
  ]);
  const membersLoaded = members !== undefined && (!asksOthers || others.isFetched);
  const lacksNames = membersLoaded && !people.knowsAll(left);
  const former = useQuery({ ...formerMembersQuery(teamId, left), enabled: lacksNames });
  people.learn((former.data ?? []).map(({ id, display_name }) => [id, display_name] as const));
  // The team's lists exclude guests, and guests may not read them.
  const lacksGuests = membersLoaded && lacksNames && former.isFetched;
  // Guests know the names of all who are here, and ask once for their colours: after the end they may not.
  const asksBoard = isGuest ? !isOver : lacksGuests && !people.knowsAll(left);
  const unknown = people.knowsAll(left) ? [] : left;
  const onBoard = useQuery({
    ...boardNamesQuery(meeting.id, unknown),
    enabled: asksBoard,
    placeholderData: keepPreviousData,
  });
  const colors = useMemo(
    () => (isGuest && onBoard.data ? colorsOf(onBoard.data) : undefined),
    [isGuest, onBoard.data],
  );
  people.learn(
    (onBoard.data ?? [])
      .filter(({ user_id }) => !people.knowsAll([user_id]))
      .map(({ user_id, name, is_guest }) => [user_id, is_guest ? guestName(name) : name] as const),
  );
  const knowsTeam = isGuest || (membersLoaded && (!lacksNames || former.isFetched));
  if (knowsTeam && (!asksBoard || onBoard.isFetched)) people.allNamesLoaded();
  return { people, teamSize: first?.total ?? null, colors };
}
