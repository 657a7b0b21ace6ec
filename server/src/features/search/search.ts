// Full text search over the visible texts on the boards of the caller's teams (docs/retro.md R-251 to R-253).
import { Column, ColumnId, findColumn } from '@wentwell/contract/notes/columns';
import {
  endOfTime,
  maxCounted,
  SearchCounts,
  SearchCountsQuery,
  SearchKind,
  SearchQuery,
  SearchResult,
  SearchResults,
} from '@wentwell/contract/teams/search';
import { foldText } from '@wentwell/contract/text/letters';
import { inArray, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';

import { actions } from '#server/features/actions/actions.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import { columnsOf, meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { teamsOf } from '#server/features/teams/team-access';
import { teams } from '#server/features/teams/teams.table';
import type { Database } from '#server/platform/db/database';
import {
  foldedText,
  hasWords,
  mayHaveWords,
  wordsOf,
  wordsTextOf,
} from '#server/platform/db/search';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';

import { beginningsOf, excerptOf, type Term, termsOf } from './excerpt.ts';

interface QueryOptions {
  /** Prefixes that match, too. */
  alike?: (term: Term) => string[];
  /** Quoted words need not be adjacent. */
  isApart?: boolean;
}

/** All terms must match. Words match as prefixes, quoted words as a phrase. */
function toTsQuery(terms: readonly Term[], { alike, isApart }: QueryOptions = {}): SQL {
  const parts = terms.map((term) => {
    const { text, isPrefix, forms = [] } = term;
    // Databases without UTF-8 index the unfolded text.
    const asked = [...new Set([foldText(text), text.normalize('NFC'), ...(alike?.(term) ?? [])])];
    const toQuery = sql.raw(isApart ? 'plainto_tsquery' : 'phraseto_tsquery');
    const whole = isPrefix ? forms : asked;
    const queries = whole.map(
      (form) => sql`${toQuery}('simple', ${wordsTextOf(sql`${form}::text`)})`,
    );
    if (isPrefix) queries.push(sql`to_tsquery('simple', ${`${asked.join(':* | ')}:*`})`);
    return sql`(${sql.join(queries, sql` || `)})`;
  });
  return sql`(${sql.join(parts, sql` && `)})`;
}

function queriesFor(terms: readonly Term[]): Pick<Search, 'terms' | 'asked' | 'likely'> {
  const asked = toTsQuery(terms);
  if (terms.every(({ isPrefix }) => isPrefix)) return { terms, asked };
  const quoted = terms.filter(({ isPrefix }) => !isPrefix);
  const mayMatch = sql.join(
    quoted.map((term) => mayHaveWords(sql`text`, term.text)),
    sql` and `,
  );
  return { terms, asked, likely: { asked: toTsQuery(terms, { isApart: true }), mayMatch } };
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

/** Ranks only the newest matches, because a rank reads the whole text. */
const rankedMax = 250;
/** Percentage of the newest notes to search first. Frequent words have enough matches there. */
const recentShare = 3;
/** PostgreSQL compiles each pattern again for each text if a query has more than 32. */
const termsRankedMax = 20;
/** Maximum number of texts to search for other word forms. */
const textsWithForms = 300;

const Row = SearchResult.omit({ excerpt: true, column: true }).extend({
  at: z.coerce.date(),
  text: z.string(),
  rank: z.number().int(),
  language: z.string().nullable(),
  column_id: ColumnId.nullable(),
  columns: z.array(Column).nullable(),
  /** The oldest ranked match, if there are older ones. */
  oldest_at: z.coerce.date().nullable(),
  oldest_id: z.uuid().nullable(),
});

function columnOf({ column_id, columns }: z.infer<typeof Row>): SearchResult['column'] {
  const found = column_id && findColumn(columnsOf({ columns }), column_id);
  return found ? { title: found.title, tone: found.tone } : null;
}

/** Terms for the texts of teams with this language. Null stands for all other teams. */
interface Search {
  language: string | null;
  terms: readonly Term[];
  asked: SQL;
  /** Finds more than `asked`, by the index alone, of which `mayMatch` excludes most others cheaply. */
  likely?: { asked: SQL; mayMatch: SQL };
  /** Matches teams with this language. */
  hasLanguage: SQL;
}

const Scope = z.object({
  /** The caller is in a large share of all teams. */
  isBroad: z.boolean(),
  /** Whether a team of the caller has a language. */
  isSpeaking: z.boolean(),
  /** When the newest notes began. Only in a broad scope, and if PostgreSQL has statistics. */
  since: z.string().nullable(),
});
interface Scope extends z.infer<typeof Scope>, SearchCountsQuery {
  /** Restricts the time of texts. */
  isThen?: ((at: SQLWrapper) => SQL) | undefined;
}

const Form = z.object({ language: z.string(), asked: z.string(), form: z.string() });

export function searchRoutes(api: Api, db: Database): void {
  function withBoards(caller: Caller, { team_id }: SearchCountsQuery): SQL {
    const isAsked = team_id ? sql`and ${teams.id} = ${team_id}` : sql``;
    return sql`with mine as materialized (select ${teams.id}, ${teams.name}, ${teams.language}
        from ${teams} where ${inArray(teams.id, teamsOf(db, caller))} ${isAsked}),
      boards as materialized (select ${meetings.id}, mine.language
        from ${meetings} join mine on mine.id = ${meetings.teamId} where ${isNull(meetings.deletedAt)})`;
  }

  async function scopeOf(caller: Caller, query: SearchCountsQuery): Promise<Scope> {
    const { rows } = await db.execute(sql`${withBoards(caller, query)},
      share as (select (select count(*) from mine) / nullif(reltuples, 0) as of_all
        from pg_class where oid = 'teams'::regclass and reltuples >= 0)
      select coalesce(of_all > 0.1, false) as "isBroad",
        exists(select from mine where language is not null) as "isSpeaking",
        case when of_all > 0.1 then (select bound from pg_stats,
          unnest(histogram_bounds::text::timestamptz[]) with ordinality as bounds (bound, n)
          where schemaname = current_schema() and tablename = 'notes' and attname = 'created_at'
            and bound < ${(query.before ?? endOfTime).top}
          order by n desc offset least(50, ${recentShare} / of_all) limit 1)::text end as since
      from (select) as always left join share on true`);
    return { ...query, ...Scope.parse(rows[0]) };
  }

  function matchesOf(
    kind: SearchKind,
    { asked, hasLanguage }: Pick<Search, 'asked' | 'hasLanguage'>,
    { before, isBroad, isThen = () => sql`true` }: Scope,
  ): SQL {
    const { from, id, text, at, team, meeting, isShown, outlastsMeeting } = sources[kind];
    const column = kind === 'note' ? sql`${notes.noteType}` : sql`null`;
    const [place, places] = outlastsMeeting || isBroad ? [team, sql`mine`] : [meeting, sql`boards`];
    const theirs = sql`select id from ${places} where ${hasLanguage}`;
    // Filter by board first, because other teams may use the same words very often. The planner takes `any` for ten
    // boards. With many, looking for their index entries or comparing with each takes longer than hashing.
    const isInTeams = isBroad
      ? sql`(${place} in (${theirs})) is true`
      : sql`${place} = any(array(${theirs}))`;
    // A narrow scope searches boards, of which none is deleted.
    const isGone =
      isBroad && !outlastsMeeting
        ? sql`(${meeting} in (select id from ${meetings} where deleted_at is not null)) is true`
        : sql`false`;
    const { top, topId } = before ?? {};
    return sql`select ${kind}::text as kind, ${id} as id, ${text} as text, ${at} as at, ${team} as team_id,
        ${meeting} as meeting_id, ${column} as column_id
      from ${from} where ${wordsOf(text)} @@ ${asked} and ${isShown} and ${isInTeams} and not ${isGone} and ${isThen(at)}
      and (select count(*) > 0 from mine where ${hasLanguage})
      ${top ? sql`and (${at}, ${id}) < (${top}::timestamptz, ${topId}::uuid)` : sql``}`;
  }

  function newestOf(
    kinds: readonly SearchKind[],
    searches: readonly Omit<Search, 'terms' | 'language'>[],
    scope: Scope & { among: number },
  ): SQL {
    const { among, since } = scope;
    const inOrder = sql`order by at desc, id desc`;
    const newest = sql`${inOrder} limit ${among}`;
    const partsOf = (isThen?: (at: SQLWrapper) => SQL) =>
      sql.join(
        kinds.flatMap((kind) =>
          searches.map(({ likely, ...search }) =>
            likely
              ? // Checks adjacency, newest first, only until there are enough. `offset` keeps this order.
                sql`(select * from (${matchesOf(kind, { ...search, asked: likely.asked }, { ...scope, isThen })} ${inOrder} offset 0)
                  as likely where ${likely.mayMatch} and ${wordsOf(sql`text`)} @@ ${search.asked} ${newest})`
              : sql`(${matchesOf(kind, search, { ...scope, isThen })} ${newest})`,
          ),
        ),
        sql` union all `,
      );
    if (since === null) return sql`select * from (${partsOf()}) as every ${newest}`;
    // Sorting all texts with a frequent word would take long.
    return sql`with recent as materialized (select * from (${partsOf((at) => sql`${at} >= ${since}::timestamptz`)}) as every ${newest})
      select * from (select * from recent union all
        (select * from (${partsOf((at) => sql`${at} < ${since}::timestamptz`)}) as every
          where (select count(*) from recent) < ${among} ${newest})) as every ${newest}`;
  }

  /** Finds other word forms, in texts that lack the words but contain words with the same beginning. */
  async function searchesOf(
    caller: Caller,
    scope: Scope,
    terms: readonly Term[],
  ): Promise<Search[]> {
    const beginnings = terms.flatMap(beginningsOf);
    const mayVary = beginnings.length > 0 && scope.isSpeaking;
    const candidates = {
      asked: sql`(${toTsQuery(terms, { alike: beginningsOf })} && !!${toTsQuery(terms)})`,
      hasLanguage: sql`language is not null`,
    };
    const words = terms.filter(({ isPrefix }) => isPrefix).map(({ text }) => foldText(text));
    const stem = (word: SQL) => sql`to_tsvector(language::regconfig, ${word}) as stem`;
    // Stems words before the join, because texts may contain thousands with the same beginning.
    const { rows } = mayVary
      ? await db.execute(sql`${withBoards(caller, scope)},
          said as materialized (select language, form, ${stem(sql`form`)} from (select distinct language, word.lexeme as form
            from (${newestOf(SearchKind.options, [candidates], { ...scope, among: textsWithForms })}) as newest
            join mine on mine.id = newest.team_id, unnest(${wordsOf(sql`text`)}) as word
            where word.lexeme ^@ any(${sql.param(beginnings)}::text[])) as each),
          sought as materialized (select language, asked, ${stem(sql`asked`)}
            from (select distinct language from mine where language is not null) as each,
            unnest(${sql.param(words)}::text[]) as asked)
          select language, asked, form from said join sought using (language, stem)
          where not form ^@ asked and stem <> ''`)
      : { rows: [] };
    const forms = Map.groupBy(z.array(Form).parse(rows), ({ language }) => language);
    const others = [...forms].map(([language, found]): Search => {
      const extended = terms.map((term) => {
        const isForm = ({ asked }: z.infer<typeof Form>) => asked === foldText(term.text);
        return { ...term, forms: found.filter(isForm).map(({ form }) => form) };
      });
      const hasLanguage = sql`language = ${language}`;
      return { language, hasLanguage, ...queriesFor(extended) };
    });
    const hasLanguage = sql`coalesce(language, '') <> all(${sql.param([...forms.keys()])}::text[])`;
    return [{ language: null, hasLanguage, ...queriesFor(terms) }, ...others];
  }

  const calls = callsOf(api, 'Teams');
  calls.answer('GET /search', {
    operationId: 'search',
    summary: 'Search my teams',
    description:
      'Notes, topics, action items, comments and meetings of the caller’s teams, also only those `before` a time: ' +
      'of each 250, from the newest, the best match first. Every word of `q` matches prefixes, and its forms in the team’s ' +
      'language; quoted words must be adjacent. Hidden and deleted texts are excluded.',
    config: { requestCost: 10 },
    querystring: SearchQuery,
    answers: { 200: SearchResults },
    async run({ caller, query }) {
      const terms = termsOf(query.q);
      if (terms.length === 0) return { results: [], next: null };
      const { limit, before } = query;
      const scope = await scopeOf(caller, query);
      const searches = await searchesOf(caller, scope, terms);
      const kinds = query.kind ? [query.kind] : SearchKind.options;
      const text = sql`text`;
      const folded = foldedText(text);
      const hasAll = sql.join(
        terms.slice(0, termsRankedMax).map((term) => hasWords(text, term.text)),
        sql` and `,
      );
      const hasPhrase = hasWords(text, terms.map((term) => term.text).join(' '));
      // On later pages texts may have joined those ranked together.
      const among = before?.at ? 2 * rankedMax : rankedMax;
      const { rows } = await db.execute(sql`
        ${withBoards(caller, query)},
        newest as materialized (select *, row_number() over (order by at desc, id desc) as place
          from (${newestOf(kinds, searches, { ...scope, among: among + 1 })}) as newest
          ${before?.end ? sql`where (at, id) >= (${before.end}::timestamptz, ${before.endId}::uuid)` : sql``}),
        oldest as (select at as oldest_at, id as oldest_id from newest
          where place = ${among} and (select count(*) from newest) > ${among}),
        ranked as (select *, 100 * ((${hasAll})::int + (${hasPhrase})::int) + least(3, 60 / length(text)) as rank
          from newest where place <= ${among}),
        found as materialized (select * from ranked
          ${before?.at ? sql`where (rank, at, id) < (${before.rank}, ${before.at}::timestamptz, ${before.id}::uuid)` : sql``}
          order by rank desc, at desc, id desc limit ${limit + 1}),
        discussed as (select ${groups.teamId} as team_id, ${foldedText(groups.title)} as title, count(distinct ${groups.meetingId})::int as times
          from ${groups} join boards on boards.id = ${groups.meetingId} join ${meetings} on ${meetings.id} = boards.id
          where (select count(*) > 0 from found where kind = 'topic') and ${meetings.discussion} -> 'discussed' ? ${groups.id}::text
            and (${groups.teamId}, ${foldedText(groups.title)}) in (select team_id, ${folded} from found where kind = 'topic')
          group by 1, 2)
        select kind, found.id, found.team_id, ${meetings.id} as meeting_id, at, coalesce(${meetings.name}, mine.name) as title,
          column_id, ${meetings.columns} as columns, rank, language,
          case when kind = 'topic' then coalesce(times, 0) end as discussed, text, oldest_at, oldest_id
        from found
        left join oldest on true
        join mine on mine.id = found.team_id
        left join ${meetings} on ${meetings.id} = found.meeting_id and ${meetings.deletedAt} is null
        left join discussed on discussed.team_id = found.team_id and discussed.title = ${folded}
        order by rank desc, at desc, found.id desc`);
      const found = rows.map((row) => Row.parse(row));
      const results = found.slice(0, limit).map((row) => ({
        ...SearchResult.omit({ excerpt: true, column: true, at: true }).parse(row),
        column: columnOf(row),
        excerpt: excerptOf(
          row.text,
          searches.find(({ language }) => language === row.language)?.terms ?? terms,
        ),
        at: row.at.toISOString(),
      }));
      const last = found.length > limit ? found[limit - 1] : undefined;
      const { top, topId } = before ?? endOfTime;
      const [first] = found;
      const older = first?.oldest_at && [first.oldest_at.toISOString(), first.oldest_id];
      const known = before?.end && [before.end, before.endId];
      const end = (before?.at ? known : older) || [];
      const next = last ? [top, topId, ...end, last.rank, last.at.toISOString(), last.id] : end;
      return { results, next: next.join(' ') || null };
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
      const terms = termsOf(query.q);
      if (terms.length === 0) return { note: 0, topic: 0, action: 0, comment: 0, meeting: 0 };
      const scope = await scopeOf(caller, query);
      const searches = await searchesOf(caller, scope, terms);
      const counts = SearchKind.options.map((kind) => {
        const parts = searches.map((each) => matchesOf(kind, each, scope));
        return sql`(select count(*)::int from (select from (${sql.join(parts, sql` union all `)}) as every
          limit ${maxCounted + 1}) as found) as ${sql.identifier(kind)}`;
      });
      const { rows } = await db.execute(
        sql`${withBoards(caller, query)} select ${sql.join(counts, sql`, `)}`,
      );
      return SearchCounts.parse(rows[0]);
    },
  });
}
