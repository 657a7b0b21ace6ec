// Sizes of the files that the browser loads before a screen is usable, read from the built site.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Row } from './rows.ts';

const site = fileURLToPath(new URL('../web/dist/', import.meta.url));
const assets = `${site}assets/`;
const files = readdirSync(assets);
const styles = files.filter((file) => file.endsWith('.css'));

function asset(name: string, ending: string): string {
  const found = files.find((file) => file.startsWith(`${name}-`) && file.endsWith(ending));
  if (!found) throw new Error(`the build has no asset "${name}": npm start builds the site`);
  return found;
}

/** Adds a chunk and its static imports to `seen`. Dynamic imports belong to other screens. */
function withImports(file: string, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  const code = readFileSync(assets + file, 'utf8');
  for (const [, next] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
    if (next) withImports(next, seen);
  }
}

/** All scripts that a screen loads. */
function scripts(...chunks: string[]): string[] {
  const loaded = new Set<string>();
  for (const name of chunks) withImports(asset(name, '.js'), loaded);
  return [...loaded];
}

function kilobytes(loaded: readonly string[], size: (path: string) => number): number {
  return loaded.reduce((bytes, file) => bytes + size(assets + file), 0) / 1024;
}

function gzip(path: string): number {
  return gzipSync(readFileSync(path)).length;
}

/** Size as sent: the precompressed copy, if the build has one. */
function asSent(path: string): number {
  if (path.endsWith('.html')) return brotliCompressSync(readFileSync(path)).length;
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const landing = scripts('landing');
const board = scripts('core', 'ProtectedLayout', 'MeetingPage');
const dashboard = scripts('core', 'ProtectedLayout', 'Dashboard', 'rest-of-dashboard');
const login = scripts('core', 'CardLayout', 'Login');
const font = asset('inter-latin-opsz-normal', '.woff2');
const stylesOf = (loaded: readonly string[]) => [
  asset('styles', '.css'),
  ...styles.filter((file) => {
    const name = file.replace(/-[^-]{8}\.css$|-.{8}\.css$/, '');
    return loaded.some((script) => script.startsWith(`${name}-`));
  }),
];

/** In KB and number of files. Requires a build at import time. */
export const siteScripts = {
  landing: kilobytes(landing, gzip),
  board: kilobytes(board, gzip),
  boardAsSent: kilobytes(board, asSent),
  boardFiles: board.length,
  dashboardAsSent: kilobytes([...dashboard, ...stylesOf(dashboard), font, '../index.html'], asSent),
  loginAsSent: kilobytes([...login, ...stylesOf(login), font, '../index.html'], asSent),
  styles: kilobytes(styles, gzip),
};

/** Size of the board page's script. It has no reference. */
export function measureScripts(): Promise<Row[]> {
  const { board: zipped, boardAsSent, boardFiles } = siteScripts;
  return Promise.resolve([
    { what: 'Script of a board, gzip', value: zipped, unit: 'KB', beside: [] },
    { what: 'Script of a board, as sent', value: boardAsSent, unit: 'KB', beside: [] },
    { what: 'Script of a board, files', value: boardFiles, unit: '', beside: [] },
  ]);
}
