// OpenID Connect client (code flow with PKCE). Runs discovery on first use, to keep the start fast.
import { firstName, lastName } from '@wentwell/contract/accounts/user-changes';
import { Email } from '@wentwell/contract/text/email';
import type * as openidClient from 'openid-client';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import type { OidcConfig } from '#server/config';
import type { Clock } from '#server/platform/clock';
import { ApiError } from '#server/platform/http/api-error';

/** The values that tie the provider's callback to this browser and request. */
export interface SignInProof {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  /** Null if the provider sends none. */
  email: string | null;
  isEmailVerified: boolean;
  /** Empty if the provider sends no valid name. */
  firstName: string;
  lastName: string;
}

type Library = typeof openidClient;
interface Connection {
  library: Library;
  configuration: openidClient.Configuration;
}

/** Maximum age of the cached provider metadata, in ms. */
const descriptionMaxAge = 3_600_000;
const timeout = 8;

/** Some providers send a string or a number. Entra uses its own claim, `xms_edov`. */
const isTrue = z.union([z.literal(true), z.literal('true'), z.literal(1), z.literal('1')]);
const reasonCode = z.string().regex(/^[\w.-]{1,64}$/);

/** Validates the metadata that we use, because the library does not. */
function descriptionOver(protocol: RegExp) {
  const address = z.url({ protocol });
  return z.object({
    authorization_endpoint: address,
    token_endpoint: address,
    jwks_uri: address,
    userinfo_endpoint: address.optional(),
    token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  });
}

/** At most 255 characters by the standard. PostgreSQL does not store NUL characters. */
const subjectRule = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u);

/** Errors of the connection or the provider, not of this sign-in. */
const awayCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

export class IdentityProvider {
  readonly #config: OidcConfig;
  readonly #clock: Clock;
  readonly #log: BaseLogger;
  #connection: Promise<Connection> | null = null;
  #connectedAt = 0;

  constructor(config: OidcConfig, { clock, log }: { clock: Clock; log: BaseLogger }) {
    this.#config = config;
    this.#clock = clock;
    this.#log = log;
  }

  get name(): string {
    return this.#config.name;
  }

