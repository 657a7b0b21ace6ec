// What the tests of auth have in common: a person who registers, reads their mail, and logs in.
import { SessionToken } from '@wentwell/contract/auth';
import { expect } from 'vitest';

import type { Answer, TestApp } from '#test/build-test-app';

export const api = '/api/v1';
export const password = 'Correct1 horse';
export const DAY = 24 * 3600 * 1000;

let counter = 0;

/** Gives an address that nobody has. */
export function newAddress(): string {
  counter += 1;
  return `somebody-${counter}@example.com`;
}

/** Takes the product; gives what people do at its door. */
export function atTheDoorOf(app: TestApp) {
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

  return {
    post,
    logIn,
    arrivedLink,
    arrivedToken,
    register,

    /** Gives the address of a new person who may log in. */
    async registerVerified(): Promise<string> {
      const { email, token } = await register();
      expect((await post('/auth/verify', { token })).status).toBe(200);
      return email;
    },

    /** Gives the token of a new session. */
    async openSession(email: string): Promise<string> {
      return SessionToken.parse((await logIn(email)).body).access_token;
    },

    validate: (token: string): Promise<Answer> =>
      app.request('GET', `${api}/auth/validate`, { token }),
  };
}
