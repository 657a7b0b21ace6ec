// Paths of the programs that tests run beside the product.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of these programs that the machine has. */
export function findProgram(...names: string[]): string | undefined {
  // Debian keeps servers where the PATH of ordinary users does not look.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
