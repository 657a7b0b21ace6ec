// npm run cluster [-- --port 8443]: runs PostgreSQL, Redis, two nodes and nginx on this machine until Ctrl+C. Data is
// temporary.
import { parseArgs } from 'node:util';

import { startCluster } from '../server/test/cluster.ts';
import { freePort } from '../server/test/free-port.ts';
import { canRunNginx } from '../server/test/nginx.ts';
import { canRunRedis } from '../server/test/redis.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8443' } } });

/** Runs the cluster until a signal. */
async function run(port: number): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort());
  }
  console.log('Starting PostgreSQL, Redis, two nodes and nginx …');
  const nginx = { http: await freePort(), https: port };
  await using cluster = await startCluster({
    nginx,
    hasMetrics: true,
    settings: { RATE_LIMITS: 'on' },
  });
  const { here, there } = cluster;
  console.log(`
Wentwell runs on two nodes: ${cluster.url}
  The certificate is a sample, of which your browser warns. Register; the emails are printed here.
  Node 1: process ${here.pid()}, ${here.url}, metrics ${here.metricsUrl}
  Node 2: process ${there.pid()}, ${there.url}, metrics ${there.metricsUrl}
  Redis:  ${cluster.redis.url}
  PostgreSQL, for commands such as npm run superuser -- EMAIL:
  DATABASE_URL='${cluster.databaseUrl}'
  Open a board twice, and kill -STOP, -CONT or -9 a node: nobody needs to reload.
  Ctrl+C stops all of it, and removes what it has stored.
`);
  const end = printMails(cluster.mail);
  await new Promise<void>((resolve) => {
    if (stopping.signal.aborted) resolve();
    stopping.signal.addEventListener('abort', () => resolve());
  });
  end();
  console.log('Stopping …');
}

/** Prints the links of each email on arrival. Returns a function that stops it. */
function printMails(mail: {
  all: readonly { recipients: string[]; subject: string; links: string[] }[];
}): () => void {
  let printed = 0;
  const looking = setInterval(() => {
    for (const { recipients, subject, links } of mail.all.slice(printed)) {
      printed += 1;
      console.log(
        `Email to ${recipients.join(', ')}: ${subject}\n  ${[...new Set(links)].join('\n  ')}`,
      );
    }
  }, 500);
  return () => clearInterval(looking);
}

const port = Number(values.port);
if (!canRunRedis || !canRunNginx) {
  console.error('npm run cluster needs redis-server and nginx: install them and try again.');
  process.exitCode = 1;
} else if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('Usage: npm run cluster [-- --port 8443]');
  process.exitCode = 2;
} else {
  await run(port);
  // Started parts may have left timers.
  process.exit();
}
