// Phase changes of a live meeting by its leads: the next phase or any other (docs/retro.md ).
import type { BoardState } from '@wentwell/contract/board/board';
import {
  getMeeting,
  phaseInfo,
  presentMeetingFor,
  presentPhase,
} from '@wentwell/contract/board/meeting';
import type { MeetingId } from '@wentwell/contract/ids';
import { meetingPolicy } from '@wentwell/contract/meetings/meetings';
import { PhaseInfo, PhaseTransition } from '@wentwell/contract/phases';
import type { TeamContext } from '@wentwell/contract/teams/teams';

import type { BoardStore, PreparationContext, StoreDeps } from '#server/board/store';
import type { Tx } from '#server/platform/db/database';
import { authorize } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { CommandRequest } from '#server/platform/http/command';
import type { Answer } from '#server/platform/http/receipts';

import { accessMeeting } from './meeting-access.ts';
import { phaseTimer, toMeetingRecord } from './meetings.table.ts';

/** Phases use the meeting's version. */
const leadChange = {
  current(board: BoardState, who: TeamContext) {
    authorize(meetingPolicy.lead(who, getMeeting(board)));
    return presentMeetingFor(board, who);
  },
  answer: ({ board }: { board: BoardState }): Answer<PhaseInfo> => ({
    status: 200,
    body: presentPhase(board),
    version: getMeeting(board).version,
  }),
};

export function phasesService(store: BoardStore) {
  return {
    /** Moves to any phase, forward or back. */
    transition(
      command: CommandRequest,
      meetingId: MeetingId,
      input: PhaseTransition,
    ): Promise<Answer<PhaseInfo>> {
      return store.change(command, meetingId, {
        ...leadChange,
        name: 'phase.enter',
        input,
        // The joining phase shows earlier action items.
        ...(input.phase === 'joining' && {
          async read(tx: Tx, { board }: PreparationContext) {
            const lookBack = await store.readLookBack(tx, getMeeting(board));
            return { context: { facts: { lookBack } } };
          },
        }),
      });
    },
  };
}

export function phasesRoutes(
  api: Api,
  { db, store, phases }: StoreDeps & { phases: ReturnType<typeof phasesService> },
): void {
  const { show, change } = callsOf(api, 'Meetings');

  show('/meetings/:meetingId/phase', {
    operationId: 'getPhase',
    summary: 'Get the phase',
    description: 'The present phase. The ETag is the meeting’s version.',
    answers: { 200: PhaseInfo },
    async run({ caller, params }) {
      const { meeting } = await accessMeeting(db, caller, params.meetingId);
      const body = phaseInfo(toMeetingRecord(meeting), phaseTimer(meeting));
      return { status: 200, body, version: meeting.version };
    },
  });

  change('POST /meetings/:meetingId/phase/next', {
    operationId: 'startNextPhase',
    summary: 'Enter the next phase',
    description:
      'By a lead, while the meeting is live. If-Match takes the meeting’s version: of two ' +
      'simultaneous calls only one advances.',
    answers: { 200: PhaseInfo },
    refuses: [412],
    run: ({ command, params }) =>
      store.change(command, params.meetingId, { ...leadChange, name: 'phase.next', input: {} }),
  });

  change('POST /meetings/:meetingId/phase/transition', {
    operationId: 'startPhase',
    summary: 'Jump to a phase',
    description: 'Forward or back, by a lead; nothing is lost. A duration starts the timer.',
    body: PhaseTransition,
    answers: { 200: PhaseInfo },
    refuses: [412],
    run: ({ command, params, body }) => phases.transition(command, params.meetingId, body),
  });
}
