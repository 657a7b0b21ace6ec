// Rows that a test writes past the API are no change of their board: nodes that have it at hand must read it anew.
import { randomUUID } from 'node:crypto';

import type { Meeting } from '@wentwell/contract/meetings';

import { setHead } from './board-scene.ts';
import type { TestApp } from './build-test-app.ts';

/** Begins a new epoch of a board, as where its database goes on from an earlier state. */
export async function renewBoard(app: TestApp, { id }: Pick<Meeting, 'id'>) {
  await setHead(app, id, { epoch: randomUUID() });
}
