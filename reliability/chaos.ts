// `npm run chaos` runs many more simulation seeds than a test run, with one process per core, and prints statistics.
// Options run longer tests of real processes instead.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { TestProject } from 'vitest/node';

import { setup } from '../server/test/global-setup.ts';
import type { TestPostgres } from '../server/test/postgres.ts';
import { findMutant, knownSeeds, storeSeeds } from './find-mutant.ts';
import { mutants } from './mutants.ts';
import { SeedWorker } from './seed-worker.ts';
import { soak } from './soak.ts';
import type { Report } from './worker-job.ts';

const usage = `npm run chaos -- [OPTION]…   looks for faults for as long as you let it

  --minutes 10     how long, for the simulated world and for --fuzz
  --seed 7         the first seed of the simulated world
  --steps 300      the steps of each seed
  --mutants        looks for the faults that the simulated world must find, and stores the seeds
Instead of the simulated world:
  --processes 100  kills real processes so often
  --fuzz           sends bad input to every route
  --cluster        a meeting on two nodes behind nginx, while each part fails
  --overload       95 accounts ask for five times what a node can serve
  --stall          PostgreSQL stands still while clients give up
  --failover       promotes a standby that lags, under load
  --soak           people come and go for --minutes, and the process must not grow
  --dockerfile     runs each command of the Dockerfile by hand
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    steps: { type: 'string', default: '300' },
    mutants: { type: 'boolean', default: false },
    processes: { type: 'string' },
    fuzz: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    overload: { type: 'boolean', default: false },
    stall: { type: 'boolean', default: false },
    failover: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    dockerfile: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const minute = 60_000;
const workers = Math.max(1, Math.min(8, availableParallelism()));
const search = { seeds: 200, timeoutMs: 10 * minute };

if (values.help) {
  process.stdout.write(usage);
} else if (values.processes !== undefined) {
  await runTests('reliability', 'reliability/processes', { CHAOS_KILLS: values.processes });
} else if (values.cluster) {
  await runTests('reliability', 'reliability/processes/cluster.test.ts', {
    CHAOS_CLUSTER: '1',
    NODE_EXTRA_CA_CERTS: fileURLToPath(
      new URL('../server/test/localhost-certificate.pem', import.meta.url),
    ),
  });
} else if (values.overload || values.stall) {
  const { runOverload } = await import('./overload.ts');
  const { runStall } = await import('./stall.ts');
  if (!(await (values.overload ? runOverload() : runStall()))) process.exitCode = 1;
} else if (values.failover) {
  await runTests('reliability', 'reliability/processes/failover.test.ts', { CHAOS_FAILOVER: '1' });
} else if (values.soak) {
  if (!(await soak(Number(values.minutes)))) process.exitCode = 1;
} else if (values.dockerfile) {
  await runTests('reliability', 'reliability/processes/dockerfile', { REHEARSE_DOCKERFILE: '1' });
} else if (values.fuzz) {
  await runTests('server', 'server/test/fuzz.test.ts', {
    FUZZ_SECONDS: `${60 * Number(values.minutes)}`,
  });
} else {
  const isFine = await withPostgres(values.mutants ? findAllMutants : runSeeds);
  if (!isFine) process.exitCode = 1;
}

/** `env` makes the tests run longer. */
async function runTests(project: string, files: string, env: Record<string, string>) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, files];
  const vitest = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  await once(vitest, 'exit');
  process.exitCode = vitest.exitCode ?? 1;
}

async function withPostgres(run: (postgres: TestPostgres) => Promise<boolean>): Promise<boolean> {
  let postgres: TestPostgres | null = null;
  const provide = (_name: string, given: TestPostgres): void => void (postgres = given);
  const stop = await setup({ provide } as TestProject);
  try {
    if (!postgres) throw new Error('unreachable');
    return await run(postgres);
  } finally {
    await stop();
  }
}

/** Runs new seeds until the time is up. Returns false if a seed failed. */
async function runSeeds(postgres: TestPostgres): Promise<boolean> {
  const first = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
  const totals = { seeds: 0, steps: 0, commands: 0, logged: 0 };
  const faults = new Map<string, number>();
  const violations: Report[] = [];
  function onReport(report: Report): void {
    totals.seeds += 1;
    totals.steps += report.steps;
    totals.commands += report.commands;
    totals.logged += report.logged;
    for (const [name, count] of Object.entries(report.faults)) {
      faults.set(name, (faults.get(name) ?? 0) + count);
    }
    if (report.violation === null) return;
    violations.push(report);
    console.log(`\nseed ${report.seed}: ${report.violation}\n${report.story.join('\n')}\n`);
  }
  const until = Date.now() + Number(values.minutes) * minute;
  const steps = Number(values.steps);
  console.log(
    `${workers} workers, ${values.minutes} minutes, seeds from ${first}, ${steps} steps each`,
  );
  async function work(index: number): Promise<void> {
    await using worker = new SeedWorker(postgres);
    // A job ends at its first violation. The next job continues after that seed.
    for (let seed = first + index; Date.now() < until;) {
      const job = { firstSeed: seed, stride: workers, steps, until, mutant: null };
      await worker.run({ ...job, seeds: Number.MAX_SAFE_INTEGER }, (report) => {
        seed = report.seed + workers;
        onReport(report);
      });
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, index) => work(index)));
  const { seeds, commands, logged } = totals;
  console.log(
    `\n${seeds} seeds, ${totals.steps} steps, ${commands} commands, ${logged} of them in logs`,
  );
  for (const [name, count] of [...faults].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`  ${name}: ${count}`);
  }
  const failed = violations.map(({ seed }) => seed).join(', ');
  console.log(`${violations.length} violations${failed ? `, of the seeds ${failed}` : ''}`);
  return violations.length === 0;
}

/** Runs every mutant until it is detected, and stores the seeds. Returns false if one survived. */
async function findAllMutants(postgres: TestPostgres): Promise<boolean> {
  const left = [...mutants];
  const seeds = Object.fromEntries(mutants.map(({ name }) => [name, knownSeeds[name] ?? 1]));
  let survivors = 0;
  async function work(): Promise<void> {
    await using worker = new SeedWorker(postgres);
    for (let mutant = left.shift(); mutant; mutant = left.shift()) {
      const report = await findMutant(worker, mutant, search);
      if (report === null) survivors += 1;
      else seeds[mutant.name] = report.seed;
      const outcome = report ? `found by seed ${report.seed}: ${report.violation}` : 'SURVIVED';
      console.log(`${mutant.name}: ${outcome}`);
    }
  }
  await Promise.all(Array.from({ length: workers }, work));
  storeSeeds(seeds);
  console.log(`\n${mutants.length} mutants, ${survivors} survived`);
  return survivors === 0;
}
