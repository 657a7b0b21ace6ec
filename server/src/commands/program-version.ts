import { fileURLToPath } from 'node:url';

import { readVersion } from '#server/features/version/version.routes';

const buildFile = fileURLToPath(new URL('../../../web/dist/build.json', import.meta.url));

export function programVersion(): string {
  return readVersion(buildFile).version;
}