  /** Refetches the provider's metadata. Resolves with the failure's address, status and reason, or null on success. */
  async problem(): Promise<string | null> {
    try {
      await this.#discover();
      return null;
    } catch (error) {
      const { address, status, reason } = describeDiscovery(this.#config.issuer, error);
      return status === undefined
        ? `${address} cannot be read: ${reason}.`
        : `${address} answered ${status}: ${reason}.`;
    }
  }

  /** Throws PROVIDER_UNAVAILABLE if the provider is unreachable. */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInProof): Promise<string> {
    const { library, configuration } = await this.#connect();
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#config.redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** The issuer stored with identities. It may differ from the configured address. */
  async issuer(): Promise<string> {
    return (await this.#connect()).configuration.serverMetadata().issuer;
  }

  /** Exchanges the authorization code for the identity. Logs the reason of a failure, but no browser input. */
  async identify(query: string, proof: SignInProof): Promise<ProvidedIdentity> {
    const { library, configuration } = await this.#connect();
    try {
      const returned = new URL(this.#config.redirectUri);
      returned.search = query;
      const tokens = await library.authorizationCodeGrant(configuration, returned, {
        expectedState: proof.state,
        expectedNonce: proof.nonce,
        pkceCodeVerifier: proof.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || !subjectRule.safeParse(claims.sub).success) {
        throw new ApiError('PROVIDER_REFUSED');
      }
      // Minimal ID tokens omit claims that the userinfo endpoint returns.
      const profile =
        claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      return toIdentity(claims, profile);
    } catch (error) {
      throw this.#explain(library, error);
    }
  }

  #connect(): Promise<Connection> {
    const now = this.#clock.now().getTime();
    const before = this.#connection;
    if (before && now - this.#connectedAt < descriptionMaxAge) return before;
    this.#connectedAt = now;
    const discovered = this.#discover().catch((error: unknown) => {
      const failure = describeDiscovery(this.#config.issuer, error);
      this.#log.warn(failure, 'the identity provider cannot be reached');
      // Stale metadata most likely still works.
      if (before) return before;
      this.#connection = null;
      throw new ApiError('PROVIDER_UNAVAILABLE');
    });
    this.#connection = discovered;
    return discovered;
  }

  async #discover(): Promise<Connection> {
    const library = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#config;
    const address = new URL(issuer);
    const isPlain = address.protocol === 'http:';
    const configuration = await library.discovery(
      address,
      clientId,
      undefined,
      clientAuthentication(library, clientSecret),
      {
        timeout,
        execute: [
          // Verifies the ID token's signature, in addition to TLS.
          library.enableNonRepudiationChecks,
          // The settings allow plain HTTP only for localhost.
          ...(isPlain ? [library.allowInsecureRequests] : []),
        ],
      },
    );
    const description = descriptionOver(isPlain ? /^https?$/ : /^https$/);
    const { error } = description.safeParse(configuration.serverMetadata());
    if (error) {
      const names = error.issues.map(({ path }) => path.join('.')).join(', ');
      throw new Error(`what it verifiedClaims of itself cannot be used: ${names}`);
    }
    return { library, configuration };
  }

  #explain(library: Library, error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    if (error instanceof library.AuthorizationResponseError && error.error === 'access_denied') {
      return new ApiError('PROVIDER_CANCELED');
    }
    const { reason, isAway } = describeFailure(library, error);
    this.#log.warn({ reason }, 'the identity provider did not confirm a sign-in');
    return new ApiError(isAway ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REFUSED');
  }
}

/** Uses the method that the provider supports. Its default differs between the standard and the library. */
function clientAuthentication(library: Library, secret: string): openidClient.ClientAuth {
  const basic = library.ClientSecretBasic(secret);
  const post = library.ClientSecretPost(secret);
  return (...request) => {
    const [server] = request;
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? basic : post;
    authenticate(...request);
  };
}

/** Returns the failed address and the reason. Nested causes are more specific than the error itself. */
function describeDiscovery(issuer: string, error: unknown) {
  const isAddress = issuer.includes('/.well-known/');
  const address = isAddress
    ? issuer
    : `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let status: number | undefined;
  let reason = 'no answer';
  let cause = error;
  for (let depth = 0; depth < 5 && cause !== undefined; depth += 1) {
    if (cause instanceof Response) status = cause.status;
    if (!(cause instanceof Error)) break;
    if (cause.message !== '') reason = cause.message;
    cause = cause.cause;
  }
  return { address, ...(status !== undefined && { status }), reason };
}

function describeFailure(library: Library, error: unknown): { reason: string; isAway: boolean } {
  if (
    error instanceof library.AuthorizationResponseError ||
    error instanceof library.ResponseBodyError
  ) {
    const reason = reasonCode.safeParse(error.error).data ?? 'an unreadable error';
    return { reason, isAway: /^(server_error|temporarily_unavailable)$/.test(reason) };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Connection errors have no library code.
  return { reason: code || 'no connection', isAway: code === '' || awayCodes.has(code) };
}

function toIdentity(
  claims: openidClient.IDToken,
  profile: openidClient.IDToken | openidClient.UserInfoResponse,
): ProvidedIdentity {
  // Take the address and its verification from the same response.
  const email = Email.safeParse(profile['email']).data ?? null;
  const verifiedClaims = [profile['email_verified'], profile['xms_edov']];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified:
      email !== null && verifiedClaims.some((each) => isTrue.safeParse(each).success),
    firstName: firstName.safeParse(profile['given_name']).data ?? '',
    lastName: lastName.safeParse(profile['family_name']).data ?? '',
  };
}
