// Which team is the current one (spec 4 "Current team"), as a pure rule.
import type { Team } from '@wentwell/contract/teams';

export interface TeamChoice {
  /** Whose teams these are; null while nobody is signed in. */
  userId: string | null;
  teamId: Team['id'] | null;
  /** The chosen team has left the list: nothing is chosen in its place until the person does. */
  lost: boolean;
  settled: boolean;
}

export function unsettled(userId: string | null): TeamChoice {
  return { userId, teamId: null, lost: false, settled: false };
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
    return { ...choice, teamId: null, lost: true };
  }
  if (choice.lost || (choice.settled && teams.length === 0)) return choice;
  const team = teams.find((each) => each.id === stored) ?? teams[0];
  return { ...choice, teamId: team?.id ?? null, settled: true };
}
