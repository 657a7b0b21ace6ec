import {
  aboutTopic,
  changers,
  inDiscussing,
  leaders,
  type MatrixRow,
  members,
  participants,
  row,
} from './statuses.ts';

export const topicRows: MatrixRow[] = [
  row('GET /api/v1/meetings/:meetingId/topics/:topicId/earlier', members(200), {
    params: aboutTopic,
  }),
  // Superusers do not take part in other teams' meetings.
  row('PUT /api/v1/meetings/:meetingId/topics/:topicId/votes', participants(200), {
    params: ({ voting }) => voting,
    body: { count: 1 },
  }),
  row('PUT /api/v1/meetings/:meetingId/votes/finished', participants(200), {
    params: ({ voting: { meetingId } }) => ({ meetingId }),
    body: { finished: true },
  }),
  row('PUT /api/v1/meetings/:meetingId/discussion', leaders(200), {
    params: inDiscussing,
    body: { current: null },
  }),
  row('PUT /api/v1/meetings/:meetingId/discussion/extend', participants(200), {
    params: inDiscussing,
    body: { more: true },
  }),
  // Superusers do not take part in other teams' meetings.
  row('POST /api/v1/meetings/:meetingId/topics/:topicId/comments', participants(201), {
    params: aboutTopic,
    body: { content: 'Fresh' },
  }),
  row(
    'PUT /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId',
    { ...changers(200), guest: 403 },
    { params: ({ discussing }) => discussing, body: { content: 'Other' } },
  ),
  row(
    'DELETE /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId',
    { ...changers(204), guest: 403 },
    { params: ({ discussing }) => discussing },
  ),
];
