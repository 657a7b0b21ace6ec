// Finds programs that tests run beside the product.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of the first program found. */
export function findProgram(...names: string[]): string | undefined {
  // Debian installs servers outside the PATH of ordinary users.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
