// Authentication: registering, proving the address, logging in, staying so, logging out.
import type {
  InvitedRegistration,
  InvitedSession,
  RegisterInput,
  ResendInput,
  Verification,
  VerifyInput,
} from '@wentwell/contract/auth';
import { type MeetingId, type TeamId, UserId } from '@wentwell/contract/ids';
import type { LoginInput, SessionToken } from '@wentwell/contract/sessions';
import type { RegistrationRule, SignInOptions } from '@wentwell/contract/sign-in';
import type { User } from '@wentwell/contract/users';
import { and, eq } from 'drizzle-orm';

import { isLivingPerson, toUser, type UserRow, users } from '#server/features/users/users.table';
import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { addressBlock } from '#server/platform/http/address-block';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';

import { findAccount, isInvited, lockAccount, requireMayRegister } from './accounts.ts';
import type { Source } from './hashing-gate.ts';
import type { LoginFailuresService, LoginSourcesService } from './login-failures.ts';
import type { PasswordHasher } from './password.ts';
import {
  addProven,
  addRegistration,
  admitRegistration,
  mayRegisterAnew,
  type NewRegistration,
  type Registration,
  waitingRegistrations,
} from './registrations.ts';
import type { SessionsService } from './sessions.service.ts';
import type { VerificationsService } from './verifications.ts';

/** Invitations, as far as their mailed links prove an address; both throw where a link can no longer be accepted. */
export interface MailedInvitations {
  provenAddress: (token: string) => Promise<string>;
  acceptMailed: (
    tx: Tx,
    token: string,
    admit: () => Promise<UserId>,
  ) => Promise<{ userId: UserId; teamId: TeamId; meetingId: MeetingId | null }>;
}

export interface AuthDeps {
  db: Database;
  registration: RegistrationRule;
  passwordLogin: boolean;
  /** The identity provider's name; null where there is none. */
  providerName: string | null;
  /** How long deleted accounts are kept; null: forever. */
  keepDeletedMs: number | null;
  hasher: PasswordHasher;
  failures: LoginFailuresService;
  sources: LoginSourcesService;
  sessions: SessionsService;
  verifications: VerificationsService;
  invitations: MailedInvitations;
}

/** A browser's name for itself, and the network address that it comes from. */
export interface Device {
  userAgent: string;
  address: string;
}

const day = 86_400_000;

/** Somebody whose account is not known yet, or is not verified. */
function strangerAt(address: string): Source {
  return { block: addressBlock(address), isKnown: false };
}

