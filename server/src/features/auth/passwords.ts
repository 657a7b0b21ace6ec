// Changes passwords, by the current one or a mailed link. Ends other sessions and queues a notice in the transaction.
import {
  ChangePasswordInput,
  ForgotPasswordInput,
  MailAccepted,
  ResetPasswordInput,
} from '@wentwell/contract/accounts/auth';
import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { User } from '@wentwell/contract/accounts/users';
import type { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, eq } from 'drizzle-orm';

import { toUser, type UserRow, users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { addressBlock } from '#server/platform/http/address-block';
import { ApiError } from '#server/platform/http/api-error';
import { type Actor, actorOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { HOUR } from '#server/platform/http/rate-limits';

import { passwordChangedEmail, resetEmail } from './account-emails.ts';
import { accountLinks } from './account-links.ts';
import { isAsChecked, lockAccount, selectActive } from './accounts.ts';
import { linkLimits, mailLimits, ownLimits } from './auth-limits.ts';
import type { AuthCore } from './auth.service.ts';
import { passwordResets } from './credentials.table.ts';
import { dropRegistrations } from './registrations.ts';

// Disables password routes if users sign in only with the identity provider.
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts or sets a password, or sends a link that does. */
    passwords?: boolean;
  }
}

/** Call before the routes are registered. */
export function refusePasswords(api: Api): void {
  // Runs after all onRequest hooks, which send 404 to callers who must not know the route.
  api.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.passwords) throw new ApiError('PASSWORDS_OFF');
  });
}

// Password reset links: single use, valid for one hour.

const sentPerHour = 5;

export function passwordResetsService({ db, queueEmail }: AuthCore) {
  const links = accountLinks({
    table: passwordResets,
    maxAge: limits.passwordResetMaxAge,
    keptFor: HOUR,
    sentPerHour,
    queueEmail,
  });

  async function ownerOf(queries: Queries, token: string): Promise<UserId | undefined> {
    const [link] = await queries
      .select({ userId: passwordResets.userId })
      .from(passwordResets)
      .where(and(links.hasToken(token), links.isOpen));
    return link?.userId;
  }

  return {
    endAll: links.endAll,

    /** Sends a new link and expires older ones. Requires the account's lock. */
    async send(tx: Tx, email: string, account: UserRow | null): Promise<void> {
      await links.send(tx, account, {
        email: (token) => resetEmail(account?.email ?? email, token),
        endsOlder: true,
      });
    },

    /** Throws RESET_PASSWORD_BAD_TOKEN for an unusable link. Call before hashing the new password. */
    async requireUsable(token: string): Promise<void> {
      if (!(await ownerOf(db, token))) throw new ApiError('RESET_PASSWORD_BAD_TOKEN');
    },

    /** Locks and returns the link's owner. A concurrent request waits for the lock and then finds the link used. */
    async spend(tx: Tx, token: string): Promise<UserRow> {
      const userId = await ownerOf(tx, token);
      const [owner] = userId ? await selectActive(tx, userId).for('update') : [];
      const [spent] = await tx
        .update(passwordResets)
        .set({ usedAt: databaseNow })
        .where(and(links.hasToken(token), links.isOpen))
        .returning({ userId: passwordResets.userId });
      if (!owner || !spent) throw new ApiError('RESET_PASSWORD_BAD_TOKEN');
      return owner;
    },
  };
}
type PasswordResetsService = ReturnType<typeof passwordResetsService>;

/** Verifies the caller's own password. */
export function ownPasswords({ db, hasher, failures }: AuthCore) {
  async function accountOf({ userId }: Actor): Promise<UserRow> {
    const [account] = await selectActive(db, userId);
    if (!account) throw new ApiError('SESSION_EXPIRED');
    return account;
  }

  /** Has its own failure count, so that guessing at the login does not block the owner here. */
  async function check(account: UserRow, actor: Actor, password: string): Promise<boolean> {
    const block = addressBlock(actor.address);
    return failures.attempt(`password of ${account.id}`, { block, isKnown: false }, () =>
      hasher.verify(account.passwordHash, password, { block, isKnown: true }),
    );
  }

  return {
    accountOf,
    check,
    /** Counts wrong passwords. */
    verify: async (actor: Actor, password: string) =>
      check(await accountOf(actor), actor, password),
  };
}
type OwnPasswords = ReturnType<typeof ownPasswords>;

