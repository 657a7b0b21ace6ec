// Full text search over the visible texts on the boards of the caller's teams (docs/retro.md R-251 to R-253).
import { Column, ColumnId, findColumn } from '@wentwell/contract/columns';
import { foldText } from '@wentwell/contract/letters';
import {
  maxCounted,
  SearchCounts,
  SearchCountsQuery,
  SearchKind,
  SearchQuery,
  SearchResult,
  SearchResults,
} from '@wentwell/contract/search';
import { and, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';

import { actions } from '#server/features/actions/actions.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import { columnsOf, meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { inTeamsOf } from '#server/features/teams/team-access';
import { teams } from '#server/features/teams/teams.table';
import type { Database } from '#server/platform/db/database';
import { foldedText, wordsOf } from '#server/platform/db/search';
import type { Api } from '#server/platform/http/api';
import type { Caller } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import { excerptOf, type Term, termsOf } from './excerpt.ts';

/** All terms must match. Words match as prefixes, quoted words as a phrase. Null without terms. */
function toTsQuery(terms: readonly Term[]): SQL | null {
  const parts = terms.map(({ text, isPrefix }) => {
    // Databases without UTF-8 index the unfolded text.
    const forms = [...new Set([foldText(text), text.normalize('NFC')])].map((form) =>
      isPrefix
        ? sql`to_tsquery('simple', ${`${form}:*`})`
        : sql`phraseto_tsquery('simple', ${form})`,
    );
    return sql`(${sql.join(forms, sql` || `)})`;
  });
  return parts.length === 0 ? null : sql`(${sql.join(parts, sql` && `)})`;
}

interface Source {
  from: SQL;
  id: SQLWrapper;
  text: SQLWrapper;
  at: SQLWrapper;
  team: SQLWrapper;
  meeting: SQLWrapper;
  /** Excludes hidden and deleted texts. */
  isShown: SQL;
  /** Action items remain visible without their meeting. */
  outlastsMeeting?: true;
}

/** For tables whose rows belong to boards. */
function textsOf(
  table: typeof notes | typeof groups | typeof actions | typeof comments,
  text: SQLWrapper,
): Source {
  const { id, createdAt: at, teamId: team, meetingId: meeting } = table;
  return { from: sql`${table}`, id, text, at, team, meeting, isShown: sql`true` };
}

const shownNote = sql`${notes.deletedAt} is null and not ${notes.hidden}`;

const sources: Record<SearchKind, Source> = {
  note: {
    ...textsOf(notes, notes.content),
    id: sql`coalesce(${notes.publicId}, ${notes.id})`,
    isShown: shownNote,
  },
  topic: textsOf(groups, groups.title),
  action: {
    ...textsOf(actions, actions.text),
    isShown: sql`${actions.deletedAt} is null`,
    outlastsMeeting: true,
  },
  comment: {
    ...textsOf(comments, comments.content),
    from: sql`${comments} join ${notes} on ${notes.id} = ${comments.noteId}`,
    isShown: sql`${comments.deletedAt} is null and ${shownNote}`,
  },
  meeting: {
    from: sql`${meetings}`,
    id: meetings.id,
    text: meetings.name,
    at: sql`coalesce(${meetings.startTime}, ${meetings.createdAt})`,
    team: meetings.teamId,
    meeting: meetings.id,
    isShown: sql`true`,
  },
};

const Row = SearchResult.omit({ excerpt: true, column: true }).extend({
  at: z.coerce.date(),
  text: z.string(),
  column_id: ColumnId.nullable(),
  columns: z.array(Column).nullable(),
});

function columnOf({ column_id, columns }: z.infer<typeof Row>): SearchResult['column'] {
  const found = column_id && findColumn(columnsOf({ columns }), column_id);
  return found ? { title: found.title, tone: found.tone } : null;
}

export function searchRoutes(api: Api, db: Database): void {
  function withBoards(caller: Caller): SQL {
    const boards = db
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(isNull(meetings.deletedAt), inTeamsOf(db, caller, meetings.teamId)));
    return sql`with boards as materialized ${boards}`;
  }

  /** The condition on texts of this kind that match `asked`. */
  function isFound(
    { text, isShown, outlastsMeeting, team, meeting, at, id }: Source,
    { asked, caller, team_id, before }: { asked: SQL; caller: Caller } & SearchCountsQuery,
  ): SQL {
    // Filter by board first, because other teams may use the same words very often.
    const isOurs = outlastsMeeting
      ? inTeamsOf(db, caller, team)
      : sql`${meeting} = any(array(select id from boards))`;
    return sql`${wordsOf(text)} @@ ${asked} and ${isShown} and ${isOurs}
      ${team_id ? sql`and ${team} = ${team_id}` : sql``}
      ${before ? sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``}`;
  }

  const calls = callsOf(api, 'Teams');
  calls.answer('GET /search', {
    operationId: 'search',
    summary: 'Search my teams',
    description:
      'Notes, topics, action items, comments and meetings of the caller’s teams, newest first. Every word of ' +
      '`q` matches prefixes; quoted words must be adjacent. Hidden and deleted texts are excluded.',
    config: { requestCost: 10 },
    querystring: SearchQuery,
    answers: { 200: SearchResults },
    async run({ caller, query }) {
      const terms = termsOf(query.q);
      const asked = toTsQuery(terms);
      if (asked === null) return { results: [], next: null };
      const { limit } = query;
      const kinds = query.kind ? [query.kind] : SearchKind.options;
      const parts = kinds.map((kind) => {
        const { from, id, text, at, team, meeting } = sources[kind];
        const column = kind === 'note' ? sql`${notes.noteType}` : sql`null`;
        return sql`(select ${kind}::text as kind, ${id} as id, ${text} as text, ${at} as at, ${team} as team_id,
            ${meeting} as meeting_id, ${column} as column_id
          from ${from}
          where ${isFound(sources[kind], { ...query, asked, caller })}
          order by at desc, id desc limit ${limit + 1})`;
      });
      const folded = foldedText(sql`text`);
      const { rows } = await db.execute(sql`
        ${withBoards(caller)},
        found as materialized (select * from (${sql.join(parts, sql` union all `)}) as every
          order by at desc, id desc limit ${limit + 1}),
        discussed as (select ${groups.teamId} as team_id, ${foldedText(groups.title)} as title, count(distinct ${groups.meetingId})::int as times
          from ${groups} join boards on boards.id = ${groups.meetingId} join ${meetings} on ${meetings.id} = boards.id
          where ${meetings.discussion} -> 'discussed' ? ${groups.id}::text
            and (${groups.teamId}, ${foldedText(groups.title)}) in (select team_id, ${folded} from found where kind = 'topic')
          group by 1, 2)
        select kind, found.id, found.team_id, ${meetings.id} as meeting_id, at, coalesce(${meetings.name}, ${teams.name}) as title,
          column_id, ${meetings.columns} as columns,
          case when kind = 'topic' then coalesce(times, 0) end as discussed, text
        from found
        join ${teams} on ${teams.id} = found.team_id
        left join ${meetings} on ${meetings.id} = found.meeting_id and ${meetings.deletedAt} is null
        left join discussed on discussed.team_id = found.team_id and discussed.title = ${folded}
        order by at desc, found.id desc`);
      const found = rows.map((row) => Row.parse(row));
      const results = found.slice(0, limit).map((row) => ({
        ...SearchResult.omit({ excerpt: true, column: true, at: true }).parse(row),
        column: columnOf(row),
        excerpt: excerptOf(row.text, terms),
        at: row.at.toISOString(),
      }));
      const last = results.at(-1);
      return { results, next: found.length > limit && last ? `${last.at} ${last.id}` : null };
    },
  });
  calls.answer('GET /search/counts', {
    operationId: 'countSearchResults',
    summary: 'Count search results',
    description:
      'How many notes, topics, action items, comments and meetings `GET /search` finds; 1,001 means more than' +
      ' 1,000.',
    config: { requestCost: 10 },
    querystring: SearchCountsQuery,
    answers: { 200: SearchCounts },
    async run({ caller, query }) {
      const asked = toTsQuery(termsOf(query.q));
      if (asked === null) return { note: 0, topic: 0, action: 0, comment: 0, meeting: 0 };
      const counts = SearchKind.options.map(
        (kind) => sql`(select count(*)::int from (select from ${sources[kind].from}
          where ${isFound(sources[kind], { ...query, asked, caller })}
          limit ${maxCounted + 1}) as found) as ${sql.identifier(kind)}`,
      );
      const { rows } = await db.execute(
        sql`${withBoards(caller)} select ${sql.join(counts, sql`, `)}`,
      );
      return SearchCounts.parse(rows[0]);
    },
  });
}
