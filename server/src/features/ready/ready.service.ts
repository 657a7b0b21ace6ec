// Marks of who is done with the present phase. A change of phase ends them without a write (docs/retro.md R-81).
import type { MeetingId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';
import {
  type Ready,
  type ReadyInput,
  readyPolicy,
  storedReady,
  withReady,
} from '@wentwell/contract/ready';
import { and, eq, sql } from 'drizzle-orm';

import {
  accessMeeting,
  accessValues,
  isInMeetingTeam,
  lockMeeting,
} from '#server/features/meetings/meeting-access';
import { phaseSince, toMeeting } from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { authorize } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';

import { readyMarks, toReady } from './ready.table.ts';

export interface ReadyDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

type Mark = typeof readyMarks.$inferSelect;

const findMarks = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(readyMarks)
    .where(and(eq(readyMarks.meetingId, sql.placeholder('meetingId')), isInMeetingTeam))
    .prepare('find_ready_marks'),
);

function write(tx: Tx, mark: Mark, isReady: boolean): Promise<unknown> {
  const { meetingId, userId, phaseStartedAt } = mark;
  if (!isReady) {
    const isOwn = and(eq(readyMarks.meetingId, meetingId), eq(readyMarks.userId, userId));
    return tx.delete(readyMarks).where(isOwn).execute();
  }
  const target = [readyMarks.meetingId, readyMarks.userId];
  return tx
    .insert(readyMarks)
    .values(mark)
    .onConflictDoUpdate({ target, set: { phaseStartedAt } })
    .execute();
}

export function readyService({ receipts, log }: ReadyDeps) {
  return {
    async set(command: Command, meetingId: MeetingId, input: ReadyInput): Promise<Answer<Ready>> {
      const { userId } = command;
      return receipts.once(command, {
        answers: storedReady,
        board: meetingId,
        async stillSees(tx) {
          await accessMeeting(tx, command, meetingId);
        },
        async load(tx) {
          const [access, marks] = await Promise.all([
            lockMeeting(tx, command, meetingId),
            findMarks(tx).execute(accessValues(command, meetingId)),
          ]);
          return { ...access, marks };
        },
        async work(tx, { meeting: row, teamContext, now, marks }) {
          const meeting = toMeeting(row);
          const status = effectiveStatus(meeting, now);
          authorize(readyPolicy.set(teamContext, { ...meeting, status }, input));
          const before = toReady(row, marks);
          if (before.includes(userId) === input.ready)
            return { status: 200, body: { ready: before } };
          const data = { ready: withReady(before, userId, input.ready) };
          await Promise.all([
            write(tx, { meetingId, userId, phaseStartedAt: phaseSince(row) }, input.ready),
            log.append(
              tx,
              { meetingId, actorId: userId },
              { event: { type: 'ready_changed', data } },
            ),
          ]);
          return { status: 200, body: data };
        },
      });
    },
  };
}
export type ReadyService = ReturnType<typeof readyService>;
