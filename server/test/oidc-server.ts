// A real local identity provider that signs in the test's person without questions.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider';

/** A person at the provider: a subject, and claims such as `email`. */
export interface OidcPerson {
  sub: string;
  [claim: string]: unknown;
}

export interface OidcServerOptions {
  /** Claims are in the ID token, not only at the userinfo endpoint. */
  claimsInToken?: boolean;
  /** The product's client authentication. */
  clientAuth?: 'client_secret_basic' | 'client_secret_post';
}

export interface OidcServer extends AsyncDisposable {
  issuer: string;
  /** Settings for the product. */
  settings: Record<string, string>;
  /** The next person to sign in; null cancels. */
  person: OidcPerson | null;
  /** A false discovery document. */
  description: string | null;
  /** Requests to its endpoints. */
  requests: readonly string[];
  /** Allows a redirect URI; call before the first visit. */
  allow(redirectUri: string): void;
  /** Follows redirects like a browser. Returns the query of the return. */
  visit(authorizationUrl: string): Promise<string>;
  /** `pause` stops listening; `resume` listens again. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

const client = { client_id: 'wentwell', client_secret: 'canary-client-secret-0123456789abcdef' };
const scopes = 'openid email profile';

/** In-memory storage of the provider. */
function memoryAdapter() {
  const rows = new Map<string, AdapterPayload>();
  return class implements Adapter {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    #key(id: string): string {
      return `${this.#name} ${id}`;
    }
    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      rows.set(this.#key(id), payload);
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      return rows.get(this.#key(id));
    }
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return [...rows.values()].find((row) => row.uid === uid);
    }
    async findByUserCode(): Promise<undefined> {
      return undefined;
    }
    async consume(id: string): Promise<void> {
      const row = rows.get(this.#key(id));
      if (row) row.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string): Promise<void> {
      rows.delete(this.#key(id));
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
    }
  };
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'first' };
}

/** A cookie jar for one visit. */
function cookieJar() {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(answer: Response): void {
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
        cookies.set(name, value);
      }
    },
  };
}

export async function startOidcServer(options: OidcServerOptions = {}): Promise<OidcServer> {
  const { claimsInToken = false, clientAuth = 'client_secret_basic' } = options;
  const people = new Map<string, OidcPerson>();
  const requests: string[] = [];
  let provider: Provider | null = null;
  let redirect = '';
  const http = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    requests.push(path);
    if (!provider) response.writeHead(503).end();
    else if (server.description !== null && path === '/.well-known/openid-configuration') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(server.description);
    } else if (path.startsWith('/sign-in/')) {
      const person = server.person;
      if (person) people.set(person.sub, person);
      const result = person
        ? { login: { accountId: person.sub } }
        : { error: 'access_denied', error_description: 'canary of the provider' };
      void provider.interactionFinished(request, response, result);
    } else void provider.callback()(request, response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const issuer = `http://127.0.0.1:${port}`;
  const key = signingKey();

  function configuration(): Configuration {
    return {
      adapter: memoryAdapter(),
      clients: [{ ...client, redirect_uris: [redirect], token_endpoint_auth_method: clientAuth }],
      clientAuthMethods: [clientAuth],
      jwks: { keys: [key] },
      cookies: { keys: ['a key of the tests'] },
      conformIdTokenClaims: !claimsInToken,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'xms_edov'],
        profile: ['given_name', 'family_name'],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: async () => ({ ...people.get(sub), sub }),
      }),
      // Skips the consent page.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        });
        grant.addOIDCScope(scopes);
        await grant.save();
        return grant;
      },
    };
  }

  const server: OidcServer = {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Example Login',
    },
    person: null,
    description: null,
    requests,
    allow(redirectUri) {
      redirect = redirectUri;
      provider = new Provider(issuer, configuration());
    },
    async visit(authorizationUrl) {
      const jar = cookieJar();
      let url = authorizationUrl;
      for (let steps = 0; steps < 6 && !url.startsWith(redirect); steps += 1) {
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie: jar.header() } });
        jar.keep(answer);
        const next = answer.headers.get('location');
        if (next === null)
          throw new Error(`the provider stops at ${answer.status}: ${await answer.text()}`);
        url = new URL(next, url).href;
      }
      return new URL(url).search.slice(1);
    },
    async pause() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
    async resume() {
      http.listen(port, '127.0.0.1');
      await once(http, 'listening');
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
    },
  };
  return server;
}
