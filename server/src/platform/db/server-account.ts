/** The account for PostgreSQL, which refuses to run as root. If we are root, it runs as an unprivileged account. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';

import { StartupError } from '#server/platform/db/database-errors';

/** The account of a child process. Undefined: our own. */
export type ServerAccount = { uid: number; gid: number } | undefined;

export interface CommandResult {
  ok: boolean;
  output: string;
}

/** Chooses the account for a cluster folder, which may not exist yet. */
export async function chooseServerAccount(clusterDir: string): Promise<ServerAccount> {
  const self = process.getuid?.();
  if (self === undefined) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) {
      throw new StartupError(
        `${clusterDir} belongs to user ${owner.uid}, and this process runs as ${self}: ` +
          `start as that user or as root, or hand the folder over with chown -R`,
      );
    }
    return undefined;
  }
  // The owner chosen at the first start stays, even if other accounts are added later.
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const uid = await runAs(undefined, ['id', '-u', name]);
    const gid = await runAs(undefined, ['id', '-g', name]);
    if (uid.ok && gid.ok) return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new StartupError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as: ' +
      'start Wentwell as an ordinary user, or set DATABASE_URL',
  );
}

/** Runs a command as the account and waits for it. Returns its exit status and output. */
export function runAs(
  account: ServerAccount,
  [command, ...args]: readonly [string, ...string[]],
  cwd = '/',
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { ...account, env: serverEnvironment, cwd };
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() }),
    );
  });
}

export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  if (account === undefined) return true;
  return (await runAs(account, ['/bin/sh', '-c', 'cd -- "$1"', 'sh', folder])).ok;
}

/** Keeps our secrets out of /proc, which shows the server's account its environment. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