export function authService(deps: AuthDeps) {
  const { db, registration: rule, hasher, failures, sources, sessions, verifications } = deps;
  const { invitations } = deps;

  /** Checked before a password is hashed for it; the transaction decides. */
  async function requireFree(email: string): Promise<void> {
    await requireMayRegister(db, rule, email);
    const known = await findAccount(db, email);
    if (known && !mayRegisterAnew(known)) throw new ApiError('REGISTER_USER_ALREADY_EXISTS');
  }

  async function newRegistration(input: RegisterInput, source?: Source): Promise<NewRegistration> {
    return {
      email: input.email,
      passwordHash: await hasher.hash(input.password, source),
      firstName: input.first_name ?? '',
      lastName: input.last_name ?? '',
    };
  }

  async function registrationWith(
    waiting: readonly Registration[],
    password: string,
    source: Source,
  ): Promise<Registration | undefined> {
    for (const registration of waiting) {
      if (await hasher.verify(registration.passwordHash, password, source)) return registration;
    }
    return undefined;
  }

  /** Whether the password is the account's, or while it is unverified that of any registration of its address. */
  async function hasPassword(
    account: UserRow | undefined,
    password: string,
    source: Source,
  ): Promise<boolean> {
    if (!account || account.verifiedAt) {
      return hasher.verify(account?.passwordHash ?? null, password, source);
    }
    const waiting = await waitingRegistrations(db, account);
    return (await registrationWith(waiting, password, source)) !== undefined;
  }

  /** Guessing is counted for each account: the link alone must not open a stranger's registration. */
  async function chooseRegistration(
    token: string,
    password: string,
    source: Source,
  ): Promise<Registration> {
    const account = await verifications.accountOf(db, token);
    const waiting = await waitingRegistrations(db, account);
    let chosen: Registration | undefined;
    await failures.attempt(`verification of ${account.id}`, source, async () => {
      chosen = await registrationWith(waiting, password, source);
      return chosen !== undefined;
    });
    if (!chosen) throw new ApiError('VERIFY_BAD_PASSWORD');
    return chosen;
  }

  /** An unknown address and a wrong password get the same error after the same work. */
  async function login(input: LoginInput, device: Device): Promise<SessionToken> {
    const account = await findAccount(db, input.username);
    const source = await sources.sourceOf(account?.id, device.address);
    const right = await failures.attempt(input.username, source, async () => {
      const matches = await hasPassword(account, input.password, source);
      return matches && account?.isActive === true;
    });
    if (!account || !right) throw new ApiError('LOGIN_BAD_CREDENTIALS');
    if (!account.verifiedAt) throw new ApiError('LOGIN_USER_NOT_VERIFIED');
    const stronger = hasher.isOutdated(account.passwordHash)
      ? await hasher.hash(input.password, source)
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
            isLivingPerson,
          ),
        )
        .returning({ id: users.id });
      if (!unchanged) return null;
      await sources.remember(tx, account.id, source);
      return sessions.open(tx, account.id, device.userAgent);
    });
    return session ?? login(input, device);
  }

  return {
    authenticate: sessions.authenticate,
    signInOptions: {
      ...rule,
      ways: [
        ...(deps.passwordLogin ? (['password'] as const) : []),
        ...(deps.providerName === null ? [] : (['provider'] as const)),
      ],
      provider_name: deps.providerName,
      keep_deleted_days: deps.keepDeletedMs === null ? null : deps.keepDeletedMs / day,
    } satisfies SignInOptions,

    /** An unproved address may be registered again: each registration keeps its own password and names. */
    async register(input: RegisterInput, address: string): Promise<User> {
      await requireFree(input.email);
      const registration = await newRegistration(input, strangerAt(address));
      return db.write(async (tx) => {
        const user = await addRegistration(tx, registration, addressBlock(address));
        const { email, redirect } = input;
        await verifications.send(tx, user, { email, redirect, replacesOlder: false });
        return toUser(user);
      });
    },

    /** Whether `registerInvited` would open an account for this address. */
    async mayRegisterInvited(email: string): Promise<boolean> {
      if (!deps.passwordLogin) return false;
      return requireFree(email).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError) return false;
          throw error;
        },
      );
    },

    /** Opens the account, joins the team and signs in, all or nothing. The mailed token proves the address. */
    async registerInvited(
      { token, ...input }: InvitedRegistration,
      { userAgent, address }: Device,
    ): Promise<InvitedSession> {
      const email = await invitations.provenAddress(token);
      await requireFree(email);
      const source = strangerAt(address);
      const registration = await newRegistration({ ...input, email }, source);
      return db.write(async (tx) => {
        const { userId, teamId, meetingId } = await invitations.acceptMailed(
          tx,
          token,
          async () => (await addProven(tx, registration)).id,
        );
        await sources.remember(tx, userId, source);
        const session = await sessions.open(tx, userId, userAgent);
        return { ...session, team_id: teamId, meeting_id: meetingId };
      });
    },

    /** Makes an account that needs no link: for commands and samples, never for a request. */
    async addVerified(input: RegisterInput): Promise<User> {
      const registration = await newRegistration(input);
      const row = { ...registration, id: newId(UserId), verifiedAt: databaseNow };
      return db.write(async (tx) => {
        const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning();
        if (!user) throw new ApiError('REGISTER_USER_ALREADY_EXISTS');
        return toUser(user);
      });
    },

    async isEmpty(): Promise<boolean> {
      const found = await db.select({ id: users.id }).from(users).limit(1);
      return found.length === 0;
    },

    /** Whether an account has this address; for commands and samples, never for a request. */
    async isTaken(email: string): Promise<boolean> {
      return (await findAccount(db, email)) !== undefined;
    },

    async describeVerification(token: string): Promise<Verification> {
      return verifications.describe(db, token);
    },

    /** Spends a verification link. Of several registrations the password picks one; the others end. */
    async verify({ token, password }: VerifyInput, address: string): Promise<User> {
      const chosen =
        password === undefined
          ? null
          : await chooseRegistration(token, password, strangerAt(address));
      return db.write(async (tx) => {
        const account = await verifications.spend(tx, token);
        const waiting = await waitingRegistrations(tx, account);
        if (!chosen && waiting.length > 1) throw new ApiError('VERIFY_PASSWORD_NEEDED');
        const winner = chosen ? waiting.find(({ id }) => id === chosen.id) : waiting[0];
        // It made room for later ones while its password was checked.
        if (!winner) throw new ApiError('VERIFY_BAD_PASSWORD');
        return toUser(await admitRegistration(tx, account, winner));
      });
    },

    /** Sends another link where one is awaited; neither the answer nor its time tells whether that was so. */
    async resendVerification({ email, redirect }: ResendInput): Promise<{ detail: string }> {
      await db.write(async (tx) => {
        const account = await lockAccount(tx, email);
        const receiver = account && mayRegisterAnew(account) ? account : null;
        await verifications.send(tx, receiver, { email, redirect, replacesOlder: true });
      });
      return {
        detail:
          'If this address awaits its verification, a new link is on its way. Please check your email.',
      };
    },

    login,

    /** Whether somebody has invited this address, and still waits for an answer. */
    isInvited: (email: string): Promise<boolean> => isInvited(db, email),

    async refresh(caller: Caller, token: string): Promise<SessionToken> {
      const refreshed = await sessions.refresh(caller, token);
      if (!refreshed) throw new ApiError('SESSION_EXPIRED');
      return refreshed;
    },

    async logout(caller: Caller): Promise<void> {
      await sessions.end(caller.sessionId);
    },

    async validate(caller: Caller) {
      const session = await sessions.describe(caller);
      if (!session) throw new ApiError('SESSION_EXPIRED');
      return { valid: true as const, ...session };
    },
  };
}
export type AuthService = ReturnType<typeof authService>;
