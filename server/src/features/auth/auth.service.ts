// Account rules shared by routes, commands, samples and invitations.
import type { RegisterInput } from '@wentwell/contract/accounts/auth';
import type { RegistrationRule } from '@wentwell/contract/accounts/sign-in';
import type { User } from '@wentwell/contract/accounts/users';

import { toUser, users } from '#server/features/users/users.table';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import type { QueueEmail } from '#server/platform/mail/email';

import { findAccount, insertAccount, requireMayRegister } from './accounts.ts';
import type { Source } from './hashing-gate.ts';
import type { LoginFailuresService, LoginSourcesService } from './login-failures.ts';
import type { PasswordHasher } from './password.ts';
import { mayRegisterAnew, type NewRegistration } from './registrations.ts';
import type { SessionsService } from './sessions.ts';

/** Shared by the routes and services of authentication. */
export interface AuthCore {
  db: Database;
  clock: Clock;
  registration: RegistrationRule;
  passwordLogin: boolean;
  hasher: PasswordHasher;
  failures: LoginFailuresService;
  sources: LoginSourcesService;
  sessions: SessionsService;
  queueEmail: QueueEmail;
}

export function authService({ db, registration: rule, passwordLogin, hasher }: AuthCore) {
  /** An early check to save the hashing. The transaction repeats it. */
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

  return {
    requireFree,
    newRegistration,

    /** Whether `registerInvited` would accept this address. */
    async mayRegisterInvited(email: string): Promise<boolean> {
      if (!passwordLogin) return false;
      return requireFree(email).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError) return false;
          throw error;
        },
      );
    },

    /** Adds an account without verifying the address. Only for commands and samples. */
    async addVerified(input: RegisterInput): Promise<User> {
      const registration = await newRegistration(input);
      return db.write(async (tx) => {
        const user = await insertAccount(tx, { ...registration, verifiedAt: databaseNow });
        if (!user) throw new ApiError('REGISTER_USER_ALREADY_EXISTS');
        return toUser(user);
      });
    },

    async isEmpty(): Promise<boolean> {
      const found = await db.select({ id: users.id }).from(users).limit(1);
      return found.length === 0;
    },

    /** Reveals whether an account exists. Only for commands and samples. */
    async isTaken(email: string): Promise<boolean> {
      return (await findAccount(db, email)) !== undefined;
    },
  };
}
export type AuthService = ReturnType<typeof authService>;
