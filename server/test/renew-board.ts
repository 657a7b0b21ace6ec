// Rows that a test writes past the API are no change of their board: nodes that have it at hand must read it anew.
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { meetings } from '#server/features/meetings/meetings.table';

import type { TestApp } from './build-test-app.ts';

/** Begins a new epoch of a board, as where its database goes on from an earlier state. */
export async function renewBoard(app: TestApp, meeting: Pick<typeof meetings.$inferSelect, 'id'>) {
  await app.db.update(meetings).set({ epoch: randomUUID() }).where(eq(meetings.id, meeting.id));
}
