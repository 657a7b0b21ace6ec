import { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { defaultSettings, type Meeting, MeetingStatus } from '@wentwell/contract/meetings';
import type { Standing, TeamRole } from '@wentwell/contract/teams';
import { expect, test } from 'vitest';

import { meetingActions } from './meeting-actions.ts';

const owner = UserId.parse('00000000-0000-7000-8000-000000000001');
const other = UserId.parse('00000000-0000-7000-8000-000000000002');
const refused = 'Only the meeting owner or a team admin can change this meeting.';

function meeting(overrides: Partial<Meeting> = {}): Meeting {
  return {
    id: MeetingId.parse('00000000-0000-7000-8000-0000000000aa'),
    name: 'Sprint 12',
    team_id: TeamId.parse('00000000-0000-7000-8000-0000000000bb'),
    owner_id: owner,
    start_time: null,
    end_time: null,
    phase: 'joining',
    status: 'planned',
    settings: defaultSettings,
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

function standing(userId: UserId, role: TeamRole | null, isSuperuser = false): Standing {
  return { userId, role, isSuperuser };
}

test('start is offered only for planned meetings', () => {
  for (const status of MeetingStatus.options) {
    const { start } = meetingActions(standing(owner, 'member'), meeting({ status }));
    expect({ status, offered: start !== null }).toEqual({ status, offered: status === 'planned' });
  }
});

test('closed, canceled and archived meetings cannot be edited, and the tooltip names the status', () => {
  for (const status of ['closed', 'canceled', 'archived'] as const) {
    const { edit } = meetingActions(standing(owner, 'admin'), meeting({ status }));
    expect(edit.reason).toBe(`Cannot edit ${status} meetings`);
  }
  const ended = meeting({ status: 'live', end_time: '2026-01-01T10:00:00.000Z' });
  expect(meetingActions(standing(owner, 'admin'), ended).edit.reason).toBe(
    'Cannot edit closed meetings',
  );
});

test('the owner, a team admin and a superuser may; another member is told why not', () => {
  for (const who of [
    standing(owner, 'member'),
    standing(other, 'admin'),
    standing(other, null, true),
  ]) {
    expect(meetingActions(who, meeting())).toEqual({
      start: { reason: undefined },
      edit: { reason: undefined },
      delete: { reason: undefined },
    });
  }
  expect(meetingActions(standing(other, 'member'), meeting())).toEqual({
    start: { reason: refused },
    edit: { reason: refused },
    delete: { reason: refused },
  });
});

test('while the standing is not known nothing can be changed', () => {
  expect(meetingActions(null, meeting()).delete.reason).toBe('You may not do this.');
});
