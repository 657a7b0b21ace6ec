import { Discussion } from '@wentwell/contract/discussion/discussion';
import type { NoteId } from '@wentwell/contract/ids';
import type { Phase } from '@wentwell/contract/phases';
import { eq } from 'drizzle-orm';

import { meetings, toDiscussion } from '#server/features/meetings/meetings.table';
import { buildBoard } from '#test/board-scene';
import type { TestApp, TestUser } from '#test/build-test-app';

/** A board in a phase with three topics, oldest first. */
export async function buildDiscussion(app: TestApp, phase: Phase = 'discussing') {
  const board = await buildBoard(app);
  const { owner, member, meeting, path } = board;
  const ids: NoteId[] = [];
  for (const content of ['First', 'Second', 'Third']) {
    ids.push((await board.topic(member, content)).id);
  }
  const [first, second, third] = ids;
  if (!first || !second || !third) throw new Error('unreachable');
  if (phase !== 'grouping') await board.enter(phase);
  const seen = board.boardOf;
  return {
    ...board,
    first,
    second,
    third,
    seen,
    lead: (body: object, as: TestUser = owner, headers = {}) =>
      app.request('PUT', `${path}/discussion`, { as, body, headers }),
    extend: (body: object, as: TestUser = member) => app.put(as, `${path}/discussion/extend`, body),
    vote: (topic: string, count: number, as: TestUser) =>
      app.put(as, `${path}/topics/${topic}/votes`, { count }),
    discussion: async () => Discussion.parse((await seen()).discussion),
    /** Ages the current topic. */
    async letPass(seconds: number): Promise<void> {
      const [row] = await app.db.select().from(meetings).where(eq(meetings.id, meeting.id));
      const now = row && toDiscussion(row);
      if (!now?.current_since) throw new Error('no topic is current');
      const since = new Date(Date.parse(now.current_since) - seconds * 1000);
      await app.db
        .update(meetings)
        .set({ discussion: { ...now, current_since: since.toISOString() } })
        .where(eq(meetings.id, meeting.id));
    },
  };
}
