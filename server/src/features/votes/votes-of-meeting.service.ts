// What votes mean for their meeting: when everybody sees the totals, how votes follow topics, and which limits they hold
// in place (docs/retro.md ).
import type { MeetingId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings';
import { showsTotals, votePolicy } from '@wentwell/contract/votes';
import { eq } from 'drizzle-orm';

import type { BoardActor } from '#server/features/meetings/meeting-access';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { meetings, toMeeting } from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';

import { findVotes, toBallots, totalsOf, votes } from './votes.table.ts';

async function hasVotes(tx: Tx, meetingId: MeetingId): Promise<boolean> {
  return (await tx.$count(votes, eq(votes.meetingId, meetingId))) > 0;
}

async function findMeeting(tx: Tx, meetingId: MeetingId): Promise<Meeting> {
  const [row] = await tx.select().from(meetings).where(eq(meetings.id, meetingId));
  if (!row) throw new ApiError('NOT_FOUND');
  return toMeeting(row);
}

export function votesOfMeeting(log: EventLog): MeetingHook {
  /** Announces the totals, if there are votes. `voted` is empty: totals are shown only after voting. */
  async function announceTotals(tx: Tx, on: BoardActor, { columns }: Meeting): Promise<void> {
    const ballots = toBallots(await findVotes(tx, on.meetingId), columns);
    if (ballots.size === 0) return;
    const data = { voted: [], totals: totalsOf(ballots) };
    await log.append(tx, on, { event: { type: 'votes_changed', data }, isKept: true });
  }

  return {
    async authorizeSettings(tx, { meetingId }, after) {
      const { settings: before, phase } = await findMeeting(tx, meetingId);
      // Led back to an earlier phase, a meeting keeps its votes.
      const hasBegun = phase === 'voting' || (await hasVotes(tx, meetingId));
      authorize(votePolicy.changeLimits(before, after, hasBegun));
    },

    async afterChange(tx, on, { meeting: row, phaseBefore }) {
      const meeting = toMeeting(row);
      if (phaseBefore === undefined || !showsTotals(meeting)) return;
      const wereShown = showsTotals({ ...meeting, phase: phaseBefore });
      if (!wereShown) await announceTotals(tx, on, meeting);
    },

    async beforeEnd(tx, on) {
      const meeting = await findMeeting(tx, on.meetingId);
      if (!showsTotals(meeting)) await announceTotals(tx, on, meeting);
    },
  };
}
