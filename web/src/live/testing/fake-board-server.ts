import { BoardState } from '@wentwell/contract/board/board';
import { apply } from '@wentwell/contract/board/change';
import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import type { MeetingRecord } from '@wentwell/contract/board/meeting';
import type { BoardRecord } from '@wentwell/contract/board/record';
import type { Board } from '@wentwell/contract/board/snapshot';
import { answersMinDefault, type CheckIn } from '@wentwell/contract/check-in/check-in';
import { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { defaultSettings, Meeting } from '@wentwell/contract/meetings/meetings';
import type { Note } from '@wentwell/contract/notes/notes';
import type { Reactions } from '@wentwell/contract/notes/reactions';

import { CancelError } from '#web/api/request';
import { type BoardSnapshot, ReadableChanges, readChange } from '#web/board/board-snapshot';
import type { ShownChange } from '#web/board/shown-change';

import type { BoardApi } from '../board-api.ts';

export const noCheckIn: CheckIn = {
  question: null,
  question_hidden: false,
  turns: [],
  mood: null,
  mood_after: null,
  worth: null,
  check_up: [],
  mood_mine: null,
  mood_after_mine: null,
  worth_mine: null,
  answers_min: answersMinDefault,
};

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
    co_lead_ids: [],
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

export function meetingRecord(overrides: Partial<Meeting> = {}): MeetingRecord {
  const phase = { phase_started_at: time, phase_minutes: null };
  return { type: 'meeting', ...makeMeeting(overrides), ...phase };
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
    hands: [],
    thanks: [],
    asked: [],
    timer: null,
    check_in: noCheckIn,
    presence: [],
    ...overrides,
  };
}

function reactionRecords(note_id: string, its: Reactions[NoteId], user_id: UserId): BoardRecord[] {
  return Object.entries(its ?? {}).flatMap(([emoji, { count, mine }]) => {
    const of = { id: `${note_id}:${emoji}`, note_id, emoji };
    const counted = { type: 'reaction_count', ...of, count };
    return mine ? [counted, { type: 'reaction', ...of, user_id }] : [counted];
  });
}

/** The board as records, as far as tests of the live channel need them. */
export function snapshotOf({ seq, epoch, epoch_seq = null, ...board }: Board): BoardSnapshot {
  const { meeting, phase, notes, groups, ready, hands, thanks, votes, you, presence, check_in } =
    board;
  const { comments, reactions, discussion, actions, since_last_time = [] } = board;
  const { mood_mine, mood_after_mine, worth_mine, answers_min } = check_in;
  const { started_at: phase_started_at, duration_minutes: phase_minutes } = phase;
  const mine = Object.entries(votes.mine).map(([note_id, count]) => {
    const ids = { id: `${note_id}:${you.user_id}`, note_id, user_id: you.user_id };
    return { type: 'vote', ...ids, count };
  });
  const led: MeetingRecord = { ...meetingRecord(meeting), phase_started_at, phase_minutes };
  const records: BoardRecord[] = [
    led,
    ...notes.map((note) => ({ type: 'note', ...note })),
    ...groups.map((group) => ({ type: 'group', ...group })),
    ...ready.map((id) => ({ type: 'ready', id })),
    ...hands.map((id, at) => ({
      type: 'hand',
      id,
      user_id: id,
      place: at + 1,
    })),
    ...thanks.map((each) => ({ type: 'thanks', ...each })),
    ...votes.voted.map((id) => ({ type: 'voted', id })),
    ...mine,
    ...Object.values(comments).flatMap((its) => its.map((each) => ({ type: 'comment', ...each }))),
    ...Object.entries(reactions).flatMap((its) => reactionRecords(...its, you.user_id)),
    ...(discussion ? [{ type: 'discussion', id: meeting.id, ...discussion }] : []),
    ...[...actions, ...since_last_time].map((action) => ({ type: 'action', ...action })),
  ];
  const state = BoardState.empty.with(records, [], seq);
  const own_scores = { mood_mine, mood_after_mine, worth_mine, answers_min };
  return { state, epoch, epoch_seq, you, presence, own_scores };
}

/** A change as the server sends it. */
export function changeFrame(
  seq: number,
  by: UserId | null,
  { put = [], remove = [], command = null }: Partial<ChangeFrame['data']>,
): ChangeFrame {
  const data = { command, put, remove };
  return { type: 'board_changed', seq, userId: by, timestamp: time, data };
}

export function noteAdded(seq: number, note: Note = makeNote(seq)): ChangeFrame {
  const put = [{ type: 'note', ...note }];
  return changeFrame(seq, note.author_id, { command: 'note.add', put });
}

/** The change as it is applied to this board. */
export function shownChange(frame: ChangeFrame, board: Board = makeBoard()): ShownChange {
  const change = readChange(frame);
  if (!change) throw new Error('not readable');
  const before = snapshotOf(board).state;
  return { ...change, before, after: apply(before, change.patch, change.seq) };
}

/** Serves the calls of a board from memory and records them. */
export class FakeBoardServer implements BoardApi {
  current: Board = makeBoard();
  log: ChangeFrame[] = [];
  resync = false;
  /** How many changes a page holds; the real one counts bytes. */
  changesPerPage = Infinity;
  /** While set, every call fails with it. */
  failure: Error | null = null;
  socketAddress: string | number = 'ws://board.test/ws';
  /** While set, a snapshot waits for it, and then contains the board as it was at the request. */
  gate: Promise<void> | null = null;
  readonly calls: string[] = [];

  async fetchBoard(): Promise<BoardSnapshot> {
    this.calls.push('board');
    const { current, failure } = this;
    await this.gate;
    if (failure) throw failure;
    return snapshotOf(current);
  }

  /** While true, requests for changes get no response until they are aborted. */
  isSilent = false;

  fetchChanges(since: number, signal: AbortSignal): Promise<ReadableChanges> {
    this.calls.push(`changes ${since}`);
    if (this.isSilent) {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new CancelError()));
      });
    }
    if (this.failure) return Promise.reject(this.failure);
    const later = this.log.filter((change) => change.seq > since);
    const page = {
      meeting_id: meetingId,
      seq: this.log.at(-1)?.seq ?? since,
      epoch: this.current.epoch,
      resync: this.resync,
      events: this.resync ? [] : later.slice(0, this.changesPerPage),
    };
    return Promise.resolve(ReadableChanges.parse(page));
  }

  requestSocketAddress(since: number, presence?: string): Promise<string | number> {
    this.calls.push('ticket');
    return Promise.resolve(
      typeof this.socketAddress === 'string'
        ? `${this.socketAddress}?since=${since}${presence === undefined ? '' : `&presence=${presence}`}`
        : this.socketAddress,
    );
  }
}
