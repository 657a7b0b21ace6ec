// The Dockerfile without a container engine: every command of it by hand, in its order, in a clean folder. It installs
// all packages, so it is run by `npm run chaos -- --dockerfile` and not on every commit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';
import { z } from 'zod';

import { bareEnvironment } from '../../server/test/bare-environment.ts';
import { freePort } from '../../server/test/free-port.ts';
import { createTestDatabase } from '../../server/test/postgres.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const account = isRoot ? { uid: nobody, gid: nobody } : {};

/** The instructions in their order, with those that go over several lines in one. */
async function instructions(): Promise<{ word: string; rest: string }[]> {
  const file = await readFile(join(root, 'deploy/Dockerfile'), 'utf8');
  return file
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
}

const Command = z.array(z.string());

/** The list that a CMD holds, as it is or behind the options of a health check. */
function commandIn(rest: string): string[] {
  return Command.parse(JSON.parse(rest.slice(rest.indexOf('['))));
}

async function run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  return { code, output: (await output).join('\n') };
}

it.skipIf(process.env['REHEARSE_DOCKERFILE'] === undefined)(
  'what the Dockerfile says builds a product that starts under an account without rights, and is healthy',
  { timeout: 900_000 },
  async () => {
    const place = await mkdtemp(join(tmpdir(), 'ww-dockerfile-'));
    await chmod(place, 0o755);
    await using database = await createTestDatabase();
    /** A path of the container is one below the folder. */
    const inside = (path: string) => join(place, path);
    const ignored = (await readFile(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '');
    const isIgnored = (path: string) =>
      ignored.includes(path) || ignored.includes(`**/${basename(path)}`);
    let folder = place;
    let healthCheck: string[] = [];
    const env: NodeJS.ProcessEnv = { ...bareEnvironment };
    const done: string[] = [];
    try {
      for (const { word, rest } of await instructions()) {
        done.push(word);
        if (word === 'WORKDIR') folder = inside(rest);
        else if (word === 'COPY' && rest === '. .') {
          const filter = (source: string) => !isIgnored(relative(root, source));
          await cp(root, folder, { recursive: true, filter, verbatimSymlinks: true });
        } else if (word === 'COPY') {
          const [from = '', to = ''] = rest.split(' ').slice(1);
          await cp(inside(from), inside(`stage-2${to}`), {
            recursive: true,
            verbatimSymlinks: true,
          });
        } else if (word === 'RUN') {
          const here = rest.replaceAll(/ (\/\S+)/g, (_, path: string) => ` ${inside(path)}`);
          const { code, output } = await run(['sh', '-c', here], folder, env);
          expect(code, `${here}\n${output}`).toBe(0);
        } else if (word === 'ENV') {
          for (const pair of rest.split(' ')) env[pair.split('=')[0] ?? ''] = pair.split('=')[1];
        } else if (word === 'HEALTHCHECK') healthCheck = commandIn(rest);
        else if (word === 'CMD') {
          const port = String(await freePort());
          const { host = '', port: databasePort, user, database: name } = database.connection;
          // The folder of the tests' PostgreSQL is closed to the account without rights; this port is not.
          const socket = join(host, `.s.PGSQL.${databasePort}`);
          await using forwarder = createServer((client) => {
            const server = connect(socket);
            client.pipe(server).pipe(client);
            client.on('error', () => server.destroy());
            server.on('error', () => client.destroy());
          }).listen(0, '127.0.0.1');
          await once(forwarder, 'listening');
          const { port: forwarded } = z.object({ port: z.number() }).parse(forwarder.address());
          const settings = {
            ...env,
            HOST: '127.0.0.1',
            PORT: port,
            DATABASE_URL: `postgres://${user}@127.0.0.1:${forwarded}/${name}?sslmode=disable`,
            PUBLIC_URL: 'https://retro.example.com',
            SMTP_URL: 'smtps://mail.example.com',
            MAIL_FROM: 'retro@example.com',
            TRUST_PROXY: 'none',
          };
          const [program, ...args] = commandIn(rest);
          expect(program).toBe('node');
          const stage = inside('stage-2/wentwell');
          // The image's Node, which the one of this shell may not be.
          const child = spawn(process.execPath, args, {
            cwd: stage,
            env: settings,
            ...account,
            stdio: ['ignore', 'pipe', 'pipe'],
          });
          let output = '';
          for (const stream of [child.stdout, child.stderr]) {
            stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
          }
          const healthy = async () => {
            const { code } = await run(healthCheck, stage, settings);
            return code === 0 ? 'healthy' : output;
          };
          await expect.poll(healthy, { timeout: 60_000, interval: 500 }).toBe('healthy');
          child.kill('SIGTERM');
          const [code] = await once(child, 'exit');
          expect(code, output).toBe(0);
        }
      }
    } finally {
      await rm(place, { recursive: true, force: true });
    }
    expect(done).toEqual(expect.arrayContaining(['FROM', 'RUN', 'USER', 'HEALTHCHECK', 'CMD']));
  },
);
