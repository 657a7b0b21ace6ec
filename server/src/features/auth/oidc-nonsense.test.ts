// docs/api.md A-60: invalid responses of the identity provider.
import { expect, it } from 'vitest';
import { z } from 'zod';

import { buildTestApp } from '#test/build-test-app';
import { startOidcServer } from '#test/oidc-server';

import { api } from './auth-scene.suite.ts';
import { newPerson, providerCalls, publicUrl, redirectUri, said } from './oidc-scene.suite.ts';

it('invalid answers of the provider: sign-in is refused with a message until they are valid again', async () => {
  await using odd = await startOidcServer();
  odd.allow(redirectUri);
  const address = `${odd.issuer}/.well-known/openid-configuration`;
  const truth = z.record(z.string(), z.unknown()).parse(await (await fetch(address)).json());
  await using app = await buildTestApp({ PUBLIC_URL: publicUrl, ...odd.settings });
  const calls = providerCalls(app, odd);
  for (const lie of [
    { authorization_endpoint: undefined },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: 5 },
    { token_endpoint: undefined },
    { jwks_uri: 'nowhere' },
    { token_endpoint_auth_methods_supported: 5 },
  ]) {
    odd.description = JSON.stringify({ ...truth, ...lie });
    const answer = await app.request('POST', `${api}/auth/provider/start`);
    expect([lie, ...said(answer)]).toEqual([lie, 503, 'PROVIDER_UNAVAILABLE']);
  }
  odd.description = null;
  await calls.signIn(newPerson());
});

it('an unstorable subject is refused', async () => {
  await using odd = await startOidcServer();
  odd.allow(redirectUri);
  await using app = await buildTestApp({ PUBLIC_URL: publicUrl, ...odd.settings });
  const calls = providerCalls(app, odd);
  for (const sub of ['a\0b', 'x'.repeat(256)]) {
    expect(said(await calls.comeBackAs(newPerson({ sub })))).toEqual([400, 'PROVIDER_REFUSED']);
  }
});
