import { TeamId } from '@wentwell/contract/ids';
import type { Team } from '@wentwell/contract/teams';

export interface TeamChoice {
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

/** The team that must be loaded: the chosen one, or before the first choice the stored one. */
export function wantedTeam(choice: TeamChoice, stored: string | null): Team['id'] | null {
  if (choice.teamId !== null || choice.settled || choice.cleared !== null) return choice.teamId;
  return TeamId.safeParse(stored).data ?? null;
}

/** Chooses the stored team, else the first. Returns the same object if nothing has changed. */
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
