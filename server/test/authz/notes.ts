import { type MatrixRow, members, own, team } from './statuses.ts';

export const noteRows: MatrixRow[] = [
  { route: 'GET /api/v1/notes/me', statuses: own(200) },
  // Without a query, allowed to every signed-in user.
  { route: 'GET /api/v1/search', statuses: own(422) },
  { route: 'GET /api/v1/search/counts', statuses: own(422) },
  { route: 'GET /api/v1/meetings/:meetingId/notes', statuses: members(200) },
  {
    // Superusers administer the product; they do not take part in other teams' meetings.
    route: 'POST /api/v1/meetings/:meetingId/notes',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403, guest: 201 }),
    body: () => ({ content: 'Fresh' }),
  },
  { route: 'GET /api/v1/meetings/:meetingId/notes/:noteId', statuses: members(200) },
  { route: 'GET /api/v1/meetings/:meetingId/notes/:noteId/similar', statuses: members(200) },
  {
    route: 'GET /api/v1/meetings/:meetingId/group-suggestions',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/notes/:noteId',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200, guest: 403 }),
    body: () => ({ content: 'Other' }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/notes/:noteId',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204, guest: 403 }),
  },
  // The note is not deleted; notes.test.ts proves who may restore.
  {
    route: 'POST /api/v1/meetings/:meetingId/notes/:noteId/restore',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200, guest: 403 }),
  },
  // The meeting is not anonymous; questions.test.ts proves who may ask and sign.
  ...['question', 'signature'].map((what) => ({
    route: `POST /api/v1/meetings/:meetingId/notes/:noteId/${what}`,
    statuses: team({ member: 409, owner: 409, admin: 409, superuser: 403, guest: 409 }),
  })),
  {
    route: 'POST /api/v1/meetings/:meetingId/groups',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403, guest: 201 }),
    body: ({ noteId, groupedIds: [other] }) => ({ note_ids: [noteId, other] }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/groups/:groupId',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403, guest: 200 }),
    body: ({ noteId }) => ({ add: [noteId] }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/groups/:groupId',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 403, guest: 204 }),
  },
];
