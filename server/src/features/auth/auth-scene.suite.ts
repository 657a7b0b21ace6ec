// Test fixture for auth: registers users, reads their mail, and logs in.
import { OwnSession, SessionToken } from '@wentwell/contract/accounts/sessions';
import { expect } from 'vitest';
import { z } from 'zod';

import type { Answer, TestApp, TestUser } from '#test/build-test-app';

export const api = '/api/v1';
export const password = 'Correct1 horse';
export const DAY = 24 * 3600 * 1000;

let counter = 0;

/** Returns an unused address. */
export function newAddress(): string {
  counter += 1;
  return `somebody-${counter}@example.com`;
}

/** HTTP calls of registration and login. */
export function authCalls(app: TestApp) {
  function post(path: string, body?: unknown, token?: string): Promise<Answer> {
    return app.request('POST', api + path, { body, ...(token && { token }) });
  }

  function logIn(username: string, secret = password): Promise<Answer> {
    return app.request('POST', `${api}/auth/login`, { form: { username, password: secret } });
  }

  async function arrivedLink(to: string): Promise<URL> {
    const mail = await app.mail.next({ to });
    return new URL(mail.links[0] ?? 'about:blank');
  }

  async function arrivedToken(to: string): Promise<string> {
    return (await arrivedLink(to)).searchParams.get('token') ?? '';
  }

  async function register(email = newAddress()): Promise<{ email: string; token: string }> {
    expect((await post('/auth/register', { email, password })).status).toBe(201);
    return { email, token: await arrivedToken(email) };
  }

  async function openSession(email: string): Promise<string> {
    return SessionToken.parse((await logIn(email)).body).access_token;
  }

  async function addPerson(): Promise<string> {
    const email = newAddress();
    await app.services.auth.addVerified({ email, password });
    return email;
  }

  return {
    post,
    logIn,
    arrivedLink,
    arrivedToken,
    register,

    /** Adds a verified account without sending mail. Returns its address. */
    addPerson,

    /** Adds an account and opens a session, by the clock of the app under test. */
    async signIn(): Promise<TestUser> {
      const email = newAddress();
      const { id } = await app.services.auth.addVerified({ email, password });
      const token = await openSession(email);
      const list = await app.request('GET', `${api}/me/sessions`, { token });
      const [session] = z.array(OwnSession).parse(list.body);
      if (!session) throw new Error('the session just opened is not listed');
      return { id, email, token, sessionId: session.id };
    },

    /** Registers an account and verifies it through its email. Returns its address. */
    async registerVerified(): Promise<string> {
      const { email, token } = await register();
      expect((await post('/auth/verify', { token })).status).toBe(200);
      return email;
    },

    /** Returns the token of a new session. */
    openSession,

    validate: (token: string): Promise<Answer> =>
      app.request('GET', `${api}/auth/validate`, { token }),
  };
}
