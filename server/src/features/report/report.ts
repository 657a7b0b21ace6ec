// Exports a meeting's report as a file. It contains what the reader may see (docs/retro.md R-211).
import type { Board } from '@wentwell/contract/board/snapshot';
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import { meetingExport, readableBoard } from '@wentwell/contract/exports/board-export';
import { exportCsv } from '@wentwell/contract/exports/export-csv';
import { exportFileName, exportFiles } from '@wentwell/contract/exports/export-formats';
import { type BesideBoard, exportedFields } from '@wentwell/contract/exports/export-parts';
import { ExportQuery, MeetingExport } from '@wentwell/contract/exports/meeting-export';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { guestName } from '@wentwell/contract/live/live';
import { meetingReport } from '@wentwell/contract/report/meeting-report';
import { reportMarkdown } from '@wentwell/contract/report/report-markdown';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';

import type { ReadScope, ServerFeature } from '#server/board/server-feature';
import { isGuestOfTeam } from '#server/features/guests/guests.table';
import { membershipOf, memberships, teams } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Queries } from '#server/platform/db/database';
import { asFile } from '#server/platform/http/attachment';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';

/** Names for files and emails, as on pages. Deleted accounts and nameless leavers become “Former member”. */
export async function namesOf(
  db: Queries,
  teamId: TeamId,
  ids: readonly UserId[],
): Promise<(id: UserId) => string> {
  const rows = await db
    .select({ user: users, memberId: memberships.userId, isGuest: isGuestOfTeam(teamId) })
    .from(users)
    .leftJoin(memberships, membershipOf(users.id, teamId))
    .where(and(inArray(users.id, [...new Set(ids)]), isNull(users.deletedAt)));
  const names = new Map(
    rows.map(({ user, memberId, isGuest }) => {
      const { display_name, full_name } = personNames(user);
      // `display_name` may be part of the address, which only current team members may see.
      if (isGuest) return [user.id, guestName(full_name)];
      return [user.id, memberId ? display_name : full_name];
    }),
  );
  return (id) => names.get(id) || 'Former member';
}

interface ReportDeps {
  db: Queries;
  /** The caller's view of the board. Throws NOT_FOUND for outsiders. */
  viewBoard(caller: Caller, meetingId: MeetingId): Promise<Board>;
}

export interface ReportSource {
  board: Board;
  teamName: string;
  nameOf: (userId: UserId) => string;
  people: readonly UserId[];
}

function peopleOf(board: Board, beside: BesideBoard = {}): UserId[] {
  const { you, meeting, notes, comments, actions } = board;
  // The parts of features ask for a local id of each person that they name.
  const inParts: UserId[] = [];
  exportedFields(board, (id) => `p${inParts.push(id)}`, beside);
  const written = [...notes, ...Object.values(comments).flat()];
  const named = [
    you.user_id,
    meeting.owner_id,
    ...written.map(({ author_id }) => author_id),
    ...inParts,
    ...actions.flatMap(({ assignee_id, former_assignee_id }) => [assignee_id, former_assignee_id]),
  ];
  return named.filter((id) => id !== null);
}

/** `board` is the reader's view, so no format reveals more. */
function writeFile(
  { board, teamName, nameOf, beside }: ReportSource & { beside: BesideBoard },
  { format, separator, exportedAt }: ExportQuery & { exportedAt: Date },
): string {
  const file = () => meetingExport(board, { teamName, nameOf, exportedAt, beside });
  switch (format) {
    case 'json':
      return `${JSON.stringify(file())}\n`;
    case 'csv':
      return exportCsv(file(), separator);
    case 'markdown': {
      const readable = readableBoard(board);
      const report = meetingReport(readable.board, titleOfTopic);
      const { hiddenNotes } = readable;
      return reportMarkdown(report, { beside, nameOf, teamName, zone: 'UTC', hiddenNotes });
    }
  }
}

/** The reader throws NOT_FOUND for outsiders. */
export function reportReader({ db, viewBoard }: ReportDeps) {
  return async (caller: Caller, meetingId: MeetingId): Promise<ReportSource> => {
    const board = await viewBoard(caller, meetingId);
    const { team_id } = board.meeting;
    const people = peopleOf(board);
    const [nameOf, [team]] = await Promise.all([
      namesOf(db, team_id, people),
      db.select({ name: teams.name }).from(teams).where(eq(teams.id, team_id)),
    ]);
    return { board, teamName: team?.name ?? '', nameOf, people };
  };
}

interface ReportRoutesDeps extends ReadScope {
  readReport: ReturnType<typeof reportReader>;
  features: readonly Pick<ServerFeature, 'beside'>[];
}

export function reportRoutes(api: Api, deps: ReportRoutesDeps): void {
  const { db, readReport, features } = deps;

  /** Superusers outside the team read the board alone. */
  async function readBeside({ you, meeting }: Board): Promise<BesideBoard> {
    if (!isInTeam(you)) return {};
    const parts = await Promise.all(
      features.flatMap((feature) => feature.beside?.(deps, meeting) ?? []),
    );
    return parts.reduce<BesideBoard>((all, part) => ({ ...all, ...part }), {});
  }

  callsOf(api, 'Meetings').answer('GET /meetings/:meetingId/export', {
    operationId: 'exportMeeting',
    summary: 'Export a meeting',
    description:
      'In any phase, as a file: the report as Markdown, a table as CSV (RFC 4180 with commas or semicolons, ' +
      'UTF-8 with a byte order mark, no executable cells), or everything as JSON. It contains what the caller' +
      ' may see: hidden notes as a number, totals of votes and reactions, no authors of an anonymous meeting,' +
      ' and names instead of addresses and ids.',
    querystring: ExportQuery,
    answers: { 200: z.string() },
    config: {
      requestCost: 10,
      isBatch: true,
      textTypes: {
        ...Object.fromEntries(Object.values(exportFiles).map(({ type }) => [type, z.string()])),
        [exportFiles.json.type]: MeetingExport,
      },
    },
    async run({ caller, params, query, reply }) {
      const source = await readReport(caller, params.meetingId);
      const exportedAt = new Date();
      const { board } = source;
      const beside = await readBeside(board);
      const nameOf = await namesOf(db, board.meeting.team_id, peopleOf(board, beside));
      asFile(reply, {
        name: exportFileName(board.meeting, query.format),
        type: `${exportFiles[query.format].type}; charset=utf-8`,
      });
      return writeFile({ ...source, nameOf, beside }, { ...query, exportedAt });
    },
  });
}
