// A typical simple board: Socket.IO, one INSERT per note, and a broadcast to the room. It has no accounts, permissions,
// history or ordering. Disconnected clients miss notes.
import { once } from 'node:events';
import { createServer } from 'node:http';

import pg from 'pg';
import { Server } from 'socket.io';
import { z } from 'zod';

import { answerPort, takeSetup } from './start.ts';

const Setup = z.object({ database: z.string() });
const Board = z.string();
const Note = z.object({ content: z.string(), author: z.string() });

const { database } = Setup.parse(await takeSetup());
const pool = new pg.Pool({ connectionString: database, max: 10 });
await pool.query(`create table if not exists plain_notes (id uuid primary key default gen_random_uuid(),
  board text not null, author text not null, content text not null, created_at timestamptz not null default now())`);
await pool.query('create index if not exists plain_notes_board on plain_notes (board, created_at)');

const http = createServer();
const io = new Server(http, { perMessageDeflate: false });

io.on('connection', async (socket) => {
  const board = Board.parse(socket.handshake.query['board']);
  await socket.join(board);
  socket.on('add note', async (body: unknown, done: () => void) => {
    const { content, author } = Note.parse(body);
    const sql = 'insert into plain_notes (board, author, content) values ($1, $2, $3) returning *';
    const { rows } = await pool.query(sql, [board, author, content]);
    io.to(board).emit('note added', rows[0]);
    done();
  });
  const found = await pool.query(
    'select * from plain_notes where board = $1 order by created_at limit 1000',
    [board],
  );
  socket.emit('board', found.rows);
});

http.listen(0, '127.0.0.1');
await once(http, 'listening');
answerPort(http.address());
