// The lists of what is stored about a person and from them, each in parts.
import type { PersonalData } from '@wentwell/contract/personal-data';
import { and, asc, eq, isNull } from 'drizzle-orm';

import { identities } from '#server/features/auth/identities.table';
import { isLivingSession, sessions } from '#server/features/auth/sessions.table';
import {
  invitations,
  isExpired,
  membershipOfSender,
  senderMayInvite,
  toInvitation,
} from '#server/features/invitations/invitations.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { templates } from '#server/features/templates/templates.table';
import { users } from '#server/features/users/users.table';
import type { ReadOwnActs } from '#server/platform/audit';
import type { Queries } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';

import { membershipOf, onLivingBoard, personalWriting } from './personal-writing.service.ts';

type Lists = Omit<PersonalData, 'exported_at' | 'account'>;

/** Each list in its order, some elements at a time. */
export type PersonalLists = { [Name in keyof Lists]: () => AsyncIterable<Lists[Name]> };

export interface PersonalListsDeps {
  db: Queries;
  readOwnActs: ReadOwnActs;
}

export function personalLists(
  { db, readOwnActs }: PersonalListsDeps,
  { userId, sessionId }: Caller,
): PersonalLists {
  return {
    ...personalWriting(db, userId),
    audit_log: () => readOwnActs(db, userId),

    async *sessions() {
      const logins = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isLivingSession))
        .orderBy(asc(sessions.createdAt));
      yield logins.map((session) => ({
        id: session.id,
        created_at: session.createdAt.toISOString(),
        last_used_at: session.lastUsedAt.toISOString(),
        user_agent: session.userAgent,
        current: session.id === sessionId,
      }));
    },

    async *identities() {
      const linked = await db
        .select()
        .from(identities)
        .where(eq(identities.userId, userId))
        .orderBy(asc(identities.createdAt));
      yield linked.map(({ issuer, subject, email, createdAt }) => ({
        issuer,
        subject,
        email,
        linked_at: createdAt.toISOString(),
      }));
    },

    async *teams() {
      const belongsTo = await db
        .select({ team: teams, membership: memberships })
        .from(memberships)
        .innerJoin(teams, eq(teams.id, memberships.teamId))
        .where(and(eq(memberships.userId, userId), isNull(teams.deletedAt)))
        .orderBy(asc(memberships.joinedAt));
      yield belongsTo.map(({ team, membership }) => ({
        id: team.id,
        name: team.name,
        role: membership.role,
        joined_at: membership.joinedAt.toISOString(),
      }));
    },

    async *meetings_led() {
      const led = await db
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
      yield led.map(({ id, name, createdAt, role }) => ({
        id,
        name: role === null ? null : name,
        created_at: createdAt.toISOString(),
      }));
    },

    async *invitations_sent() {
      const sent = await db
        .select({ invitation: invitations, team: teams, sender: users, senderMayInvite, isExpired })
        .from(invitations)
        .innerJoin(teams, eq(teams.id, invitations.teamId))
        .innerJoin(users, eq(users.id, invitations.senderId))
        .leftJoin(memberships, membershipOfSender)
        .where(
          and(
            eq(invitations.senderId, userId),
            isNull(invitations.deletedAt),
            isNull(teams.deletedAt),
          ),
        )
        .orderBy(asc(invitations.createdAt));
      yield sent.map(toInvitation).map(({ team, invited_user_email, status, created_at }) => ({
        team_id: team.id,
        email: invited_user_email,
        status,
        created_at,
      }));
    },

    async *templates() {
      const saved = await db
        .select({ teamId: templates.teamId, name: templates.name, createdAt: templates.createdAt })
        .from(templates)
        .innerJoin(teams, eq(teams.id, templates.teamId))
        .innerJoin(memberships, membershipOf(userId, templates.teamId))
        .where(
          and(
            eq(templates.createdBy, userId),
            isNull(templates.deletedAt),
            isNull(teams.deletedAt),
          ),
        )
        .orderBy(asc(templates.createdAt));
      yield saved.map(({ teamId, name, createdAt }) => ({
        team_id: teamId,
        name,
        created_at: createdAt.toISOString(),
      }));
    },
  };
}
