import {
  inDiscussing,
  mates,
  type MatrixRow,
  members,
  own,
  participants,
  row,
} from './statuses.ts';

export const actionRows: MatrixRow[] = [
  row('GET /api/v1/me/actions', own(200)),
  row('GET /api/v1/teams/:teamId/actions', members(200)),
  // Superusers add no action items in other teams.
  row('POST /api/v1/teams/:teamId/actions', mates(201), { body: { text: 'Fresh' } }),
  row('POST /api/v1/meetings/:meetingId/actions', mates(201), {
    params: inDiscussing,
    body: { text: 'Fresh' },
  }),
  row('PUT /api/v1/actions/:actionId', mates(200), { body: { text: 'Other' } }),
  row('DELETE /api/v1/actions/:actionId', mates(204)),
  // Open items are not asked about; outcomes.test.ts proves who may answer.
  row('PUT /api/v1/actions/:actionId/outcome', members(404), { body: { outcome: 'better' } }),
  row('GET /api/v1/teams/:teamId/outcomes', members(200)),
  row('GET /api/v1/teams/:teamId/agreements', members(200)),
  row('POST /api/v1/teams/:teamId/agreements', mates(201), { body: { text: 'Fresh' } }),
  row('PUT /api/v1/teams/:teamId/agreements/:agreementId', mates(200), {
    body: { state: 'ended' },
  }),
  // An existing item is returned; actions.test.ts proves who may restore.
  row('POST /api/v1/actions/:actionId/restore', mates(200)),
  // Superusers do not take part in other teams' meetings.
  row('PUT /api/v1/meetings/:meetingId/notes/:noteId/reactions/:emoji', participants(204), {
    params: () => ({ emoji: '🎉' }),
  }),
  row('DELETE /api/v1/meetings/:meetingId/notes/:noteId/reactions/:emoji', participants(204), {
    params: () => ({ emoji: '🎉' }),
  }),
];
