// npm run migrate: brings the database to the schema of this version, as every start does by itself.
import { migrateDatabase } from '#server/platform/db/migrate';

import { runCommand } from './command.ts';

await runCommand(async ({ connection, log }) => {
  const applied = await migrateDatabase(connection, { log });
  return applied.length === 0
    ? 'Nothing to do: the database has the schema of this version.'
    : `Applied ${applied.length} migrations:\n${applied.map((name) => `  ${name}`).join('\n')}`;
});
