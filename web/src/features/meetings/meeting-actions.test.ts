import { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { defaultSettings, type Meeting, MeetingStatus } from '@wentwell/contract/meetings/meetings';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { expect, test } from 'vitest';

import { meetingActions } from './meeting-actions.ts';

const owner = UserId.parse('00000000-0000-7000-8000-000000000001');
const refused = 'Only leads and team admins can change this meeting.';

function meeting(overrides: Partial<Meeting> = {}): Meeting {
  return {
    id: MeetingId.parse('00000000-0000-7000-8000-0000000000aa'),
    name: 'Sprint 12',
    team_id: TeamId.parse('00000000-0000-7000-8000-0000000000bb'),
    owner_id: owner,
    co_lead_ids: [],
    start_time: null,
    end_time: null,
    phase: 'joining',
    status: 'planned',
    settings: defaultSettings,
    columns: defaultColumns,
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

const theirs = { change: true };
const notTheirs = { change: false };

test('start is offered only for planned meetings', () => {
  for (const status of MeetingStatus.options) {
    const { start } = meetingActions(meeting({ status }), theirs);
    expect({ status, offered: start !== null }).toEqual({ status, offered: status === 'planned' });
  }
});

test('closed, canceled and archived meetings cannot be edited, and the tooltip names the status', () => {
  for (const status of ['closed', 'canceled', 'archived'] as const) {
    const { edit } = meetingActions(meeting({ status }), theirs);
    expect(edit.reason).toBe(`Cannot edit ${status} meetings`);
  }
  const ended = meeting({ status: 'live', end_time: '2026-01-01T10:00:00.000Z' });
  expect(meetingActions(ended, theirs).edit.reason).toBe('Cannot edit closed meetings');
});

test('editors may use all actions; others see the reason', () => {
  expect(meetingActions(meeting(), theirs)).toEqual({
    start: { reason: undefined },
    edit: { reason: undefined },
    delete: { reason: undefined },
  });
  expect(meetingActions(meeting(), notTheirs)).toEqual({
    start: { reason: refused },
    edit: { reason: refused },
    delete: { reason: refused },
  });
});
