// What is stored about a person and from them, for that person alone. Deleted things are not in it: they are on their way
// out, and whoever deleted a text may count on nobody reading it again.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import type { PersonalData } from '@wentwell/contract/personal-data';
import { and, asc, eq, getTableColumns, isNotNull, isNull, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { actions } from '#server/features/actions/actions.table';
import { identities } from '#server/features/auth/identities.table';
import { isLivingSession, sessions } from '#server/features/auth/sessions.table';
import { comments } from '#server/features/comments/comments.table';
import {
  invitations,
  isExpired,
  membershipOfSender,
  senderMayInvite,
  toInvitation,
} from '#server/features/invitations/invitations.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { noteIdOf, notes } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { templates } from '#server/features/templates/templates.table';
import { toUser, users } from '#server/features/users/users.table';
import { votes } from '#server/features/votes/votes.table';
import type { ReadOwnActs } from '#server/platform/audit';
import type { Clock } from '#server/platform/clock';
import type { Database, Queries } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

/** Who is no member of a team any more learns nothing new of it: they have their own words, without the names of meetings. */
function membershipOf(userId: UserId, teamId: PgColumn) {
  return and(eq(memberships.teamId, teamId), eq(memberships.userId, userId));
}

/** Nothing of a meeting or a team that is deleted. */
const onLivingBoard = and(isNull(meetings.deletedAt), isNull(teams.deletedAt));

interface WrittenRow {
  text: string;
  createdAt: Date;
  updatedAt: Date;
  meetingId: MeetingId;
  meetingName: string;
  role: string | null;
}

function toWritten(row: WrittenRow): PersonalData['notes'][number] {
  return {
    meeting: { id: row.meetingId, name: row.role === null ? null : row.meetingName },
    text: row.text,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

async function written(queries: Queries, userId: UserId, table: typeof notes | typeof comments) {
  const rows = await queries
    .select({
      text: table.content,
      createdAt: table.createdAt,
      updatedAt: table.updatedAt,
      meetingId: table.meetingId,
      meetingName: meetings.name,
      role: memberships.role,
    })
    .from(table)
    .innerJoin(meetings, eq(meetings.id, table.meetingId))
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .leftJoin(memberships, membershipOf(userId, meetings.teamId))
    .where(and(eq(table.authorId, userId), isNull(table.deletedAt), onLivingBoard))
    .orderBy(asc(table.createdAt), asc(table.id));
  return rows.map(toWritten);
}

async function readAll(
  queries: Queries,
  { userId, sessionId }: Caller,
): Promise<Omit<PersonalData, 'exported_at' | 'audit_log'>> {
  const [person] = await queries.select().from(users).where(eq(users.id, userId));
  if (!person) throw new ApiError('NOT_FOUND');
  const logins = await queries
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLivingSession))
    .orderBy(asc(sessions.createdAt));
  const linked = await queries
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt));
  const belongsTo = await queries
    .select({ team: teams, membership: memberships })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(and(eq(memberships.userId, userId), isNull(teams.deletedAt)))
    .orderBy(asc(memberships.joinedAt));
  const led = await queries
    .select({
      id: meetings.id,
      name: meetings.name,
      createdAt: meetings.createdAt,
      role: memberships.role,
    })
    .from(meetings)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .leftJoin(memberships, membershipOf(userId, meetings.teamId))
    .where(and(eq(meetings.ownerId, userId), onLivingBoard))
    .orderBy(asc(meetings.createdAt));
  const sent = await queries
    .select({ invitation: invitations, team: teams, sender: users, senderMayInvite, isExpired })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .innerJoin(users, eq(users.id, invitations.senderId))
    .leftJoin(memberships, membershipOfSender)
    .where(
      and(eq(invitations.senderId, userId), isNull(invitations.deletedAt), isNull(teams.deletedAt)),
    )
    .orderBy(asc(invitations.createdAt));
  const items = await queries
    .select(getTableColumns(actions))
    .from(actions)
    .innerJoin(teams, eq(teams.id, actions.teamId))
    .leftJoin(memberships, membershipOf(userId, actions.teamId))
    .where(
      and(
        or(eq(actions.assigneeId, userId), eq(actions.createdBy, userId)),
        // Any member rewrites an action item. Who has left has the words that are surely theirs: never changed since.
        or(isNotNull(memberships.role), and(eq(actions.createdBy, userId), eq(actions.version, 1))),
        isNull(actions.deletedAt),
        isNull(teams.deletedAt),
      ),
    )
    .orderBy(asc(actions.createdAt));
  const saved = await queries
    .select({ teamId: templates.teamId, name: templates.name, createdAt: templates.createdAt })
    .from(templates)
    .innerJoin(teams, eq(teams.id, templates.teamId))
    .innerJoin(memberships, membershipOf(userId, templates.teamId))
    .where(
      and(eq(templates.createdBy, userId), isNull(templates.deletedAt), isNull(teams.deletedAt)),
    )
    .orderBy(asc(templates.createdAt));
  const voted = await queries
    .select({ ...getTableColumns(votes), note: notes })
    .from(votes)
    .innerJoin(notes, and(eq(notes.id, votes.noteId), isNull(notes.deletedAt)))
    .innerJoin(meetings, eq(meetings.id, votes.meetingId))
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(and(eq(votes.userId, userId), onLivingBoard));
  const reacted = await queries
    .select({ ...getTableColumns(reactions), note: notes })
    .from(reactions)
    .innerJoin(notes, and(eq(notes.id, reactions.noteId), isNull(notes.deletedAt)))
    .innerJoin(meetings, eq(meetings.id, reactions.meetingId))
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(and(eq(reactions.userId, userId), onLivingBoard));
  return {
    account: { ...toUser(person), created_at: person.createdAt.toISOString() },
    sessions: logins.map((session) => ({
      id: session.id,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      user_agent: session.userAgent,
      current: session.id === sessionId,
    })),
    identities: linked.map(({ issuer, subject, email, createdAt }) => ({
      issuer,
      subject,
      email,
      linked_at: createdAt.toISOString(),
    })),
    teams: belongsTo.map(({ team, membership }) => ({
      id: team.id,
      name: team.name,
      role: membership.role,
      joined_at: membership.joinedAt.toISOString(),
    })),
    meetings_led: led.map(({ id, name, createdAt, role }) => ({
      id,
      name: role === null ? null : name,
      created_at: createdAt.toISOString(),
    })),
    invitations_sent: sent
      .map(toInvitation)
      .map(({ team, invited_user_email, status, created_at }) => ({
        team_id: team.id,
        email: invited_user_email,
        status,
        created_at,
      })),
    notes: await written(queries, userId, notes),
    comments: await written(queries, userId, comments),
    action_items: items.map((item) => ({
      team_id: item.teamId,
      text: item.text,
      status: item.status,
      due_on: item.dueOn,
      assigned_to_me: item.assigneeId === userId,
      created_by_me: item.createdBy === userId,
    })),
    templates: saved.map(({ teamId, name, createdAt }) => ({
      team_id: teamId,
      name,
      created_at: createdAt.toISOString(),
    })),
    votes: voted.map(({ meetingId, note, count }) => ({
      meeting_id: meetingId,
      note_id: noteIdOf(note),
      count,
    })),
    reactions: reacted.map(({ meetingId, note, emoji }) => ({
      meeting_id: meetingId,
      note_id: noteIdOf(note),
      emoji,
    })),
  };
}

export function personalDataService({
  db,
  clock,
  readOwnActs,
}: {
  db: Database;
  clock: Clock;
  readOwnActs: ReadOwnActs;
}) {
  return {
    /** All of one moment. */
    async export(caller: Caller): Promise<PersonalData> {
      const data = await db.snapshot(async (queries) => ({
        ...(await readAll(queries, caller)),
        audit_log: await readOwnActs(queries, caller.userId),
      }));
      return { exported_at: clock.now().toISOString(), ...data };
    },
  };
}
export type PersonalDataService = ReturnType<typeof personalDataService>;
