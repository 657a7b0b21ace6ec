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
} from '@wentwell/contract/accounts/auth';
import {
  LoginInput,
  RefreshInput,
  SessionToken,
  ValidateOutput,
} from '@wentwell/contract/accounts/sessions';
import { SignInOptions } from '@wentwell/contract/accounts/sign-in';
import { User } from '@wentwell/contract/accounts/users';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';

import { toUser, type UserRow, users } from '#server/features/users/users.table';
import type { Tx } from '#server/platform/db/database';
import { addressBlock } from '#server/platform/http/address-block';
import { ApiError } from '#server/platform/http/api-error';
import { tokenOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';

import { findAccount, isAsChecked, isInvited, lockAccount } from './accounts.ts';
import { linkLimits, loginLimits, mailLimits, ownLimits, registerLimits } from './auth-limits.ts';
import type { AuthCore, AuthService } from './auth.service.ts';
import type { Source } from './hashing-gate.ts';
import {
  addProven,
  addRegistration,
  admitRegistration,
  mayRegisterAnew,
  type Registration,
  waitingRegistrations,
} from './registrations.ts';
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

interface AuthDeps extends AuthCore {
  /** The identity provider's name. Null if none is configured. */
  providerName: string | null;
  /** Retention of deleted accounts. Null: forever. */
  keepDeletedMs: number | null;
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
        .where(isAsChecked(account))
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
      'Creates an account that is inactive until its address is verified, and mails a verification link. The ' +
      'optional `redirect`, a path of this site, is added to the link. A verified account’s address is ' +
      'refused with `REGISTER_USER_ALREADY_EXISTS`; an unverified address may be registered again, and each ' +
      'registration keeps its own password and names. With restricted registration, other addresses are ' +
      'refused with 403.',
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
      'Creates the invited address’s account, joins the team and opens a session; returns its token and the ' +
      'team’s live meeting. The mailed token proves the address, so no verification follows; a copied link’s ' +
      'token is unknown here (404). Works once: 409 for an answered invitation, 410 for an expired or ' +
      'canceled one, `REGISTER_USER_ALREADY_EXISTS` for an address with an account.',
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
    summary: 'Get the registration rule and sign-in methods',
    description:
      'Who may register: everybody (`open`), invited addresses (`invite`), addresses of the `domains`, or ' +
      'nobody (`off`); whether people sign in by password, identity provider, or both; and for how many days ' +
      'deleted records are kept (`null`: forever).',
    config: { public: true },
    answers: { 200: SignInOptions },
    run: () => signInOptions,
  });

  answer('POST /auth/verification', {
    operationId: 'readVerificationLink',
    summary: 'Inspect a verification link',
    description:
      'Returns the link’s address and whether it still works, without using it: mail scanners open links, ' +
      'too. `VERIFY_USER_BAD_TOKEN` for an unknown link, and 30 days after it was sent.',
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
      'Uses a verification link’s token, which works once within 24 hours. Refused with ' +
      '`VERIFY_USER_BAD_TOKEN`, or `VERIFY_USER_ALREADY_VERIFIED` if already verified. If the address was ' +
      'registered several times, the `password` of one registration is required (`VERIFY_PASSWORD_NEEDED`, ' +
      '`VERIFY_BAD_PASSWORD`): that one is verified, and the others are removed.',
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
      'Mails a new link if the address awaits one; older links stop working. The address may be in the query ' +
      'or the body. The answer does not reveal whether the address is known.',
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
      'Takes a form with `username` (the email address) and `password`; returns a new session’s bearer token.' +
      ' `LOGIN_BAD_CREDENTIALS` does not say which was wrong; `LOGIN_USER_NOT_VERIFIED` for an unverified ' +
      'account. From the sixth wrong password within 15 minutes from one network address, the account is ' +
      'delayed there (429), increasingly; after a hundred a day in total, everywhere it has not logged in ' +
      'before.',
    config: { public: true, passwords: true, form: true, ...loginLimits },
    body: LoginInput,
    answers: { 200: SessionToken },
    refuses: [403],
    run: ({ body, request }) => login(body, request),
  });

  answer('POST /auth/refresh', {
    operationId: 'refreshToken',
    summary: 'Refresh the token',
    description:
      'Returns a new token of the same session, which still ends 30 days after its login. The replaced token ' +
      'works for 60 more seconds, so that requests in flight succeed, but not for another refresh (401); ' +
      'later use ends the session. While the new token is unused, the replaced one works on and may then refresh ' +
      'again, and a use of the unused one ends the session. Live sockets stay open.',
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
      'Ends the caller’s session and its live sockets; other sessions of the account stay.',
    run: ({ caller }) => sessions.end(caller.sessionId),
  });

  answer('GET /auth/validate', {
    operationId: 'validateToken',
    summary: 'Get the session’s account',
    description: 'Returns the token’s account, and when its session ends.',
    answers: { 200: ValidateOutput },
    async run({ caller }) {
      const session = await sessions.describe(caller);
      if (!session) throw new ApiError('SESSION_EXPIRED');
      return { valid: true as const, ...session };
    },
  });
}
