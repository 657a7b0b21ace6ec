// Access to a team: loads or locks it with the caller's role. All team features use it.
import type { PolicyResult } from '@wentwell/contract/errors';
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import {
  type BoardRole,
  type TeamContext,
  teamPolicy,
  type TeamRole,
} from '@wentwell/contract/teams/teams';
import { and, eq, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { users } from '#server/features/users/users.table';
import { type AuditedAction, writeAudit } from '#server/platform/audit';
import { preparePerConnection, type Queries, type Tx } from '#server/platform/db/database';
import { authorize, notFound } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { membershipOf, memberships, type TeamRow, teams } from './teams.table.ts';

/** Teams have no guests, only meetings do. */
type MemberContext = TeamContext & { role: TeamRole | null };

export interface TeamAccess {
  team: TeamRow;
  teamContext: MemberContext;
}

// Hot path, therefore prepared.
const findTeam = preparePerConnection((db: Queries) =>
  db
    .select({ team: teams, role: memberships.role })
    .from(teams)
    .leftJoin(memberships, membershipOf(sql.placeholder('userId'), teams.id))
    .where(and(eq(teams.id, sql.placeholder('teamId')), isNull(teams.deletedAt)))
    .prepare('find_team'),
);

/** Throws NOT_FOUND for unknown teams and for outsiders, so that existence is not revealed. */
export async function accessTeam(db: Queries, caller: Caller, teamId: TeamId): Promise<TeamAccess> {
  const [found = notFound()] = await findTeam(db).execute({ teamId, userId: caller.userId });
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

/** Serializes all changes of the team, its members and its invitations. Use `lockTeam` to also check the caller. */
export async function lockTeamRow(tx: Tx, teamId: TeamId): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
}

/** Like `accessTeam`, with the team's row lock. The result stays valid until the transaction ends. */
export async function lockTeam(tx: Tx, caller: Caller, teamId: TeamId): Promise<TeamAccess> {
  await lockTeamRow(tx, teamId);
  // Read after the lock is held, to see changes committed while waiting.
  return accessTeam(tx, caller, teamId);
}

/** Audits, before the commit, an action that only a superuser's rights allow. */
function auditSuperuser(tx: Tx, { userId, origin }: Caller, done: AuditedAction): void {
  if (origin) tx.beforeCommit(() => writeAudit(tx, { userId, ...origin }, done));
}

/** Audits a superuser's action in a team they do not belong to. */
export function auditOutsider(
  tx: Tx,
  { caller, role }: { caller: Caller; role: BoardRole | null },
  done: AuditedAction,
): void {
  if (role === null) auditSuperuser(tx, caller, done);
}

/** Enforces the policy. Audits actions that only superuser rights allow. */
export function authorizeInTeam(
  tx: Tx,
  { caller, teamContext }: { caller: Caller; teamContext: TeamContext },
  { policy, done }: { policy: (who: TeamContext) => PolicyResult; done: AuditedAction },
): void {
  authorize(policy(teamContext));
  const isByRole = policy({ ...teamContext, isSuperuser: false }) === 'allowed';
  if (teamContext.role !== null && !isByRole) auditSuperuser(tx, caller, done);
}

interface BoardOfCaller {
  meeting: { id: MeetingId };
  teamContext: TeamContext;
}

function changeOf({ id }: { id: MeetingId }): AuditedAction {
  return { action: 'change_meeting', meetings: id };
}

/** Audits a board change that only a superuser's rights allow. */
export function auditOnBoard(tx: Tx, caller: Caller, meeting: { id: MeetingId }): void {
  auditSuperuser(tx, caller, changeOf(meeting));
}

/** Audits a superuser's board change in a team they do not belong to. */
export function auditOutsiderOnBoard(
  tx: Tx,
  caller: Caller,
  { meeting, teamContext }: BoardOfCaller,
): void {
  auditOutsider(tx, { caller, role: teamContext.role }, changeOf(meeting));
}

/** Like `authorizeInTeam`, for board changes. */
export function authorizeOnBoard(
  tx: Tx,
  { caller, access: { meeting, teamContext } }: { caller: Caller; access: BoardOfCaller },
  policy: (who: TeamContext) => PolicyResult,
): void {
  authorizeInTeam(tx, { caller, teamContext }, { policy, done: changeOf(meeting) });
}

/** Subquery for `inArray`: the teams of which the caller is a member. Superusers get only their own too. */
export function teamsOf(db: Queries, caller: Caller) {
  return db
    .select({ id: teams.id })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(and(eq(memberships.userId, caller.userId), isNull(teams.deletedAt)));
}

/** A condition: the caller is a member of the team. Evaluates the subquery once. */
export function inTeamsOf(db: Queries, caller: Caller, teamId: SQLWrapper): SQL {
  return sql`${teamId} = any(array(${teamsOf(db, caller)}))`;
}

/** A condition on `users`: they share a team with the caller. */
export function sharesTeamWith(db: Queries, caller: Caller): SQL {
  const theirs = alias(memberships, 'theirs');
  const own = alias(memberships, 'own');
  const teammates = db
    .select({ userId: theirs.userId })
    .from(own)
    .innerJoin(teams, and(eq(teams.id, own.teamId), isNull(teams.deletedAt)))
    .innerJoin(theirs, eq(theirs.teamId, own.teamId))
    .where(eq(own.userId, caller.userId));
  // An array is evaluated once. A join took 10 s with outdated statistics.
  return sql`${users.id} = any(array(${teammates}))`;
}
