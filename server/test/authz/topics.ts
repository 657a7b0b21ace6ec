import { type MatrixRow, members, team } from './statuses.ts';

export const topicRows: MatrixRow[] = [
  {
    route: 'GET /api/v1/meetings/:meetingId/topics/:topicId/earlier',
    statuses: members(200),
    params: ({ discussing: { meetingId, topicId } }) => ({ meetingId, topicId }),
  },
  {
    // Superusers do not take part in other teams' meetings.
    route: 'PUT /api/v1/meetings/:meetingId/topics/:topicId/votes',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403, guest: 200 }),
    params: ({ voting }) => voting,
    body: () => ({ count: 1 }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/votes/finished',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403, guest: 200 }),
    params: ({ voting: { meetingId } }) => ({ meetingId }),
    body: () => ({ finished: true }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/discussion',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    params: ({ discussing: { meetingId } }) => ({ meetingId }),
    body: () => ({ current: null }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/discussion/extend',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403, guest: 200 }),
    params: ({ discussing: { meetingId } }) => ({ meetingId }),
    body: () => ({ more: true }),
  },
  {
    // Superusers do not take part in other teams' meetings.
    route: 'POST /api/v1/meetings/:meetingId/topics/:topicId/comments',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403, guest: 201 }),
    params: ({ discussing: { meetingId, topicId } }) => ({ meetingId, topicId }),
    body: () => ({ content: 'Fresh' }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200, guest: 403 }),
    params: ({ discussing }) => discussing,
    body: () => ({ content: 'Other' }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204, guest: 403 }),
    params: ({ discussing }) => discussing,
  },
];
