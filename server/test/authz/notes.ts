import { changers, leaders, type MatrixRow, members, own, participants, row } from './statuses.ts';

export const noteRows: MatrixRow[] = [
  row('GET /api/v1/notes/me', own(200)),
  // Without a query, allowed to every signed-in user.
  row('GET /api/v1/search', own(422)),
  row('GET /api/v1/search/counts', own(422)),
  row('GET /api/v1/meetings/:meetingId/notes', members(200)),
  // Superusers administer the product; they do not take part in other teams' meetings.
  row('POST /api/v1/meetings/:meetingId/notes', participants(201), { body: { content: 'Fresh' } }),
  row('GET /api/v1/meetings/:meetingId/notes/:noteId', members(200)),
  row('GET /api/v1/meetings/:meetingId/notes/:noteId/similar', members(200)),
  row('GET /api/v1/meetings/:meetingId/group-suggestions', leaders(200)),
  row(
    'PUT /api/v1/meetings/:meetingId/notes/:noteId',
    { ...changers(200), guest: 403 },
    { body: { content: 'Other' } },
  ),
  row('DELETE /api/v1/meetings/:meetingId/notes/:noteId', { ...changers(204), guest: 403 }),
  // The note is not deleted; notes.test.ts proves who may restore.
  row('POST /api/v1/meetings/:meetingId/notes/:noteId/restore', { ...changers(200), guest: 403 }),
  // The meeting is not anonymous; questions.test.ts proves who may ask and sign.
  ...['question', 'signature'].map((what) =>
    row(`POST /api/v1/meetings/:meetingId/notes/:noteId/${what}`, participants(409)),
  ),
  row('POST /api/v1/meetings/:meetingId/groups', participants(201), {
    body: ({ noteId, groupedIds: [other] }) => ({ note_ids: [noteId, other] }),
  }),
  row('PUT /api/v1/meetings/:meetingId/groups/:groupId', participants(200), {
    body: ({ noteId }) => ({ add: [noteId] }),
  }),
  row('DELETE /api/v1/meetings/:meetingId/groups/:groupId', participants(204)),
];
