// The policies of meetings and notes (docs/api.md A-42, docs/retro.md R-11).
import { describe, expect, it } from 'vitest';

import { defaultColumns } from './columns.ts';
import { effectiveStatus } from './effective-status.ts';
import { MeetingInput, MeetingUpdate } from './meeting-changes.ts';
import {
  defaultSettings,
  Meeting,
  meetingAbilities,
  type MeetingStatus,
  meetingPolicy,
  statusLabels,
  statusMoveAllowed,
} from './meetings.ts';
import { notePolicy } from './notes.ts';
import { nextPhase, type Phase, phases } from './phases.ts';
import { teamContextOfViewer } from './recorded-board.ts';
import type { TeamContext } from './teams.ts';
import { me, somebodyElse, teamContexts } from './testing/team-contexts.ts';

function allowed(rule: (teamContext: TeamContext) => string): string[] {
  return Object.entries(teamContexts).flatMap(([name, teamContext]) =>
    rule(teamContext) === 'allowed' ? [name] : [],
  );
}

const theirs = { owner_id: somebodyElse, co_lead_ids: [] };
const mine = { owner_id: me, co_lead_ids: [] };
const coLed = { owner_id: somebodyElse, co_lead_ids: [me] };
const live = {
  status: 'live',
  end_time: null,
  phase: 'grouping',
  owner_id: somebodyElse,
  co_lead_ids: [],
  columns: defaultColumns,
  settings: defaultSettings,
} as const;
const otherKinds = defaultColumns.map((column) => ({
  ...column,
  kind: column.id === 'went_well' ? ('actions' as const) : ('notes' as const),
}));
const theirNote = { author_id: somebodyElse, note_type: 'went_well', hidden: false } as const;

describe('rights on meetings and notes', () => {
  it.each<[string, (teamContext: TeamContext) => string, string[]]>([
    ['see a meeting', meetingPolicy.see, ['member', 'admin', 'superuser']],
    ['create a meeting', meetingPolicy.create, ['member', 'admin', 'superuser']],
    ["change another's meeting", (s) => meetingPolicy.change(s, theirs), ['admin', 'superuser']],
    ['hand on a meeting', (s) => meetingPolicy.handOver(s, theirs), ['admin', 'superuser']],
    ["lead another's meeting", (s) => meetingPolicy.lead(s, theirs), []],
    ['lead the own meeting', (s) => meetingPolicy.lead(s, mine), ['member', 'admin']],
    ['lead as a co-lead', (s) => meetingPolicy.lead(s, coLed), ['member', 'admin']],
    [
      'hand on a meeting as a co-lead',
      (s) => meetingPolicy.handOver(s, coLed),
      ['admin', 'superuser'],
    ],
    [
      'name co-leads of the own meeting',
      (s) => meetingPolicy.nameCoLeads(s, mine),
      ['member', 'admin'],
    ],
    ['name co-leads as one', (s) => meetingPolicy.nameCoLeads(s, coLed), []],
    ['add a note', (s) => notePolicy.add(s, live), ['member', 'admin']],
    ['move a note', (s) => notePolicy.move(s, live, theirNote), ['member', 'admin']],
    ["edit another's note", (s) => notePolicy.edit(s, live, theirNote), ['admin', 'superuser']],
    [
      "edit another's action item",
      (s) => notePolicy.edit(s, live, { ...theirNote, note_type: 'action' }),
      ['member', 'admin', 'superuser'],
    ],
    [
      "edit another's note in whichever column is for action items",
      (s) => notePolicy.edit(s, { ...live, columns: otherKinds }, theirNote),
      ['member', 'admin', 'superuser'],
    ],
    [
      "edit another's note in a column named action that is not for action items",
      (s) =>
        notePolicy.edit(s, { ...live, columns: otherKinds }, { ...theirNote, note_type: 'action' }),
      ['admin', 'superuser'],
    ],
    [
      "edit another's hidden note",
      (s) => notePolicy.edit(s, live, { ...theirNote, hidden: true }),
      [],
    ],
  ])('%s', (_name, rule, expected) => {
    expect(allowed(rule)).toEqual(expected);
  });
});

describe('R-11, R-12: phases', () => {
  it('have a fixed order; a missing phase counts as joining', () => {
    const settings = defaultSettings;
    expect(nextPhase({ settings })).toBe('writing');
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

  it.each(phases)('notes are added only in writing and grouping: %s', (phase) => {
    const result = notePolicy.add(teamContexts.member, { ...live, phase });
    expect(result === 'allowed').toBe(phase === 'writing' || phase === 'grouping');
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

describe('a caller’s abilities', () => {
  it('equal the policies', () => {
    expect(meetingAbilities(teamContexts.member, mine)).toEqual({ change: true, lead: true });
    expect(meetingAbilities(teamContexts.admin, theirs)).toEqual({ change: true, lead: false });
    expect(meetingAbilities(teamContexts.superuser, mine)).toEqual({ change: true, lead: false });
    const you = { user_id: me, role: 'admin', is_superuser: false } as const;
    expect(teamContextOfViewer(you)).toEqual(teamContexts.admin);
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
