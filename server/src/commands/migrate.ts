// npm run migrate: migrates the database to this version's schema, as every start does.
import { readDatabaseConfig } from '#server/config';
import { backUpBeforeMigration } from '#server/platform/backup/backup-before-migration';
import { migrateDatabase } from '#server/platform/db/migrate';

import { type CommandDeps, runCommand, runPlain } from './command.ts';

const usage = `Usage: npm run migrate

Migrates the database to the schema of this version, as each start does.`;

async function migrate({ connection, log }: CommandDeps): Promise<string> {
  const { backups } = readDatabaseConfig();
  const applied = await migrateDatabase(connection, {
    log,
    beforeMigrating: () => backUpBeforeMigration(connection, { ...backups, log }),
  });
  return applied.length === 0
    ? 'Nothing to do: the database has the schema of this version.'
    : `Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}:\n${applied.map((name) => `  ${name}`).join('\n')}`;
}

await runPlain(usage, () => runCommand(migrate));
