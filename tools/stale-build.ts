// Rebuilds what is built from sources when those have changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles, ROOT } from './files.ts';

export interface Build {
  /** As sentences name it: "the site". */
  name: string;
  /** Folder of the result. A file in it names the sources that it was built from. */
  folder: string;
  sources: readonly string[];
  /** Path of the program without which nothing can be built. */
  tool: string;
  /** Answers whether it was built. */
  build: () => Promise<boolean>;
}

/** Answers whether there is a build of the present sources; costs some milliseconds where there is one. */
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
  // Gone first: a build that is cut short must not pass for a finished one.
  rmSync(stamp, { force: true });
  if (!(await build())) {
    console.error(`Building ${name} failed (see above).`);
    return false;
  }
  writeFileSync(stamp, present);
  return true;
}

/** Names and contents: times differ between two copies of the same sources. */
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
