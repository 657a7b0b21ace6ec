// Answers that stored data cannot tie to a person: a meeting's row holds all of them, by hashes of author keys.
import type { BoardState } from '@wentwell/contract/board/board';
import type { Facts } from '@wentwell/contract/board/facts';
import { getMeeting } from '@wentwell/contract/board/meeting';
import type { MeetingId } from '@wentwell/contract/ids';
import type { AuthorHash } from '@wentwell/contract/notes/author-keys';
import { eq } from 'drizzle-orm';

import { type CheckInRow, checkIns } from '#server/features/check-in/check-ins.table';
import type { MeetingRow } from '#server/features/meetings/meetings.table';
import { memberships } from '#server/features/teams/teams.table';
import type { Tx } from '#server/platform/db/database';
import { FirstAuthorKeys } from '#server/platform/http/author-key';
import type { Caller } from '#server/platform/http/caller';
import type { CommandRequest } from '#server/platform/http/command';
import type { Answer } from '#server/platform/http/receipts';

import { readCheckInRow } from './board-rows.ts';
import { countRetro } from './meeting-rows.ts';
import type { BoardStore } from './store.ts';

type CheckInColumns = Partial<Omit<CheckInRow, 'meetingId' | 'teamId'>>;

export async function writeCheckIn(
  tx: Tx,
  { id: meetingId, teamId }: Pick<MeetingRow, 'id' | 'teamId'>,
  columns: CheckInColumns,
): Promise<void> {
  await tx
    .insert(checkIns)
    .values({ meetingId, teamId, ...columns })
    .onConflictDoUpdate({ target: checkIns.meetingId, set: columns })
    .execute();
}

export interface AnonymousAnswer<Body> {
  name: string;
  input: Readonly<Record<string, unknown>>;
  /** Null if the request had no author key. */
  by: AuthorHash | null;
  body: Body;
  facts(
    row: CheckInRow | undefined,
    known: Pick<Facts['scores'], 'by' | 'isOtherKey'>,
  ): Partial<Facts>;
  columns(given: {
    row: CheckInRow | undefined;
    board: BoardState;
    by: AuthorHash;
  }): CheckInColumns;
}

export type StoreAnonymously = ReturnType<typeof anonymousAnswers>;

export function anonymousAnswers(store: BoardStore) {
  const firstKeys = new FirstAuthorKeys();

  /** Uses the account only for authorization. No row, change or receipt stores it. */
  return function storeAnonymously<Body>(
    caller: Caller,
    meetingId: MeetingId,
    { name, input, by, body, facts, columns }: AnonymousAnswer<Body>,
  ): Promise<Answer<Body>> {
    // Omit the receipt: it would tie the answer to an account, and the call is idempotent anyway.
    const { once: _, ...command }: CommandRequest = caller;
    const scorer = { meetingId, userId: caller.userId };
    return store.change(command, meetingId, {
      name,
      input,
      async read(tx, { board }) {
        const { team_id: teamId, status } = getMeeting(board);
        const [row, memberCount] = await Promise.all([
          readCheckInRow(tx, meetingId),
          tx.$count(memberships, eq(memberships.teamId, teamId)),
        ]);
        const isOtherKey = by !== null && firstKeys.isOther(by, scorer);
        return {
          context: { memberCount, facts: facts(row, { by, isOtherKey }) },
          async alongside() {
            if (by === null) return;
            firstKeys.remember(by, scorer);
            const meeting = { id: meetingId, teamId };
            // Sent together: COMMIT follows without waiting for the first answer.
            await Promise.all([
              writeCheckIn(tx, meeting, columns({ row, board, by })),
              status !== 'live' && countRetro(tx, meeting),
            ]);
          },
        };
      },
      answer: () => ({ status: 200, body }),
    });
  };
}
