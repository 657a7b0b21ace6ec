// Lists the repository's files, without generated ones.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const GENERATED = new Set(['node_modules', 'dist', 'migrations', 'results', 'screens']);

/** Paths below `folder`, relative to the root, with forward slashes. Skips hidden folders except .ci. */
export function listFiles(folder = ''): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile()) found.push(path);
    else if (entry.isDirectory() && !isGenerated(path, entry.name)) found.push(...listFiles(path));
  }
  return found;
}

function isGenerated(path: string, name: string): boolean {
  if (name === 'results' || name === 'screens') return path.startsWith('e2e/');
  return GENERATED.has(name) || (name.startsWith('.') && name !== '.ci');
}
