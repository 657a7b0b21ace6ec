// Export files, and a user who imports them.
import { ImportedMeeting, MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { MeetingForCaller } from '@wentwell/contract/meetings/meetings';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { expect } from 'vitest';

import type { TestApp, TestUser } from './build-test-app.ts';
import { buildTeam, buildUser } from './factories.ts';

export const exportedAt = '2026-03-14T09:05:00.000Z';
/** The file of an empty meeting. */
export const emptyExport: MeetingExport = {
  format: 'wentwell-meeting',
  version: 1,
  exported_at: exportedAt,
  name: 'Sprint 12',
  team: 'Rocket',
  status: 'closed',
  phase: 'closing_ready',
  start_time: exportedAt,
  end_time: exportedAt,
  led_by: null,
  settings: {
    hide_notes: true,
    votes_per_person: 5,
    votes_per_topic: 3,
    auto_advance: false,
    anonymous: false,
    check_in: true,
    check_up: [],
    only_check_up: false,
    guests: false,
    ai_notes: false,
    timer_seconds: {},
  },
  columns: defaultColumns,
  people: [{ id: 'ann', name: 'Ann' }],
  notes: [],
  hidden_notes: 0,
  groups: [],
  votes: [],
  discussion: null,
  comments: [],
  reactions: [],
  actions: [],
  thanks: [],
  attendance: null,
  summary: null,
  additions: [],
  did_it_help: [],
  check_in: { mood: null, mood_after: null, worth: null, check_up: [] },
};

export const exportedNote = (id: string, more: Partial<MeetingExport['notes'][number]> = {}) => ({
  id,
  column: 'went_well',
  author: 'ann',
  text: `Text of ${id}`,
  group: null,
  created_at: exportedAt,
  ...more,
});

/** An open, unassigned action item. */
export const exportedAction = {
  text: 'Ask',
  topic: null,
  note: null,
  assignee: null,
  due_on: null,
  status: 'open',
  reason: null,
  created_at: exportedAt,
  done_at: null,
};

/** A team and its admin, who imports files. */
export async function buildImporter(app: TestApp, members: TestUser[] = []) {
  const owner = await buildUser(app);
  const team = await buildTeam(app, { admin: owner, members });
  const post = (body: unknown, { query = '', as = owner, headers = {} } = {}) =>
    app.request('POST', `/api/v1/teams/${team.id}/imports${query}`, { as, body, headers });
  return {
    owner,
    team,
    post,
    async meetings() {
      return app.read(owner, `/api/v1/teams/${team.id}/meetings`, MeetingForCaller.array());
    },
    async imported(file: unknown, query = '') {
      const answer = await post(file, { query });
      expect(answer.problem).toBeNull();
      expect(answer.status).toBe(201);
      const meeting = ImportedMeeting.parse(answer.body);
      return { meeting, path: `/api/v1/meetings/${meeting.id}` };
    },
  };
}

export const exported = async (app: TestApp, path: string, as: TestUser) =>
  app.read(as, `${path}/export?format=json`, MeetingExport);
