// The bare transaction of a new note with `pg`: the same rows, tables and lock, without HTTP, authorization, validation
// or broadcasts.
import pg from 'pg';
import { z } from 'zod';

import { takeSetup } from './start.ts';

const Values = z.record(z.string(), z.unknown());
const Setup = z.object({ database: z.string(), note: z.string(), connections: z.number() });
const Run = z.object({ boards: z.array(z.string()), count: z.number(), atOnce: z.number() });
type Run = z.infer<typeof Run>;
type Values = z.infer<typeof Values>;

const { database, note: noteId, connections } = Setup.parse(await takeSetup());
const pool = new pg.Pool({ connectionString: database, max: connections });

async function read(sql: string): Promise<Values> {
  const { rows } = await pool.query<Values>(sql, [noteId]);
  return Values.parse(rows[0]);
}

/** Returns a function that builds an INSERT like `row` with changed values. */
function insertLike(table: string, row: Values) {
  const names = Object.keys(row);
  const text = `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`;
  return (changed: Values) => ({
    name: `insert ${table}`,
    text,
    values: names.map((name) => {
      const value = name in changed ? changed[name] : row[name];
      const isJson = value !== null && typeof value === 'object' && !(value instanceof Date);
      return isJson && !Array.isArray(value) ? JSON.stringify(value) : value;
    }),
  });
}

const note = await read('select * from notes where id = $1');
const change = await read(
  `select * from board_changes where text_keys @> array['note ' || $1::text] order by seq limit 1`,
);
const receipt = await read(
  `select * from receipts where kept ->> 'id' = $1::text order by created_at limit 1`,
);
const insertNote = insertLike('notes', note);
const insertChange = insertLike('board_changes', change);
const insertReceipt = insertLike('receipts', receipt);
const Head = z.object({ seq: z.coerce.number() });

async function addNote(meetingId: string): Promise<void> {
  const client = await pool.connect();
  try {
    const id = crypto.randomUUID();
    await client.query('begin');
    await client.query(insertReceipt({ key: id }));
    const lock = 'select id from meetings where id = $1 for update';
    await client.query({ name: 'lock', text: lock, values: [meetingId] });
    await client.query(insertNote({ id, meeting_id: meetingId }));
    const head = 'update board_heads set seq = seq + 1 where meeting_id = $1 returning seq';
    const { rows } = await client.query({ name: 'head', text: head, values: [meetingId] });
    const { seq } = Head.parse(rows[0]);
    await client.query(insertChange({ meeting_id: meetingId, seq, text_keys: [`note ${id}`] }));
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function run({ boards, count, atOnce }: Run): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const board = boards[next++ % boards.length];
        if (board !== undefined) await addNote(board);
      }
    }),
  );
  return performance.now() - began;
}

process.on('message', (message) => {
  void run(Run.parse(message)).then(
    (ms) => process.send?.({ ms }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.send?.({ port: 0 });
