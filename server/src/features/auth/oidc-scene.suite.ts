import { ProviderReturn, ProviderSignIn } from '@wentwell/contract/accounts/sign-in';
import { User } from '@wentwell/contract/accounts/users';
import { afterAll, beforeAll, expect } from 'vitest';

import { type Answer, buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { type OidcPerson, startOidcServer, type OidcServer } from '#test/oidc-server';

import { api, authCalls } from './auth-scene.suite.ts';

export const publicUrl = 'https://retro.example.com';
export const redirectUri = `${publicUrl}/login/callback`;

let counter = 0;

/** A provider user without an account. Their address is verified by default. */
export function newPerson(claims: Partial<OidcPerson> = {}): OidcPerson & { email: string } {
  counter += 1;
  const email = `person-${counter}@example.com`;
  const names = { given_name: 'Robin', family_name: 'Field' };
  return { sub: `subject-${counter}`, email, email_verified: true, ...names, ...claims };
}

export function providerCalls(app: TestApp, provider: OidcServer) {
  async function start(): Promise<ProviderSignIn> {
    return ProviderSignIn.parse((await app.request('POST', `${api}/auth/provider/start`)).body);
  }

  function finish(secret: string, query: string): Promise<Answer> {
    return app.request('POST', `${api}/auth/provider/finish`, { body: { secret, query } });
  }

  /** Runs the whole redirect flow of a browser. */
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

    /** Signs in to an account that is not linked. Returns the required proof. */
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

export interface ProviderScene {
  provider: OidcServer;
  app: TestApp;
  calls: ReturnType<typeof providerCalls>;
  accounts: ReturnType<typeof authCalls>;
  me(token: string): Promise<User>;
}

/** Starts a provider and a node before the file's tests. Returns a getter. */
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
