import { ProviderReturn, ProviderSignIn } from '@wentwell/contract/sign-in';
import { User } from '@wentwell/contract/users';
import { afterAll, beforeAll, expect } from 'vitest';

import { type Answer, buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { type OidcPerson, startOidcServer, type OidcServer } from '#test/oidc-server';

import { api, authCalls } from './auth-scene.suite.ts';

export const publicUrl = 'https://retro.example.com';
export const redirectUri = `${publicUrl}/login/callback`;

let counter = 0;

/** Somebody at the provider whom nobody knows here, with a verified address unless told otherwise. */
export function newPerson(claims: Partial<OidcPerson> = {}): OidcPerson & { email: string } {
  counter += 1;
  const email = `person-${counter}@example.com`;
  const names = { given_name: 'Robin', family_name: 'Field' };
  return { sub: `subject-${counter}`, email, email_verified: true, ...names, ...claims };
}

export function providerCalls(app: TestApp, provider: OidcServer) {
  async function start(): Promise<ProviderSignIn> {
    const { body } = await app.request('POST', `${api}/auth/provider/start`);
    return ProviderSignIn.parse(body);
  }

  function finish(secret: string, query: string): Promise<Answer> {
    return app.request('POST', `${api}/auth/provider/finish`, { body: { secret, query } });
  }

  /** The whole way of a browser, there and back. */
  async function comeBackAs(person: OidcPerson | null): Promise<Answer> {
    provider.person = person;
    const { authorization_url, secret } = await start();
    return finish(secret, await provider.visit(authorization_url));
  }

  return {
    start,
    finish,
    comeBackAs,

    /** Returns the token of the session. */
    async signIn(person: OidcPerson): Promise<string> {
      const outcome = ProviderReturn.parse((await comeBackAs(person)).body);
      if (outcome.status !== 'signed_in') throw new Error('a proof was asked for');
      return outcome.session.access_token;
    },

    /** Comes back to an account that is not linked, and returns what is asked. */
    async untilProof(person: OidcPerson) {
      const outcome = ProviderReturn.parse((await comeBackAs(person)).body);
      if (outcome.status !== 'confirm') throw new Error('no proof was asked for');
      return outcome;
    },

    confirm: (token: string, proof: string): Promise<Answer> =>
      app.request('POST', `${api}/auth/provider/confirm`, { body: { token, proof } }),

    async ownSignIn(token: string): Promise<unknown> {
      const answer = await app.request('GET', `${api}/me/sign-in`, { token });
      expect(answer.status).toBe(200);
      return answer.body;
    },
  };
}

export function said({ status, problem }: Answer): unknown[] {
  return [status, problem?.code ?? null];
}

export interface ProviderScene {
  provider: OidcServer;
  app: TestApp;
  calls: ReturnType<typeof providerCalls>;
  accounts: ReturnType<typeof authCalls>;
  me(token: string): Promise<User>;
}

/** Starts a provider and a node that signs in with it before the tests of a file. Returns what is there by then. */
export function useProviderScene(log = collectLog('trace').log): () => ProviderScene {
  let scene: ProviderScene | undefined;
  beforeAll(async () => {
    const provider = await startOidcServer();
    provider.allow(redirectUri);
    const app = await buildTestApp({ PUBLIC_URL: publicUrl, ...provider.settings }, { log });
    scene = {
      provider,
      app,
      calls: providerCalls(app, provider),
      accounts: authCalls(app),
      me: async (token) =>
        User.parse((await app.request('GET', `${api}/users/me`, { token })).body),
    };
  });
  afterAll(async () => {
    await scene?.app[Symbol.asyncDispose]();
    await scene?.provider[Symbol.asyncDispose]();
  });
  return () => {
    if (!scene) throw new Error('only tests have the scene');
    return scene;
  };
}
