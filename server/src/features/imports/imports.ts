// Creates a meeting from an exported file, in one transaction (docs/retro.md ).
import { setImmediate } from 'node:timers/promises';

import {
  type ImportedIds,
  clampToNow,
  countsOf,
  importedDiscussion,
  importedId,
} from '@wentwell/contract/exports/imports';
import {
  ImportQuery,
  ImportedMeeting,
  MeetingExport,
} from '@wentwell/contract/exports/meeting-export';
import {
  CommentId,
  GroupId,
  MeetingId,
  NoteId,
  type TeamId,
  type TopicId,
} from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { isEditable, meetingPolicy } from '@wentwell/contract/meetings/meetings';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { eq } from 'drizzle-orm';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

import { comments, markColumns } from '#server/features/comments/comments.table';
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
import {
  ApiError,
  authorize,
  invalidBody,
  notFound,
  notStored,
} from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { CommandRequest } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';
import { newId, newTimelessId } from '#server/platform/ids';
import { takeQuota } from '#server/platform/quotas';

import { readExport } from './read-export.ts';

/** Maps ids of the file to new random ids, which do not reveal the order of creation. */
function importedIds({ notes, groups }: MeetingExport): ImportedIds {
  const note = new Map(notes.map(({ id }) => [id, newTimelessId(NoteId)]));
  const group = new Map(groups.map(({ id }) => [id, newTimelessId(GroupId)]));
  const topic = new Map<string, TopicId>([...note, ...group]);
  return { note, group, topic };
}

/** Builds the rows of an imported board. Authors are stored by name only, not linked to accounts. */
function importedBoard(
  file: MeetingExport,
  ids: ImportedIds,
  { id: meetingId, teamId, status }: MeetingRow,
) {
  // A meeting that continues collects new votes.
  const counts = isEditable(status) ? new Map<string, never>() : countsOf(file);
  const names = new Map(file.people.map(({ id, name }) => [id, name]));
  const written = (entry: { author: string | null; text: string; created_at: string }) => ({
    authorName: entry.author === null ? null : importedId(names, entry.author),
    content: entry.text,
    createdAt: new Date(entry.created_at),
    updatedAt: new Date(entry.created_at),
  });
  return {
    notes: file.notes.map((note, index) => ({
      ...written(note),
      id: importedId(ids.note, note.id),
      meetingId,
      teamId,
      noteType: note.column,
      hidden: false,
      groupId: note.group === null ? null : importedId(ids.group, note.group),
      // The positions that separate changes would have assigned.
      position: index + 1,
      importedCounts: counts.get(note.id) ?? null,
    })),
    groups: file.groups.map(({ id, title, title_is_custom, column }) => ({
      meetingId,
      teamId,
      id: importedId(ids.group, id),
      title,
      titleIsCustom: title_is_custom,
      columnId: column,
    })),
    comments: file.comments.map((comment) => ({
      ...written(comment),
      meetingId,
      teamId,
      id: newTimelessId(CommentId),
      noteId: importedId(ids.note, comment.note),
      ...(file.settings.anonymous && markColumns(comment)),
    })),
  };
}

interface ImportsDeps {
  receipts: ReceiptBook;
  hooks: readonly MeetingHook[];
  answersMin: number;
  /** Imported meetings count towards the team's quota. */
  takeMeetingsQuota(this: void, tx: Tx, teamId: TeamId): Promise<void>;
}

/** An imported meeting is closed, or with `asLive` continues with its notes. */
function stateOf(
  file: MeetingExport,
  asLive: boolean,
  { now, answersMin }: { now: Date; answersMin: number },
) {
  if (asLive) {
    // The first phase with revealed notes. The file reveals them anyway.
    return { status: 'live', phase: 'grouping', startTime: now, phaseStartedAt: now } as const;
  }
  const ended = new Date(file.end_time ?? file.exported_at);
  const endTime = ended < now ? ended : now;
  const started = file.start_time === null ? null : new Date(file.start_time);
  const startTime = started && started > endTime ? endTime : started;
  const { attendance } = file;
  const isTold = attendance && attendance.members >= answersMin;
  const attended = isTold && { tookPart: attendance.took_part, membersAtEnd: attendance.members };
  return { status: 'closed', phase: file.phase, startTime, endTime, ...attended } as const;
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

// A single statement for a full board would block the event loop for tens of milliseconds.
const rowsPerStatement = 100;

function* slices<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    yield rows.slice(start, start + rowsPerStatement);
  }
}

