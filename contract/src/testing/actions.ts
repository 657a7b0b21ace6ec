import { Action } from '../actions/actions.ts';

export function makeAction(overrides: Partial<Action> = {}): Action {
  const time = '2025-03-14T09:45:00.000Z';
  return Action.parse({
    id: '00000000-0000-4000-8000-0000000000a1',
    team_id: '00000000-0000-4000-8000-000000000001',
    meeting_id: '00000000-0000-4000-8000-00000000000b',
    topic_id: null,
    note_id: null,
    text: 'Add a second reviewer',
    assignee_id: null,
    due_on: null,
    status: 'open',
    reason: null,
    meetings_seen: 1,
    created_by: null,
    created_at: time,
    updated_at: time,
    done_at: null,
    version: 1,
    ...overrides,
  });
}
