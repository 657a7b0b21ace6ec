// Sign-in with the identity provider (docs/decisions/0024-sign-in-by-openid-connect.md).
import { createHash } from 'node:crypto';

import { SessionToken } from '@wentwell/contract/accounts/sessions';
import {
  ConfirmLinkInput,
  ProviderReturn,
  ProviderReturnInput,
  ProviderSignIn,
  OwnSignIn,
} from '@wentwell/contract/accounts/sign-in';
import { type UserId, IdentityId } from '@wentwell/contract/ids';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { UserRow } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { addressBlock } from '#server/platform/http/address-block';
import { ApiError, notFound } from '#server/platform/http/api-error';
import { actorOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { MINUTE } from '#server/platform/http/rate-limits';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { insertAccount, lockAccount, requireMayRegister, selectActive } from './accounts.ts';
import { linkLimits } from './auth-limits.ts';
import type { AuthCore } from './auth.service.ts';
import { providerSignIns } from './credentials.table.ts';
import type { IdentitiesService, PendingLink, PendingLinksService, Visitor } from './identities.ts';
import type { IdentityProvider, ProvidedIdentity, SignInProof } from './identity-provider.ts';
import { isPasswordHash, noPassword } from './password.ts';
import { admitRegistration } from './registrations.ts';

interface ProviderSignInsDeps extends AuthCore {
  provider: IdentityProvider | null;
  identities: IdentitiesService;
  pendingLinks: PendingLinksService;
}

/** Maximum time at the provider, in ms. */
const signInMaxAge = 15 * MINUTE;

/** Derives all values from the browser's secret, so that the table stores nothing an attacker could use. */
function proofOf(secret: string): SignInProof {
  const derive = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${secret}`).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('verifier') };
}

function visitorOf(request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent'] ?? '';
  return { address: request.ip, requestId: request.id, userAgent };
}

export function providerSignInRoutes(api: Api, deps: ProviderSignInsDeps): void {
  const { db, registration, passwordLogin, hasher, failures, sources, sessions } = deps;
  const { identities, pendingLinks } = deps;

  function requireProvider(): IdentityProvider {
    return deps.provider ?? notFound();
  }

  async function openSession(tx: Tx, account: UserRow, visitor: Visitor): Promise<SessionToken> {
    if (!account.isActive || account.deletedAt) throw new ApiError('PROVIDER_ACCOUNT_CLOSED');
    const block = addressBlock(visitor.address);
    await sources.remember(tx, account.id, { block, isKnown: true });
    return sessions.open(tx, account.id, visitor.userAgent);
  }

  /** Returns a session, or the proof required first. */
  async function signIn(
    tx: Tx,
    identity: ProvidedIdentity,
    visitor: Visitor,
  ): Promise<ProviderReturn> {
    const { issuer, subject } = identity;
    const linked = await identities.accountOf(tx, { issuer, subject, email: identity.email ?? '' });
    if (linked) {
      return { status: 'signed_in', session: await openSession(tx, linked, visitor) };
    }
    const { email } = identity;
    if (email === null || !identity.isEmailVerified)
      throw new ApiError('PROVIDER_EMAIL_UNVERIFIED');
    const account = await lockAccount(tx, email);
    if (account && !account.isActive) throw new ApiError('PROVIDER_ACCOUNT_CLOSED');
    if (account?.verifiedAt) {
      // A concurrent sign-in of the same user may have linked it since the first look-up.
      const since = await identities.accountOf(tx, { issuer, subject, email });
      if (!since) return askForProof(tx, account, { issuer, subject, email });
      return { status: 'signed_in', session: await openSession(tx, since, visitor) };
    }
    await requireMayRegister(tx, registration, email);
    const { firstName, lastName } = identity;
    const own = { passwordHash: noPassword, firstName, lastName };
    // Discards the passwords and names of unverified registrations.
    const admitted = account
      ? await admitRegistration(tx, account, { ...own, email: account.email })
      : await insertAccount(tx, { ...own, email, verifiedAt: databaseNow });
    // A concurrent registration created the account. Retry.
    if (!admitted) return signIn(tx, identity, visitor);
    await identities.link(tx, { userId: admitted.id, issuer, subject, email }, visitor);
    return { status: 'signed_in', session: await openSession(tx, admitted, visitor) };
  }

  async function askForProof(
    tx: Tx,
    account: UserRow,
    subject: Pick<PendingLink, 'issuer' | 'subject' | 'email'>,
  ): Promise<ProviderReturn> {
    const by = passwordLogin && isPasswordHash(account.passwordHash) ? 'password' : 'code';
    await refuseOthers(tx, account, { by, issuer: subject.issuer });
    const providerName = requireProvider().name;
    const token = await pendingLinks.add(tx, account, { ...subject, by, providerName });
    return { status: 'confirm', by, email: account.email, token };
  }

  /** A mailed code proves nothing if the address was reassigned, because its new user reads the mail. */
  async function refuseOthers(
    tx: Tx,
    { id }: UserRow,
    { by, issuer }: Pick<PendingLink, 'by' | 'issuer'>,
  ): Promise<void> {
    if (by === 'code' && (await identities.isLinked(tx, id, issuer))) {
      throw new ApiError('PROVIDER_OTHER_IDENTITY');
    }
  }

  async function accountToProve(queries: Queries, userId: UserId): Promise<UserRow> {
    const [account] = await selectActive(queries, userId);
    if (!account) throw new ApiError('PROVIDER_ACCOUNT_CLOSED');
    return account;
  }

  /** Wrong passwords count towards the login limits. */
  async function requireProof(
    pending: PendingLink,
    { token, proof }: ConfirmLinkInput,
    { account, visitor }: { account: UserRow; visitor: Visitor },
  ): Promise<void> {
    if (pending.by === 'code') {
      if (!(await pendingLinks.hasCode(token, proof))) throw new ApiError('LINK_BAD_CODE');
      return;
    }
    const source = await sources.sourceOf(account.id, visitor.address);
    const isRight = await failures.attempt(account.email, source, () =>
      hasher.verify(account.passwordHash, proof, source),
    );
    if (!isRight) throw new ApiError('LINK_BAD_PASSWORD');
  }

  const { answer } = callsOf(api, 'Auth');

  answer('POST /auth/provider/start', {
    operationId: 'startProviderSignIn',
    summary: 'Start a sign-in at the identity provider',
    description:
      'Returns the URL of the identity provider (OpenID Connect) for the browser, and a secret to keep until ' +
      'the return to `/login/callback`, within 15 minutes. 404 without a provider, 503 with ' +
      '`PROVIDER_UNAVAILABLE` if it cannot be reached.',
    config: { public: true, ...linkLimits },
    answers: { 200: ProviderSignIn },
    refuses: [404],
    async run() {
      const provider = requireProvider();
      const secret = newSecret();
      const authorizationUrl = await provider.authorizationUrl(proofOf(secret));
      await db
        .insert(providerSignIns)
        .values({ secretHash: hashSecret(secret), expiresAt: fromDatabaseNow(signInMaxAge) });
      return { authorization_url: authorizationUrl, secret };
    },
  });

  answer('POST /auth/provider/finish', {
    operationId: 'finishProviderSignIn',
    summary: 'Finish a sign-in at the identity provider',
    description:
      'Takes the start’s secret and the query of `/login/callback`; works once. Returns a session for a ' +
      'linked account, and for a new account if the provider has verified its address and that may register ' +
      'here. If the address already has an account, its owner must prove it by the password or a mailed code ' +
      '(`confirm`).',
    config: { public: true, ...linkLimits },
    body: ProviderReturnInput,
    answers: { 200: ProviderReturn },
    refuses: [403, 404],
    async run({ body: { secret, query }, request }) {
      const visitor = visitorOf(request);
      const provider = requireProvider();
      const proof = proofOf(secret);
      // Check before spending the secret, so that a forged callback does not end this browser's own sign-in.
      if (new URLSearchParams(query).get('state') !== proof.state) {
        throw new ApiError('PROVIDER_SIGN_IN_GONE');
      }
      const [spent] = await db
        .delete(providerSignIns)
        .where(
          and(
            eq(providerSignIns.secretHash, hashSecret(secret)),
            gt(providerSignIns.expiresAt, databaseNow),
          ),
        )
        .returning({ expiresAt: providerSignIns.expiresAt });
      if (!spent) throw new ApiError('PROVIDER_SIGN_IN_GONE');
      const identity = await provider.identify(query, proof);
      return db.write((tx) => signIn(tx, identity, visitor));
    },
  });

  answer('POST /auth/provider/confirm', {
    operationId: 'confirmProviderSignIn',
    summary: 'Link a sign-in to an account',
    description:
      'Links the sign-in permanently to its address’s account, and returns a session. The proof is the ' +
      'account’s password (`LINK_BAD_PASSWORD`) or the mailed code (`LINK_BAD_CODE`, five attempts), as ' +
      'requested.',
    config: { public: true, ...linkLimits },
    body: ConfirmLinkInput,
    answers: { 200: SessionToken },
    refuses: [403, 404],
    async run({ body: input, request }) {
      const visitor = visitorOf(request);
      requireProvider();
      const pending = await pendingLinks.find(input.token);
      const account = await accountToProve(db, pending.userId);
      await requireProof(pending, input, { account, visitor });
      return db.write(async (tx) => {
        const locked = await lockAccount(tx, account.email);
        // The account or its password changed since the proof.
        if (locked?.id !== account.id || locked.passwordHash !== account.passwordHash) {
          throw new ApiError('PROVIDER_SIGN_IN_GONE');
        }
        // Two identities may hold a code at the same time. The first one links.
        await refuseOthers(tx, locked, pending);
        await pendingLinks.spend(tx, input.token);
        const { issuer, subject, email } = pending;
        await identities.link(tx, { userId: locked.id, issuer, subject, email }, visitor);
        await pendingLinks.notify(tx, locked.email, requireProvider().name);
        return openSession(tx, locked, visitor);
      });
    },
  });

  answer('GET /me/sign-in', {
    operationId: 'getMySignInMethods',
    summary: 'List my ways to sign in',
    description: 'Whether the account has a usable password, and its linked identities.',
    answers: { 200: OwnSignIn },
    run: ({ caller }) => identities.own(caller),
  });

  answer('DELETE /me/identities/:id', {
    operationId: 'unlinkMyIdentity',
    summary: 'Unlink a sign-in',
    description:
      'Removes the link to an identity. The last way to sign in cannot be removed (`LAST_WAY_IN`).',
    params: z.object({ id: IdentityId }),
    refuses: [409],
    run: ({ params, request }) => identities.unlink(actorOf(request), params.id),
  });
}
