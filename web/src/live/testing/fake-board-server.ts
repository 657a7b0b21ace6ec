import { type Board } from '@wentwell/contract/board';
import { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { EventFrame, type EventsPage } from '@wentwell/contract/live';
import { Meeting } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';

import { CancelError } from '#web/api/request';

import type { BoardApi } from '../board-api.ts';

const time = '2026-03-02T09:00:00.000Z';
const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
export const ada = UserId.parse('0198f000-0000-7000-8000-00000000000a');
export const bob = UserId.parse('0198f000-0000-7000-8000-00000000000b');

export function noteIdOf(digit: number): NoteId {
  return NoteId.parse(`0198f000-0000-7000-8000-${String(digit).padStart(12, '0')}`);
}

export function makeNote(digit: number, overrides: Partial<Note> = {}): Note {
  return {
    id: noteIdOf(digit),
    meeting_id: meetingId,
    author_id: bob,
    content: `Note ${digit}`,
    note_type: 'went_well',
    hidden: false,
    position: digit,
    version: 1,
    created_at: time,
    updated_at: time,
    ...overrides,
  };
}

export function makeMeeting(overrides: Partial<Meeting> = {}): Meeting {
  return Meeting.parse({
    id: meetingId,
    name: 'Sprint 12',
    team_id: '0198f000-0000-7000-8000-000000000002',
    owner_id: ada,
    start_time: time,
    end_time: null,
    phase: 'writing',
    status: 'live',
    settings: { hide_notes: true },
    version: 1,
    created_at: time,
    updated_at: time,
    ...overrides,
  });
}

export function makeBoard(overrides: Partial<Board> = {}): Board {
  const phase = { meeting_id: meetingId, phase: 'writing', next_phase: 'revealing' } as const;
  return {
    seq: 0,
    epoch: 'one',
    you: { user_id: ada, role: 'member', is_superuser: false },
    meeting: makeMeeting(),
    phase: { ...phase, started_at: time, duration_minutes: null, ends_at: null },
    notes: [],
    presence: [],
    ...overrides,
  };
}

/** The event that a note was written, as the channel carries it. */
export function noteCreated(seq: number, note: Note = makeNote(seq)): EventFrame {
  const spelled = note.note_type === 'action' ? 'action' : note.note_type.replace('_', '-');
  return EventFrame.parse({
    type: 'note_created',
    seq,
    userId: note.author_id,
    timestamp: time,
    data: { note_id: note.id, note_type: spelled, content: note.content, note },
  });
}

/** Answers the calls of a board from memory, and remembers what it was asked. */
export class FakeBoardServer implements BoardApi {
  current: Board = makeBoard();
  log: EventFrame[] = [];
  resync = false;
  /** What every call fails with, while it is set. */
  failure: Error | null = null;
  door: string | number = 'ws://board.test/ws';
  /** What a snapshot waits for on its way back, while it is set: it tells of the board as it was when asked for. */
  gate: Promise<void> | null = null;
  readonly calls: string[] = [];

  async board(): Promise<Board> {
    this.calls.push('board');
    const { current, failure } = this;
    await this.gate;
    if (failure) throw failure;
    return current;
  }

  /** Whether questions for events get no answer at all, until they are aborted. */
  isMute = false;

  events(since: number, signal: AbortSignal): Promise<EventsPage> {
    this.calls.push(`events ${since}`);
    if (this.isMute) {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new CancelError()));
      });
    }
    if (this.failure) return Promise.reject(this.failure);
    return Promise.resolve({
      meeting_id: meetingId,
      seq: this.log.at(-1)?.seq ?? since,
      epoch: this.current.epoch,
      resync: this.resync,
      events: this.resync ? [] : this.log.filter((event) => event.seq > since),
    });
  }

  address(since: number): Promise<string | number> {
    this.calls.push('ticket');
    return Promise.resolve(
      typeof this.door === 'string' ? `${this.door}?since=${since}` : this.door,
    );
  }
}
