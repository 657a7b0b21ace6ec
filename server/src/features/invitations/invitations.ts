// Invitations: sent by mail, answered once, and only by the invited address (docs/api.md A-61).
import { ListQuery } from '@wentwell/contract/api/lists';
import { InvitationId, type MeetingId, type TeamId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import {
  Invitation,
  InvitationAnswer,
  InvitationInput,
  invitationPolicy,
  PublicInvitation,
  SentInvitation,
  TeamInvitation,
} from '@wentwell/contract/teams/invitations';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import {
  auditOutsider,
  authorizeInTeam,
  lockTeam,
  lockTeamRow,
  teamContextInTeam,
} from '#server/features/teams/team-access';
import { memberColor, memberships, membersOf, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { type ListPage, pageOf } from '#server/platform/http/list-answer';
import { HOUR, MINUTE } from '#server/platform/http/rate-limits';
import { newId } from '#server/platform/ids';
import { type Email, nameInMail, type QueueEmail } from '#server/platform/mail/email';
import { countMailsOfDay } from '#server/platform/mail/mail-queue';
import { hashSecret, newSecret } from '#server/platform/secrets';

import {
  invitations,
  isOpenInvitation,
  selectInvitations,
  senderMayInvite,
  type StoredInvitation,
  toInvitation,
  toPublicInvitation,
  toTeamInvitation,
} from './invitations.table.ts';

// The mailed link's token appears only in the email, so that it proves the address. The sender gets another token.

const days = limits.invitationMaxAge / (24 * 60 * 60 * 1000);

/** Anyone with this path can see the page. */
function invitationPath(token: string): `/${string}` {
  return `/invitations/${encodeURIComponent(token)}`;
}

function invitationEmail(invitation: {
  to: string;
  inviter: { name: string; email: string };
  teamName: string;
  token: string;
}): Email {
  const { to, token } = invitation;
  const inviter = nameInMail(invitation.inviter.name);
  const teamName = nameInMail(invitation.teamName);
  return {
    to,
    subject: `${inviter} invited you to the team ${teamName} on Wentwell`,
    title: `Join the team ${teamName}`,
    paragraphs: [
      `${inviter} (${invitation.inviter.email}) invited you to the team “${teamName}” on Wentwell, where it runs its meetings and retrospectives.`,
      `Choose a password with the link below, or log in with this email address. The link expires in ${days} days. It is only for you, so please do not forward it.`,
    ],
    kind: 'invitation',
    linkMaxAge: limits.invitationMaxAge,
    button: { label: 'See the invitation', path: invitationPath(token) },
    reason: `${inviter} (${invitation.inviter.email}) entered this address at Wentwell. If you do not know them, ignore this email. You only join if you accept.`,
  };
}

/** Includes deleted invitations, but not those of deleted teams. */
function stored(db: Queries, where: SQL | undefined) {
  return selectInvitations(db).where(and(isNull(teams.deletedAt), where));
}

const byMailedToken = (token: string) => eq(invitations.mailedTokenHash, hashSecret(token));
/** Matches the mailed link's token or the sender's. */
const byToken = (token: string) =>
  or(eq(invitations.tokenHash, hashSecret(token)), byMailedToken(token));

const sentTo = (email: string) => sql`lower(${invitations.email}) = ${email.toLowerCase()}`;

/** Neither canceled nor replaced. */
const notCanceled = and(isNull(invitations.deletedAt), ne(invitations.status, 'canceled'));
/** Includes canceled invitations, whose link answers 410, so that the invited person learns the reason. */
const known = or(isNull(invitations.deletedAt), eq(invitations.status, 'pending'));
/** Excludes invitations of deleted senders, because they show the sender's name. */
const showable = and(known, isNull(users.deletedAt));

async function find(db: Queries, which: SQL | undefined): Promise<StoredInvitation> {
  const [found] = await stored(db, which);
  if (!found) throw new ApiError('INVITATION_NOT_FOUND');
  return found;
}

/** Locks the team and the invitation, so that the second of two concurrent answers sees the first. */
async function lock(tx: Tx, which: SQL | undefined): Promise<StoredInvitation> {
  await lockTeamRow(tx, (await find(tx, which)).team.id);
  const [found] = await stored(tx, which).for('update', { of: invitations });
  if (!found) throw new ApiError('INVITATION_NOT_FOUND');
  return found;
}

/** Throws if it can no longer be accepted. */
function requirePending(found: StoredInvitation): void {
  const { status } = toInvitation(found);
  if (status === 'canceled' || status === 'expired') throw new ApiError('INVITATION_GONE');
  if (status !== 'pending') throw new ApiError('INVITATION_NOT_PENDING');
}

async function openPage<T>(
  db: Database,
  { which, query }: { which: SQL; query: ListQuery },
  present: (row: StoredInvitation) => T,
): Promise<ListPage<T>> {
  const open = and(which, isOpenInvitation, senderMayInvite);
  const sorted = stored(db, open).orderBy(asc(invitations.createdAt), asc(invitations.id));
  const all = stored(db, open).as('open');
  const { rows, total } = await pageOf(sorted, query, () => db.$count(all));
  return { rows: rows.map(present), total };
}

async function updateInvitation(
  tx: Tx,
  id: InvitationId,
  changes: PgUpdateSetSource<typeof invitations>,
): Promise<void> {
  await tx
    .update(invitations)
    .set({ ...changes, updatedAt: databaseNow })
    .where(eq(invitations.id, id));
}

/** Throws INVITATION_NOT_PENDING if it was already answered. */
async function settle(
  tx: Tx,
  { userId }: { userId: UserId },
  at: { found: StoredInvitation; status: InvitationAnswer['status'] },
): Promise<Invitation> {
  const { invitation } = at.found;
  requirePending(at.found);
  if (at.status === 'accepted') await join(tx, userId, invitation.teamId);
  await updateInvitation(tx, invitation.id, { status: at.status });
  return { ...toInvitation(at.found), status: at.status };
}

/** Existing members keep their role. */
async function join(tx: Tx, userId: UserId, teamId: TeamId): Promise<void> {
  await tx
    .insert(memberships)
    .values({ teamId, userId, role: 'member', joinedAt: databaseNow })
    .onConflictDoNothing();
}

interface InvitationsDeps {
  db: Database;
  queueEmail: QueueEmail;
  /** Prefix of links in emails. */
  publicUrl: string;
  /** The meeting opened after accepting an invitation. */
  liveMeetingOf: (
    db: Queries,
    teamId: TeamId,
  ) => Promise<{ id: MeetingId; name: string } | undefined>;
  onInvited?: (tx: Tx, made: { id: InvitationId; teamId: TeamId }) => Promise<unknown>;
}

const DAY = 24 * HOUR;

export function invitationsService(deps: InvitationsDeps) {
  const { db, queueEmail, publicUrl, liveMeetingOf, onInvited } = deps;

  /** Reveals nothing about accounts outside the team. */
  async function isMember(tx: Tx, teamId: TeamId, email: string): Promise<boolean> {
    const isTheirs = sql`lower(${users.email}) = ${email.toLowerCase()}`;
    return (await membersOf(tx, teamId, isTheirs)).length > 0;
  }

  /** Throws above the team's daily limits. Canceled invitations count too. */
  async function requireDailyRoom(tx: Tx, teamId: TeamId, email: string): Promise<void> {
    const since = fromDatabaseNow(-DAY);
    const ofToday = and(eq(invitations.teamId, teamId), gt(invitations.createdAt, since));
    const later = { 'Retry-After': String(HOUR / 1000) };
    if ((await tx.$count(invitations, ofToday)) >= limits.teamInvitationsPerDay) {
      throw new ApiError('TEAM_INVITATIONS_OF_TODAY', later);
    }
    const toThisAddress = await tx.$count(invitations, and(ofToday, sentTo(email)));
    if (toThisAddress >= limits.sameInvitationsPerDay) {
      throw new ApiError('INVITED_OFTEN_TODAY', later);
    }
  }

  /** Cancels an earlier invitation that is no longer valid. Throws INVITATION_PENDING for a valid one. */
  async function cancelExpired(tx: Tx, teamId: TeamId, email: string): Promise<void> {
    const [pending] = await stored(
      tx,
      and(
        notCanceled,
        eq(invitations.teamId, teamId),
        eq(invitations.status, 'pending'),
        sentTo(email),
      ),
    ).for('update', { of: invitations });
    if (!pending) return;
    if (toInvitation(pending).status === 'pending') {
      throw new ApiError('INVITATION_PENDING');
    }
    await updateInvitation(tx, pending.invitation.id, { status: 'canceled' });
  }

  /** Requires the team's lock, so that concurrent calls cannot exceed the limit. */
  async function requireOpenRoom(tx: Tx, teamId: TeamId): Promise<void> {
    const open = and(eq(invitations.teamId, teamId), isOpenInvitation);
    if ((await tx.$count(invitations, open)) >= limits.openInvitationsPerTeam) {
      throw new ApiError('INVITATIONS_FULL');
    }
  }

  return {
    /** Neither the response nor the email depends on whether the address has an account. */
    async create(caller: Caller, teamId: TeamId, input: InvitationInput): Promise<SentInvitation> {
      const email = input.invited_user_email;
      const token = newSecret();
      const mailedToken = newSecret();
      return db.write(async (tx) => {
        const { teamContext, team } = await lockTeam(tx, caller, teamId);
        authorize(invitationPolicy.create(teamContext));
        if (await isMember(tx, teamId, email)) throw new ApiError('ALREADY_MEMBER');
        await cancelExpired(tx, teamId, email);
        await requireDailyRoom(tx, teamId, email);
        await requireOpenRoom(tx, teamId);
        const id = newId(InvitationId);
        await tx.insert(invitations).values({
          id,
          teamId,
          senderId: caller.userId,
          email,
          tokenHash: hashSecret(token),
          mailedTokenHash: hashSecret(mailedToken),
          expiresAt: fromDatabaseNow(limits.invitationMaxAge),
        });
        await onInvited?.(tx, { id, teamId });
        auditOutsider(
          tx,
          { caller, role: teamContext.role },
          { action: 'invite_user', invitations: id, teams: teamId },
        );
        const inviter = { name: caller.displayName, email: caller.email };
        const mail = invitationEmail({
          to: email,
          inviter,
          teamName: team.name,
          token: mailedToken,
        });
        // Drop the mail silently. An error would reveal that others have invited the address.
        const mayMail =
          (await countMailsOfDay(tx, email, 'invitation')) < limits.invitationMailsPerDay;
        if (mayMail) await queueEmail(tx, mail);
        const stored = await find(tx, eq(invitations.id, id));
        const link = publicUrl + invitationPath(token);
        return { ...toTeamInvitation(stored, teamContext), link };
      });
    },

    /** The address proven by a pending mailed link. Throws for the sender's link, which proves none. */
    async provenAddress(mailedToken: string): Promise<string> {
      const found = await find(db, and(known, byMailedToken(mailedToken)));
      requirePending(found);
      return found.invitation.email;
    },

    /** Adds the account returned by `admit` to the team. A second request throws before it calls `admit`. */
    async acceptMailed(
      tx: Tx,
      mailedToken: string,
      admit: () => Promise<UserId>,
    ): Promise<{ userId: UserId; teamId: TeamId; meetingId: MeetingId | null }> {
      const found = await lock(tx, and(known, byMailedToken(mailedToken)));
      requirePending(found);
      const userId = await admit();
      await settle(tx, { userId }, { found, status: 'accepted' });
      const { teamId } = found.invitation;
      return { userId, teamId, meetingId: (await liveMeetingOf(tx, teamId))?.id ?? null };
    },

    /** Answers without the link. Throws INVITATION_NOT_FOUND for other addresses. */
    async respond(
      caller: Caller,
      invitationId: InvitationId,
      { status }: InvitationAnswer,
    ): Promise<Invitation> {
      return db.write(async (tx) => {
        const mine = and(known, eq(invitations.id, invitationId), sentTo(caller.email));
        return settle(tx, caller, { found: await lock(tx, mine), status });
      });
    },
  };
}
export type InvitationsService = ReturnType<typeof invitationsService>;

// Every invitation sends mail to an address that the caller chooses.
const sendLimits = { accountLimit: { max: limits.invitationsPerMinute, timeWindow: MINUTE } };
const openLimits = { addressLimit: { timeWindow: MINUTE, failures: 20, successes: 300 } };

interface InvitationRoutesDeps extends Pick<InvitationsDeps, 'db' | 'liveMeetingOf'> {
  service: InvitationsService;
  /** Whether the address has no account and may get one. */
  mayRegister: (email: string) => Promise<boolean>;
}

export function invitationsRoutes(
  api: Api,
  { db, service, liveMeetingOf, mayRegister }: InvitationRoutesDeps,
): void {
  const { list, answer } = callsOf(api, 'Invitations');

  list('/teams/:teamId/invitations', {
    operationId: 'listTeamInvitations',
    summary: 'List a team’s pending invitations',
    description: 'For members, oldest first.',
    querystring: ListQuery,
    lists: TeamInvitation,
    async run({ caller, params: { teamId }, query }) {
      const teamContext = await teamContextInTeam(db, caller, teamId);
      const which = eq(invitations.teamId, teamId);
      return openPage(db, { which, query }, (row) => toTeamInvitation(row, teamContext));
    },
  });

  answer('POST /teams/:teamId/invitations', {
    operationId: 'createInvitation',
    summary: 'Invite an address',
    description:
      'By members of the team. Sends an email with a link that works for 7 days for that address only; `link`' +
      ' is another one for the same address, returned once: unlike the mailed one it proves no address. An ' +
      'address is mailed at most three invitations a day by all teams; further ones exist without mail.',
    config: sendLimits,
    body: InvitationInput,
    answers: { 201: SentInvitation },
    refuses: [409],
    run: ({ caller, params, body }) => service.create(caller, params.teamId, body),
  });

  answer('DELETE /teams/:teamId/invitations/:invitationId', {
    operationId: 'cancelInvitation',
    summary: 'Cancel an invitation',
    description:
      'By its sender and team admins. Its link says that it was canceled, and the address can be invited ' +
      'again. 409 once answered.',
    refuses: [403, 409],
    run: ({ caller, params: { teamId, invitationId } }) =>
      db.write(async (tx) => {
        const { teamContext } = await lockTeam(tx, caller, teamId);
        const ofTeam = and(eq(invitations.teamId, teamId), eq(invitations.id, invitationId));
        const { invitation } = await lock(tx, and(ofTeam, notCanceled));
        const which = { sender_id: invitation.senderId };
        const done = {
          action: 'cancel_invitation',
          invitations: invitationId,
          teams: teamId,
        } as const;
        const policy = (who: TeamContext) => invitationPolicy.cancel(who, which);
        authorizeInTeam(tx, { caller, teamContext }, { policy, done });
        if (invitation.status !== 'pending') throw new ApiError('INVITATION_NOT_PENDING');
        await updateInvitation(tx, invitationId, { deletedAt: databaseNow });
        auditOutsider(tx, { caller, role: teamContext.role }, done);
      }),
  });

  answer('GET /teams/invitations/token/:token', {
    operationId: 'getInvitation',
    summary: 'Get an invitation by its link',
    description:
      'For everybody with the link, without a login. Only the signed-in invitee gets the sender’s email; for ' +
      'others it is null. For the mailed link, `can_register` says whether `registerInvited` is possible, and' +
      ' `live_meeting` is the team’s live meeting. Reading never accepts.',
    answers: { 200: PublicInvitation },
    config: { public: true, ...openLimits },
    async run({ params: { token }, request: { caller }, reply }) {
      // The URL is a secret: no indexing, caching or referrer.
      reply.headers({
        'X-Robots-Tag': 'noindex',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      });
      const found = await find(db, and(showable, byToken(token)));
      const { email, teamId, mailedTokenHash } = found.invitation;
      const isOpen = toInvitation(found).status === 'pending';
      const isMailed = isOpen && mailedTokenHash === hashSecret(token);
      return toPublicInvitation(found, {
        caller,
        color: isOpen ? await memberColor(db, teamId, found.sender) : null,
        can_register: isMailed && (await mayRegister(email)),
        live_meeting: (isMailed && (await liveMeetingOf(db, teamId))?.name) || null,
      });
    },
  });

  answer('POST /teams/invitations/token/:token/accept', {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation by its link',
    description:
      'The caller joins the team as a member if the address is theirs (403 otherwise). 409 once answered; 410' +
      ' if expired, canceled, or its sender has left.',
    config: openLimits,
    answers: { 200: Invitation },
    refuses: [403, 409, 410],
    run: ({ caller, params: { token } }) =>
      db.write(async (tx) => {
        const found = await lock(tx, and(known, byToken(token)));
        const invited = { invited_user_email: found.invitation.email };
        authorize(invitationPolicy.answer(caller.email, invited));
        return settle(tx, caller, { found, status: 'accepted' });
      }),
  });

  list('/me/team-invitations', {
    operationId: 'listMyInvitations',
    summary: 'List my invitations',
    description: 'Pending invitations to the caller’s address, oldest first.',
    querystring: ListQuery,
    lists: Invitation,
    run: ({ caller, query }) => openPage(db, { which: sentTo(caller.email), query }, toInvitation),
  });

  answer('POST /me/team-invitations/:invitationId/respond', {
    operationId: 'respondToInvitation',
    summary: 'Accept or decline an invitation',
    description:
      'One of the caller’s invitations. 409 once answered; 410 if expired, canceled, or its sender has left.',
    body: InvitationAnswer,
    answers: { 200: Invitation },
    refuses: [409, 410],
    run: ({ caller, params, body }) => service.respond(caller, params.invitationId, body),
  });
}
