// Evidence of anonymity: counts the stored rows of an anonymous meeting, for the page and `npm run anonymity`
// (docs/retro.md R-331 to R-333).
import { showsTotals } from '@wentwell/contract/discussion/votes';
import type { MeetingId } from '@wentwell/contract/ids';
import { AnonymityEvidence, type StoredRows } from '@wentwell/contract/meetings/anonymity';
import { summarySubject } from '@wentwell/contract/report/summary-mail';
import { type SQL, eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Evidence, ServerFeature } from '#server/board/server-feature';
import { accessMeeting } from '#server/features/meetings/meeting-access';
import { type MeetingRow, meetings, settingsOf } from '#server/features/meetings/meetings.table';
import { lastBackups } from '#server/platform/backup/last-backups';
import type { Database, Queries } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { tablesByOwner } from '#server/platform/db/own-tables';
import { ApiError } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import { nameInMail } from '#server/platform/mail/email';

const tablesOfMeetings = sql`select table_name::text as name from information_schema.columns
  where table_schema = 'public' and column_name = 'meeting_id'`;

const CountedRows = z.object({
  table: z.string(),
  /** Subdivides tables with several kinds of rows: the feature of a change's command, the type of a record. */
  kind: z.string(),
  rows: z.number().int(),
  with_person: z.number().int(),
  with_both: z.number().int(),
});
type CountedRows = z.infer<typeof CountedRows>;

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
  name: string,
  { hasMeeting, meeting }: { hasMeeting: boolean; meeting: CountedMeeting },
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
async function countMeetingRows(
  queries: Queries,
  meeting: CountedMeeting,
): Promise<{ tables: number; counted: CountedRows[] }> {
  const { rows } = await queries.execute<{ name: string }>(tablesOfMeetings);
  const ofMeetings = new Set(rows.map(({ name }) => name));
  // From the catalogue, so that none is forgotten.
  const { own: tables } = await tablesByOwner(queries);
  const counts = sql.join(
    tables.map((name) => countRows(name, { hasMeeting: ofMeetings.has(name), meeting })),
    sql` union all `,
  );
  const found = await queries.execute(
    sql`with written as materialized (select ${writtenIds(meeting.id)} as ids)
      select * from (${counts}) counted order by "table", kind`,
  );
  return { tables: tables.length, counted: z.array(CountedRows).parse(found.rows) };
}

