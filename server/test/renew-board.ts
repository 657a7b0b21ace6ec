// Rows inserted directly are no change of their board: nodes with a replica must read it again.
import { randomUUID } from 'node:crypto';

import type { Meeting } from '@wentwell/contract/meetings/meetings';

import { setHead } from './board-scene.ts';
import type { TestApp } from './build-test-app.ts';

/** Begins a new epoch of a board, as after its database has lost changes. */
export async function renewBoard(app: TestApp, { id }: Pick<Meeting, 'id'>) {
  await setHead(app, id, { epoch: randomUUID() });
}
