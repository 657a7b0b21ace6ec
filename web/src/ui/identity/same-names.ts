// Distinguishes teams that have the same name in lists and menus.
import type { Team } from '@wentwell/contract/teams/teams';
import { foldText } from '@wentwell/contract/text/letters';

import { formatDateAndTime } from '#web/ui/formats';

type Named = Pick<Team, 'id' | 'name' | 'member_count' | 'created_at'>;

/** By id, the member count and date of each team whose name occurs twice in the list, ignoring case. */
export function sameNameHints(teams: readonly Named[]): Map<Team['id'], string> {
  const counts = new Map<string, number>();
  for (const team of teams) counts.set(keyOf(team), (counts.get(keyOf(team)) ?? 0) + 1);
  const alike = teams.filter((team) => counts.get(keyOf(team)) !== 1);
  return new Map(alike.map((team) => [team.id, membersAndDate(team)]));
}

function keyOf({ name }: Named): string {
  return foldText(name.trim());
}

function membersAndDate({ member_count, created_at }: Named): string {
  const members = member_count === 1 ? '1 member' : `${member_count} members`;
  return `${members} · created ${formatDateAndTime(new Date(created_at))}`;
}
