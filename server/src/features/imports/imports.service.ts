// A meeting made of an exported file, all of it in one transaction (docs/retro.md ).
import { setImmediate } from 'node:timers/promises';

import { MeetingId, type TeamId } from '@wentwell/contract/ids';
import { importedDiscussion, withoutFuture } from '@wentwell/contract/imports';
import { limits } from '@wentwell/contract/limits';
import { ImportedMeeting, type MeetingExport } from '@wentwell/contract/meeting-export';
import { meetingPolicy } from '@wentwell/contract/meetings';
import type { TeamContext } from '@wentwell/contract/teams';
import { eq } from 'drizzle-orm';

import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import { accessMeeting } from '#server/features/meetings/meeting-access';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import {
  type MeetingRow,
  meetings,
  toMeetingForCaller,
} from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { auditOutsiderOnBoard, teamContextInTeam } from '#server/features/teams/team-access';
import { teams } from '#server/features/teams/teams.table';
import type { Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';
import { newId } from '#server/platform/ids';
import { takeQuota } from '#server/platform/quotas';

import { type ImportedBoard, importedBoard, importedIds } from './imported-board.service.ts';

export interface ImportsDeps {
  receipts: ReceiptBook;
  hooks: readonly MeetingHook[];
  /** An imported meeting is one that the team made. */
  takeMeetingsQuota(this: void, tx: Tx, teamId: TeamId): Promise<void>;
}

/** The meeting's status: over, as it was when it was exported, or going on with what has been written. */
function stateOf(file: MeetingExport, asLive: boolean, now: Date) {
  if (asLive) {
    // The first phase in which notes lie open, as they do in the file.
    return { status: 'live', phase: 'grouping', startTime: now, phaseStartedAt: now } as const;
  }
  const ended = new Date(file.end_time ?? file.exported_at);
  const endTime = ended < now ? ended : now;
  const started = file.start_time === null ? null : new Date(file.start_time);
  const startTime = started && started > endTime ? endTime : started;
  return { status: 'closed', phase: file.phase, startTime, endTime } as const;
}

const KeptOfImport = ImportedMeeting.pick({ id: true, actions_without_owner: true });

function importAnswer(
  row: MeetingRow,
  teamContext: TeamContext,
  actions_without_owner: number,
): Answer<ImportedMeeting> {
  const body = { ...toMeetingForCaller(row, teamContext), actions_without_owner };
  return { status: 201, body, version: row.version, kept: KeptOfImport.parse(body) };
}

// One statement with all rows of a full board keeps the event loop for tens of milliseconds.
const rowsPerStatement = 100;

function* slices<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    yield rows.slice(start, start + rowsPerStatement);
  }
}

async function writeBoard(tx: Tx, board: ImportedBoard): Promise<void> {
  for (const rows of slices(board.notes)) await tx.insert(notes).values(rows);
  for (const rows of slices(board.groups)) await tx.insert(groups).values(rows);
  for (const rows of slices(board.comments)) await tx.insert(comments).values(rows);
}

export function importsService({ receipts, hooks, takeMeetingsQuota }: ImportsDeps) {
  return {
    /** Any member of the team; whoever imports it owns it. */
    async create(
      command: Command,
      { teamId, asLive, bytes }: { teamId: TeamId; asLive: boolean; bytes: number },
      given: MeetingExport,
    ): Promise<Answer<ImportedMeeting>> {
      return receipts.once(command, {
        async again(tx, kept) {
          const { id, actions_without_owner } = KeptOfImport.parse(kept);
          const { meeting, teamContext } = await accessMeeting(tx, command, id);
          return importAnswer(meeting, teamContext, actions_without_owner);
        },
        async load(tx) {
          const [teamContext, [clock]] = await Promise.all([
            teamContextInTeam(tx, command, teamId),
            tx.select({ now: databaseNowField }).from(teams).where(eq(teams.id, teamId)).execute(),
          ]);
          if (!clock) throw new ApiError('NOT_FOUND');
          return { teamContext, now: clock.now };
        },
        async work(tx, { teamContext, now }) {
          authorize(meetingPolicy.create(teamContext));
          await takeMeetingsQuota(tx, teamId);
          await takeQuota(tx, {
            name: `import bytes ${command.userId}`,
            perDay: limits.importBytesPerAccountAndDay,
            amount: bytes,
            refusal: 'IMPORTS_TODAY',
          });
          const file = withoutFuture(given, now);
          const ids = importedIds(file);
          const { columns, settings, name } = file;
          const discussion = asLive ? null : importedDiscussion(file, ids);
          const state = stateOf(file, asLive, now);
          const facts = { isImported: true };
          const start = { name, columns, settings, discussion, ...state, ...facts };
          const [row] = await tx
            .insert(meetings)
            .values({ id: newId(MeetingId), teamId, ownerId: command.userId, ...start })
            .returning();
          if (!row) throw new Error('A meeting was not stored.');
          auditOutsiderOnBoard(tx, command, { meeting: row, teamContext });
          const withoutOwner = await writeContent(tx, command, { row, file, ids });
          return importAnswer(row, teamContext, withoutOwner);
        },
      });
    },
  };

  /** Resolves with how many action items came without their owner. */
  async function writeContent(
    tx: Tx,
    { userId }: Command,
    {
      row,
      file,
      ids,
    }: { row: MeetingRow; file: MeetingExport; ids: ReturnType<typeof importedIds> },
  ): Promise<number> {
    const actorId = file.settings.anonymous ? null : userId;
    const board = importedBoard(file, ids, row);
    await setImmediate();
    await writeBoard(tx, board);
    for (const hook of hooks) await hook.afterCreate?.(tx, row);
    let withoutOwner = 0;
    for (const hook of hooks) {
      const losses = await hook.afterImport?.(tx, { actorId, meeting: row, file, ids });
      withoutOwner += losses?.actionsWithoutOwner ?? 0;
    }
    return withoutOwner;
  }
}
export type ImportsService = ReturnType<typeof importsService>;
