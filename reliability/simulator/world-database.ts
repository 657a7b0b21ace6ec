// The simulator's own access to the database, independent of the product: it adds users, and reads the actual state.
import { type SessionId, type TeamId, UserId } from '@wentwell/contract/ids';
import pg from 'pg';
import { z } from 'zod';

import type { DatabaseConnection } from '../../server/src/platform/db/database.ts';
import { hashSecret } from '../../server/src/platform/secrets.ts';
import { LogRow } from './accepted.ts';
import { canary } from './text-index.ts';

const BoardRow = z.object({
  id: z.string(),
  seq: z.number(),
  /** The newest event of its log. */
  logged: z.number(),
  alive: z.boolean(),
  /** What each author key has given, by what is stored of the key. */
  scores: z.record(z.string(), z.record(z.string(), z.object({ score: z.number() }))).nullable(),
});
const AccessRow = z.object({ id: UserId, logged_in: z.boolean(), member: z.boolean() });
const Changes = z.object({
  keys: z.array(z.string()),
  boards: z.array(BoardRow),
  access: z.array(AccessRow),
});
export type Changes = z.infer<typeof Changes>;
const LoggedTexts = z.object({ texts: z.string() });

interface Login {
  id: UserId;
  sessionId: SessionId;
}

/** In one statement, because it follows every change. */
const readChanges = `
  with keys as (
    select key from receipts where user_id = any($1::uuid[]) and key <> all($5::text[])
    union all
    select user_id::text from receipts where key = 'unnamed' and user_id = any($6::uuid[])
  ), boards as (
    select id, seq, deleted_at is null as alive,
      (select scores from check_ins where meeting_id = meetings.id) as scores, coalesce(
      (select max(e.seq) from board_events e where e.meeting_id = meetings.id), 0) as logged
    from meetings where id = any($4::uuid[])
  ), access as (
    select u.id, s.id is not null as logged_in, m.user_id is not null as member
    from unnest($1::uuid[], $2::uuid[]) as u(id, session_id)
    left join sessions s on s.id = u.session_id
    left join memberships m on m.team_id = $3 and m.user_id = u.id
  )
  select
    (select coalesce(json_agg(key), '[]') from keys) as keys,
    (select coalesce(json_agg(boards), '[]') from boards) as boards,
    (select coalesce(json_agg(access), '[]') from access) as access`;

export class WorldDatabase {
  readonly #client: pg.Client;
  readonly #knownKeys = new Set<string>();

  constructor(connection: DatabaseConnection) {
    this.#client = new pg.Client(connection);
  }

  async open(): Promise<void> {
    await this.#client.connect();
  }

  async close(): Promise<void> {
    await this.#client.end();
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

  /** Sessions expire by the database's clock, not by those of the nodes. */
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
      `select meeting_id, seq, actor_id, coalesce(private_event, event) as event from board_events
       where meeting_id = $1 and seq > $2 order by seq`,
      [board, seq],
    );
    return rows.map((row) => LogRow.parse(row));
  }

  /** Rewrites the events after `seq` into the form of the version before. */
  async downgradeEvents(board: string, seq: number): Promise<void> {
    await this.#client.query(
      `update board_events set event_version = 1,
         note_ids = case when event ->> 'type' not like 'note%' then note_ids end,
         event = case when private_event is null then event #- '{data,meeting,columns}'
           when event ->> 'type' like 'note%' then jsonb_set(
             jsonb_set(private_event, '{data,content}', '""', false),
             '{data,note,content}', '""', false)
           else event end
       where meeting_id = $1 and seq > $2`,
      [board, seq],
    );
  }

  async readLoggedMarks(board: string): Promise<Set<string>> {
    const { rows } = await this.#client.query(
      `select concat(event, private_event) as texts from board_events where meeting_id = $1`,
      [board],
    );
    const texts = rows.map((row) => LoggedTexts.parse(row).texts);
    return new Set(texts.flatMap((text) => text.match(canary) ?? []));
  }

  /**
   * The state of the boards, who has access, and the keys of the receipts since the last call; in place of the key of a
   * receipt without a name its holder, of those that are given.
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
