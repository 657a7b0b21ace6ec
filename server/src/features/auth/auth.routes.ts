// Authentication routes: registration, address verification, login, refresh, logout.
import {
  InvitedRegistration,
  InvitedSession,
  MailAccepted,
  RegisterInput,
  ResendInput,
  Verification,
  VerificationInput,
  VerifyInput,
} from '@wentwell/contract/auth';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import {
  LoginInput,
  RefreshInput,
  SessionToken,
  ValidateOutput,
} from '@wentwell/contract/sessions';
import { type RegistrationRule, SignInOptions } from '@wentwell/contract/sign-in';
import { User } from '@wentwell/contract/users';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

import { isLivingPerson, toUser, type UserRow, users } from '#server/features/users/users.table';
import type { Database, Tx } from '#server/platform/db/database';
import { addressBlock } from '#server/platform/http/address-block';
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { tokenOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import { findAccount, isInvited, lockAccount } from './accounts.ts';
import { linkLimits, loginLimits, mailLimits, ownLimits, registerLimits } from './auth-limits.ts';
import type { AuthService } from './auth.service.ts';
import type { Source } from './hashing-gate.ts';
import type { LoginFailuresService, LoginSourcesService } from './login-failures.ts';
import type { PasswordHasher } from './password.ts';
import {
  addProven,
  addRegistration,
  admitRegistration,
  mayRegisterAnew,
  type Registration,
  waitingRegistrations,
} from './registrations.ts';
import type { SessionsService } from './sessions.service.ts';
import type { VerificationsService } from './verifications.ts';

/** Invitation links prove the address they were mailed to. Both methods throw if the link can no longer be accepted. */
export interface MailedInvitations {
  provenAddress: (token: string) => Promise<string>;
  acceptMailed: (
    tx: Tx,
    token: string,
    admit: () => Promise<UserId>,
  ) => Promise<{ userId: UserId; teamId: TeamId; meetingId: MeetingId | null }>;
}

interface AuthDeps {
  db: Database;
  registration: RegistrationRule;
  passwordLogin: boolean;
  /** The identity provider's name. Null if none is configured. */
  providerName: string | null;
  /** Retention of deleted accounts. Null: forever. */
  keepDeletedMs: number | null;
  hasher: PasswordHasher;
  failures: LoginFailuresService;
  sources: LoginSourcesService;
  sessions: SessionsService;
  verifications: VerificationsService;
  invitations: MailedInvitations;
  auth: AuthService;
}

const day = 86_400_000;

function agentOf({ headers }: FastifyRequest): string {
  return headers['user-agent'] ?? '';
}

/** The source of a caller without a verified account. */
function unknownSource(address: string): Source {
  return { block: addressBlock(address), isKnown: false };
}

export function authRoutes(api: Api, deps: AuthDeps): void {
  const { db, registration: rule, hasher, failures, sources, sessions, verifications } = deps;
  const { requireFree, newRegistration } = deps.auth;
  const { invitations } = deps;
  const { answer } = callsOf(api, 'Auth');

  const signInOptions = {
    ...rule,
    ways: [
      ...(deps.passwordLogin ? (['password'] as const) : []),
      ...(deps.providerName === null ? [] : (['provider'] as const)),
    ],
    provider_name: deps.providerName,
    keep_deleted_days: deps.keepDeletedMs === null ? null : deps.keepDeletedMs / day,
  } satisfies SignInOptions;

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

  /** For an unverified account, the password of any of its registrations matches. */
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

  /** Attempts are limited per account, because the link alone must not open a stranger's registration. */
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

  /** Unknown addresses and wrong passwords cause the same error after the same work. */
  async function login(input: LoginInput, request: FastifyRequest): Promise<SessionToken> {
    const account = await findAccount(db, input.username);
    const source = await sources.sourceOf(account?.id, request.ip);
    const isValid = await failures.attempt(input.username, source, async () => {
      const matches = await hasPassword(account, input.password, source);
      return matches && account?.isActive === true;
    });
    if (!account || !isValid) throw new ApiError('LOGIN_BAD_CREDENTIALS');
    if (!account.verifiedAt) throw new ApiError('LOGIN_USER_NOT_VERIFIED');
    const newHash = hasher.isOutdated(account.passwordHash)
      ? await hasher.hash(input.password, source)
      : account.passwordHash;
    const session = await db.write(async (tx) => {
      // Requires the checked password hash. If the account changed meanwhile, check it again.
      const [unchanged] = await tx
        .update(users)
        .set({ passwordHash: newHash })
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
      return sessions.open(tx, account.id, agentOf(request));
    });
    return session ?? login(input, request);
  }

  answer('POST /auth/register', {
    operationId: 'register',
    summary: 'Register',
    description:
      'Makes an account that is closed until its address is verified, and mails the link for that. The optional `redirect`, a path on this site, is carried into the link. An address of a verified account is refused with `REGISTER_USER_ALREADY_EXISTS`; an unverified one may be registered anew, and each registration keeps its own password and names. Where the server does not take everybody, other addresses are refused with 403.',
    config: { public: true, passwords: true, ...registerLimits((email) => isInvited(db, email)) },
    body: RegisterInput,
    answers: { 201: User },
    refuses: [403],
    async run({ body: input, request: { ip } }) {
      await requireFree(input.email);
      const registration = await newRegistration(input, unknownSource(ip));
      return db.write(async (tx) => {
        const user = await addRegistration(tx, registration, addressBlock(ip));
        const { email, redirect } = input;
        await verifications.send(tx, user, { email, redirect, replacesOlder: false });
        return toUser(user);
      });
    },
  });

  answer('POST /auth/register-invited', {
    operationId: 'registerInvited',
    summary: 'Register by a mailed invitation',
    description:
      'Makes the account of the invited address, joins the team and opens a session, whose token is answered with the live meeting of the team. The token of the mailed link proves the address, so no verification follows; that of a copied link is unknown here (404). It works once: an invitation that was answered is refused with 409, one that expired or was canceled with 410, an address with an account with `REGISTER_USER_ALREADY_EXISTS`.',
    config: { public: true, passwords: true, ...linkLimits },
    body: InvitedRegistration,
    answers: { 201: InvitedSession },
    refuses: [403, 404, 409, 410],
    async run({ body: { token, ...input }, request }) {
      const email = await invitations.provenAddress(token);
      await requireFree(email);
      const source = unknownSource(request.ip);
      const registration = await newRegistration({ ...input, email }, source);
      return db.write(async (tx) => {
        const { userId, teamId, meetingId } = await invitations.acceptMailed(
          tx,
          token,
          async () => (await addProven(tx, registration)).id,
        );
        await sources.remember(tx, userId, source);
        const session = await sessions.open(tx, userId, agentOf(request));
        return { ...session, team_id: teamId, meeting_id: meetingId };
      });
    },
  });

  answer('GET /auth/registration', {
    operationId: 'getRegistrationRule',
    summary: 'See who may register, and how to sign in',
    description:
      'Answers whether everybody may register here (`open`), invited addresses (`invite`), addresses of the `domains`, or nobody (`off`); whether people sign in by passwords, with the identity provider, or both; and for how many days what was deleted is kept (`null`: forever).',
    config: { public: true },
    answers: { 200: SignInOptions },
    run: () => signInOptions,
  });

  answer('POST /auth/verification', {
    operationId: 'readVerificationLink',
    summary: 'Read a verification link',
    description:
      'Tells the holder of a verification link which address it is about and whether it still works. It spends nothing, so that a page can ask before it verifies: programs that scan mail open its links, too. Refused with `VERIFY_USER_BAD_TOKEN` for an unknown link, and 30 days after it was sent.',
    config: { public: true, passwords: true, ...linkLimits },
    body: VerificationInput,
    answers: { 200: Verification },
    refuses: [403],
    run: ({ body }) => verifications.describe(db, body.token),
  });

  answer('POST /auth/verify', {
    operationId: 'verifyEmail',
    summary: 'Verify an address',
    description:
      'Spends the token of a verification link. It works once and for 24 hours; refused with `VERIFY_USER_BAD_TOKEN`, or with `VERIFY_USER_ALREADY_VERIFIED` where there is nothing left to do. Where the address was registered more than once, the `password` of one registration is needed (`VERIFY_PASSWORD_NEEDED`, `VERIFY_BAD_PASSWORD`): that one is verified, and the others end.',
    config: { public: true, passwords: true, ...linkLimits },
    body: VerifyInput,
    answers: { 200: User },
    refuses: [403],
    async run({ body: { token, password }, request }) {
      const chosen =
        password === undefined
          ? null
          : await chooseRegistration(token, password, unknownSource(request.ip));
      return db.write(async (tx) => {
        const account = await verifications.spend(tx, token);
        const waiting = await waitingRegistrations(tx, account);
        if (!chosen && waiting.length > 1) throw new ApiError('VERIFY_PASSWORD_NEEDED');
        const winner = chosen ? waiting.find(({ id }) => id === chosen.id) : waiting[0];
        // Newer registrations evicted it during the password check.
        if (!winner) throw new ApiError('VERIFY_BAD_PASSWORD');
        return toUser(await admitRegistration(tx, account, winner));
      });
    },
  });

  answer('POST /auth/resend-verification', {
    operationId: 'resendVerification',
    summary: 'Send another verification link',
    description:
      'Mails a new link where one is awaited; older ones end. The address may stand in the query or in the body. The answer is the same whether or not the address is known.',
    body: ResendInput,
    answers: { 202: MailAccepted },
    refuses: [403],
    config: { public: true, passwords: true, ...mailLimits },
    route: {
      // The address may be in the query or the body. The body takes precedence.
      preValidation: async (request) => {
        request.body = Object.assign({}, request.query, request.body);
      },
    },
    async run({ body: { email, redirect } }) {
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
  });

  answer('POST /auth/login', {
    operationId: 'login',
    summary: 'Log in',
    description:
      'Takes a form with `username` (the email address) and `password`; answers the bearer token of a new session. A wrong pair is refused with `LOGIN_BAD_CREDENTIALS`, whichever of the two it was; an unverified account with `LOGIN_USER_NOT_VERIFIED`. From the sixth wrong password within 15 minutes and from one network address on, the account is asked to wait there (429), longer each time; after a hundred a day from everywhere, it is asked to wait wherever it has not logged in before.',
    config: { public: true, passwords: true, form: true, ...loginLimits },
    body: LoginInput,
    answers: { 200: SessionToken },
    refuses: [403],
    run: ({ body, request }) => login(body, request),
  });

  answer('POST /auth/refresh', {
    operationId: 'refreshToken',
    summary: 'Get a new token',
    description:
      'Answers a new token of the same session, which still ends 30 days after its login. The replaced token works 60 seconds more, so that requests under way do not fail, but refreshes no more (401); using it after that ends the session. Live sockets stay open.',
    config: ownLimits,
    body: RefreshInput,
    answers: { 200: SessionToken },
    async run({ caller, request }) {
      const refreshed = await sessions.refresh(caller, tokenOf(request));
      if (!refreshed) throw new ApiError('SESSION_EXPIRED');
      return refreshed;
    },
  });

  answer('POST /auth/logout', {
    operationId: 'logout',
    summary: 'Log out',
    description:
      'Ends the session of the call with its live sockets; other sessions of the account stay.',
    run: ({ caller }) => sessions.end(caller.sessionId),
  });

  answer('GET /auth/validate', {
    operationId: 'validateToken',
    summary: 'See who is logged in',
    description: 'Answers the account that the token belongs to, and when its session ends.',
    answers: { 200: ValidateOutput },
    async run({ caller }) {
      const session = await sessions.describe(caller);
      if (!session) throw new ApiError('SESSION_EXPIRED');
      return { valid: true as const, ...session };
    },
  });
}
