// Marks of who is done with the present phase. A change of phase ends them without a write (docs/retro.md R-81).
import type { MeetingId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';
import { type Ready, type ReadyInput, readyPolicy, storedReady } from '@wentwell/contract/ready';
import { withMark } from '@wentwell/contract/user-marks';

import {
  accessMeeting,
  lockMeeting,
  sharedAccessValues,
} from '#server/features/meetings/meeting-access';
import { phaseSince, toMeeting } from '#server/features/meetings/meetings.table';
import { markedNow, preparedMarks, writeMark } from '#server/features/meetings/phase-marks.table';
import type { EventLog } from '#server/live/event-log';
import { authorize } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';

import { readyMarks } from './ready.table.ts';

export interface ReadyDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

const findMarks = preparedMarks(readyMarks, 'find_ready_marks');

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
            findMarks(tx).execute(sharedAccessValues([command], meetingId)),
          ]);
          return { access, marks };
        },
        async work(tx, { access, marks }) {
          const { meeting: row, teamContext, now } = access;
          const meeting = toMeeting(row);
          const status = effectiveStatus(meeting, now);
          authorize(readyPolicy.set(teamContext, { ...meeting, status }, input));
          const before = markedNow(row, marks);
          if (before.includes(userId) === input.ready)
            return { status: 200, body: { ready: before } };
          const mark = { meetingId, teamId: row.teamId, userId, phaseStartedAt: phaseSince(row) };
          const data = { ready: withMark(before, userId, input.ready) };
          const change = { event: { type: 'ready_changed' as const, data } };
          log.appendLast(
            tx,
            { meetingId, actorId: userId },
            {
              change,
              history: access,
              write: () => writeMark(tx, { table: readyMarks, mark, isSet: input.ready }),
            },
          );
          return { status: 200, body: data };
        },
      });
    },
  };
}
export type ReadyService = ReturnType<typeof readyService>;
