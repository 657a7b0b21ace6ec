// Rebuilds if the sources have changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles, ROOT } from './files.ts';

export interface Build {
  /** For messages: "the site". */
  name: string;
  /** Output folder. A file in it stores the fingerprint of the sources. */
  folder: string;
  sources: readonly string[];
  /** Path of the build tool, which may not be installed. */
  tool: string;
  /** Resolves with true on success. */
  build: () => Promise<boolean>;
}

/** Resolves with true if the build is up to date. Takes a few milliseconds if nothing changed. */
export async function buildIfStale({
  name,
  folder,
  sources,
  tool,
  build,
}: Build): Promise<boolean> {
  const stamp = join(ROOT, folder, '.built-from');
  const present = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === present) return true;
  if (!existsSync(join(ROOT, tool))) {
    console.error(
      `There is no build of ${name} from these sources, and the tools to build it are not installed (npm ci --omit=dev).\n` +
        'Install everything with npm ci, run npm start once, and leave the tools out after that.',
    );
    return false;
  }
  console.log(`Building ${name} …`);
  // Remove the stamp first, so that an interrupted build does not count as finished.
  rmSync(stamp, { force: true });
  if (!(await build())) {
    console.error(`Building ${name} failed (see above).`);
    return false;
  }
  writeFileSync(stamp, present);
  return true;
}

/** Hashes names and contents. Times differ between clones. */
function fingerprint(folders: readonly string[]): string {
  const hash = createHash('sha256');
  const files = folders.flatMap((folder) => listFiles(folder));
  for (const file of ['package-lock.json', ...files].toSorted()) {
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(ROOT, file)))
      .update('\n');
  }
  return hash.digest('hex');
}
