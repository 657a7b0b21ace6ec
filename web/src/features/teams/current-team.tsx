// The team that every screen speaks of, and the list it was chosen from.
import { useQuery } from '@tanstack/react-query';
import type { Team } from '@wentwell/contract/teams';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';

import { readStored, storageKeys, store } from '#web/api/browser-storage';

import { giveUpTeam, settleTeam, unsettled } from './team-choice.ts';
import { myTeamsQuery } from './teams.queries.ts';

export interface CurrentTeam {
  team: Team | null;
  teams: Team[];
  /** True until the first list has come or failed. */
  isLoading: boolean;
  /** Why the list could not be fetched; an older list may still be there. */
  error: Error | null;
  /** The chosen team has disappeared by others' doing, and the person has not chosen another. */
  isLost: boolean;
  refetch: () => Promise<unknown>;
  /** Switches, asking for a fresh list where the team is a new one; false where the person is not in it. */
  select: (teamId: Team['id']) => Promise<boolean>;
  /** The person has left or deleted the team; to be said before it leaves the list. */
  giveUp: (teamId: Team['id']) => void;
}

const noTeams: Team[] = [];
const CurrentTeamContext = createContext<CurrentTeam | null>(null);

/** `userId` is null while nobody is signed in: then nothing is asked and there are no teams. */
export function CurrentTeamProvider({
  userId,
  children,
}: {
  userId: string | null;
  children: ReactNode;
}) {
  const query = useQuery({ ...myTeamsQuery(), enabled: userId !== null });
  const { refetch } = query;
  const fetched = userId === null ? undefined : query.data;
  const [choice, setChoice] = useState(() => unsettled(userId));

  // Settled while rendering, so that no screen is ever drawn between the list's arrival and the choice.
  const own = choice.userId === userId ? choice : unsettled(userId);
  const settled = fetched ? settleTeam(own, fetched, readStored(storageKeys.team)) : own;
  if (settled !== choice) setChoice(settled);

  const { teamId } = settled;
  const known = fetched !== undefined;
  useEffect(() => {
    if (known) store(storageKeys.team, teamId);
  }, [known, teamId]);

  const select = useCallback(
    async (wanted: Team['id']) => {
      const isIn = (teams: Team[] | undefined) =>
        teams?.some((team) => team.id === wanted) ?? false;
      if (!isIn(fetched) && !isIn((await refetch()).data)) return false;
      setChoice({ userId, teamId: wanted, cleared: null, settled: true });
      return true;
    },
    [fetched, refetch, userId],
  );

  const giveUp = useCallback(
    (teamId: Team['id']) => setChoice((before) => giveUpTeam(before, teamId)),
    [],
  );

  const { cleared } = settled;
  const value = useMemo<CurrentTeam>(() => {
    const teams = fetched ?? noTeams;
    return {
      team: teams.find((team) => team.id === teamId) ?? null,
      teams,
      isLoading: userId !== null && query.isPending,
      error: query.error,
      isLost: cleared === 'gone',
      refetch,
      select,
      giveUp,
    };
  }, [fetched, teamId, userId, query.isPending, query.error, cleared, refetch, select, giveUp]);
  return <CurrentTeamContext value={value}>{children}</CurrentTeamContext>;
}

export function useCurrentTeam(): CurrentTeam {
  const current = use(CurrentTeamContext);
  if (!current) throw new Error('useCurrentTeam needs a CurrentTeamProvider above it.');
  return current;
}
