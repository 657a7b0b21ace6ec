// The demo's invented team: its retro, its notes, and what its members do in each phase.
import type { Me } from '@wentwell/contract/accounts/users';
import type { BoardState } from '@wentwell/contract/board/board';
import type { Command } from '@wentwell/contract/board/command';
import type { MeetingRecord } from '@wentwell/contract/board/meeting';
import { presentBoard } from '@wentwell/contract/board/page';
import { topicsOf } from '@wentwell/contract/discussion/topics';
import { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { defaultSettings } from '@wentwell/contract/meetings/meetings';
import { defaultColumns } from '@wentwell/contract/notes/columns';

import { randomId } from '#web/api/random-ids';

export interface Act {
  by: UserId;
  command: Command;
}

function toUser(digit: number, first_name: string, last_name: string): Me {
  const full_name = `${first_name} ${last_name}`.trim();
  return {
    id: UserId.parse(`0198f000-0000-7000-8000-00000000000${digit}`),
    email: '',
    first_name,
    last_name,
    display_name: full_name,
    full_name,
    is_active: true,
    is_superuser: false,
    is_verified: true,
    theme: null,
  };
}

export const visitor = toUser(1, 'You', '');
const mia = toUser(2, 'Mia', 'Okafor');
const jo = toUser(3, 'Jo', 'Lindqvist');
const ren = toUser(4, 'Ren', 'Sato');
export const teammates = [mia, jo, ren] as const;

export function meetingFrom(now: Date): MeetingRecord {
  const time = now.toISOString();
  return {
    type: 'meeting',
    id: MeetingId.parse('0198f000-0000-7000-8000-000000000010'),
    name: 'Sprint 12',
    team_id: TeamId.parse('0198f000-0000-7000-8000-000000000020'),
    owner_id: visitor.id,
    co_lead_ids: [],
    start_time: time,
    end_time: null,
    phase: 'writing',
    status: 'live',
    settings: defaultSettings,
    columns: defaultColumns,
    version: 1,
    created_at: time,
    updated_at: time,
    phase_started_at: time,
    phase_minutes: null,
  };
}

const firstNotes = [
  [ren, 'went_well', 'Pairing on the import paid off'],
  [jo, 'to_improve', 'Reviews waited two days'],
  [mia, 'went_well', 'Release day without a single page'],
  [ren, 'to_improve', 'Nobody had time to review'],
  [mia, 'to_improve', 'Stand-up runs long'],
  [jo, 'action', 'Ten-minute timer for stand-up'],
] as const;

export const firstActs: readonly Act[] = firstNotes.map(([{ id: by }, note_type, content]) => ({
  by,
  command: { name: 'note.add', input: { id: randomId(), note_type, content } },
}));

export const questions = [
  'Which song was this sprint?',
  'What made you smile this week?',
  'What did you learn lately?',
];

/** Teammates' commands when the board enters a phase. */
export function actsOn(board: BoardState): Act[] {
  const { meeting, notes, groups } = presentBoard(board, visitor.id);
  const topics = topicsOf({ notes, groups, columns: meeting.columns });
  const topicAt = (at: number) => topics[at % topics.length]?.id;
  switch (meeting.phase) {
    case 'revealing':
      return notes.slice(0, 2).map(({ id: note_id }) => ({
        by: mia.id,
        command: { name: 'reaction.set', input: { note_id, emoji: '👍', reacts: true } },
      }));
    case 'voting':
      return teammates.flatMap(({ id: by }, at) => [
        { by, command: { name: 'vote.set', input: { topic_id: topicAt(1), count: 2 } } },
        { by, command: { name: 'vote.set', input: { topic_id: topicAt(at + 2), count: 1 } } },
        { by, command: { name: 'voted.set', input: { finished: true } } },
      ]);
    case 'discussing': {
      const content = 'Could two of us review right after stand-up?';
      const input = { id: randomId(), topic_id: topicAt(1), content };
      return [{ by: jo.id, command: { name: 'comment.add', input } }];
    }
    default:
      return [];
  }
}
