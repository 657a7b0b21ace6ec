// Finds Firefox and WebKit for the test that runs in three engines (e2e/engines/).
import { installFromDebian } from './debian.ts';
import { findProgram } from './programs.ts';

/** Environment variables by which the test's drivers find the programs. */
const programs = [
  { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  { variable: 'WEBKIT_DRIVER_PATH', names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  { variable: 'XVFB_PATH', names: ['Xvfb'], debian: 'xvfb' },
];

/** Tries to install missing programs. The test skips engines that are still incomplete. */
export function findEngines(): Record<string, string> {
  const wanted = missing();
  if (wanted.length > 0) installFromDebian(wanted);
  const lacking = missing();
  if (lacking.length > 0) {
    const install = `apt-get install ${lacking.join(' ')}`;
    console.warn(`Not every engine is on this machine. What is missing, on Debian: ${install}`);
  }
  return Object.fromEntries(
    programs.flatMap(({ variable, names }) => {
      const path = process.env[variable] ?? findProgram(...names);
      return path === undefined ? [] : [[variable, path]];
    }),
  );
}

function missing(): string[] {
  return programs
    .filter(({ variable, names }) => !process.env[variable] && !findProgram(...names))
    .map(({ debian }) => debian);
}
