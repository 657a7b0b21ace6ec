// npm run renew-epochs: after a restore, makes open pages discard changes missing from the backup and reload boards.
import { renewHistory } from '#server/live/epochs';

import { runOnSchema, runPlain } from './command.ts';

const usage = `Usage: npm run renew-epochs

After a restore by other means than npm run restore: lets open pages fetch their boards anew.`;

await runPlain(usage, () =>
  runOnSchema(async (db) => {
    const count = await renewHistory(db);
    return `${count} ${count === 1 ? 'board has' : 'boards have'} a new epoch: open pages fetch them anew within 15 seconds.`;
  }),
);
