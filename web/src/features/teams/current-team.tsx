import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TeamId } from '@wentwell/contract/ids';
import type { Team } from '@wentwell/contract/teams/teams';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';

import { readStored, storageKeys, store } from '#web/browser-storage';
import { toast } from '#web/ui/feedback/toast';

import { type MyTeams, myTeamsQuery, ownTeamQuery } from './teams.queries.ts';

export const teamGone = 'The selected team was not found or you no longer have access to it.';

interface TeamChoice {
  /** The owner of the choice; null while no user is signed in. */
  userId: string | null;
  teamId: Team['id'] | null;
  /** Why no team is chosen: the chosen team has disappeared from the list, or the user has left it. */
  cleared: 'gone' | 'given-up' | null;
  settled: boolean;
}

export function unsettled(userId: string | null): TeamChoice {
  return { userId, teamId: null, cleared: null, settled: false };
}

/** The team to load: the chosen one, or before the first choice the stored one. */
export function wantedTeam(choice: TeamChoice, stored: string | null): Team['id'] | null {
  if (choice.teamId !== null || choice.settled || choice.cleared !== null) return choice.teamId;
  return TeamId.safeParse(stored).data ?? null;
}

/** Chooses the stored team, else the first. Returns the same object if nothing changed. */
export function chooseTeam(
  choice: TeamChoice,
  teams: readonly Team[],
  stored: string | null,
): TeamChoice {
  if (choice.teamId !== null) {
    if (teams.some((team) => team.id === choice.teamId)) return choice;
    return { ...choice, teamId: null, cleared: 'gone' };
  }
  if (choice.cleared !== null || (choice.settled && teams.length === 0)) return choice;
  const team = teams.find((each) => each.id === stored) ?? teams[0];
  return { ...choice, teamId: team?.id ?? null, settled: true };
}

export function withoutTeam(choice: TeamChoice, teamId: Team['id']): TeamChoice {
  return choice.teamId === teamId ? { ...choice, teamId: null, cleared: 'given-up' } : choice;
}

export interface CurrentTeam {
  team: Team | null;
  /** The first page of the user's teams, plus the current team if it is not among them. */
  teams: Team[];
  total: number | null;
  /** True until the first list has loaded or failed. */
  isLoading: boolean;
  loadError: Error | null;
  /** Why the last fetch failed; an older list may be shown. */
  error: Error | null;
  isFetching: boolean;
  /** Somebody else has removed the current team or the user's membership, and no other team is chosen yet. */
  isLost: boolean;
  refetch: () => Promise<unknown>;
  /** Switches; refetches if the team is not in the list. Says so if the user is not a member, and resolves to false. */
  select: (teamId: Team['id']) => Promise<boolean>;
  /** Call when the user has left or deleted the team, before the list is refetched. */
  giveUp: (teamId: Team['id']) => void;
}

const CurrentTeamContext = createContext<CurrentTeam | null>(null);

const holds = (mine: MyTeams | undefined, teamId: Team['id'] | null) =>
  mine?.teams.some((team) => team.id === teamId) ?? false;
/** Whether the list lacks some of the user's teams. */
const isPartial = (mine: MyTeams | undefined) =>
  mine !== undefined && mine.total > mine.teams.length;

/** `userId` is null while nobody is signed in; then nothing is fetched. */
export function CurrentTeamProvider(props: { userId: string | null; children: ReactNode }) {
  const { userId, children } = props;
  const queries = useQueryClient();
  const query = useQuery({ ...myTeamsQuery(), enabled: userId !== null });
  const mine = userId === null ? undefined : query.data;
  const [choice, setChoice] = useState(() => unsettled(userId));
  const own = choice.userId === userId ? choice : unsettled(userId);

  // A team beyond the first page is fetched by its id.
  const wanted = wantedTeam(own, readStored(storageKeys.team));
  const beyond = isPartial(mine) && !holds(mine, wanted) ? wanted : null;
  const isAhead = beyond !== null;
  const lookup = useQuery(ownTeamQuery(beyond));
  const found = lookup.data;
  const known = useMemo(() => knownTeams(mine, found, isAhead), [mine, found, isAhead]);

  // Set during rendering, so that no screen renders between the list's arrival and the choice.
  const settled = known ? chooseTeam(own, known, readStored(storageKeys.team)) : own;
  if (settled !== choice) setChoice(settled);

  const { teamId, cleared } = settled;
  const isKnown = known !== undefined;
  useEffect(() => {
    if (isKnown) store(storageKeys.team, teamId);
  }, [isKnown, teamId]);

  // Keeps a team pushed out of the list by newer ones, until it is fetched by its id.
  const [last, setLast] = useState<Team | null>(null);
  const listed = (known ?? mine?.teams)?.find((team) => team.id === teamId);
  if (listed && listed !== last) setLast(listed);
  const team = listed ?? (known === undefined && last?.id === teamId ? last : null);

  const { refetch: refetchList } = query;
  const { refetch: refetchOne } = lookup;
  const refetch = useCallback(
    () => Promise.all([refetchList(), isAhead && refetchOne()]),
    [refetchList, refetchOne, isAhead],
  );

  const select = useCallback(
    async (asked: Team['id']) => {
      const latest = holds(mine, asked) ? mine : (await refetchList()).data;
      const isMember =
        holds(latest, asked) ||
        (isPartial(latest) && (await queries.query(ownTeamQuery(asked)).catch(() => null)));
      if (!isMember) {
        toast.error({ title: 'Failed to switch team', description: teamGone });
        return false;
      }
      setChoice({ userId, teamId: asked, cleared: null, settled: true });
      return true;
    },
    [mine, refetchList, queries, userId],
  );

  const giveUp = useCallback(
    (left: Team['id']) => setChoice((before) => withoutTeam(before, left)),
    [],
  );

  const isPending = userId !== null && (query.isPending || (isAhead && lookup.isPending));
  const isLoading = isPending && team === null;
  const isFetching = query.isFetching || lookup.isFetching;
  const error = query.error ?? lookup.error;
  const value = useMemo<CurrentTeam>(() => {
    const first = mine?.teams ?? [];
    return {
      team,
      teams: team === null || first.includes(team) ? first : [...first, team],
      total: mine?.total ?? null,
      isLoading,
      loadError: known === undefined && team === null ? error : null,
      error,
      isFetching,
      isLost: cleared === 'gone',
      refetch,
      select,
      giveUp,
    };
  }, [mine, known, team, isLoading, error, isFetching, cleared, refetch, select, giveUp]);
  return <CurrentTeamContext value={value}>{children}</CurrentTeamContext>;
}

/** Undefined until the list and, if needed, the current team have loaded. */
function knownTeams(
  mine: MyTeams | undefined,
  found: Team | null | undefined,
  isAhead: boolean,
): Team[] | undefined {
  if (mine === undefined || (isAhead && found === undefined)) return undefined;
  return found ? [...mine.teams, found] : mine.teams;
}

export function useCurrentTeam(): CurrentTeam {
  const current = use(CurrentTeamContext);
  if (!current) throw new Error('useCurrentTeam needs a CurrentTeamProvider above it.');
  return current;
}
