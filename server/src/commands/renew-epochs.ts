// npm run renew-epochs: after a restore, makes open pages discard changes missing from the backup and reload boards.
import { renewHistory } from '#server/live/epochs';

import { runOnSchema, runPlain } from './command.ts';

const usage = `Usage: npm run renew-epochs

For after a restore without npm run restore: makes open pages reload their boards.`;

await runPlain(usage, () =>
  runOnSchema(async (db) => {
    const count = await renewHistory(db);
    return `${count} ${count === 1 ? 'board has' : 'boards have'} a new epoch: open pages reload them within 15 seconds.`;
  }),
);