const common: Evidence = {
  written: {
    notes: {
      title: 'Notes',
      holds:
        'Text, column and a hash of a key that only one browser holds, in place of the author.',
    },
    comments: {
      title: 'Comments',
      holds: 'Text and such a hash; an answer of the author of a note has none.',
    },
    groups: { title: 'Groups', holds: 'Title, and no author.' },
    unnamed_reactions: { title: 'Reactions', holds: 'Emoji and such a hash.' },
    'board_records question': {
      title: 'Questions about notes',
      holds:
        'That someone asks for more, and the hash of the note; not who. Everyone on the board gets an empty change then.',
    },
    receipts: {
      title: 'Answered requests',
      holds: 'That a request was carried out, for a day, beside another hash.',
    },
    'board_changes note': { title: 'Changes of notes', holds: 'Text, and the time of the phase.' },
    'board_changes comment': { title: 'Changes of comments', holds: 'The same.' },
    'board_changes group': { title: 'Changes of groups', holds: 'The same.' },
    'board_changes reaction': { title: 'Changes of reactions', holds: 'The same.' },
    'board_changes topics': { title: 'Topics carried over', holds: 'The same.' },
  },
  // It would tell that a question was asked before, or ignored.
  untold: { 'board_records question': () => true },

  named: {
    meetings: { title: 'Meeting', holds: 'Owner and co-leads, and the order of the topics.' },
    'notes named': {
      title: 'Signed notes',
      holds:
        'Text, and who has signed it; no hash. A backup from before still holds its hash, beside those of their others.',
    },
    'board_records question named': {
      title: 'Questions about signed notes',
      holds: 'One for each, whether someone asked or not, and who has signed the note.',
    },
    'board_changes named': {
      title: 'Changes with signed notes',
      holds: 'Text, and who has signed it; changes of before hold the note no more.',
    },
    votes: { title: 'Votes', holds: 'How many votes someone gave to which topic.' },
    votes_finished: { title: 'Done voting', holds: 'Who has finished voting.' },
    ready_marks: { title: 'Done with a phase', holds: 'Who is done.' },
    actions: { title: 'Action items', holds: 'Who agreed to do what, and who wrote that down.' },
    live_tickets: { title: 'Tickets', holds: 'Who is opening the board, for 30 seconds.' },
    spectator_links: { title: 'Screen in the room', holds: 'Who made it.' },
    guest_links: { title: 'Guest link', holds: 'Who made it.' },
    users: {
      title: 'Guests',
      holds: 'The name that each gave, and the account that keeps their work.',
    },
    ai_summaries: { title: 'Published summary', holds: 'Who published it.' },
    mail_outbox: {
      title: 'Summaries by mail',
      holds:
        'To whom a summary of a meeting with this name goes or went. What is sent keeps no words.',
    },
    audit_entries: {
      title: 'Acts of administrators',
      holds: 'Which administrator read, restored or deleted what.',
    },
    reactions: { title: 'Reactions', holds: 'Emoji and who reacted, from before the notes.' },
    'board_changes action': {
      title: 'Changes of action items',
      holds: 'Who agreed to do what, and who wrote that down.',
    },
    'board_changes discussion': { title: 'Changes of topic', holds: 'Who led the discussion.' },
    'board_changes meeting': { title: 'Changes of the meeting', holds: 'Who led it.' },
    'board_changes person': {
      title: 'Claims of guests, and erased accounts',
      holds: 'The id of an account, and of what it got or what was erased.',
    },
    'board_changes phase': {
      title: 'Changes of phase',
      holds: 'Who led the meeting; notes that were turned over.',
    },
    'board_changes question': { title: 'Changes of the question', holds: 'Who led the check-in.' },
    'board_changes ready': { title: 'Done with a phase', holds: 'Who is done.' },
    'board_changes timer': { title: 'Changes of the timer', holds: 'Who led the meeting.' },
    'board_changes turn': { title: 'Turns of the check-in', holds: 'Who has had their turn.' },
    'board_changes vote': { title: 'Changes of votes', holds: 'Who voted for which topic.' },
    'board_changes voted': { title: 'Done voting', holds: 'Who has finished voting.' },
  },
};

const places: Readonly<Record<string, StoredRows['place']>> = {
  board_changes: 'history',
  mail_outbox: 'mail',
  audit_entries: 'audit_log',
};

const keyOf = ({ table, kind }: CountedRows) => (kind === '' ? table : `${table} ${kind}`);
const tellsVotes = (each: CountedRows) => keyOf(each) === 'votes' || each.kind === 'vote';

function noRows(key: string): CountedRows {
  const [table = '', kind = ''] = key.split(' ');
  return { table, kind, rows: 0, with_person: 0, with_both: 0 };
}

function toStoredRows(
  counted: CountedRows,
  {
    words,
    isSecret,
  }: { words: Pick<StoredRows, 'title' | 'holds'> | undefined; isSecret: boolean },
): StoredRows {
  const { table, rows, with_person, with_both } = counted;
  const counts = { rows, with_person, with_both };
  return {
    place: places[table] ?? 'database',
    ...(words ?? { title: keyOf(counted), holds: 'People, and nothing that is known here.' }),
    ...(isSecret ? { rows: null, with_person: null, with_both: null } : counts),
  };
}

interface EvidenceSettings {
  answersMin: number;
  /** In ms. Null: forever. */
  keep: Record<'deleted' | 'history' | 'audit' | 'sentMail', number | null>;
  backups: { folder: string | undefined; keep: number };
}

interface EvidenceDeps {
  settings: EvidenceSettings;
  features: readonly ServerFeature[];
}

