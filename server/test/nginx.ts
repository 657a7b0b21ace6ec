// A real nginx in front of one server, with or without the headers that it should set.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from './free-port.ts';

export interface TestNginx extends AsyncDisposable {
  url: string;
}

// Debian installs it outside ordinary users' PATH.
const env = { ...process.env, PATH: `${process.env['PATH']}${path.delimiter}/usr/sbin` };

const program = 'nginx';

/** Whether tests can start nginx here. */
export const canRunNginx = spawnSync(program, ['-v'], { env }).status === 0;

if (!canRunNginx) {
  process.stderr.write(
    '\n!!! There is no nginx: tests behind a reverse proxy are SKIPPED. Debian: apt-get install nginx.\n\n',
  );
}

/** A configuration that keeps nginx in its own folder, around an `http` block. */
function configuration(folder: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events {}
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${http}
    }`;
}

/**
 * Starts nginx with an `http` block made for its writable folder, and waits until it responds at `url`. `await using` ends
 * it and removes the folder.
 */
export async function startNginxWith(
  url: string,
  http: (folder: string) => string,
): Promise<AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-nginx-'));
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, http(folder)));
  const args = ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')];
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (let answers = false; !answers;) {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${output}`);
    answers = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => pause(20, false),
    );
  }
  return {
    async [Symbol.asyncDispose]() {
      // Ctrl+C in a terminal reaches it, too.
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts nginx as a proxy; the directives belong to the location. The word `upstream` in them enables keep-alive. `await
 * using` ends it.
 */
export async function startNginx(upstream: string, directives: string): Promise<TestNginx> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const nginx = await startNginxWith(
    url,
    () => `
      access_log off;
      upstream product { server ${new URL(upstream).host}; keepalive 4; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass ${directives.includes('upstream') ? 'http://product' : upstream};
          ${directives.replace('upstream', '')}
        }
      }`,
  );
  return { url, [Symbol.asyncDispose]: () => nginx[Symbol.asyncDispose]() };
}
