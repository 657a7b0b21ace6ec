// The timer of a board's present phase: set by the owner, by the database's clock (docs/retro.md ).
import type { MeetingId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';
import {
  storedTimer,
  type Timer,
  timerAfter,
  type TimerInput,
  timerPolicy,
} from '@wentwell/contract/timer';
import { eq } from 'drizzle-orm';

import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import {
  meetings,
  phaseSince,
  timerColumns,
  toMeeting,
  toTimer,
} from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';

export interface TimerDeps {
  receipts: ReceiptBook;
  log: EventLog;
  hooks: readonly MeetingHook[];
}

export function timerService({ receipts, log, hooks }: TimerDeps) {
  async function set(
    tx: Tx,
    command: Command,
    { access, input }: { access: MeetingAccess; input: TimerInput },
  ): Promise<Answer<Timer | null>> {
    const { meeting: row, teamContext, now } = access;
    const meeting = toMeeting(row);
    authorize(
      timerPolicy.change(teamContext, { ...meeting, status: effectiveStatus(meeting, now) }),
    );
    const before = toTimer(row);
    const after = timerAfter(before, input, { by: command.userId, now });
    if (typeof after === 'string') throw new ApiError(after);
    if (before === null && after === null) return { status: 200, body: null };
    const on = { meetingId: meeting.id, actorId: command.userId };
    // The meeting keeps its version: nobody's change of it is stale because of a timer.
    await Promise.all([
      tx
        .update(meetings)
        .set(timerColumns(after, phaseSince(row)))
        .where(eq(meetings.id, meeting.id))
        .execute(),
      log.append(tx, on, { event: { type: 'timer_changed', data: { timer: after } } }),
    ]);
    if (input.action === 'start' || input.action === 'add') {
      for (const hook of hooks) await hook.afterTimeGiven?.(tx, on, row);
    }
    return { status: 200, body: after };
  }

  return {
    async change(
      command: Command,
      meetingId: MeetingId,
      input: TimerInput,
    ): Promise<Answer<Timer | null>> {
      return receipts.once(command, {
        answers: storedTimer,
        board: meetingId,
        async stillSees(tx) {
          await accessMeeting(tx, command, meetingId);
        },
        load: (tx) => lockMeeting(tx, command, meetingId),
        work: (tx, access) => set(tx, command, { access, input }),
      });
    },
  };
}
export type TimerService = ReturnType<typeof timerService>;
