import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { hashSecret } from '#server/platform/secrets';
import { fileApp } from '#test/build-test-app';

import { verifications } from './account-links.table.ts';
import { authCalls, DAY, newAddress } from './auth-scene.suite.ts';

const app = await fileApp();

const { post, logIn, arrivedToken, register, registerVerified, validate } = authCalls(app);

describe('verifying', () => {
  it('works once; afterwards the account is already verified', async () => {
    const { email, token } = await register();
    expect((await logIn(email)).problem?.detail).toBe('LOGIN_USER_NOT_VERIFIED');
    const answer = await post('/auth/verify', { token });
    expect(answer).toMatchObject({ status: 200, body: { email, is_verified: true } });
    expect((await logIn(email)).status).toBe(200);
    const again = await post('/auth/verify', { token });
    expect(again.status).toBe(400);
    expect(again.problem?.detail).toBe('VERIFY_USER_ALREADY_VERIFIED');
  });

  it('verifies one of two simultaneous calls', async () => {
    const { token } = await register();
    const answers = await Promise.all([1, 2, 3].map(() => post('/auth/verify', { token })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('ends after 24 hours', async () => {
    const { token } = await register();
    const link = eq(verifications.tokenHash, hashSecret(token));
    const [row] = await app.db.select().from(verifications).where(link);
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(DAY);
    await app.db.update(verifications).set({ expiresAt: new Date() }).where(link);
    expect((await post('/auth/verify', { token })).problem?.code).toBe('VERIFY_USER_BAD_TOKEN');
  });

  it('stores no token, and accepts none as a login token', async () => {
    const { token } = await register();
    const { rows } = await app.db.execute(
      sql`select * from verifications where token_hash = ${token}`,
    );
    expect(rows).toEqual([]);
    expect((await validate(token)).status).toBe(401);
  });

  it.each([
    ['unknown', 'A'.repeat(43), 400],
    ['empty', '', 422],
    ['of 10 KB', 'a'.repeat(10_000), 422],
    ['with a NUL', 'a\u0000b', 400],
    ['with a lone surrogate', 'a\ud800', 400],
    ['a number', 1, 422],
    ['a list', ['a'], 422],
    ["' OR 1=1", "' OR 1=1", 400],
  ])('refuses a token that is %s', async (_name, token, status) => {
    expect((await post('/auth/verify', { token })).status).toBe(status);
  });
});

describe('another verification link', () => {
  it('replaces the older one', async () => {
    const { email, token: first } = await register();
    const answer = await post('/auth/resend-verification', { email: email.toUpperCase() });
    expect(answer.status).toBe(202);
    const second = await arrivedToken(email);
    expect((await post('/auth/verify', { token: first })).problem?.code).toBe(
      'VERIFY_USER_BAD_TOKEN',
    );
    expect((await post('/auth/verify', { token: second })).status).toBe(200);
    expect((await post('/auth/verify', { token: first })).problem?.code).toBe(
      'VERIFY_USER_ALREADY_VERIFIED',
    );
  });

  it('reads the address from query, body, or both', async () => {
    const { email } = await register();
    const path = `/auth/resend-verification?email=${encodeURIComponent(email)}`;
    for (const body of [undefined, {}, { email }]) {
      expect((await post(path, body)).status).toBe(202);
      expect(await arrivedToken(email)).not.toBe('');
    }
    expect((await post('/auth/resend-verification')).problem?.errors?.[0]?.loc).toEqual([
      'body',
      'email',
    ]);
  });

  it('is answered alike for unknown and verified addresses, which get no mail', async () => {
    const { email } = await register();
    const others = [newAddress(), await registerVerified()];
    const path = '/auth/resend-verification';
    const known = await post(path, { email });
    for (const other of others) {
      const answer = await post(path, { email: other });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: known.status,
        body: known.body,
      });
      expect([...answer.headers.keys()]).toEqual([...known.headers.keys()]);
    }
    // A later email has arrived, so theirs were never sent.
    await register();
    const sent = app.mail.all.flatMap(({ recipients }) => recipients);
    expect(sent.filter((to) => to === others[0])).toHaveLength(0);
    expect(sent.filter((to) => to === others[1])).toHaveLength(1);
  });
});