async function writeBoard(tx: Tx, board: ReturnType<typeof importedBoard>): Promise<void> {
  for (const rows of slices(board.notes)) await tx.insert(notes).values(rows);
  for (const rows of slices(board.groups)) await tx.insert(groups).values(rows);
  for (const rows of slices(board.comments)) await tx.insert(comments).values(rows);
}

export interface GivenFile {
  file: MeetingExport;
  /** Size of the upload, for the account's quota. */
  bytes: number;
  /** The meeting continues instead of being closed. */
  asLive?: boolean;
}

export function importsService({ receipts, hooks, answersMin, takeMeetingsQuota }: ImportsDeps) {
  /** Resolves with the number of action items whose owner matched no member. */
  async function writeContent(
    tx: Tx,
    { userId }: CommandRequest,
    made: { row: MeetingRow; file: MeetingExport; ids: ReturnType<typeof importedIds> },
  ): Promise<number> {
    const { row, file, ids } = made;
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

  return {
    create(
      command: CommandRequest,
      teamId: TeamId,
      { file: given, bytes, asLive = false }: GivenFile,
    ) {
      return receipts.once(command, {
        async again(tx, kept) {
          const { id, actions_without_owner } = KeptOfImport.parse(kept);
          const { meeting, teamContext } = await accessMeeting(tx, command, id);
          return importAnswer(meeting, teamContext, actions_without_owner);
        },
        async load(tx) {
          const [teamContext, [{ now } = notFound()]] = await Promise.all([
            teamContextInTeam(tx, command, teamId),
            tx.select({ now: databaseNowField }).from(teams).where(eq(teams.id, teamId)).execute(),
          ]);
          return { teamContext, now };
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
          const file = clampToNow(given, now);
          const ids = importedIds(file);
          const { columns, name } = file;
          // Reset the consent to AI use: the authors in the file have not given it here.
          const settings = { ...file.settings, ai_notes: false };
          const discussion = asLive ? null : importedDiscussion(file, ids);
          const state = stateOf(file, asLive, { now, answersMin });
          const facts = { isImported: true };
          const start = { name, columns, settings, discussion, ...state, ...facts };
          const [row = notStored()] = await tx
            .insert(meetings)
            .values({ id: newId(MeetingId), teamId, ownerId: command.userId, ...start })
            .returning();
          auditOutsiderOnBoard(tx, command, { meeting: row, teamContext });
          const withoutOwner = await writeContent(tx, command, { row, file, ids });
          return importAnswer(row, teamContext, withoutOwner);
        },
      });
    },
  };
}

/** Reports an oversized or malformed file as a validation error, so that the user gets a useful message. */
function refuseFile(error: Error & { statusCode?: number }): never {
  if (error.statusCode === 413) throw invalidBody('This file is larger than 1 MiB.', 'too_big');
  if (error instanceof ApiError && error.code === 'BAD_REQUEST') {
    throw invalidBody('This file is broken: it is cut off, or no JSON.', 'invalid_json');
  }
  throw error;
}

export function importsRoutes(api: Api, imports: ReturnType<typeof importsService>): void {
  callsOf(api, 'Meetings').change('POST /teams/:teamId/imports', {
    operationId: 'importMeeting',
    summary: 'Import a meeting',
    description:
      'By any member of the team, who becomes its owner. The body is the JSON of `GET /meetings/{id}/export`,' +
      ' at most 1 MiB. The meeting is closed, with notes, groups, comments, totals of votes, reactions and ' +
      'check-in, and the discussion. An action item’s owner is the one member with that name; ' +
      '`actions_without_owner` counts the others. Otherwise people stay names without accounts. With ' +
      '`as_live=true` it is live in grouping, with notes, groups, comments and action items, and without ' +
      'totals. An invalid file is refused completely; `loc` names the first errors.',
    querystring: ImportQuery,
    body: MeetingExport,
    answers: { 201: ImportedMeeting },
    config: { requestCost: 20, isBatch: true },
    route: {
      bodyLimit: limits.importBytes,
      errorHandler: refuseFile,
      preValidation: async (request) => {
        request.body = await readExport(request.body);
      },
      validatorCompiler: ({ schema, ...route }) => {
        // `readExport` has validated the body. The schema serves only the OpenAPI description.
        if (route.httpPart === 'body') return (value: unknown) => ({ value });
        return validatorCompiler({ ...route, schema: z.instanceof(z.ZodType).parse(schema) });
      },
    },
    run({ command, params: { teamId }, query, body: file, request }) {
      // A chunked upload has no `Content-Length` and is charged as the maximum.
      const bytes = Number(request.headers['content-length'] ?? limits.importBytes);
      return imports.create(command, teamId, { file, bytes, asLive: query.as_live === 'true' });
    },
  });
}
