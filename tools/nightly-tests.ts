// Selects slow tests that `npm test` skips if nothing they cover has changed. They take two thirds of the unit tests'
// time and four fifths of the browser tests'. `npm run nightly` runs all tests.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { ROOT } from './files.ts';
import { git } from './releases.ts';

interface NightlyTests {
  files: readonly string[];
  /** Path prefixes of the covered files. */
  about: readonly string[];
  /** Those below them that they do not cover. */
  except?: readonly string[];
}

/** Changes of these files affect all tests. */
const everything = [
  'package-lock.json',
  'vitest.config.ts',
  'server/test/build-test-app.ts',
  'server/test/global-setup.ts',
  'server/test/product-process.ts',
];

const nodeSources = ['server/src/main.ts', 'server/src/run-product.ts', 'server/src/platform/'];

/** All code that handles requests. */
const serverSources = ['contract/src/', 'server/migrations/', 'server/src/', 'server/test/'];

const ofBrowser = readdirSync(join(ROOT, 'e2e'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `e2e/${name}`);
const browserTests = ofBrowser.filter((path) => path.endsWith('.e2e.ts'));
/** Helpers of the browser tests. */
const browserWalks = ofBrowser.filter((path) => !path.endsWith('.e2e.ts'));

/** Browser tests of every run: a whole retro, sign-in and sign-out, lost changes, and script injection. */
const everyRun = [
  'e2e/anonymous.e2e.ts',
  'e2e/invitations.e2e.ts',
  'e2e/meetings.e2e.ts',
  'e2e/members.e2e.ts',
  'e2e/notes.e2e.ts',
  'e2e/offline.e2e.ts',
  'e2e/payloads.e2e.ts',
  'e2e/session.e2e.ts',
  'e2e/sign-in.e2e.ts',
  'e2e/teams.e2e.ts',
  'e2e/verify.e2e.ts',
  'e2e/whole-retro-alone.e2e.ts',
  'e2e/whole-retro.e2e.ts',
];

const below = (folder: string, names: string) =>
  names.split(/\s+/).map((name) => `${folder}/${name}/`);
const named = (names: string) => names.split(/\s+/).map((name) => `e2e/${name}.e2e.ts`);

/** Folders that no board shows. */
const besideBoards = [
  ...below('contract/src', 'admin health'),
  ...below('server/src', 'commands platform/backup platform/mail'),
  ...below('server/src/features', 'admin search setup team-health'),
  ...below('web/src/features', 'admin badges'),
  ...below(
    'web/src/screens',
    `admin health login login-callback profile register resend-verification reset-password search
     verification-pending verify`,
  ),
];
/** Folders that only boards show. */
const onBoards = [
  'server/src/live/',
  ...below('web/src', 'board live'),
  ...below(
    'web/src/features',
    `comments discussion floating groups hands notes phases presence ready suggestions timer undo
     votes`,
  ),
  ...below('web/src/screens', 'guest meeting try watch'),
];

/** All that a browser test covers. */
const wholeProduct = [
  'web/',
  'tools/site.ts',
  'tools/server-build.ts',
  ...browserWalks,
  ...serverSources,
];

const bySubject: readonly NightlyTests[] = [
  {
    files: ['reliability/simulator.test.ts'],
    about: [
      'reliability/',
      'contract/src/',
      'server/migrations/',
      'server/src/',
      'web/src/board/',
      'web/src/live/',
    ],
  },
  {
    files: [
      'reliability/late-events.test.ts',
      'reliability/processes/bad-network.test.ts',
      'reliability/processes/kills.test.ts',
      'reliability/processes/stops.test.ts',
    ],
    about: ['reliability/', 'server/src/live/', 'web/src/live/', ...nodeSources],
  },
  {
    files: ['server/test/fuzz.test.ts'],
    about: [
      'contract/src/',
      'server/src/features/',
      'server/src/platform/http/',
      'server/test/hostile-input.ts',
    ],
  },
  {
    files: ['server/test/behind-nginx.test.ts', 'server/test/sample-proxies.test.ts'],
    about: [
      'deploy/',
      'server/test/',
      'server/src/app.ts',
      'server/src/config.ts',
      'server/src/live/',
      'server/src/platform/http/',
    ],
  },
  {
    files: [
      'server/src/platform/db/embedded-healing.test.ts',
      'server/src/platform/db/embedded-postgres.test.ts',
      'server/src/platform/db/given-connection.test.ts',
      'server/src/platform/db/postgres-binaries.test.ts',
    ],
    about: ['server/src/platform/db/', 'server/src/run-product.ts', 'server/test/own-postgres.ts'],
  },
  {
    files: [
      'server/src/commands/backup.test.ts',
      'server/src/commands/backup-folder.test.ts',
      'server/src/commands/restore-damaged.test.ts',
      'server/src/commands/restore.test.ts',
      'server/src/platform/backup/backup-schedule.test.ts',
    ],
    about: [
      'server/migrations/',
      'server/src/commands/',
      'server/src/live/epochs.ts',
      'server/src/platform/backup/',
      'server/src/platform/db/',
      'server/test/backup-file.ts',
      'server/test/older-database.ts',
    ],
  },
  {
    files: ['server/src/commands/commands.test.ts', 'server/src/commands/user.test.ts'],
    about: [
      'server/src/commands/',
      'server/src/config.ts',
      'server/src/features/admin/',
      'server/src/features/auth/',
      'server/src/features/invitations/',
      'server/src/platform/db/',
    ],
  },
  {
    files: ['server/src/run-product.test.ts', 'server/src/start-failure.test.ts'],
    about: ['server/migrations/', 'server/src/config.ts', 'server/src/settings.ts', ...nodeSources],
  },
  {
    files: ['tools/build.test.ts', 'tools/run.test.ts'],
    about: ['tools/', 'deploy/', 'package.json', 'web/vite.config.ts', 'web/index.html'],
  },
  {
    // Appearance of pages. Other tests cover behavior.
    files: [
      'e2e/forced-colors.e2e.ts',
      'e2e/long-names.e2e.ts',
      'e2e/screen-pages.e2e.ts',
      'e2e/screens.e2e.ts',
      'e2e/states.e2e.ts',
      'e2e/touch-targets.e2e.ts',
      'e2e/covered-controls.e2e.ts',
      'e2e/zoom.e2e.ts',
    ],
    about: [
      'e2e/judge.ts',
      'e2e/layout-faults.ts',
      'e2e/little-room.ts',
      'e2e/long-scene.ts',
      'web/index.html',
      'web/landing.html',
      'web/src/features/',
      'web/src/screens/',
      'web/src/styles.css',
      'web/src/ui/',
      ...browserWalks,
    ],
  },
  {
    // Rules of every page, whatever the server answers.
    files: named(
      `assistants closed-fields first-paint input-methods judge landing part-errors renders
       translated-page typed-texts`,
    ),
    about: ['contract/src/', 'web/', 'tools/site.ts', ...browserWalks],
  },
  {
    files: named('account badges many-teams provider-sign-in who-may-register'),
    about: wholeProduct,
    except: onBoards,
  },
  {
    files: named(
      `board-keys board-settings broken-drags cards check-in co-leads columns comments composer
       connection discussion floating groups groups-titles groups-together hands meeting
       meeting-frame meeting-lead meeting-panel phase-change reactions room screen-link suggestions
       tell-more thanks timer try undo votes`,
    ),
    about: wholeProduct,
    except: besideBoards,
  },
  {
    files: ['e2e/api-docs.e2e.ts', 'e2e/process.e2e.ts'],
    about: ['server/src/config.ts', ...nodeSources, ...browserWalks],
  },
  {
    files: ['server/test/api-walkthrough.test.ts'],
    about: ['docs/api.md', ...serverSources],
  },
  {
    // Seeded faults of the database, of Redis and of a stopped node, and load. People join and write notes in them.
    files: [
      'server/src/live/gates.test.ts',
      'server/src/live/lost-history.test.ts',
      'server/src/live/nodes.test.ts',
      'server/src/live/participants.test.ts',
      'server/src/platform/bus/redis-bus.test.ts',
      'server/src/platform/db/migrate.test.ts',
      'server/src/platform/db/not-now.test.ts',
      'server/src/platform/http/health.test.ts',
      'server/src/platform/http/request-gates.test.ts',
    ],
    about: serverSources,
    except: [
      ...below('contract/src', 'actions admin check-in discussion exports health report'),
      ...below(
        'server/src/features',
        `actions ai carry-over catch-up check-in comments discussion groups hands imports
         personal-data reactions ready report search setup suggestions team-health templates thanks
         timer votes`,
      ),
    ],
  },
  {
    files: [
      // Generated input and load.
      'contract/src/board/properties.test.ts',
      'server/src/platform/http/rate-limits.test.ts',
      'server/test/worst-input.test.ts',
      // Database costs.
      'server/test/constant-statements.test.ts',
      'server/test/round-trips.test.ts',
      'server/test/stale-statistics.test.ts',
    ],
    about: serverSources,
  },
  {
    files: ['server/test/whole-run-log.test.ts'],
    about: ['deploy/', ...serverSources],
  },
];

const assigned = new Set([...everyRun, ...bySubject.flatMap(({ files }) => files)]);

export const nightlyTests: readonly NightlyTests[] = [
  ...bySubject,
  {
    files: browserTests.filter((path) => !assigned.has(path)),
    about: wholeProduct,
  },
];

/** Returns the tests that cover none of the changed files. A changed test runs, without the others of its group. */
export function unaffectedTests(changed: readonly string[]): string[] {
  const isBelow = (path: string, roots: readonly string[]) =>
    roots.some((root) => path.startsWith(root));
  const otherThanTests = changed.filter((path) => !/\.(test|e2e)\.ts$/.test(path));
  return nightlyTests
    .filter(
      ({ about, except = [] }) =>
        !otherThanTests.some(
          (path) => isBelow(path, [...everything, ...about]) && !isBelow(path, except),
        ),
    )
    .flatMap(({ files }) => files)
    .filter((file) => !changed.includes(file));
}

const record = 'tools/tested.json';
const Tested = z.object({ commit: z.string() });

/**
 * Files changed since the last commit for which all tests passed, without the record itself. Null if this clone lacks
 * that commit.
 */
export function changedFiles(): string[] | null {
  try {
    const { commit } = Tested.parse(JSON.parse(readFileSync(join(ROOT, record), 'utf8')));
    const base = git('merge-base', 'HEAD', commit);
    const lists = [
      git('diff', '--name-only', base),
      git('ls-files', '--others', '--exclude-standard'),
    ];
    return lists.flatMap((list) => list.split('\n')).filter((path) => !['', record].includes(path));
  } catch {
    return null;
  }
}

/** Records that all tests of this commit passed. A no-op if the working tree has changes. */
export function recordTested(): void {
  if (git('status', '--porcelain') !== '') return;
  writeFileSync(join(ROOT, record), `{ "commit": "${git('rev-parse', 'HEAD')}" }\n`);
  console.log(`${record} names this commit: from now on \`npm test\` runs what has changed since.`);
}
