// Rules and helpers of accounts for the calls, commands, samples and invitations.
import type { RegisterInput } from '@wentwell/contract/auth';
import { UserId } from '@wentwell/contract/ids';
import type { RegistrationRule } from '@wentwell/contract/sign-in';
import type { User } from '@wentwell/contract/users';

import { toUser, users } from '#server/features/users/users.table';
import type { Database } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';

import { findAccount, requireMayRegister } from './accounts.ts';
import type { Source } from './hashing-gate.ts';
import type { PasswordHasher } from './password.ts';
import { mayRegisterAnew, type NewRegistration } from './registrations.ts';

interface AccountRules {
  db: Database;
  registration: RegistrationRule;
  passwordLogin: boolean;
  hasher: PasswordHasher;
}

export function authService({ db, registration: rule, passwordLogin, hasher }: AccountRules) {
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

  return {
    requireFree,
    newRegistration,

    /** Whether `registerInvited` would open an account for this address. */
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
  };
}
export type AuthService = ReturnType<typeof authService>;
