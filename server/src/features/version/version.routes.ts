import { readFileSync } from 'node:fs';

import { Version } from '@wentwell/contract/api/version';
import { Problem } from '@wentwell/contract/errors';

import type { Api } from '#server/platform/http/calls';
import { programCommit, programVersion } from '#server/platform/program-version';

const program = { version: programVersion, commitHash: programCommit };

/** Returns the program's version and the site's build. Uses placeholders if the site was not built. */
export function readVersion(file: string): Version {
  try {
    return { ...Version.parse(JSON.parse(readFileSync(file, 'utf8'))), ...program };
  } catch {
    return { ...program, buildDate: '', buildId: 'development' };
  }
}

/** GET /version.json (for programs) and GET /api/version (for people) return the same JSON. */
export function versionRoutes(api: Api, version: Version): void {
  const schema = { tags: ['Service'], response: { 200: Version, 429: Problem } };
  const paths = {
    '/version.json': {
      operationId: 'getVersionFile',
      summary: 'Get the version',
      description: 'The running build; the site compares it with its own.',
    },
    '/api/version': {
      operationId: 'getVersion',
      summary: 'Get the version at its public address',
      description: 'The same as `/version.json`.',
    },
  };
  for (const [path, words] of Object.entries(paths)) {
    api.get(path, { config: { public: true }, schema: { ...schema, ...words } }, () => version);
  }
}
