// Runs docs/api-walkthrough.sh against the product.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { buildTestApp } from '#test/build-test-app';

const script = fileURLToPath(new URL('../../docs/api-walkthrough.sh', import.meta.url));
const canRun = ['bash', 'curl'].every((name) => spawnSync(name, ['--version']).status === 0);

it.skipIf(!canRun)(
  'the walkthrough goes from registration to the closed meeting',
  async () => {
    await using app = await buildTestApp({ SMTP_URL: '', MAIL_FROM: '', RATE_LIMITS: 'on' });
    const node = path.dirname(process.execPath);
    const child = spawn('bash', [script], {
      env: {
        ...process.env,
        WENTWELL: app.url,
        PATH: `${node}${path.delimiter}${process.env['PATH']}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const [code] = await once(child, 'close');
    expect({ code, output }).toMatchObject({ code: 0 });
    for (const line of [
      'verified: true',
      'Walkers, as admin',
      'companion@example.com is invited: pending',
      'Sprint 12 is live',
      'sent twice, added once',
      'version 2: The deploy took half a minute.',
      'went_well: The deploy took half a minute.',
      '409: Cannot add notes to a finished meeting.',
      '401: Your session has expired. Please log in again.',
    ]) {
      expect(output).toContain(line);
    }
  },
  60_000,
);
