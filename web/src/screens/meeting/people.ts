import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { colorsOf } from '@wentwell/contract/accounts/person-colors';
import type { User } from '@wentwell/contract/accounts/users';
import type { Board } from '@wentwell/contract/board/snapshot';
import type { UserId } from '@wentwell/contract/ids';
import { guestName, presentName } from '@wentwell/contract/live/live';
import { useEffect, useMemo, useState } from 'react';

import { boardNamesQuery, namedMembersQuery } from '#web/features/members/board-names.queries';
import {
  boardMembersQuery,
  formerMembersQuery,
  memberKeys,
} from '#web/features/members/members.queries';
import type { PersonOf, Person } from '#web/ui/identity/person';

/** The author in an anonymous meeting. */
const nobody: Person = { id: '', name: 'Anonymous' };

/**
 * Names by id, as they arrive. A person is the same object until their name changes, and `personOf` the same function
 * until any name changes, so that unchanged names do not re-render.
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

/** The people named on the board, besides the meeting's owner. */
function useNamed({ notes, comments, actions, since_last_time: before }: Board): UserId[] {
  return useMemo(
    () => [
      ...[...notes, ...Object.values(comments).flat()].flatMap(({ author_id }) => author_id ?? []),
      ...[...actions, ...(before ?? [])].flatMap(
        ({ assignee_id, former_assignee_id }) => assignee_id ?? former_assignee_id ?? [],
      ),
    ],
    [notes, comments, actions, before],
  );
}

/** Loads one list after the other, until all people on the board are known. */
export function usePeople(
  board: Board,
  { isOver, me }: { isOver: boolean; me: User },
): { people: People; teamSize: number | null; colors: ReadonlyMap<UserId, number> | undefined } {
  const { meeting, presence, you } = board;
  const { team_id: teamId, owner_id: ownerId } = meeting;
  const isGuest = you.role === 'guest';
  const [people] = useState(() => new People());
  const named = useNamed(board);
  const client = useQueryClient();

  // A finished board without named people needs no names.
  const asksTeam = !isGuest && (!isOver || named.length > 0);
  const { data: members } = useQuery({ ...boardMembersQuery(teamId), enabled: asksTeam });
  const listed = useMemo(() => new Set(members?.rows.map(({ user }) => user.id)), [members]);
  const unlisted = useMemo(
    () => [ownerId, ...named].filter((id) => !listed.has(id)),
    [listed, ownerId, named],
  );

  // The first list holds a part of a large team.
  const isPart = members !== undefined && members.total > members.rows.length;
  // Somebody joined the team during the meeting. Colours follow from the order of joining.
  const joined = presence
    .filter(({ isGuest: isOutsider, userId }) => !isOutsider && !listed.has(userId))
    .map(({ userId }) => userId)
    .join(' ');
  const hasJoined = members !== undefined && !isPart && joined !== '';
  useEffect(() => {
    if (hasJoined) void client.invalidateQueries({ queryKey: memberKeys.ofTeam(teamId) });
  }, [client, teamId, hasJoined, joined]);
  const asksOthers = isPart && !people.knowsAll(unlisted);
  const others = useQuery({ ...namedMembersQuery(teamId, unlisted), enabled: asksOthers });
  people.learn([
    ...[...(members?.rows ?? []), ...(others.data ?? [])].map(
      ({ user }) => [user.id, user.display_name] as const,
    ),
    ...presence.map((entry) => [entry.userId, presentName(entry)] as const),
    [me.id, me.display_name],
  ]);
  const hasMembers = members !== undefined && (!asksOthers || others.isFetched);

  const asksFormer = hasMembers && !people.knowsAll(unlisted);
  const former = useQuery({ ...formerMembersQuery(teamId, unlisted), enabled: asksFormer });
  people.learn((former.data ?? []).map(({ id, display_name }) => [id, display_name] as const));
  const hasFormer = hasMembers && (!asksFormer || former.isFetched);

  // Team lists exclude guests, and guests may not read them. Guests know the names of all present, and request their
  // colours while the meeting lasts.
  const isMissing = !people.knowsAll(unlisted);
  const asksBoard = isGuest ? !isOver : hasFormer && isMissing;
  const [seen, setSeen] = useState<readonly UserId[]>([]);
  const onBoard = useQuery({
    ...boardNamesQuery(meeting.id, isMissing ? [...seen, ...unlisted] : seen),
    enabled: asksBoard,
    placeholderData: keepPreviousData,
  });
  const known = onBoard.data?.map(({ user_id }) => user_id);
  const arrived = presence
    .filter(({ isGuest: isOutsider, userId }) => !isOutsider && !known?.includes(userId))
    .map(({ userId }) => userId)
    .filter((userId) => !seen.includes(userId));
  if (isGuest && known && arrived.length > 0) setSeen([...seen, ...arrived]);
  people.learn(
    (onBoard.data ?? [])
      .filter(({ user_id }) => !people.knowsAll([user_id]))
      .map(({ user_id, name, is_guest }) => [user_id, is_guest ? guestName(name) : name] as const),
  );
  if ((isGuest || hasFormer) && (!asksBoard || onBoard.isFetched)) people.allNamesLoaded();
  const colors = useMemo(
    () => (isGuest && onBoard.data ? colorsOf(onBoard.data) : undefined),
    [isGuest, onBoard.data],
  );
  return { people, teamSize: members?.total ?? null, colors };
}
