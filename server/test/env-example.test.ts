// The sample settings file names every setting in its real format.
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

import { expect, it } from 'vitest';

import { readConfig } from '#server/config';
import { secretNames, settings } from '#server/settings';

/** Settings required by a public start, with sample values. */
const needed: Record<string, string> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://CHANGE-ME.example.com',
  TRUST_PROXY: '127.0.0.1, ::1',
  SMTP_URL: 'smtps://CHANGE-ME:CHANGE-ME@mail.example.com',
  MAIL_FROM: 'Wentwell <CHANGE-ME@example.com>',
};

function envExample(): string {
  const secrets: readonly string[] = secretNames;
  const entries = Object.entries(settings.shape).map(([name, { description }]) => {
    const isSecret = secrets.includes(name);
    const file = isSecret ? ` (or ${name}_FILE, the path of a file that holds it)` : '';
    const value = needed[name];
    const line = value === undefined ? `# ${name}=` : `${name}=${value}`;
    return `# ${description}${file}\n${line}\n`;
  });
  return `# The settings of Wentwell. What is commented out has a default, or is not needed.\n\n${entries.join('\n')}`;
}

it('deploy/env.example names every setting and its format', async () => {
  for (const [name, { description }] of Object.entries(settings.shape)) {
    expect([name, description]).toEqual([name, expect.any(String)]);
  }
  await expect(envExample()).toMatchFileSnapshot('../../deploy/env.example');
});

it('starting with an untouched deploy/env.example names what to fill in', async () => {
  const file = await readFile(new URL('../../deploy/env.example', import.meta.url), 'utf8');
  const told = 'still holds CHANGE-ME from env.example: fill in your own value';
  const problems = ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'].map((name) => `${name} ${told}`);
  expect(() => readConfig(parseEnv(file))).toThrow(problems.join('\n'));
  const filledIn = file
    .replaceAll('CHANGE-ME:CHANGE-ME', 'retro:secret')
    .replaceAll('CHANGE-ME', 'retro');
  expect(readConfig(parseEnv(filledIn)).publicUrl).toBe('https://retro.example.com');
});

it('every setting with a secret’s name is hidden from administrators', () => {
  const named = Object.keys(settings.shape).filter((name) =>
    /_URL$|SECRET|PASSWORD$|TOKEN|KEY$/.test(name),
  );
  expect(named.filter((name) => !['PUBLIC_URL', 'AI_URL'].includes(name))).toEqual([
    ...secretNames,
  ]);
});
