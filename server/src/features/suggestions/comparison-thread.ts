// Worker thread that compares notes, to keep the event loop free. It keeps no data of a job.
import { parentPort } from 'node:worker_threads';

import { type ComparisonJob, runJob } from './comparison-jobs.ts';
import { loadWordVectors } from './word-vectors.ts';

const vectors = loadWordVectors();

parentPort?.on('message', (job: ComparisonJob) => parentPort?.postMessage(runJob(job, vectors)));
