// Direct database access of the simulator, independent of the product. Adds users and reads the actual state.
import { type SessionId, type TeamId, UserId } from '@wentwell/contract/ids';
import pg from 'pg';
import { pino } from 'pino';
import { z } from 'zod';

import {
  type Database,
  type DatabaseConnection,
  openDatabase,
} from '../../server/src/platform/db/database.ts';
import { hashSecret } from '../../server/src/platform/secrets.ts';
import { LogRow } from './history.ts';
import { patientLimits } from './node-database.ts';
import type { StoredNote } from './oracle-carry-over.ts';
import { StoredAddition } from './oracle-catch-up.ts';
import { ShownDiscussion } from './oracle-discussion.ts';
import { canary } from './text-index.ts';

const log = pino({ level: 'silent' });

const GivenScores = z.record(
  z.string(),
  z.record(z.string(), z.object({ score: z.number(), shown: z.number().nullable() })),
);
const BoardRow = z.object({
  id: z.string(),
  seq: z.number(),
  /** The seq of the newest log row. */
  logged: z.number(),
  alive: z.boolean(),
  discussion: ShownDiscussion.nullable(),
  /** By stored author key hash. */
  scores: GivenScores.nullable(),
  answers: GivenScores.nullable(),
});
const AccessRow = z.object({ id: UserId, logged_in: z.boolean(), member: z.boolean() });
const Changes = z.object({
  keys: z.array(z.string()),
  boards: z.array(BoardRow),
  access: z.array(AccessRow),
});
export type Changes = z.infer<typeof Changes>;
const LoggedTexts = z.object({ texts: z.string() });
const NoteRow = z.object({ id: z.string(), group: z.string().nullable(), content: z.string() });

interface Login {
  id: UserId;
  sessionId: SessionId;
}

/** A single statement, because it runs after every change. */
const readChanges = `
  with keys as (
    select key, place from receipts
    where user_id = any($1::uuid[]) and key <> all($5::text[]) and first_status is not null
    union all
    select user_id::text, place from receipts
    where key = 'unnamed' and user_id = any($6::uuid[]) and first_status is not null
  ), boards as (
    select id, board_heads.seq, deleted_at is null as alive, discussion,
      (select scores from check_ins where meeting_id = meetings.id) as scores,
      (select check_up from check_ins where meeting_id = meetings.id) as answers, coalesce(
      (select max(e.seq) from board_changes e where e.meeting_id = meetings.id), 0) as logged
    from meetings join board_heads on meeting_id = id where id = any($4::uuid[])
  ), access as (
    select u.id, s.id is not null as logged_in, m.user_id is not null as member
    from unnest($1::uuid[], $2::uuid[]) as u(id, session_id)
    left join sessions s on s.id = u.session_id
    left join memberships m on m.team_id = $3 and m.user_id = u.id
  )
  select
    (select coalesce(json_agg(key order by place), '[]') from keys) as keys,
    (select coalesce(json_agg(boards), '[]') from boards) as boards,
    (select coalesce(json_agg(access), '[]') from access) as access`;

export class WorldDatabase {
  readonly #client: pg.Client;
  /** For the product's own read functions. */
  readonly database: Database;
  readonly #knownKeys = new Set<string>();

  constructor(connection: DatabaseConnection) {
    this.#client = new pg.Client(connection);
    this.database = openDatabase(connection, { log, maxConnections: 1, ...patientLimits });
  }

  async open(): Promise<void> {
    await this.#client.connect();
    // Adds an order column, because rows may reuse the space of dead ones, so `ctid` does not reflect insertion order.
    await this.#client.query('alter table receipts add column if not exists place bigserial');
  }

  async close(): Promise<void> {
    await this.#client.end();
    await this.database.close();
  }

  async addTeam(id: TeamId): Promise<void> {
    await this.#client.query('insert into teams (id, name) values ($1, $2)', [id, 'Simulated']);
  }

