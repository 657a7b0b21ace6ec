import { thanksType } from '@wentwell/contract/board/thanks';
import type { MeetingId } from '@wentwell/contract/ids';
import { and, eq, inArray, not } from 'drizzle-orm';

import { meetings } from '#server/features/meetings/meetings.table';
import { teams } from '#server/features/teams/teams.table';
import type { LoggedChange } from '#server/live/stored-changes';
import type { Database } from '#server/platform/db/database';

/** Whether changes show thanks while the team has switched them off. A new snapshot has none (docs/retro.md R-287). */
export async function showSwitchedOffThanks(
  db: Database,
  meetingId: MeetingId,
  changes: readonly Pick<LoggedChange, 'change'>[],
): Promise<boolean> {
  const isThanks = ({ type }: { type: string }) => type === thanksType.type;
  if (!changes.some(({ change }) => change?.put.some(isThanks))) return false;
  const { id, teamId } = meetings;
  const itsTeam = db.select({ teamId }).from(meetings).where(eq(id, meetingId));
  return (await db.$count(teams, and(inArray(teams.id, itsTeam), not(teams.recognition)))) > 0;
}
