// What the browser loads before a screen can be used, gzip, beside its budget (docs/design.md D-51).
// Run after a build: node bench/site-size.ts
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const assets = fileURLToPath(new URL('../web/dist/assets/', import.meta.url));
const files = readdirSync(assets);

function chunk(name: string): string {
  const found = files.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  if (!found) throw new Error(`the build has no chunk "${name}": npm start builds the site`);
  return found;
}

/** A chunk and everything it imports statically; dynamic imports are another screen's. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(assets + file, 'utf8');
  for (const [, next] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    if (next) withImports(next, seen);
  }
  return seen;
}

function kilobytes(loaded: Iterable<string>): number {
  let bytes = 0;
  for (const file of loaded) bytes += gzipSync(readFileSync(assets + file)).length;
  return bytes / 1024;
}

function screen(...chunks: string[]): number {
  const loaded = new Set<string>();
  for (const name of chunks) withImports(chunk(name), loaded);
  return kilobytes(loaded);
}

const rows = [
  { what: 'JS on the landing page', budget: 4, now: screen('boot', 'landing') },
  {
    what: 'JS to an interactive board',
    budget: 245,
    now: screen('index', 'App', 'ProtectedLayout', 'MeetingPage'),
  },
  { what: 'CSS', budget: 30, now: kilobytes(files.filter((file) => file.endsWith('.css'))) },
];
for (const { what, budget, now } of rows) {
  const result = now <= budget ? 'within' : 'OVER';
  if (now > budget) process.exitCode = 1;
  process.stdout.write(`${what}: ${now.toFixed(1)} KB gzip, ${result} ${budget} KB\n`);
}