  async addUser(id: UserId, who: { name: string; isSuperuser: boolean }): Promise<void> {
    await this.#client.query(
      `insert into users (id, email, password_hash, first_name, last_name, verified_at, is_superuser)
       values ($1, $2, 'none', $3, 'Simulated', now(), $4)`,
      [id, `${id}@example.com`, who.name, who.isSuperuser],
    );
  }

  async addMember(teamId: TeamId, userId: UserId, role: 'admin' | 'member'): Promise<void> {
    await this.#client.query(
      'insert into memberships (team_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
      [teamId, userId, role],
    );
  }

  /** Sessions expire by the database's clock, not by the nodes'. */
  async openSession({ id, sessionId }: Login, token: string): Promise<void> {
    await this.#client.query(
      `insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '30 days')`,
      [sessionId, id],
    );
    await this.#client.query(
      'insert into session_tokens (token_hash, session_id) values ($1, $2)',
      [hashSecret(token), sessionId],
    );
  }

  async readLogAfter(board: string, seq: number): Promise<LogRow[]> {
    const { rows } = await this.#client.query(
      `select seq, change ->> 'actorId' as actor_id, row::text as text from board_changes row
       where meeting_id = $1 and seq > $2 order by seq`,
      [board, seq],
    );
    return rows.map((row) => LogRow.parse(row));
  }

  async readLoggedMarks(board: string): Promise<Set<string>> {
    const { rows } = await this.#client.query(
      'select row::text as texts from board_changes row where meeting_id = $1',
      [board],
    );
    const texts = rows.map((row) => LoggedTexts.parse(row).texts);
    return new Set(texts.flatMap((text) => text.match(canary) ?? []));
  }

  /** Note ids in board order. */
  async readNoteOrder(board: string): Promise<string[]> {
    const { rows } = await this.#client.query(
      `select coalesce(public_id, id) as id from notes where meeting_id = $1 order by position`,
      [board],
    );
    return rows.map((row) => NoteRow.pick({ id: true }).parse(row).id);
  }

  /** No board looks back at a dropped action item. */
  async addDroppedAction(meeting: string, team: TeamId, action: string): Promise<void> {
    await this.#client.query(
      `insert into actions (id, meeting_id, team_id, text, status, reason, meetings_seen)
       values ($1, $2, $3, 'Dropped', 'dropped', '', 0)`,
      [action, meeting, team],
    );
  }

  /** Returns false while a transaction holds the meeting. */
  async passTwoDays(meeting: string): Promise<boolean> {
    const { rowCount } = await this.#client.query(
      `update meetings set end_time = end_time - interval '49 hours'
       where id = (select id from meetings where id = $1 for update skip locked)`,
      [meeting],
    );
    return rowCount === 1;
  }

  async readAdditions(meeting: string): Promise<StoredAddition[]> {
    const { rows } = await this.#client.query(
      `select id, user_id, author_hash, kind, coalesce(topic_id, action_id) as about, text, revealed_in
       from catch_up_additions where meeting_id = $1`,
      [meeting],
    );
    return rows.map((row) => StoredAddition.parse(row));
  }

  /** A board's notes by text, in board order. */
  async readNotes(board: string): Promise<Map<string, StoredNote[]>> {
    const { rows } = await this.#client.query(
      `select coalesce(public_id, id) as id, group_id as "group", content from notes
       where meeting_id = $1 order by position`,
      [board],
    );
    return Map.groupBy(
      rows.map((row) => NoteRow.parse(row)),
      ({ content }) => content,
    );
  }

  /**
   * Reads the boards' state, access rights, and the keys of new receipts since the last call. For anonymous receipts,
   * returns the holder instead of the key, if it is in `unnamedHolders`.
   */
  async readChanges(
    users: readonly Login[],
    boards: readonly string[],
    at: { teamId: TeamId; unnamedHolders: readonly string[] },
  ): Promise<Changes> {
    const { rows } = await this.#client.query({
      name: 'changes',
      text: readChanges,
      values: [
        users.map(({ id }) => id),
        users.map(({ sessionId }) => sessionId),
        at.teamId,
        boards,
        [...this.#knownKeys],
        at.unnamedHolders,
      ],
    });
    const changes = Changes.parse(rows[0]);
    for (const key of changes.keys) this.#knownKeys.add(key);
    return changes;
  }
}