const toDays = (ms: number | null) => (ms === null ? null : Math.round(ms / 86_400_000));

/** For the operator. Null if the meeting does not exist. Throws NOT_ANONYMOUS. */
export function operatorEvidence(
  db: Database,
  meetingId: MeetingId,
  given: EvidenceDeps,
): Promise<AnonymityEvidence | null> {
  return db.snapshot(async (queries) => {
    const [meeting] = await queries.select().from(meetings).where(eq(meetings.id, meetingId));
    return meeting ? anonymityEvidence(queries, meeting, given) : null;
  });
}

/** Requires a snapshot transaction, so that all counts agree. Throws NOT_ANONYMOUS. */
async function anonymityEvidence(
  queries: Queries,
  meeting: MeetingRow,
  { features, settings: { answersMin, keep, backups } }: EvidenceDeps,
): Promise<AnonymityEvidence> {
  if (!settingsOf(meeting).anonymous) throw new ApiError('NOT_ANONYMOUS');
  const parts = [common, ...features.flatMap(({ evidence = [] }) => evidence)];
  const written = new Map(parts.flatMap((part) => Object.entries(part.written ?? {})));
  const named = new Map(parts.flatMap((part) => Object.entries(part.named ?? {})));
  const { tables, counted } = await countMeetingRows(queries, meeting);
  const [moment] = await queries
    .select({ now: databaseNowField })
    .from(meetings)
    .where(eq(meetings.id, meeting.id));
  const { lastGood } = await lastBackups(queries);
  const areVotesSecret = !showsTotals(meeting);
  const hold = (each: CountedRows, words: ReturnType<typeof named.get>) =>
    toStoredRows(each, { words, isSecret: areVotesSecret && tellsVotes(each) });
  const now = moment?.now ?? new Date();
  const untold = parts
    .flatMap((part) => Object.entries(part.untold ?? {}))
    .flatMap(([key, isUntold]) => (isUntold(meeting, now) ? [noRows(key)] : []));
  const isTold = (each: CountedRows) => !untold.some((other) => keyOf(other) === keyOf(each));
  const shown = counted.filter(isTold);
  const total = shown.reduce((sum, { rows }) => sum + rows, 0);
  return {
    meeting_id: meeting.id,
    meeting_name: meeting.name,
    counted_at: now.toISOString(),
    tables,
    written: [...shown, ...untold].flatMap((each) => {
      const words = written.get(keyOf(each));
      return words ? [{ ...hold(each, words), ...(!isTold(each) && { rows: null }) }] : [];
    }),
    named: shown
      .filter((each) => each.with_person > 0 && !written.has(keyOf(each)))
      .map((each) => hold(each, named.get(keyOf(each)))),
    backup: {
      rows: areVotesSecret ? null : total,
      last_at: lastGood?.startedAt.toISOString() ?? null,
      keep: backups.folder === undefined ? null : backups.keep,
    },
    answers_min: answersMin,
    keep_days: {
      deleted: toDays(keep.deleted),
      history: toDays(keep.history),
      mail: toDays(keep.sentMail),
      audit_log: toDays(keep.audit),
    },
  };
}

export function anonymityRoutes(api: Api, { db, ...deps }: EvidenceDeps & { db: Database }): void {
  callsOf(api, 'Meetings').answer('GET /meetings/:meetingId/anonymity', {
    operationId: 'getAnonymityEvidence',
    summary: 'Get the evidence of anonymity',
    description:
      'For members: the rows stored about an anonymous meeting by kind, how many contain a person, and ' +
      'retention periods. Vote counts are null while votes are secret. 409 if the meeting is not anonymous.',
    config: { requestCost: 50, isBatch: true },
    answers: { 200: AnonymityEvidence },
    refuses: [409],
    run: ({ caller, params: { meetingId } }) =>
      db.snapshot(async (queries) => {
        const { meeting } = await accessMeeting(queries, caller, meetingId);
        return anonymityEvidence(queries, meeting, deps);
      }),
  });
}
