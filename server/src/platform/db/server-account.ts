/**
 * The account PostgreSQL runs as. PostgreSQL refuses to run as root, so when the application
 * is root (a container, a small machine) its server runs as somebody without rights.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';

import { StartupError } from '#server/platform/db/startup-error';

/** Whom a process is started as; undefined means: as ourselves. */
export type ServerAccount = { uid: number; gid: number } | undefined;

export interface CommandResult {
  ok: boolean;
  output: string;
}

/** Chooses the account for the server of this cluster folder, which need not exist yet. */
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
  // The owner chosen at the first start stays, whatever accounts come later.
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

/** Runs a command to its end as the account; says whether it succeeded, and all it printed. */
export function runAs(
  account: ServerAccount,
  [command, ...args]: readonly [string, ...string[]],
  cwd = '/',
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { ...account, env: serverEnvironment, cwd };
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() });
    });
  });
}

/** Whether the account can enter a folder, closed parents included. */
export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  if (account === undefined) return true;
  return (await runAs(account, ['/bin/sh', '-c', 'cd -- "$1"', 'sh', folder])).ok;
}

/**
 * PostgreSQL's processes see nothing of our environment, since /proc shows it to everybody of that account and it holds
 * our secrets.
 */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
