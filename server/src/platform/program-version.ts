import { readFileSync } from 'node:fs';

import { z } from 'zod';

// The one place that says it: of the repository, or of a built folder.
const description = new URL('../../../package.json', import.meta.url);

/** The release that this program is, or was developed from, such as 1.2.0. */
export const programVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(description, 'utf8'))).version;
