// docs/api.md A-60: a provider callback works once, within its time limit, and only for the same browser.
import { describe, expect, it } from 'vitest';

import { ageDatabase } from '#test/age-database';

import { newPerson, said, useProviderScene } from './oidc-scene.suite.ts';

const MINUTE = 60_000;

const scene = useProviderScene();

describe('a return', () => {
  it('works once', async () => {
    const { provider, calls } = scene();
    provider.person = newPerson();
    const { authorization_url, secret } = await calls.start();
    const query = await provider.visit(authorization_url);
    expect((await calls.finish(secret, query)).status).toBe(200);
    expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('works within 15 minutes', async () => {
    const { provider, app, calls } = scene();
    provider.person = newPerson();
    const { authorization_url, secret } = await calls.start();
    const query = await provider.visit(authorization_url);
    await ageDatabase(app, 16 * MINUTE);
    expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('works only in the browser that left, not with another one’s secret', async () => {
    const { provider, calls } = scene();
    provider.person = newPerson();
    const [victim, attacker] = [await calls.start(), await calls.start()];
    const foreign = await provider.visit(attacker.authorization_url);
    expect(said(await calls.finish(victim.secret, foreign))).toEqual([
      400,
      'PROVIDER_SIGN_IN_GONE',
    ]);
    const own = await provider.visit(victim.authorization_url);
    expect((await calls.finish(victim.secret, own)).status).toBe(200);
  });

  it('with the code of another sign-in fails its PKCE verifier', async () => {
    const { provider, calls } = scene();
    provider.person = newPerson();
    const [one, other] = [await calls.start(), await calls.start()];
    const query = new URLSearchParams(await provider.visit(one.authorization_url));
    const stolen = new URLSearchParams(await provider.visit(other.authorization_url)).get('code');
    query.set('code', stolen ?? '');
    expect(said(await calls.finish(one.secret, query.toString()))).toEqual([
      400,
      'PROVIDER_REFUSED',
    ]);
  });

  it('with an ID token of another nonce or issuer is refused', async () => {
    const { provider, calls } = scene();
    provider.person = newPerson();
    const { authorization_url, secret } = await calls.start();
    const forged = new URL(authorization_url);
    forged.searchParams.set('nonce', 'another');
    const query = await provider.visit(forged.href);
    expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_REFUSED']);

    const next = await calls.start();
    const mixedUp = new URLSearchParams(await provider.visit(next.authorization_url));
    mixedUp.set('iss', 'https://evil.example');
    expect(said(await calls.finish(next.secret, mixedUp.toString()))).toEqual([
      400,
      'PROVIDER_REFUSED',
    ]);
  });

  it.each(['', 'state', 'code=x', 'state=1&state=2', '%00', `state=${'x'.repeat(8000)}`])(
    'of %.20s is no return at all',
    async (query) => {
      const { calls } = scene();
      const { secret } = await calls.start();
      expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
    },
  );
});