interface PasswordsDeps extends AuthCore {
  resets: PasswordResetsService;
  own: OwnPasswords;
}

export function passwordsRoutes(api: Api, deps: PasswordsDeps): void {
  const { db, clock, hasher, failures, sources, sessions, resets, own, queueEmail } = deps;
  const { answer } = callsOf(api, 'Auth');

  async function notify(tx: Tx, to: string, ended: 'all sessions' | 'all other sessions') {
    await queueEmail(tx, passwordChangedEmail({ to, changedAt: clock.now(), ended }));
  }

  async function change(caller: Actor, input: ChangePasswordInput): Promise<SessionToken> {
    const account = await own.accountOf(caller);
    if (!(await own.check(account, caller, input.current_password))) {
      throw new ApiError('CHANGE_PASSWORD_BAD_CURRENT');
    }
    const source = { block: addressBlock(caller.address), isKnown: true };
    const passwordHash = await hasher.hash(input.new_password, source);
    const session = await db.write(async (tx) => {
      const [changed] = await tx
        .update(users)
        .set({ passwordHash, updatedAt: databaseNow })
        .where(isAsChecked(account))
        .returning();
      if (!changed) return null;
      await resets.endAll(tx, changed.id);
      await notify(tx, changed.email, 'all other sessions');
      return sessions.replaceAll(tx, caller);
    });
    // The account changed since the check. Check again.
    return session ?? change(caller, input);
  }

  answer('POST /auth/change-password', {
    operationId: 'changePassword',
    summary: 'Change the password',
    description:
      'Requires the current password (`CHANGE_PASSWORD_BAD_CURRENT`). All sessions of the account end, ' +
      'including the caller’s; returns a new session’s token. Other sessions’ live sockets close permanently.' +
      ' A notice is mailed.',
    config: { passwords: true, ...ownLimits },
    body: ChangePasswordInput,
    answers: { 200: SessionToken },
    refuses: [403],
    run: ({ body, request }) => change(actorOf(request), body),
  });

  answer('POST /auth/forgot-password', {
    operationId: 'requestPasswordReset',
    summary: 'Request a password link',
    description:
      'Mails a link that sets a new password once within an hour; older links stop working. The answer does ' +
      'not reveal whether the address is known, nor whether its hourly limit is reached.',
    config: { public: true, passwords: true, ...mailLimits },
    body: ForgotPasswordInput,
    answers: { 202: MailAccepted },
    refuses: [403],
    async run({ body: { email } }) {
      await db.write(async (tx) => {
        const account = await lockAccount(tx, email);
        await resets.send(tx, email, account?.isActive ? account : null);
      });
      return {
        detail:
          'If this address has an account, a link to set a new password is on its way. Please check your email.',
      };
    },
  });

  answer('POST /auth/reset-password', {
    operationId: 'resetPassword',
    summary: 'Set a new password by link',
    description:
      'Uses a password link’s token and returns the account. All sessions end and none is opened: log in with' +
      ' the new password. Also verifies an unverified address. A notice is mailed. Refused with ' +
      '`RESET_PASSWORD_BAD_TOKEN`.',
    config: { public: true, passwords: true, ...linkLimits },
    body: ResetPasswordInput,
    answers: { 200: User },
    refuses: [403],
    async run({ body: input, request }) {
      await resets.requireUsable(input.token);
      const source = { block: addressBlock(request.ip), isKnown: true };
      const passwordHash = await hasher.hash(input.password, source);
      const user = await db.write(async (tx) => {
        const owner = await resets.spend(tx, input.token);
        if (!owner.verifiedAt) await dropRegistrations(tx, owner.id);
        const [changed] = await tx
          .update(users)
          .set({
            passwordHash,
            updatedAt: databaseNow,
            // A stranger may have registered the unverified address, so clear the names.
            ...(!owner.verifiedAt && { verifiedAt: databaseNow, firstName: '', lastName: '' }),
          })
          .where(eq(users.id, owner.id))
          .returning();
        if (!changed) throw new ApiError('RESET_PASSWORD_BAD_TOKEN');
        await resets.endAll(tx, owner.id);
        await sessions.endAll(tx, owner.id);
        // Marks this source as known, so that guessing elsewhere does not block logins here.
        await sources.remember(tx, owner.id, source);
        await notify(tx, owner.email, 'all sessions');
        return toUser(changed);
      });
      await failures.forget(user.email);
      await failures.forget(`password of ${user.id}`);
      return user;
    },
  });
}
