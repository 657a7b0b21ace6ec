// Self-checks of the server, shown on the administrators' page and by `npm run doctor`.
import { statfs } from 'node:fs/promises';

import {
  failed,
  type Finding,
  ok,
  type SetupCheck,
  skipped,
  warning,
} from '@wentwell/contract/admin/setup-check';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Config } from '#server/config';
import { accountsOf } from '#server/platform/backup/accounts';
import { findLostAccounts } from '#server/platform/backup/backup-folder';
import { lastBackups } from '#server/platform/backup/last-backups';
import { systemClock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { schemaState } from '#server/platform/db/migrate';
import { clockAhead, clockToleranceMs, databaseReadiness } from '#server/platform/db/readiness';
import { countUnsentMail } from '#server/platform/mail/mail-listing';
import { verifyMailServer } from '#server/platform/mail/mail-transport';
import { programName } from '#server/platform/program-version';
import type { RedisConnections } from '#server/platform/redis';

export interface ServerCheckDeps {
  config: Config;
  db: Database;
  redis: RedisConnections | null;
  /** Resolves with the reason if the identity provider is unusable. Null if none is configured. */
  providerProblem: (() => Promise<string | null>) | null;
}

const postgresVersionMin = 15;
const redisVersionMin = 7;
const gib = 1024 ** 3;
const warnBelowGib = 2;
const failBelowGib = 0.25;

const Facts = z.object({
  version: z.coerce.number(),
  name: z.string(),
  may_create: z.boolean(),
  may_make_schemas: z.boolean(),
  replica: z.boolean(),
});

async function checkDatabase(db: Database): Promise<Finding> {
  const { rows } = await db.probe((queries) =>
    queries.execute(sql`select current_setting('server_version_num') as version,
      current_setting('server_version') as name,
      has_schema_privilege(current_user, 'public', 'create') as may_create,
      has_database_privilege(current_user, current_database(), 'create') as may_make_schemas,
      pg_is_in_recovery() as replica`),
  );
  const facts = Facts.parse(rows[0]);
  const name = `PostgreSQL ${facts.name}`;
  if (Math.floor(facts.version / 10_000) < postgresVersionMin) {
    return failed(`${name} is too old.`, `Use PostgreSQL ${postgresVersionMin} or newer.`);
  }
  if (facts.replica) {
    return failed(
      `${name} is a replica and accepts no writes.`,
      'Set DATABASE_URL to the primary server.',
    );
  }
  if (!facts.may_create || !facts.may_make_schemas) {
    return failed(
      `${name} does not let this user create tables or schemas, so the next upgrade cannot migrate.`,
      'Make the user its owner: ALTER DATABASE … OWNER TO ….',
    );
  }
  const { problem } = await databaseReadiness(db, systemClock);
  if (problem !== null && !problem.startsWith('schema is')) {
    return failed(`${name} refuses writes: ${problem}.`, 'Check the database’s log and disk.');
  }
  return ok(`${name} accepts writes, and its user can migrate.`);
}

async function checkMigrations(db: Database): Promise<Finding> {
  const state = await db.probe((queries) => schemaState(queries));
  if (state === 'current') return ok('The schema matches this version.');
  return state === 'older'
    ? failed(
        'The schema is older than this version.',
        'Start the product, which migrates, or run npm run migrate.',
      )
    : failed(
        'A newer version has migrated the database.',
        'Run that version, or restore a backup that this one made.',
      );
}

async function checkRedis(redis: RedisConnections | null): Promise<Finding> {
  if (!redis) return skipped('None is set: one node works alone. Several nodes need REDIS_URL.');
  const from = performance.now();
  const info = await redis.commands.info('server');
  const ms = Math.round(performance.now() - from);
  const version = /^(?:valkey|redis)_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
  if (Number.parseInt(version, 10) < redisVersionMin) {
    return warning(
      `Redis ${version} is older than the tested versions.`,
      `Use Redis ${redisVersionMin} or Valkey 8.`,
    );
  }
  return ok(`Version ${version} answers in ${ms} ms.`);
}

function compareClocks(whose: string, differenceMs: number): Finding {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  if (Math.abs(differenceMs) <= clockToleranceMs) return ok(`${whose} differ by ${seconds} s.`);
  return warning(
    `${whose} differ by ${seconds} s.`,
    'Sync both with NTP (timedatectl set-ntp true).',
  );
}

async function checkClock(db: Database): Promise<Finding> {
  const aheadMs = await db.probe((queries) => clockAhead(queries, systemClock));
  return compareClocks('The clocks of this server and the database', aheadMs);
}

async function checkDisk({ database, dataDir }: Config): Promise<Finding> {
  if (database !== undefined) {
    return skipped('DATABASE_URL names the database: watch the disk there.');
  }
  const { bavail, bsize, blocks } = await statfs(dataDir);
  const free = (bavail * bsize) / gib;
  const share = Math.round((bavail / blocks) * 100);
  const detail = `${free.toFixed(1)} GiB (${share} %) are free at ${dataDir}.`;
  if (free >= warnBelowGib) return ok(detail);
  const advice = 'Free some space, or move DATA_DIR to a larger disk: a full disk refuses writes.';
  return free < failBelowGib ? failed(detail, advice) : warning(detail, advice);
}

/** Maximum age of the last good backup, in intervals. Detects silent failures. */
const backupAgeMaxIntervals = 2;

async function checkBackups(
  { production, backups, backupSchedule }: Config,
  db: Database,
): Promise<Finding> {
  const folder = backups.folder ?? backups.beforeMigration;
  const lost =
    folder === undefined ? null : await db.probe((queries) => findLostAccounts(folder, queries));
  if (lost) return failed(lost.detail, lost.advice);
  if (backups.folder === undefined) {
    const detail = 'BACKUP_DIR is not set: there are no scheduled backups.';
    if (!production) return skipped(detail);
    return warning(detail, 'Set BACKUP_DIR, unless something else backs up the database.');
  }
  const { last, lastGood } = await db.probe((queries) => lastBackups(queries));
  const good = lastGood
    ? `The last good backup is from ${lastGood.startedAt.toISOString()}.`
    : 'There is no good backup.';
  if (last?.failure) {
    return failed(
      `The backup of ${last.startedAt.toISOString()} failed: ${last.failure}. ${good}`,
      'Fix that. The schedule tries again every hour; npm run backup makes one now.',
    );
  }
  if (!lastGood && (await db.probe(accountsOf)).count === 0) {
    return skipped('The database holds no accounts yet: there is nothing to back up.');
  }
  if (!lastGood) {
    return warning(
      'No backup has been made yet.',
      'The first is made within ten minutes of the start. Check again then.',
    );
  }
  if (lastGood.age > backupAgeMaxIntervals * backupSchedule.everyMs) {
    return failed(
      `No backup was made when it was due. ${good}`,
      'Check that a node runs with BACKUP_DIR, and look for "backup" in its log.',
    );
  }
  return ok(good);
}

async function checkMail({ config, db }: ServerCheckDeps): Promise<Finding> {
  const { smtpUrl } = config;
  if (smtpUrl === undefined) {
    return skipped('No mail server is set: emails stay in the development mailbox, /dev/mail.');
  }
  const refusal = await verifyMailServer(smtpUrl, config);
  if (refusal !== null) {
    return failed(
      `The mail server cannot be used: ${refusal}`,
      'Check SMTP_URL: its host, port, user, password and TLS. SMTP_CA names an authority of your own.',
    );
  }
  const unsent = await countUnsentMail(db);
  if (unsent && unsent.failed > 0) {
    return warning(
      `The mail server answers. Emails given up: ${unsent.failed}.`,
      'See why under Administration, Mail, and try them again.',
    );
  }
  return ok('The mail server answers. Send a test email to see whether it arrives.');
}

async function checkProvider({ providerProblem }: ServerCheckDeps): Promise<Finding> {
  if (providerProblem === null) return skipped('None is set: people sign in with passwords.');
  const problem = await providerProblem();
  if (problem === null) return ok('It answers, and people can sign in with it.');
  return failed(
    `The identity provider cannot be used: ${problem}`,
    'Check OIDC_ISSUER, and that this server reaches it.',
  );
}

/** Turns a thrown error into a failed check, so that the other checks still show. */
async function run(
  title: string,
  check: () => Promise<Finding>,
  advice: string,
): Promise<SetupCheck> {
  try {
    return { title, ...(await check()) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { title, state: 'failed', detail, advice };
  }
}

const reachDatabase = 'Check that the database runs and that DATABASE_URL names it.';

export function serverChecks(deps: ServerCheckDeps): Promise<SetupCheck[]> {
  const { config, db, redis } = deps;
  return Promise.all([
    run('Wentwell', async () => ok(`Version ${programName}.`), ''),
    run('Database', () => checkDatabase(db), reachDatabase),
    run('Migrations', () => checkMigrations(db), reachDatabase),
    run('Redis', () => checkRedis(redis), 'Check that Redis runs and that REDIS_URL names it.'),
    run('Clocks', () => checkClock(db), reachDatabase),
    run('Disk', () => checkDisk(config), 'Check that DATA_DIR exists.'),
    run('Backups', () => checkBackups(config, db), reachDatabase),
    run('Mail server', () => checkMail(deps), 'Check SMTP_URL.'),
    run('Identity provider', () => checkProvider(deps), 'Check OIDC_ISSUER.'),
  ]);
}

/** Compares the browser's clock with the server's. The difference includes the network delay. */
export function browserClockCheck(browserTime: string): SetupCheck {
  const found = compareClocks(
    'The clocks of your browser and this server',
    Date.parse(browserTime) - Date.now(),
  );
  return { title: 'Clock of the browser', ...found };
}
