// The teams of the server as superusers look them over: who to ask about one and whether it is used, not what it wrote.
import { adminPolicy } from '@wentwell/contract/admin';
import type { TeamDirectoryEntry, TeamDirectorySearch } from '@wentwell/contract/admin-lists';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';

import { meetings } from '#server/features/meetings/meetings.table';
import { countMembers, memberships, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Database } from '#server/platform/db/database';
import { containsText } from '#server/platform/db/search';
import { authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';

const adminsShown = 5;

// Planned and canceled ones were not held. An archived one was closed before, or canceled: then it has no phase, which an
// imported one has not either.
const wasHeld = sql`${meetings.startTime} <= now() and (${meetings.status} in ('live', 'closed') or
  ${meetings.status} = 'archived' and (${meetings.phaseStartedAt} is not null or ${meetings.isImported}))`;
const lastHeld = sql`max(${meetings.startTime}) filter (where ${wasHeld})`.mapWith(
  meetings.startTime,
);

export function teamDirectory(db: Database) {
  return {
    /** Living teams, in the order of their names. */
    async list(
      caller: Caller,
      { search, skip, limit }: TeamDirectorySearch,
    ): Promise<ListPage<TeamDirectoryEntry>> {
      authorize(adminPolicy.use(caller));
      const matching = and(isNull(teams.deletedAt), containsText(teams.name, search));
      return db.snapshot(async (queries) => {
        const page = await queries
          .select()
          .from(teams)
          .where(matching)
          .orderBy(sql`lower(${teams.name})`, teams.id)
          .offset(skip)
          .limit(limit);
        const ids = page.map(({ id }) => id);
        const members = await countMembers(queries, ids);
        const held = await queries
          .select({
            teamId: meetings.teamId,
            count: sql<number>`count(*)::int`,
            last: lastHeld,
          })
          .from(meetings)
          .where(and(inArray(meetings.teamId, ids), isNull(meetings.deletedAt)))
          .groupBy(meetings.teamId);
        const admins = await queries
          .select({ teamId: memberships.teamId, email: users.email })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(
            and(
              inArray(memberships.teamId, ids),
              eq(memberships.role, 'admin'),
              isNull(users.deletedAt),
            ),
          )
          .orderBy(memberships.joinedAt, users.id);
        const heldBy = new Map(held.map((each) => [each.teamId, each]));
        const adminsOf = Map.groupBy(admins, ({ teamId }) => teamId);
        const rows = page.map((row) => ({
          id: row.id,
          name: row.name,
          created_at: row.createdAt.toISOString(),
          member_count: members.get(row.id) ?? 0,
          meeting_count: heldBy.get(row.id)?.count ?? 0,
          last_meeting_at: heldBy.get(row.id)?.last?.toISOString() ?? null,
          admin_emails: (adminsOf.get(row.id) ?? [])
            .slice(0, adminsShown)
            .map(({ email }) => email),
        }));
        return { rows, total: await queries.$count(teams, matching) };
      });
    },
  };
}
export type TeamDirectory = ReturnType<typeof teamDirectory>;
