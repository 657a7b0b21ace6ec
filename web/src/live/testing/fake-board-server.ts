import { type Board } from '@wentwell/contract/board';
import { noCheckIn } from '@wentwell/contract/check-in';
import { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { EventFrame, type EventsPage } from '@wentwell/contract/live';
import { defaultSettings, Meeting } from '@wentwell/contract/meetings';
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
    group_id: null,
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
    settings: defaultSettings,
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
    groups: [],
    votes: { mine: {}, left: 5, voted: [], totals: null },
    discussion: null,
    comments: {},
    reactions: {},
    actions: [],
    ready: [],
    timer: null,
    check_in: noCheckIn,
    presence: [],
    ...overrides,
  };
}

/** A `note_created` event as the server sends it. */
export function noteCreated(seq: number, note: Note = makeNote(seq)): EventFrame {
  const noteType = note.note_type === 'action' ? 'action' : note.note_type.replace('_', '-');
  return EventFrame.parse({
    type: 'note_created',
    seq,
    userId: note.author_id,
    timestamp: time,
    data: { note_id: note.id, note_type: noteType, content: note.content, note },
  });
}

/** Serves the calls of a board from memory and records them. */
export class FakeBoardServer implements BoardApi {
  current: Board = makeBoard();
  log: EventFrame[] = [];
  resync = false;
  /** How many events a page holds; the real one counts bytes. */
  eventsPerPage = Infinity;
  /** While set, every call fails with it. */
  failure: Error | null = null;
  socketAddress: string | number = 'ws://board.test/ws';
  /** While set, a snapshot waits for it, and then contains the board as it was at the request. */
  gate: Promise<void> | null = null;
  readonly calls: string[] = [];

  async fetchBoard(): Promise<Board> {
    this.calls.push('board');
    const { current, failure } = this;
    await this.gate;
    if (failure) throw failure;
    return current;
  }

  /** While true, requests for events get no response until they are aborted. */
  isSilent = false;

  fetchEvents(since: number, signal: AbortSignal): Promise<EventsPage> {
    this.calls.push(`events ${since}`);
    if (this.isSilent) {
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
      events: this.resync
        ? []
        : this.log.filter((event) => event.seq > since).slice(0, this.eventsPerPage),
    });
  }

  requestSocketAddress(since: number): Promise<string | number> {
    this.calls.push('ticket');
    return Promise.resolve(
      typeof this.socketAddress === 'string'
        ? `${this.socketAddress}?since=${since}`
        : this.socketAddress,
    );
  }
}
