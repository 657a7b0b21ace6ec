// npm run doctor: runs the checks of /setup/check. Exit codes: 0 passed, 1 failed, 2 wrong usage.
import { parseArgs } from 'node:util';

import {
  type SetupCheck,
  setupSocketPath,
  SetupSocketWelcome,
  setupTicketFor,
  socketCheck,
  socketHeldMs,
} from '@wentwell/contract/admin/setup-check';
import { SessionId, UserId } from '@wentwell/contract/ids';
import type { BaseLogger } from 'pino';
import { WebSocket as SocketClient } from 'ws';

import { type Config, readConfig } from '#server/config';
import { IdentityProvider } from '#server/features/auth/identity-provider';
import { serverChecks } from '#server/features/setup/server-checks';
import { liveTicketStore } from '#server/live/tickets';
import { systemClock } from '#server/platform/clock';
import { type Database, openDatabase } from '#server/platform/db/database';
import { certificateProblem } from '#server/platform/error-words';
import { newId } from '#server/platform/ids';
import { openRedis } from '#server/platform/redis';

import { runCommand, runWithArguments } from './command.ts';

const usage = `Usage: npm run doctor               checks the settings and everything around the server
       npm run doctor -- --quick    holds the test socket for a moment only, not for ${socketHeldMs / 1000} s`;

const labels = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ', skipped: '–      ' };

function toLines({ title, state, detail, advice }: SetupCheck): string {
  const line = `${labels[state]} ${title}: ${detail}`;
  return advice === null ? line : `${line}\n        → ${advice}`;
}

function certificateCheck(problem: string): SetupCheck {
  return {
    title: 'Certificate of the site',
    state: 'failed',
    detail: `This machine does not accept the certificate at PUBLIC_URL: ${problem}. The socket was not tried.`,
    advice:
      'Browsers will warn, too, unless they trust its authority. If it is your own, name its file: NODE_EXTRA_CA_CERTS=FILE npm run doctor. Otherwise replace the certificate at the proxy.',
  };
}

/** Opens a socket at PUBLIC_URL like a browser. Requires the running product. */
function tryTestSocket(
  db: Database,
  { publicUrl, heldMs }: { publicUrl: string; heldMs: number },
): Promise<SetupCheck[]> {
  return new Promise((resolve) => {
    let way: SetupCheck[] = [];
    let from = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const end = (result: { closedWith?: number; error?: string }): void => {
      clearTimeout(timer);
      const found = socketCheck({ heldMs: performance.now() - from, ...result }, 'This command');
      resolve([...way, found]);
    };
    async function open(): Promise<void> {
      const unknownUser = { userId: newId(UserId), sessionId: newId(SessionId) };
      const { ticket } = await liveTicketStore(db, systemClock).issue(unknownUser, setupTicketFor);
      const address = `${publicUrl.replace(/^http/, 'ws')}${setupSocketPath}?token=${ticket}`;
      const socket = new SocketClient(address, { origin: publicUrl, handshakeTimeout: 10_000 });
      socket.once('message', (data) => {
        const welcome = SetupSocketWelcome.safeParse(
          JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''),
        );
        way = welcome.data?.checks ?? [];
        from = performance.now();
        timer = setTimeout(() => {
          socket.once('message', () => {
            end({});
            socket.close();
          });
          socket.send('ping');
          timer = setTimeout(() => end({ closedWith: 1006 }), 5000);
        }, heldMs);
      });
      socket.once('close', (code) => end({ closedWith: code }));
      socket.once('error', (error) => {
        const problem = certificateProblem(error);
        if (problem === null) end({ error: error.message || 'nobody answers there' });
        else resolve([certificateCheck(problem)]);
      });
    }
    open().catch((error: unknown) =>
      end({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}

function providerProblemOf({ oidc }: Config, log: BaseLogger) {
  if (oidc === null) return null;
  const provider = new IdentityProvider(oidc, { clock: systemClock, log });
  return () => provider.problem();
}

async function checkAll({ quick }: { quick: boolean }): Promise<void> {
  await runCommand(async ({ connection, log }) => {
    const config = readConfig();
    const db = openDatabase(connection, { log, maxConnections: 2 });
    const redis = config.redis ? await openRedis(config.redis, log) : null;
    try {
      const heldMs = quick ? 1000 : socketHeldMs;
      if (!quick) process.stderr.write(`This takes ${socketHeldMs / 1000} seconds …\n`);
      const [own, way] = await Promise.all([
        serverChecks({ config, db, redis, providerProblem: providerProblemOf(config, log) }),
        tryTestSocket(db, { publicUrl: config.publicUrl, heldMs }),
      ]);
      const checks = [...way, ...own];
      if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
      return checks.map(toLines).join('\n');
    } finally {
      redis?.close();
      await db.close();
    }
  });
}

await runWithArguments(
  usage,
  () => parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values,
  checkAll,
);
