// The settings of signing in with an identity provider.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { readConfig } from '#server/config';

import { problemsOf, real } from './config-scene.suite.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wentwell-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('signing in with an identity provider', () => {
  const oidc = {
    OIDC_ISSUER: 'https://login.example.com/realms/company',
    OIDC_CLIENT_ID: 'wentwell',
    OIDC_CLIENT_SECRET: 'secret',
  };

  test('is named by its host by default, and redirects below PUBLIC_URL', () => {
    expect(readConfig({}).oidc).toBeNull();
    expect(readConfig({ ...real, ...oidc })).toMatchObject({
      passwordLogin: true,
      oidc: {
        issuer: 'https://login.example.com/realms/company',
        name: 'login.example.com',
        redirectUri: 'https://retro.example.com/login/callback',
      },
    });
    const named = { ...real, ...oidc, OIDC_NAME: 'Example Login', PASSWORD_LOGIN: 'off' };
    expect(readConfig(named)).toMatchObject({
      passwordLogin: false,
      oidc: { name: 'Example Login' },
    });
  });

  test('reads its secret from a file', () => {
    const file = path.join(folder, 'client-secret');
    writeFileSync(file, 'from a file\n');
    const { OIDC_CLIENT_SECRET: _, ...others } = oidc;
    const config = readConfig({ ...real, ...others, OIDC_CLIENT_SECRET_FILE: file });
    expect(config.oidc?.clientSecret).toBe('from a file');
  });

  test('names all missing settings at once', () => {
    expect(problemsOf({ ...real, OIDC_CLIENT_ID: 'wentwell', PASSWORD_LOGIN: 'off' })).toEqual([
      'OIDC_ISSUER is missing: OIDC_CLIENT_ID needs it',
      'OIDC_CLIENT_SECRET is missing: OIDC_CLIENT_ID needs it',
      'PASSWORD_LOGIN can be off only with OIDC_ISSUER: nobody could sign in otherwise',
    ]);
    expect(problemsOf({ ...real, OIDC_NAME: 'Example', PASSWORD_LOGIN: 'no' })).toEqual([
      'PASSWORD_LOGIN must be on or off',
      'OIDC_NAME has an effect with OIDC_ISSUER only',
    ]);
  });

  test.each([
    ['login.example.com', true],
    ['http://login.example.com', true],
    ['https://login.example.com/?realm=x', true],
    ['https://user@login.example.com', true],
    ['http://127.0.0.1:8080/realms/x', false],
    ['https://login.example.com/.well-known/openid-configuration', false],
  ])('refuses OIDC_ISSUER=%s: %s', (OIDC_ISSUER, isRefused) => {
    const expected = isRefused
      ? ['OIDC_ISSUER must be like https://login.example.com/realms/company']
      : [];
    expect(problemsOf({ ...real, ...oidc, OIDC_ISSUER })).toEqual(expected);
  });
});
