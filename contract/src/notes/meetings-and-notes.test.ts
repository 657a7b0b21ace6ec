// The policies of meetings and notes (docs/api.md A-42, docs/retro.md R-11).
import { describe, expect, it } from 'vitest';

import { effectiveStatus } from '../meetings/effective-status.ts';
import { MeetingInput, MeetingUpdate } from '../meetings/meeting-changes.ts';
import {
  defaultSettings,
  Meeting,
  type MeetingStatus,
  statusLabels,
  statusMoveAllowed,
} from '../meetings/meetings.ts';
import { nextPhase, type Phase, phases } from '../phases.ts';
import { somebodyElse, teamContexts } from '../testing/team-contexts.ts';
import { defaultColumns } from './columns.ts';
import { notePolicy } from './notes.ts';
const live = {
  status: 'live',
  end_time: null,
  phase: 'grouping',
  owner_id: somebodyElse,
  co_lead_ids: [],
  columns: defaultColumns,
  settings: defaultSettings,
} as const;
const theirNote = { author_id: somebodyElse, note_type: 'went_well', hidden: false } as const;

describe('R-11, R-12: phases', () => {
  it('have a fixed order', () => {
    const settings = defaultSettings;
    expect(nextPhase({ phase: 'joining', settings })).toBe('writing');
    expect(nextPhase({ phase: 'closing_ready', settings })).toBeNull();
  });

  it('R-357: a check-up meeting goes from joining to discussing, and collects topics while joining', () => {
    const settings = { ...defaultSettings, only_check_up: true };
    expect(nextPhase({ phase: 'joining', settings })).toBe('discussing');
    expect(nextPhase({ phase: 'voting', settings })).toBe('discussing');
    expect(nextPhase({ phase: 'discussing', settings })).toBe('closing_ready');
    expect(nextPhase({ phase: 'closing_ready', settings })).toBeNull();
    const adds = (phase: Phase) =>
      notePolicy.add(teamContexts.member, { ...live, settings, phase }) === 'allowed';
    expect(phases.filter(adds)).toEqual(['joining', 'writing', 'grouping']);
  });
});

describe('R-42: authors edit their own text in every phase, and change nothing else outside its phases', () => {
  it.each(phases)('%s', (phase) => {
    const changes = phase !== 'joining' && phase !== 'voting';
    const own = { ...theirNote, author_id: teamContexts.admin.userId };
    const at = { ...live, phase };
    expect(notePolicy.edit(teamContexts.admin, at, own)).toBe('allowed');
    expect(notePolicy.edit(teamContexts.admin, { ...at, status: 'closed' }, own)).toBe(
      'NOTE_CHANGES_FINISHED',
    );
    for (const result of [
      notePolicy.edit(teamContexts.admin, at, theirNote),
      notePolicy.remove(teamContexts.admin, at, own),
      notePolicy.move(teamContexts.admin, at, own),
    ]) {
      expect(result).toBe(changes ? 'allowed' : 'NOTE_CHANGES_NOT_NOW');
    }
  });
});

describe('the times of a meeting', () => {
  it('are valid unless the end precedes the start, whatever their offsets', () => {
    const start_time = '2026-03-14T10:00:00.000+01:00';
    const input = (end_time: string | null) =>
      MeetingInput.safeParse({ name: 'x', team_id: somebodyElse, start_time, end_time }).success;
    expect([null, '2026-03-14T09:00:00.000Z', '2026-03-14T10:30:00Z'].map(input)).toEqual([
      true,
      true,
      true,
    ]);
    expect(input('2026-03-14T08:59:59.999Z')).toBe(false);
  });
});

describe('the status of a meeting', () => {
  it('A-82: changes only as the table of statuses allows', () => {
    const all: MeetingStatus[] = ['planned', 'live', 'closed', 'canceled', 'archived'];
    const moves = all.flatMap((from) =>
      all.filter((to) => from !== to && statusMoveAllowed(from, to)).map((to) => `${from}→${to}`),
    );
    expect(moves).toEqual([
      'planned→live',
      'planned→canceled',
      'live→closed',
      'live→canceled',
      'closed→archived',
      'canceled→planned',
      'canceled→archived',
    ]);
  });

  it('is closed once a live meeting is past its end', () => {
    const now = new Date('2026-01-05T10:00:00Z');
    const end = (end_time: string | null) => effectiveStatus({ status: 'live', end_time }, now);
    expect(end(null)).toBe('live');
    expect(end('2026-01-05T09:59:59Z')).toBe('closed');
    expect(end('2026-01-05T10:30:00Z')).toBe('live');
  });
});

it('a status of a newer server reads as unknown, and cannot be requested', () => {
  const read = Meeting.shape.status.parse('paused');
  expect(statusLabels[read]).toBe('Unknown');
  expect(Meeting.shape.status.parse('closed')).toBe('closed');
  for (const status of ['paused', 'unknown']) {
    expect(MeetingUpdate.safeParse({ status }).success).toBe(false);
  }
});
