import { readFileSync } from 'node:fs';

import { Version } from '@wentwell/contract/version';

import type { Api } from '#server/platform/http/api';

/** Takes the file that the site's build wrote; gives what it says, or the placeholders of an unbuilt tree. */
export function readVersion(file: string): Version {
  try {
    return Version.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { version: '0.1.0', buildDate: '', commitHash: 'unknown', buildId: 'development' };
  }
}

/** GET /version.json for programs, GET /api/version for people: the same bare JSON (spec 7). */
export function versionRoutes(api: Api, version: Version): void {
  const route = { config: { public: true }, schema: { response: { 200: Version } } };
  api.get('/version.json', route, () => version);
  api.get('/api/version', route, () => version);
}
