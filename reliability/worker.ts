// A worker process that runs jobs sequentially and reports every seed. The seeds of a job have the same mutant or none.
import '../server/src/quick-imports.ts';
import { connectionTo, dropDatabase, runSql } from '../server/test/postgres.ts';
import { loadSimulator } from './faulty-simulator.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { type Answer, type Job, Order, type Start } from './worker-job.ts';

const storyLines = 80;

function answer(message: Answer): void {
  process.send?.(message);
}

/** Without a mutant, every fourth world is anonymous. */
function isAnonymous(mutant: Mutant | null, seed: number): boolean {
  return mutant === null ? seed % 4 === 0 : mutant.isAnonymous === true;
}

async function work(job: Job, { connection, database }: Start): Promise<void> {
  const mutant = mutants.find(({ name }) => name === job.mutant) ?? null;
  if (mutant === null && job.mutant !== null) throw new Error(`There is no "${job.mutant}".`);
  const { simulate } = await loadSimulator(mutant);
  const { withoutCatchUp, withoutCheckIn, withoutResponses } = await import('./simulator/steps.ts');
  const favours = {
    ...(mutant && !mutant.needsResponses && withoutResponses),
    ...(mutant && !mutant.needsCheckIn && withoutCheckIn),
    ...(mutant && !mutant.needsCatchUp && withoutCatchUp),
    ...mutant?.favours,
  };
  let seed = job.firstSeed;
  const goesOn = (run: number) => run < job.seeds && Date.now() < job.until;
  for (let run = 0; goesOn(run); run += 1, seed += job.stride) {
    const outcome = await simulate(
      { seed, steps: job.steps, favours, isAnonymous: isAnonymous(mutant, seed) },
      connectionTo(connection, database),
    );
    const { trace, faults, ...rest } = outcome;
    const story = rest.violation === null ? [] : trace.slice(-storyLines);
    answer({ report: { ...rest, faults: Object.fromEntries(faults), story } });
    if (rest.violation !== null) break;
  }
}

/** Ends the process on any error. The parent prints it. */
function fail(error: unknown): void {
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}

async function obey(order: Order, start: Start): Promise<void> {
  if (order === 'end') {
    await dropDatabase(start.connection, start.database);
    process.disconnect();
  } else {
    await work(order, start);
    answer('done');
  }
}

process.once('message', (message: Start) => {
  const { connection, database, template } = message;
  let last: Promise<unknown> = runSql(
    connection,
    `create database "${database}" template "${template}"`,
  );
  process.on('message', (order) => {
    last = last.then(() => obey(Order.parse(order), message));
    last.catch(fail);
  });
});
