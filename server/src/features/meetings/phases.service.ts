// A live meeting's way through its phases: one step on, or a jump, by its owner alone (docs/retro.md ).
import type { MeetingId } from '@wentwell/contract/ids';
import { effectiveStatus, meetingPolicy } from '@wentwell/contract/meetings';
import {
  nextPhase,
  type PhaseInfo,
  type PhaseTransition,
  storedPhaseInfo,
} from '@wentwell/contract/phases';

import type { Database, Tx } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';
import { requireVersion } from '#server/platform/http/versions';

import { accessMeeting, lockMeeting, type MeetingAccess } from './meeting-access.ts';
import { meetingBoard, type MeetingBoardDeps } from './meeting-board.service.ts';
import { type MeetingRow, toMeeting, toMeetingForCaller, toPhaseInfo } from './meetings.table.ts';

export interface PhasesDeps extends MeetingBoardDeps {
  db: Database;
  receipts: ReceiptBook;
}

/** A phase has no version of its own: it changes with its meeting. */
function phaseAnswer(row: MeetingRow): Answer<PhaseInfo> {
  return { status: 200, body: toPhaseInfo(row), version: row.version };
}

export function phasesService(deps: PhasesDeps) {
  const { db, receipts } = deps;
  const board = meetingBoard(deps);

  async function enter(
    tx: Tx,
    command: Command,
    { access, to }: { access: MeetingAccess; to: 'next' | PhaseTransition },
  ): Promise<Answer<PhaseInfo>> {
    const { meeting, teamContext, now } = access;
    authorize(meetingPolicy.lead(teamContext, { owner_id: meeting.ownerId }));
    requireVersion(command, toMeetingForCaller(meeting, teamContext));
    if (effectiveStatus(toMeeting(meeting), now) !== 'live') {
      throw new ApiError('MEETING_NOT_LIVE');
    }
    const phase = to === 'next' ? nextPhase(meeting.phase) : to.phase;
    if (!phase) throw new ApiError('LAST_PHASE');
    const minutes = to === 'next' ? null : (to.duration_minutes ?? null);
    const on = { meetingId: meeting.id, actorId: command.userId };
    const row = await board.enterPhase(tx, on, { phase, phaseBefore: meeting.phase, minutes, now });
    return phaseAnswer(row);
  }

  function enterOnce(command: Command, meetingId: MeetingId, to: 'next' | PhaseTransition) {
    return receipts.once(command, {
      answers: storedPhaseInfo,
      board: meetingId,
      async stillSees(tx) {
        await accessMeeting(tx, command, meetingId);
      },
      load: (tx) => lockMeeting(tx, command, meetingId),
      work: (tx, access) => enter(tx, command, { access, to }),
    });
  }

  return {
    /** Where a meeting stands; any member may know. */
    async current(caller: Caller, meetingId: MeetingId): Promise<Answer<PhaseInfo>> {
      return phaseAnswer((await accessMeeting(db, caller, meetingId)).meeting);
    },

    /** One step on; the owner alone, 409 after the last phase. */
    async next(command: Command, meetingId: MeetingId): Promise<Answer<PhaseInfo>> {
      return enterOnce(command, meetingId, 'next');
    },

    /** To any phase, forth or back; the owner alone. */
    async transition(
      command: Command,
      meetingId: MeetingId,
      to: PhaseTransition,
    ): Promise<Answer<PhaseInfo>> {
      return enterOnce(command, meetingId, to);
    },
  };
}
export type PhasesService = ReturnType<typeof phasesService>;
