// Counts a meeting's rows in the whole database: how many name a person, and how many of those a written text too.
// Lists tables from the catalogue, so that none is forgotten.
import type { MeetingId } from '@wentwell/contract/ids';
import { summarySubject } from '@wentwell/contract/report/summary-mail';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries } from '#server/platform/db/database';
import { ownTableRule } from '#server/platform/db/own-tables';
import { nameInMail } from '#server/platform/mail/email';

const Table = z.object({ name: z.string(), has_meeting: z.boolean() });

const readTables = sql`
  select t.table_name::text as name, exists (select from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'meeting_id') as has_meeting
  from information_schema.tables t
  where t.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`;

export const CountedRows = z.object({
  table: z.string(),
  /** Subdivides tables with several kinds of rows: the feature of a change's command, the type of a record. */
  kind: z.string(),
  rows: z.number().int(),
  with_person: z.number().int(),
  with_both: z.number().int(),
});
export type CountedRows = z.infer<typeof CountedRows>;

/** Signed notes have an author id and no author hash. */
const kinds: Readonly<Record<string, SQL>> = {
  notes: sql`case when notes.author_id is not null and notes.author_hash is null then 'named' else '' end`,
  board_changes: sql`case when board_changes.change @? ${'$.put[*] ? (@.type == "note" && @.body.author_id != null && !exists(@.body.author_hash))'}::jsonpath
    then 'named' else split_part(board_changes.change ->> 'command', '.', 1) end`,
  board_records: sql`board_records.type || case when board_records.body ->> 'user_id' is null then '' else ' named' end`,
};

const idPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Fields with user content. An address in them does not identify the row's author. */
const texts = ['content', 'text'];

/** The ids of the meeting's notes, comments and groups. */
function writtenIds(meetingId: MeetingId): SQL {
  const ofTable = (table: string) =>
    sql`select id from ${sql.identifier(table)} where meeting_id = ${meetingId}`;
  return sql`array(${sql.join(['notes', 'comments', 'groups'].map(ofTable), sql` union all `)})`;
}

interface CountedMeeting {
  id: MeetingId;
  name: string;
}

function countRows(
  { name, has_meeting: hasMeeting }: z.infer<typeof Table>,
  meeting: CountedMeeting,
): SQL {
  const meetingId = meeting.id;
  // Sent mail keeps only its subject.
  const isSummary = sql`row.whole ->> 'subject' = ${summarySubject(nameInMail(meeting.name))}`;
  const table = sql.identifier(name);
  const own = hasMeeting ? sql`meeting_id = ${meetingId}` : sql`true`;
  const about = hasMeeting
    ? sql`true`
    : sql`(found.ids && (written.ids || ${meetingId}::uuid) or ${isSummary})`;
  return sql`
    select ${name}::text as "table", coalesce(kind, '') as kind, count(*)::int as rows,
      (count(*) filter (where is_person))::int as with_person,
      (count(*) filter (where is_person and is_written))::int as with_both
    from (
      select row.kind, found.ids && written.ids as is_written,
        exists (select from users where id = any(found.ids))
          or exists (select from sessions where id = any(found.ids))
          or exists (select from jsonb_each_text(row.whole - ${sql.param(texts)}::text[]) field
            join users on lower(users.email) = lower(field.value)) as is_person
      from (select ${kinds[name] ?? sql`''`} as kind, to_jsonb(${table}) as whole
        from ${table} where ${own}) row
      cross join written
      cross join lateral (select coalesce(array_agg(match[1]::uuid), '{}') as ids
        from regexp_matches(row.whole::text, ${`(${idPattern})`}, 'g') match) found
      where ${about}) counted
    group by kind`;
}

/** Requires a snapshot transaction. Scans whole tables, which takes seconds in a large database. */
export async function countMeetingRows(
  queries: Queries,
  meeting: CountedMeeting,
): Promise<{ tables: number; counted: CountedRows[] }> {
  const isOwn = await ownTableRule(queries);
  const { rows } = await queries.execute(readTables);
  const tables = z
    .array(Table)
    .parse(rows)
    .filter(({ name }) => isOwn(name));
  const counts = sql.join(
    tables.map((table) => countRows(table, meeting)),
    sql` union all `,
  );
  const found = await queries.execute(
    sql`with written as materialized (select ${writtenIds(meeting.id)} as ids)
      select * from (${counts}) counted order by "table", kind`,
  );
  return { tables: tables.length, counted: z.array(CountedRows).parse(found.rows) };
}
