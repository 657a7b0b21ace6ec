// Erases deleted texts from the log, which readers may replay from any seq. A put record becomes a removal.
import { boardRules } from '@wentwell/contract/board/features';
import { keyOf, type RecordRef } from '@wentwell/contract/board/record';
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';

import type { Tx } from '#server/platform/db/database';

import { boardChanges } from './change-log.table.ts';

const key = sql`(r ->> 'type' || ' ' || (r -> 'body' ->> 'id'))`;

/** `gone` is a condition on `r`, a record that the change puts. A removal names those that are `announced`. */
function withoutRecords(gone: SQL, announced: SQL): SQL {
  const put = sql`jsonb_array_elements(change -> 'put') with ordinality as e(r, n)`;
  const none = sql`'[]'::jsonb`;
  const removal = sql`jsonb_build_object('type', r ->> 'type', 'id', r -> 'body' ->> 'id')`;
  return sql`change || jsonb_build_object(
    'put', (select coalesce(jsonb_agg(r order by n) filter (where not ${gone}), ${none}) from ${put}),
    'remove', change -> 'remove' ||
      (select coalesce(jsonb_agg(${removal} order by n) filter (where ${announced}), ${none}) from ${put}))`;
}

/** The log of one board, or of all boards of a team, because any of them may have shown an action item. */
export type LogPart = { meetingId: MeetingId } | { teamId: TeamId };

/** Erases the texts of these records, in the transaction that deletes them. */
export async function eraseTexts(tx: Tx, part: LogPart, refs: readonly RecordRef[]): Promise<void> {
  if (refs.length === 0) return;
  const keysOf = (some: readonly RecordRef[]) => sql`${sql.param(some.map(keyOf))}::text[]`;
  const keys = keysOf(refs);
  const announced = keysOf(refs.filter((ref) => !boardRules.recordTypes.of(ref).isErasedSilently));
  const onBoards =
    'meetingId' in part ? sql`meeting_id = ${part.meetingId}` : sql`team_id = ${part.teamId}`;
  const erasing = sql`update board_changes
    set change = ${withoutRecords(sql`${key} = any(${keys})`, sql`${key} = any(${announced})`)},
      text_keys = array(select unnest(text_keys) except select unnest(${keys}))
    where ${onBoards} and text_keys && ${keys}`;
  // `execute` sends at once, before the next statement. Only awaiting the query would send it later.
  await tx.execute(erasing).execute();
}

/** Whether a board's history holds the text of anything that is not deleted. */
export async function holdsTexts(tx: Tx, meetingId: MeetingId): Promise<boolean> {
  const hasText = sql`cardinality(${boardChanges.textKeys}) > 0`;
  return (await tx.$count(boardChanges, and(eq(boardChanges.meetingId, meetingId), hasText))) > 0;
}

/** Whether a board's history has these commands, puts or removes such records, or changes the text of a note. */
export async function holdsWriting(
  tx: Tx,
  meetingId: MeetingId,
  { commands, records }: { commands: readonly string[]; records: readonly string[] },
): Promise<boolean> {
  const signs = [
    ...commands.map((command) => ({ command })),
    ...records.flatMap((type) => [{ put: [{ type }] }, { remove: [{ type }] }]),
    { notes: [{ news: 'updated' }] },
  ];
  const isWriting = sql`change @> any(${sql.param(signs.map((sign) => JSON.stringify(sign)))}::jsonb[])`;
  return (await tx.$count(boardChanges, and(eq(boardChanges.meetingId, meetingId), isWriting))) > 0;
}

/** Deletes the whole history of boards, in the transaction that purges them. */
export async function eraseBoards(tx: Tx, meetingIds: readonly MeetingId[]): Promise<void> {
  if (meetingIds.length === 0) return;
  await tx.delete(boardChanges).where(inArray(boardChanges.meetingId, [...meetingIds]));
}
