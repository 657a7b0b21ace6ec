// The thread that compares notes, so that the event loop answers others meanwhile. It keeps nothing of a job.
import { parentPort } from 'node:worker_threads';

import { type ComparisonJob, runJob } from './comparison-jobs.ts';
import { loadWordVectors } from './word-vectors.ts';

const vectors = loadWordVectors();

parentPort?.on('message', (job: ComparisonJob) => {
  parentPort?.postMessage(runJob(job, vectors));
});
