// A process that runs seeds one after another, and reports each to its parent.
import { connectionTo, dropDatabase, runSql } from '../server/test/postgres.ts';
import { applyMutant, mutants } from './mutants.ts';
import { Job, type Report } from './worker-job.ts';

const storyLines = 80;

/** The parent has asked to skip the remaining seeds. */
let mustStop = false;

async function work(job: Job): Promise<void> {
  const mutant = mutants.find(({ name }) => name === job.mutant);
  if (mutant) applyMutant(mutant);
  else if (job.mutant !== null) throw new Error(`There is no mutant "${job.mutant}".`);
  // Imported only now, so that its modules contain the fault.
  const { simulate } = await import('./simulator/simulator.ts');
  const { withoutResponses } = await import('./simulator/steps.ts');
  const isNarrow = mutant && !mutant.needsResponses;
  const favours = { ...(isNarrow && withoutResponses), ...mutant?.favours };
  const server = job.connection;
  await runSql(server, `create database "${job.database}" template "${job.template}"`);
  try {
    let seed = job.firstSeed;
    const goesOn = (run: number) => run < job.seeds && Date.now() < job.until && !mustStop;
    for (let run = 0; goesOn(run); run += 1, seed += job.stride) {
      const outcome = await simulate(
        { seed, steps: job.steps, favours },
        connectionTo(server, job.database),
      );
      const { trace, faults, ...rest } = outcome;
      const story = rest.violation === null ? [] : trace.slice(-storyLines);
      const report: Report = { ...rest, faults: Object.fromEntries(faults), story };
      process.send?.(report);
      if (rest.violation !== null) break;
    }
  } finally {
    await dropDatabase(server, job.database);
  }
}

process.once('message', (message) => {
  process.on('message', () => {
    mustStop = true;
  });
  void work(Job.parse(message)).then(
    () => process.disconnect(),
    (error: unknown) => {
      process.stderr.write(
        `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exit(1);
    },
  );
});
