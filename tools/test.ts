// Runs the checks, unit tests and browser tests, and prints total counts.
// `npm test -- --only=check|unit|e2e` runs one part and passes the other arguments to its runner. Without test file
// arguments, it skips the nightly tests (nightly-tests.ts).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { findBrowser, findWhole } from './browser.ts';
import { CHECKS } from './check.ts';
import { installTestServers } from './debian.ts';
import { findEngines } from './engines.ts';
import { ROOT } from './files.ts';
import { changedFiles, recordTested, unaffectedTests } from './nightly-tests.ts';
import { runTool, TOOL } from './run-tool.ts';
import { buildSiteIfStale } from './site.ts';
import { runSteps, runTogether, summarise, type Step } from './steps.ts';

type Count = { passed: number; failed: number; skipped: number };

const total: Count = { passed: 0, failed: 0, skipped: 0 };
/** Browser tests that passed only after a retry. Each points to a defect. */
let flaky = 0;
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
/** Additional options of `npm run e2e` and their environment variables (e2e/each-size.ts, e2e/judge.ts). */
const looks = {
  '--all-sizes': 'E2E_ALL_SIZES',
  '--all-themes': 'E2E_ALL_THEMES',
  '--pictures': 'E2E_PICTURES',
};
/** Skips no tests and covers every size. */
const isNightly = process.argv.includes('--nightly');
/** File prefix of variants of `e2e/whole-retro.e2e.ts`. */
const otherRetros = 'whole-retro-';
/** Runs the multi-engine test instead of the browser tests. */
const allEngines = process.argv.includes('--all-engines');
const rest = process.argv
  .slice(2)
  .filter(
    (arg) =>
      !arg.startsWith('--only=') &&
      !['--all-engines', '--nightly'].includes(arg) &&
      !Object.hasOwn(looks, arg),
  );

const unitTests: Step[] = [{ name: 'Unit tests', run: runUnit }];
const browserTests: Step[] = [
  { name: 'Size of the site', run: measureSite },
  { name: 'Browser tests', run: runE2e },
];
const parts: Record<string, Step[]> = { check: CHECKS, unit: unitTests, e2e: browserTests };

const steps = only === undefined ? browserTests : parts[only];
if (!steps) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}; not "${only}".`);

// Unit tests leave a quarter of two cores idle. Running the checks in parallel saves half a minute.
const beside: Step = {
  name: 'Checks',
  run: async () => (await runTool(['tools/check.ts'], { quiet: true })) === 0,
};
const before = only === undefined ? await runTogether([beside, ...unitTests].map(counted)) : [];
const outcomes = [...before, ...(await runSteps(steps.map(counted)))];
console.log(summarise(outcomes));
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
if (flaky > 0) console.log(`${flaky} needed a second try`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
else if (isNightly && only === undefined) recordTested();

async function runUnit(): Promise<boolean> {
  installTestServers();
  const report = freshReport('vitest.json');
  const json = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exclude = testsLeftOut('.test.ts').map((file) => `--exclude=${file}`);
  const env = isNightly ? { NIGHTLY: '1' } : {};
  const code = await runTool([TOOL.vitest, 'run', ...json, ...exclude, ...rest], { env });
  const counts = readCounts(report);
  return addTests(code, {
    passed: counts['numPassedTests'] ?? 0,
    failed: counts['numFailedTests'] ?? 0,
    skipped: (counts['numPendingTests'] ?? 0) + (counts['numTodoTests'] ?? 0),
  });
}

function testsLeftOut(ending: string): string[] {
  if (isNightly || rest.length > 0) return [];
  const changed = changedFiles();
  const files = changed === null ? [] : unaffectedTests(changed);
  const leftOut = files.filter((file) => file.endsWith(ending));
  if (leftOut.length > 0) console.log(`Left to npm run nightly: ${leftOut.join(', ')}`);
  return leftOut;
}

/** Checks the size budgets of the site (bench/site-size.ts). */
async function measureSite(): Promise<boolean> {
  return (await buildSiteIfStale()) && (await runTool(['bench/site-size.ts'])) === 0;
}

async function runE2e(): Promise<boolean> {
  const report = freshReport('playwright.json');
  if (!(await buildSiteIfStale())) return false;
  const browser = await findBrowser();
  if (browser === undefined) return false;
  const whole = findWhole();
  const isChosen = (option: string) =>
    process.argv.includes(option) || (isNightly && option === '--all-sizes');
  const chosen = Object.entries(looks).filter(([option]) => isChosen(option));
  const leftOut =
    rest.length > 0 || allEngines || isChosen('--all-sizes') || isChosen('--all-themes')
      ? []
      : [otherRetros, ...testsLeftOut('.e2e.ts').map((file) => ` ${basename(file)} `)];
  const without = leftOut.length > 0 ? [`--grep-invert=${leftOut.join('|')}`] : [];
  const env = {
    CHROMIUM_PATH: browser,
    ...(whole !== undefined && { WHOLE_CHROMIUM_PATH: whole }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...Object.fromEntries(chosen.map(([, variable]) => [variable, '1'])),
    ...(allEngines && findEngines()),
  };
  const config = allEngines ? 'e2e/engines/playwright.config.ts' : 'e2e/playwright.config.ts';
  const args = ['test', `--config=${config}`, '--reporter=list,json', ...without, ...rest];
  const code = await runTool([TOOL.playwright, ...args], { env });
  const counts = readCounts(report, 'stats');
  flaky = counts['flaky'] ?? 0;
  return addTests(code, {
    passed: (counts['expected'] ?? 0) + (counts['flaky'] ?? 0),
    failed: counts['unexpected'] ?? 0,
    skipped: counts['skipped'] ?? 0,
  });
}

function addTests(code: number, { passed, failed, skipped }: Count): boolean {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  return code === 0;
}

/** Counts a step that failed without a failed test as one failure, so that the summary never shows 0. */
function counted({ name, run }: Step): Step {
  async function runAndCount(): Promise<boolean> {
    const before = total.failed;
    const ok = await run();
    if (!ok && total.failed === before) total.failed += 1;
    return ok;
  }
  return { name, run: runAndCount };
}

function freshReport(name: string): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const path = join(ROOT, '.cache', name);
  rmSync(path, { force: true });
  return path;
}

/** Top-level numbers of a report or one of its sections. Empty if there is no report. */
function readCounts(path: string, section?: string): Record<string, number | undefined> {
  if (!existsSync(path)) return {};
  const report = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  return (section === undefined ? report : report[section]) as Record<string, number | undefined>;
}
