// Which team is the current one, as a pure rule.
import { TeamId } from '@wentwell/contract/ids';
import type { Team } from '@wentwell/contract/teams';

export interface TeamChoice {
  /** Whose teams these are; null while nobody is signed in. */
  userId: string | null;
  teamId: Team['id'] | null;
  /** Why nothing is chosen until the person does: the chosen team has left the list, or they gave it up themselves. */
  cleared: 'gone' | 'given-up' | null;
  settled: boolean;
}

export function unsettled(userId: string | null): TeamChoice {
  return { userId, teamId: null, cleared: null, settled: false };
}

/** The team that a list must say something about: the chosen one, before the first choice the stored one. */
export function wantedTeam(choice: TeamChoice, stored: string | null): Team['id'] | null {
  if (choice.teamId !== null || choice.settled || choice.cleared !== null) return choice.teamId;
  return TeamId.safeParse(stored).data ?? null;
}

/**
 * Takes the choice so far, the teams as just fetched, and the id stored in the browser; gives the choice now, the
 * very same object where nothing changed. The stored team wins, else the first; a team that disappears is cleared.
 */
export function settleTeam(
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

/** Takes the choice and a team that its person has left or deleted; gives the choice without it. */
export function giveUpTeam(choice: TeamChoice, teamId: Team['id']): TeamChoice {
  return choice.teamId === teamId ? { ...choice, teamId: null, cleared: 'given-up' } : choice;
}
