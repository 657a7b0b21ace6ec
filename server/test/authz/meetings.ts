import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';

import { newSecret } from '#server/platform/secrets';

import { emptyExport } from '../import-scene.ts';
import { all, type MatrixRow, members, open, own, team } from './statuses.ts';

const authorKey = { [authorKeyHeader]: Buffer.alloc(32, 1).toString('base64url') };

export const meetingRows: MatrixRow[] = [
  { route: 'GET /api/v1/meetings', statuses: own(200) },
  { route: 'GET /api/v1/meetings/me', statuses: own(200) },
  { route: 'GET /api/v1/meetings/teams', statuses: own(200) },
  {
    route: 'POST /api/v1/meetings',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 201 }),
    body: ({ teamId }) => ({ name: 'Fresh', team_id: teamId }),
  },
  { route: 'GET /api/v1/meetings/:meetingId', statuses: all(200) },
  {
    route: 'PUT /api/v1/meetings/:meetingId',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
    body: () => ({ name: 'Other' }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/owner',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
    body: ({ actors: { colleague } }) => ({ owner_id: colleague.id }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/co-leads',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    body: ({ actors: { colleague } }) => ({ user_id: colleague.id, is_co_lead: true }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204 }),
  },
  { route: 'GET /api/v1/meetings/:meetingId/phase', statuses: members(200) },
  {
    route: 'POST /api/v1/meetings/:meetingId/phase/next',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/phase/transition',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    body: () => ({ phase: 'voting' }),
  },
  {
    // Superusers do not take part in other teams' meetings.
    route: 'PUT /api/v1/meetings/:meetingId/ready',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403, guest: 200 }),
    body: () => ({ ready: true }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/hand',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403, guest: 200 }),
    body: () => ({ raised: true }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/hands',
    statuses: team({ member: 403, owner: 204, admin: 403, superuser: 403 }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/thanks',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403 }),
    body: ({ actors: { colleague } }) => ({ to_user_id: colleague.id, text: 'For all' }),
    params: ({ closing: { meetingId } }) => ({ meetingId }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/thanks/:thanksId',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204 }),
    params: ({ closing }) => closing,
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/timer',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    body: () => ({ action: 'start', seconds: 300 }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/mood',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    body: () => ({ score: 4 }),
    headers: authorKey,
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/check-up',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    body: () => ({ question: 'Our releases are calm', score: 4 }),
    headers: authorKey,
    params: ({ joiningId }) => ({ meetingId: joiningId }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/check-up/results',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    params: ({ joiningId }) => ({ meetingId: joiningId }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/worth',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    body: () => ({ score: 4 }),
    headers: authorKey,
    params: ({ discussing: { meetingId } }) => ({ meetingId }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/check-in',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    body: () => ({ question_hidden: true }),
    params: ({ joiningId }) => ({ meetingId: joiningId }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/check-in/next-question',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    params: ({ joiningId }) => ({ meetingId: joiningId }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/check-in/turn',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403, guest: 200 }),
    body: () => ({ done: true }),
    params: ({ joiningId }) => ({ meetingId: joiningId }),
  },
  { route: 'GET /api/v1/meetings/:meetingId/board', statuses: all(200) },
  { route: 'GET /api/v1/meetings/:meetingId/records', statuses: all(200) },
  // The meeting is not anonymous.
  { route: 'GET /api/v1/meetings/:meetingId/anonymity', statuses: members(409) },
  { route: 'GET /api/v1/meetings/:meetingId/export', statuses: members(200) },
  {
    route: 'POST /api/v1/teams/:teamId/imports',
    statuses: members(201),
    body: () => emptyExport,
  },
  {
    // The topic does not exist.
    route: 'POST /api/v1/meetings/:meetingId/carry-over',
    statuses: team({ member: 422, owner: 422, admin: 422, superuser: 403 }),
    body: ({ plannedId }) => ({ topic_ids: [crypto.randomUUID()], to_meeting_id: plannedId }),
  },
  {
    // The meeting is live.
    route: 'GET /api/v1/meetings/:meetingId/summary-mail',
    statuses: team({ member: 403, owner: 409, admin: 409, superuser: 403 }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/summary-mail',
    statuses: team({ member: 403, owner: 409, admin: 409, superuser: 403 }),
  },
  { route: 'GET /api/v1/me/catch-ups', statuses: own(200) },
  { route: 'GET /api/v1/meetings/:meetingId/catch-up', statuses: members(200) },
  {
    // The meeting is live; catch-up.test.ts proves who may add.
    route: 'POST /api/v1/meetings/:meetingId/catch-up/additions',
    statuses: team({ member: 409, owner: 409, admin: 409, superuser: 403 }),
    body: () => ({ kind: 'note', text: 'Fresh' }),
  },
  {
    // The colleague's addition.
    route: 'DELETE /api/v1/meetings/:meetingId/catch-up/additions/:additionId',
    statuses: members(404),
  },
  {
    route: 'GET /api/v1/meetings/:meetingId/additions',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    params: ({ joiningId }) => ({ meetingId: joiningId }),
  },
  {
    // The meeting allows guests; catch-up.test.ts proves the lead's right otherwise.
    route: 'POST /api/v1/meetings/:meetingId/additions/reveal',
    statuses: team({ member: 403, owner: 409, admin: 403, superuser: 403 }),
    params: ({ joiningId }) => ({ meetingId: joiningId }),
  },
  { route: 'GET /api/v1/ai-service', statuses: own(200) },
  { route: 'GET /api/v1/meetings/:meetingId/ai-summary', statuses: members(200) },
  {
    // The meeting is live.
    route: 'GET /api/v1/meetings/:meetingId/ai-request',
    statuses: team({ member: 403, owner: 409, admin: 409, superuser: 403 }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/ai-draft',
    statuses: team({ member: 403, owner: 409, admin: 409, superuser: 403 }),
    body: () => ({ digest: 'none' }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/ai-summary',
    statuses: team({ member: 403, owner: 409, admin: 409, superuser: 403 }),
    body: () => ({ text: 'Short' }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/ai-summary',
    statuses: team({ member: 403, owner: 409, admin: 409, superuser: 403 }),
  },
  { route: 'GET /api/v1/meetings/:meetingId/events', statuses: all(200) },
  { route: 'POST /api/v1/meetings/:meetingId/live-ticket', statuses: all(201) },
  {
    route: 'GET /api/v1/meetings/:meetingId/spectator-link',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/spectator-link',
    statuses: team({ member: 403, owner: 201, admin: 201, superuser: 201 }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/spectator-link',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204 }),
  },
  {
    route: 'GET /api/v1/meetings/:meetingId/guest-link',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/guest-link',
    statuses: team({ member: 403, owner: 201, admin: 201, superuser: 201 }),
    body: () => ({}),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/guest-link',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204 }),
  },
  {
    route: 'GET /api/v1/meetings/:meetingId/guests',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/guests/:guestId',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
    params: ({ actors: { guest } }) => ({ guestId: guest.id }),
    body: () => ({ muted: true }),
  },
  { route: 'GET /api/v1/meetings/:meetingId/names', statuses: all(200) },
  {
    route: 'POST /api/v1/guest/link',
    statuses: open(404),
    body: () => ({ secret: newSecret() }),
  },
  {
    route: 'POST /api/v1/guest/session',
    statuses: open(404),
    body: () => ({ secret: newSecret(), name: 'Somebody' }),
  },
  { route: 'GET /api/v1/guest/session', statuses: { ...open(401), guest: 200 } },
  {
    // Already admitted.
    route: 'PUT /api/v1/guest/session',
    statuses: { ...open(401), guest: 409 },
    body: () => ({ name: 'Other' }),
  },
  { route: 'DELETE /api/v1/guest/session', statuses: { ...open(401), guest: 204 } },
  {
    // The token is not a guest's.
    route: 'POST /api/v1/guest/claim',
    statuses: own(409),
    body: () => ({ guest_token: newSecret() }),
  },
  {
    route: 'POST /api/v1/spectator/session',
    statuses: open(404),
    body: () => ({ secret: newSecret() }),
  },
  // A user's token is not a screen's.
  { route: 'GET /api/v1/spectator/board', statuses: open(401) },
  { route: 'GET /api/v1/spectator/records', statuses: open(401) },
  { route: 'GET /api/v1/spectator/events', statuses: open(401) },
  { route: 'POST /api/v1/spectator/live-ticket', statuses: open(401) },
];
