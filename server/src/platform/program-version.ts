import { readFileSync } from 'node:fs';

import { z } from 'zod';

// Written by the server's build (tools/source-version.ts).
const built = new URL('../../dist/version.json', import.meta.url);
const Built = z.object({ version: z.string(), commit: z.string() });
const { version, commit } = Built.parse(JSON.parse(readFileSync(built, 'utf8')));

/** A release such as 1.2.0, or 1.3.0-dev+1a2b3c4 for a build between releases. */
export const programVersion = version;
export const programCommit = commit;
/** The display version, with its commit. */
export const programName = version.includes(commit) ? version : `${version}, commit ${commit}`;
