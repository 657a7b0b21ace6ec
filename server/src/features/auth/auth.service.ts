// Who somebody is: registering, proving the address, logging in, staying so, logging out.
import type { LoginInput, RegisterInput, SessionToken } from '@wentwell/contract/auth';
import { UserId } from '@wentwell/contract/ids';
import type { User } from '@wentwell/contract/users';
import { and, eq, isNull } from 'drizzle-orm';

import { toUser, type UserRow, users } from '#server/features/users/users.table';
import type { Clock } from '#server/platform/clock';
import type { Database, Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import { Refusal } from '#server/platform/http/refusal';
import { newId } from '#server/platform/ids';

import { findAccount, lockAccount } from './accounts.service.ts';
import type { LoginFailuresService } from './login-failures.service.ts';
import type { PasswordKeeper } from './password.ts';
import type { SessionsService } from './sessions.service.ts';
import type { VerificationsService } from './verifications.service.ts';

export interface AuthDeps {
  db: Database;
  clock: Clock;
  keeper: PasswordKeeper;
  failures: LoginFailuresService;
  sessions: SessionsService;
  verifications: VerificationsService;
}

export function authService(deps: AuthDeps) {
  const { db, clock, keeper, failures, sessions, verifications } = deps;

  async function newAccount(input: RegisterInput) {
    const now = clock.now();
    return {
      id: newId(UserId),
      email: input.email,
      passwordHash: await keeper.hash(input.password),
      firstName: input.first_name ?? '',
      lastName: input.last_name ?? '',
      createdAt: now,
      updatedAt: now,
    };
  }

  async function add(tx: Tx, row: typeof users.$inferInsert): Promise<UserRow> {
    const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning();
    if (!user) throw new Refusal('REGISTER_USER_ALREADY_EXISTS');
    return user;
  }

  /**
   * Takes address, password and what the browser calls itself; gives a new session, or refuses without telling
   * which of the two was wrong.
   */
  async function login(input: LoginInput, userAgent: string): Promise<SessionToken> {
    const account = await findAccount(db, input.username);
    const right = await failures.judge(input.username, async () => {
      const matches = await keeper.isRight(account?.passwordHash ?? null, input.password);
      return matches && account?.isActive === true;
    });
    if (!account || !right) throw new Refusal('LOGIN_BAD_CREDENTIALS');
    if (!account.verifiedAt) throw new Refusal('LOGIN_USER_NOT_VERIFIED');
    const stronger = keeper.isOutdated(account.passwordHash)
      ? await keeper.hash(input.password)
      : account.passwordHash;
    const session = await db.write(async (tx) => {
      // The account as it was checked: what changed meanwhile is judged anew.
      const [unchanged] = await tx
        .update(users)
        .set({ passwordHash: stronger })
        .where(
          and(
            eq(users.id, account.id),
            eq(users.passwordHash, account.passwordHash),
            eq(users.isActive, true),
            isNull(users.deletedAt),
          ),
        )
        .returning({ id: users.id });
      return unchanged ? sessions.open(tx, account.id, userAgent) : null;
    });
    return session ?? login(input, userAgent);
  }

  return {
    authenticate: sessions.authenticate,

    /** Makes an account that is closed until its address is proved, and sends the link in the same transaction. */
    async register(input: RegisterInput): Promise<User> {
      // Asked first only to spare the hashing; the index decides.
      if (await findAccount(db, input.email)) throw new Refusal('REGISTER_USER_ALREADY_EXISTS');
      const row = await newAccount(input);
      return db.write(async (tx) => {
        const user = await add(tx, row);
        await verifications.send(tx, user, input.redirect);
        return toUser(user);
      });
    },

    /** Makes an account that needs no link: for commands and samples, never for a request. */
    async addVerified(input: RegisterInput): Promise<User> {
      const row = await newAccount(input);
      return db.write(async (tx) => toUser(await add(tx, { ...row, verifiedAt: row.createdAt })));
    },

    /** Whether nobody has ever registered. */
    async isEmpty(): Promise<boolean> {
      const anybody = await db.select({ id: users.id }).from(users).limit(1);
      return anybody.length === 0;
    },

    /** Whether an account has this address; for commands and samples, never for a request. */
    async isTaken(email: string): Promise<boolean> {
      return (await findAccount(db, email)) !== undefined;
    },

    /** Spends a verification link. */
    async verify(token: string): Promise<User> {
      return db.write(async (tx) => toUser(await verifications.spend(tx, token)));
    },

    /** Sends another link where one is awaited; neither the answer nor its time tells whether that was so. */
    async resendVerification(input: { email: string; redirect?: string | undefined }) {
      await db.write(async (tx) => {
        const account = await lockAccount(tx, input.email);
        if (account?.isActive && !account.verifiedAt) {
          await verifications.send(tx, account, input.redirect);
        } else {
          await verifications.pretend(tx, input.email, input.redirect);
        }
      });
      return {
        detail:
          'If this address awaits its verification, a new link is on its way. Please check your email.',
      };
    },

    login,

    /** Takes a caller and the token of the call; gives the session a new one. */
    async refresh(caller: Caller, token: string): Promise<SessionToken> {
      const refreshed = await sessions.refresh(caller, token);
      if (!refreshed) throw new Refusal('SESSION_EXPIRED');
      return refreshed;
    },

    /** Ends the caller's session, and no other. */
    async logout(caller: Caller): Promise<void> {
      await sessions.end(caller.sessionId);
    },

    /** Tells a caller who they are and until when. */
    async validate(caller: Caller) {
      const session = await sessions.describe(caller);
      if (!session) throw new Refusal('SESSION_EXPIRED');
      return { valid: true as const, ...session };
    },
  };
}
export type AuthService = ReturnType<typeof authService>;
