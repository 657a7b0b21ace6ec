// The report on a meeting as a file, at any time: made from the board as its reader sees it (docs/retro.md R-211).
import type { AiSummary } from '@wentwell/contract/ai-summary';
import type { Board } from '@wentwell/contract/board';
import {
  exportFileName,
  exportFiles,
  meetingExport,
  readableBoard,
} from '@wentwell/contract/board-export';
import { exportCsv } from '@wentwell/contract/export-csv';
import type { MeetingId, UserId, TeamId } from '@wentwell/contract/ids';
import { guestName } from '@wentwell/contract/live';
import type { ExportQuery } from '@wentwell/contract/meeting-export';
import { meetingReport } from '@wentwell/contract/meeting-report';
import { reportMarkdown } from '@wentwell/contract/report-markdown';
import { titleOfTopic } from '@wentwell/contract/topics';
import { eq, and, inArray, isNull } from 'drizzle-orm';

import { teams, memberships } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Database, Queries } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';

/** The names of people in files and emails, as pages name them: whoever has deleted their account is a former member, and so is a leaver without a name. */
export async function namesOf(
  db: Queries,
  teamId: TeamId,
  ids: readonly UserId[],
): Promise<(id: UserId) => string> {
  const rows = await db
    .select({ user: users, memberId: memberships.userId })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.teamId, teamId)))
    .where(and(inArray(users.id, [...new Set(ids)]), isNull(users.deletedAt)));
  const names = new Map(
    rows.map(({ user, memberId }) => {
      const { display_name, full_name } = personNames(user);
      // The name of somebody without one is part of their address, which is for those who share a team with them.
      if (user.guestOf) return [user.id, guestName(full_name)];
      return [user.id, memberId ? display_name : full_name];
    }),
  );
  return (id) => names.get(id) || 'Former member';
}

export interface ReportDeps {
  db: Database;
  /** A board as one person sees it. Throws NOT_FOUND for outsiders. */
  viewBoard(caller: Caller, meetingId: MeetingId): Promise<Board>;
  /** The published summary; null where there is none. */
  readSummary(queries: Queries, meetingId: MeetingId): Promise<AiSummary | null>;
}

export interface ReportSource {
  board: Board;
  teamName: string;
  nameOf: (userId: UserId) => string;
  people: readonly UserId[];
}

export interface ExportedFile {
  name: string;
  type: string;
  text: string;
}

function peopleOf({ you, meeting, notes, comments, actions }: Board): UserId[] {
  const written = [...notes, ...Object.values(comments).flat()];
  const named = [
    you.user_id,
    meeting.owner_id,
    ...written.map(({ author_id }) => author_id),
    ...actions.flatMap(({ assignee_id, former_assignee_id }) => [assignee_id, former_assignee_id]),
  ];
  return named.filter((id) => id !== null);
}

/** One file in one of the formats; what its reader may not see is in none of them. */
function writeFile(
  { board, teamName, nameOf, summary }: ReportSource & { summary: AiSummary | null },
  { format, separator, exportedAt }: ExportQuery & { exportedAt: Date },
): string {
  const file = () => meetingExport(board, { teamName, nameOf, exportedAt });
  switch (format) {
    case 'json':
      return `${JSON.stringify(file())}\n`;
    case 'csv':
      return exportCsv(file(), separator);
    case 'markdown': {
      const readable = readableBoard(board);
      const report = meetingReport(readable.board, titleOfTopic);
      const { hiddenNotes } = readable;
      const names = { nameOf, teamName, zone: 'UTC', hiddenNotes, summary } as const;
      return reportMarkdown(report, names);
    }
  }
}

export function reportService({ db, viewBoard, readSummary }: ReportDeps) {
  async function read(caller: Caller, meetingId: MeetingId): Promise<ReportSource> {
    const board = await viewBoard(caller, meetingId);
    const { team_id } = board.meeting;
    const people = peopleOf(board);
    const [nameOf, [team]] = await Promise.all([
      namesOf(db, team_id, people),
      db.select({ name: teams.name }).from(teams).where(eq(teams.id, team_id)),
    ]);
    return { board, teamName: team?.name ?? '', nameOf, people };
  }

  return {
    read,

    async file(caller: Caller, meetingId: MeetingId, query: ExportQuery): Promise<ExportedFile> {
      const source = await read(caller, meetingId);
      const exportedAt = new Date();
      const name = exportFileName(source.board.meeting, query.format);
      const summary = await readSummary(db, meetingId);
      const type = `${exportFiles[query.format].type}; charset=utf-8`;
      return { name, type, text: writeFile({ ...source, summary }, { ...query, exportedAt }) };
    },
  };
}
export type ReportService = ReturnType<typeof reportService>;
