import { defineConfig } from 'vitest/config';

const setupFiles = ['./tools/console-fails-tests.ts'];

function project(name: string, include: string[], further = {}) {
  return { extends: true as const, test: { name, include, setupFiles, ...further } };
}

export default defineConfig({
  test: {
    environment: 'node',
    // Processes, not threads: what tests leave behind (sockets, timers, argon2) dies with its worker.
    pool: 'forks',
    // Workers load the server from its sources.
    execArgv: ['--import=./server/src/quick-imports.ts'],
    // A third of the tests' time is waiting: for processes, databases and sockets. On two cores a third worker fills it.
    maxWorkers: 3,
    // Stops hanging tests. No test asserts this time, so it also suits busy machines.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Tests wait for events, however late a busy machine brings them: the default of a second would assert a time.
    expect: { poll: { timeout: 60_000 } },
    // As in the browser tests: a busy machine may be late once. The report marks what needed its second try.
    retry: process.env['CI'] ? 1 : 0,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      // Modules without processes or sockets leave nothing behind: a file needs no process of its own.
      project('contract', ['contract/src/**/*.test.ts'], { isolate: false }),
      project('server', ['server/{src,test}/**/*.test.ts'], {
        globalSetup: ['./tools/server-build.ts', './server/test/global-setup.ts'],
        // The files of a worker share its modules and its databases (server/test/postgres.ts).
        isolate: false,
      }),
      // Components are tested in a real browser (e2e); here are the modules without a page.
      project('web', ['web/src/**/*.test.ts'], { isolate: false }),
      project('tools', ['tools/**/*.test.ts']),
      project('bench', ['bench/**/*.test.ts']),
      project('reliability', ['reliability/**/*.test.ts'], {
        // Each of the concurrent tests has a process that takes a whole core.
        maxConcurrency: 2,
        globalSetup: ['./tools/server-build.ts', './server/test/global-setup.ts'],
      }),
    ],
  },
});
