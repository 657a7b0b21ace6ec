// Writes the meeting's row, which includes timer and discussion, and dependent rows that are not records.
import { isDeepStrictEqual } from 'node:util';

import {
  becomesAnonymous,
  type ChangedBoard,
  changedOf,
  ends,
} from '@wentwell/contract/board/changed';
import { discussionType, presentDiscussion } from '@wentwell/contract/board/discussion';
import type { Facts } from '@wentwell/contract/board/facts';
import {
  changedMeeting,
  getMeeting,
  type MeetingRecord,
  phaseSince,
  timerType,
} from '@wentwell/contract/board/meeting';
import { type Scores, showNew } from '@wentwell/contract/check-in/check-in-scores';
import { and, eq, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';

import { actions, countedMeetings, lockTeamActions } from '#server/features/actions/actions.table';
import { checkIns, scoreColumns } from '#server/features/check-in/check-ins.table';
import { endGuests, removeGuests } from '#server/features/guests/guests.table';
import {
  toMeetingRow,
  type MeetingRow,
  meetings,
  timerColumns,
} from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { spectatorLinks } from '#server/features/spectators/spectators.table';
import type { Tx } from '#server/platform/db/database';

import { isOfCopy, twoTookPart } from './counted-retros.ts';
import type { RowBatch } from './table-writer.ts';

function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const fields = { ...after };
  for (const name in fields) {
    if (isDeepStrictEqual(before[name], after[name])) delete fields[name];
  }
  return fields;
}

function changedColumns(before: MeetingRecord, after: MeetingRecord, row: MeetingRow) {
  const { settings, columns, ...fields } = changedFields(toMeetingRow(before), toMeetingRow(after));
  return {
    ...fields,
    // Keeps settings of newer versions.
    ...(settings && { settings: { ...row.settings, ...settings } }),
    ...(columns && { columns }),
  };
}

export function meetingColumns(change: ChangedBoard, row: MeetingRow) {
  const meeting = changedMeeting(change.patch);
  const hasDiscussion = changedOf(change, discussionType).put.length > 0;
  const timer = changedOf(change, timerType);
  const hasTimer = timer.put.length + timer.removed.length > 0;
  return {
    ...(meeting && changedColumns(getMeeting(change.before), meeting, row)),
    ...(hasDiscussion && { discussion: presentDiscussion(change.after) }),
    ...(hasTimer && timerColumns(timer.put[0] ?? null, phaseSince(getMeeting(change.after)))),
  };
}

/**
 * Counts a closed retro in the action items open at its end, once two people took part: answers may come later. An item
 * reopened before such an answer passes for open.
 */
export async function countRetro(
  tx: Tx,
  { id: meetingId, teamId }: Pick<MeetingRow, 'id' | 'teamId'>,
  fullAttendance: boolean | null = null,
): Promise<void> {
  const isMeeting = eq(meetings.id, meetingId);
  const together = sql`(select ${twoTookPart} from ${meetings} where ${isMeeting})`;
  const counted = tx.$with('counted').as(
    tx
      .insert(countedMeetings)
      .values({ meetingId, teamId, fullAttendance, together })
      .onConflictDoUpdate({
        target: countedMeetings.meetingId,
        set: { together },
        setWhere: sql`not ${countedMeetings.together}`,
      })
      .returning({ together: countedMeetings.together }),
  );
  const end = sql`(select ${meetings.endTime} from ${meetings} where ${isMeeting})`;
  const count = () =>
    tx
      .with(counted)
      .update(actions)
      .set({ meetingsSeen: sql`${actions.meetingsSeen} + 1` })
      .where(
        and(
          eq(actions.teamId, teamId),
          lte(actions.createdAt, end),
          or(
            eq(actions.status, 'open'),
            sql`coalesce(${actions.doneAt}, ${actions.droppedAt}) > ${end}`,
          ),
          isNull(actions.deletedAt),
          sql`exists (select from ${counted} where together)`,
          not(isOfCopy(meetingId)),
        ),
      )
      .execute();
  await Promise.all([lockTeamActions(tx, teamId), count()]);
}

/** Includes deleted notes. */
async function forgetAuthors(tx: Tx, { id }: MeetingRow): Promise<void> {
  const isNamed = or(
    isNotNull(notes.authorId),
    isNotNull(notes.authorName),
    isNotNull(notes.deletedBy),
  );
  await tx
    .update(notes)
    .set({ authorId: null, authorName: null, deletedBy: null })
    .where(and(eq(notes.meetingId, id), isNamed))
    .execute();
}

async function showScores(tx: Tx, { id }: MeetingRow, scores: Scores): Promise<void> {
  await tx.update(checkIns).set(scoreColumns(scores)).where(eq(checkIns.meetingId, id)).execute();
}

export function writeMeeting(
  batch: RowBatch,
  change: ChangedBoard,
  { meeting: row, scores }: { meeting: MeetingRow; scores: Facts['scores'] | undefined },
): void {
  const set = meetingColumns(change, row);
  if (Object.keys(set).length > 0) {
    batch.other((tx) => tx.update(meetings).set(set).where(eq(meetings.id, row.id)).execute());
  }
  const [before, after] = [getMeeting(change.before), getMeeting(change.after)];
  const isStatusChanged = before.status !== after.status;
  // Canceled meetings have no links (docs/retro.md R-225). A meeting planned again may be for other people.
  if (isStatusChanged && (after.status === 'canceled' || after.status === 'planned')) {
    const isOfMeeting = eq(spectatorLinks.meetingId, row.id);
    batch.other((tx) => tx.delete(spectatorLinks).where(isOfMeeting).execute());
    batch.other((tx) => endGuests(tx, row.id));
  }
  // The link stays valid for guests if they are allowed again.
  if (before.settings.guests && !after.settings.guests) {
    batch.other((tx) => removeGuests(tx, row.id));
  }
  // The guests were invited by the previous team.
  if (before.team_id !== after.team_id) batch.other((tx) => endGuests(tx, row.id));
  if (ends(change) && after.status !== 'canceled') {
    const { attendance } = after;
    const wasFull = attendance && attendance.took_part === attendance.members;
    batch.other((tx) => countRetro(tx, row, wasFull ?? null));
  }
  if (becomesAnonymous(change)) batch.other((tx) => forgetAuthors(tx, row));
  const given = scores?.given;
  const shown = scores && ends(change) ? showNew(scores.given, scores.answersMin) : given;
  if (shown && shown !== given) batch.other((tx) => showScores(tx, row, shown));
}
