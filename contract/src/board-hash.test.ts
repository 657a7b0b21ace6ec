import { describe, expect, it } from 'vitest';

import { boardHash, type HashedBoard } from './board-hash.ts';
import { noCheckIn } from './check-in.ts';
import { defaultColumns } from './columns.ts';
import { MeetingId, TeamId, UserId } from './ids.ts';
import { defaultSettings } from './meetings.ts';
import { makeNote } from './testing/notes.ts';
import { runningTimer } from './timer.ts';

const id = '00000000-0000-4000-8000-00000000000a';
const at = '2025-03-14T09:00:00.000Z';

const board: HashedBoard = {
  groups: [],
  votes: { mine: {}, left: 5, voted: [], totals: null },
  discussion: null,
  comments: {},
  reactions: {},
  actions: [],
  ready: [],
  timer: null,
  check_in: noCheckIn,
  notes: [makeNote(), makeNote({ content: 'Ünïcödé 🎉' })],
  meeting: {
    id: MeetingId.parse(id),
    name: 'Sprint 12',
    team_id: TeamId.parse(id),
    owner_id: UserId.parse(id),
    start_time: null,
    end_time: null,
    phase: 'writing',
    status: 'live',
    settings: defaultSettings,
    columns: defaultColumns,
    version: 3,
    created_at: at,
    updated_at: at,
  },
  phase: {
    meeting_id: MeetingId.parse(id),
    phase: 'writing',
    next_phase: 'revealing',
    started_at: null,
    duration_minutes: null,
    ends_at: null,
  },
};

describe('the hash of a board', () => {
  it('is the same for the same board, in whatever order its notes are listed', () => {
    expect(boardHash(board)).toMatch(/^[0-9a-f]{16}$/);
    expect(boardHash({ ...board, notes: board.notes.toReversed() })).toBe(boardHash(board));
  });

  it.each<[string, HashedBoard]>([
    ['a missing note', { ...board, notes: board.notes.slice(1) }],
    ['another text', { ...board, notes: board.notes.map((n) => ({ ...n, content: 'else' })) }],
    ['another version', { ...board, notes: board.notes.map((n) => ({ ...n, version: 2 })) }],
    [
      'another column',
      { ...board, notes: board.notes.map((n) => ({ ...n, note_type: 'action' as const })) },
    ],
    ['a note face down', { ...board, notes: board.notes.map((n) => ({ ...n, hidden: true })) }],
    ['another phase', { ...board, phase: { ...board.phase, phase: 'voting' } }],
    ['another who is done', { ...board, ready: [UserId.parse(id)] }],
    ['action items to look back at', { ...board, since_last_time: [] }],
    ['a timer', { ...board, timer: runningTimer(new Date(at), null) }],
    ['a question of the day', { ...board, check_in: { ...noCheckIn, question: 'Tea or coffee?' } }],
    ['another meeting version', { ...board, meeting: { ...board.meeting, version: 4 } }],
  ])('tells %s', (_what, other) => {
    expect(boardHash(other)).not.toBe(boardHash(board));
  });

  it('is the same whatever score the viewer gave: a socket has no author key', () => {
    const check_in = { ...noCheckIn, mood_mine: 4, worth_mine: 2 };
    expect(boardHash({ ...board, check_in })).toBe(boardHash(board));
  });
});
