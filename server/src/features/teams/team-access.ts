// The way to a team for every feature that hangs on one: who is asking, and what they stand for in it.
import type { PolicyResult } from '@wentwell/contract/errors';
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import {
  type BoardRole,
  type TeamContext,
  teamPolicy,
  type TeamRole,
} from '@wentwell/contract/teams';
import { and, eq, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { users } from '#server/features/users/users.table';
import { type AuditedAction, writeAudit } from '#server/platform/audit';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { memberships, type TeamRow, teams } from './teams.table.ts';

/** Nobody is a guest of a team. */
type MemberContext = TeamContext & { role: TeamRole | null };

export interface TeamAccess {
  team: TeamRow;
  teamContext: MemberContext;
}

// Nearly every request needs it.
const findTeam = preparedOn((db: Queries) =>
  db
    .select({ team: teams, role: memberships.role })
    .from(teams)
    .leftJoin(
      memberships,
      and(eq(memberships.teamId, teams.id), eq(memberships.userId, sql.placeholder('userId'))),
    )
    .where(and(eq(teams.id, sql.placeholder('teamId')), isNull(teams.deletedAt)))
    .prepare('find_team'),
);

/** Throws NOT_FOUND for outsiders as for an unknown team, so that existence is not revealed. */
export async function accessTeam(db: Queries, caller: Caller, teamId: TeamId): Promise<TeamAccess> {
  const [found] = await findTeam(db).execute({ teamId, userId: caller.userId });
  if (!found) throw new ApiError('NOT_FOUND');
  const { userId, isSuperuser } = caller;
  const teamContext = { userId, isSuperuser, role: found.role };
  authorize(teamPolicy.see(teamContext));
  return { team: found.team, teamContext };
}

/** Throws NOT_FOUND like `accessTeam`. */
export async function teamContextInTeam(
  db: Queries,
  caller: Caller,
  teamId: TeamId,
): Promise<MemberContext> {
  return (await accessTeam(db, caller, teamId)).teamContext;
}

/** Orders all changes of the team, its members and its invitations. Members use `lockTeam` instead. */
export async function lockTeamRow(tx: Tx, teamId: TeamId): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
}

/** `accessTeam` under the team's row lock: what is read here holds until the transaction ends. */
export async function lockTeam(tx: Tx, caller: Caller, teamId: TeamId): Promise<TeamAccess> {
  await lockTeamRow(tx, teamId);
  // Read only now: a statement sees what was committed when it began, and the lock may have waited.
  return accessTeam(tx, caller, teamId);
}

/** Records, with COMMIT, what a superuser does in a team that they are not in. */
export function auditOutsider(
  tx: Tx,
  { caller: { userId, origin }, role }: { caller: Caller; role: BoardRole | null },
  done: AuditedAction,
): void {
  if (role !== null || !origin) return;
  tx.beforeCommit(() => writeAudit(tx, { userId, ...origin }, done));
}

/** Enforces the policy. Audits what it allows only because the caller is a superuser. */
export function authorizeInTeam(
  tx: Tx,
  { caller, teamContext }: { caller: Caller; teamContext: TeamContext },
  { policy, done }: { policy: (who: TeamContext) => PolicyResult; done: AuditedAction },
): void {
  authorize(policy(teamContext));
  const isByRole = policy({ ...teamContext, isSuperuser: false }) === 'allowed';
  if (teamContext.role !== null && !isByRole) auditOutsider(tx, { caller, role: null }, done);
}

interface BoardOfCaller {
  meeting: { id: MeetingId };
  teamContext: TeamContext;
}

function changeOf({ id }: { id: MeetingId }): AuditedAction {
  return { action: 'change_meeting', meetings: id };
}

/** Records a superuser's change on a board of a team that they are not in. */
export function auditOutsiderOnBoard(
  tx: Tx,
  caller: Caller,
  { meeting, teamContext }: BoardOfCaller,
): void {
  auditOutsider(tx, { caller, role: teamContext.role }, changeOf(meeting));
}

/** As `authorizeInTeam`, of a change of the board. */
export function authorizeOnBoard(
  tx: Tx,
  { caller, access: { meeting, teamContext } }: { caller: Caller; access: BoardOfCaller },
  policy: (who: TeamContext) => PolicyResult,
): void {
  authorizeInTeam(tx, { caller, teamContext }, { policy, done: changeOf(meeting) });
}

/** The ids of the living teams that the caller is in, a superuser's too, as a subquery for `inArray`. */
export function teamsOf(db: Queries, caller: Caller) {
  return db
    .select({ id: teams.id })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(and(eq(memberships.userId, caller.userId), isNull(teams.deletedAt)));
}

/** The condition that a team is one of the caller's living ones, read once. */
export function inTeamsOf(db: Queries, caller: Caller, teamId: SQLWrapper): SQL {
  return sql`${teamId} = any(array(${teamsOf(db, caller)}))`;
}

/** The condition that a row of `users` is in one of the caller's living teams. */
export function sharesTeamWith(db: Queries, caller: Caller): SQL {
  const theirs = alias(memberships, 'theirs');
  const own = alias(memberships, 'own');
  const mates = db
    .select({ userId: theirs.userId })
    .from(own)
    .innerJoin(teams, and(eq(teams.id, own.teamId), isNull(teams.deletedAt)))
    .innerJoin(theirs, eq(theirs.teamId, own.teamId))
    .where(eq(own.userId, caller.userId));
  // Read once as an array. Joined to the users it took 10 s where the database's statistics were outdated.
  return sql`${users.id} = any(array(${mates}))`;
}
