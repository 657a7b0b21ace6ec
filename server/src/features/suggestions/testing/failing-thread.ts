// A comparison thread controlled by the first note's text. `count` returns the number of jobs this thread has run.
import { parentPort } from 'node:worker_threads';

import type { ComparisonJob } from '#server/features/suggestions/comparison-jobs';

let jobCount = 0;

parentPort?.on('message', ({ notes: [note] }: ComparisonJob) => {
  jobCount += 1;
  switch (note?.text) {
    case 'exit':
      process.exit(3);
      break;
    case 'throw':
      throw new Error('as asked');
    case 'fill the memory': {
      const kept: number[][] = [];
      for (;;) kept.push(Array.from({ length: 10_000 }, () => kept.length));
    }
    case 'never answer':
      break;
    case 'nonsense':
      parentPort?.postMessage('nonsense');
      break;
    case 'count':
      parentPort?.postMessage([{ noteIds: [], similarity: jobCount }]);
      break;
    default:
      parentPort?.postMessage([]);
  }
});
