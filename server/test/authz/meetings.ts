import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';

import { newSecret } from '#server/platform/secrets';

import { emptyExport } from '../import-scene.ts';
import {
  all,
  changers,
  hosts,
  inDiscussing,
  inJoining,
  leaders,
  mates,
  type MatrixRow,
  members,
  open,
  own,
  participants,
  row,
} from './statuses.ts';

const authorKey = { [authorKeyHeader]: Buffer.alloc(32, 1).toString('base64url') };

export const meetingRows: MatrixRow[] = [
  row('GET /api/v1/meetings', own(200)),
  row('GET /api/v1/meetings/me', own(200)),
  row('GET /api/v1/meetings/teams', own(200)),
  row('POST /api/v1/meetings', members(201), {
    body: ({ teamId }) => ({ name: 'Fresh', team_id: teamId }),
  }),
  row('GET /api/v1/meetings/:meetingId', all(200)),
  row('PUT /api/v1/meetings/:meetingId', changers(200), { body: { name: 'Other' } }),
  row('POST /api/v1/meetings/:meetingId/owner', changers(200), {
    body: ({ actors: { colleague } }) => ({ owner_id: colleague.id }),
  }),
  row('PUT /api/v1/meetings/:meetingId/co-leads', leaders(200), {
    body: ({ actors: { colleague } }) => ({ user_id: colleague.id, is_co_lead: true }),
  }),
  row('DELETE /api/v1/meetings/:meetingId', changers(204)),
  row('GET /api/v1/meetings/:meetingId/phase', members(200)),
  row('POST /api/v1/meetings/:meetingId/phase/next', leaders(200)),
  row('POST /api/v1/meetings/:meetingId/phase/transition', leaders(200), {
    body: { phase: 'voting' },
  }),
  // Superusers do not take part in other teams' meetings.
  row('PUT /api/v1/meetings/:meetingId/ready', participants(200), { body: { ready: true } }),
  row('PUT /api/v1/meetings/:meetingId/hand', participants(200), { body: { raised: true } }),
  row('DELETE /api/v1/meetings/:meetingId/hands', leaders(204)),
  row('POST /api/v1/meetings/:meetingId/thanks', mates(201), {
    body: ({ actors: { colleague } }) => ({ to_user_id: colleague.id, text: 'For all' }),
    params: ({ closing: { meetingId } }) => ({ meetingId }),
  }),
  row('DELETE /api/v1/meetings/:meetingId/thanks/:thanksId', changers(204), {
    params: ({ closing }) => closing,
  }),
  row('PUT /api/v1/meetings/:meetingId/timer', leaders(200), {
    body: { action: 'start', seconds: 300 },
  }),
  row('PUT /api/v1/meetings/:meetingId/mood', mates(200), {
    body: { score: 4 },
    headers: authorKey,
  }),
  row('PUT /api/v1/meetings/:meetingId/check-up', mates(200), {
    body: { question: 'Our releases are calm', score: 4 },
    headers: authorKey,
    params: inJoining,
  }),
  row('POST /api/v1/meetings/:meetingId/check-up/results', leaders(200), { params: inJoining }),
  row('PUT /api/v1/meetings/:meetingId/worth', mates(200), {
    body: { score: 4 },
    headers: authorKey,
    params: inDiscussing,
  }),
  row('PUT /api/v1/meetings/:meetingId/check-in', leaders(200), {
    body: { question_hidden: true },
    params: inJoining,
  }),
  row('POST /api/v1/meetings/:meetingId/check-in/next-question', leaders(200), {
    params: inJoining,
  }),
  row('PUT /api/v1/meetings/:meetingId/check-in/turn', participants(200), {
    body: { done: true },
    params: inJoining,
  }),
  row('GET /api/v1/meetings/:meetingId/board', all(200)),
  row('GET /api/v1/meetings/:meetingId/records', all(200)),
  // The meeting is not anonymous.
  row('GET /api/v1/meetings/:meetingId/anonymity', members(409)),
  row('GET /api/v1/meetings/:meetingId/export', members(200)),
  row('POST /api/v1/teams/:teamId/imports', members(201), { body: emptyExport }),
  // The topic does not exist.
  row('POST /api/v1/meetings/:meetingId/carry-over', mates(422), {
    body: ({ plannedId }) => ({ topic_ids: [crypto.randomUUID()], to_meeting_id: plannedId }),
  }),
  // The meeting is live.
  row('GET /api/v1/meetings/:meetingId/summary-mail', hosts(409)),
  row('POST /api/v1/meetings/:meetingId/summary-mail', hosts(409)),
  row('GET /api/v1/me/catch-ups', own(200)),
  row('GET /api/v1/meetings/:meetingId/catch-up', members(200)),
  // The meeting is live; catch-up.test.ts proves who may add.
  row('POST /api/v1/meetings/:meetingId/catch-up/additions', mates(409), {
    body: { kind: 'note', text: 'Fresh' },
  }),
  // The colleague's addition.
  row('DELETE /api/v1/meetings/:meetingId/catch-up/additions/:additionId', members(404)),
  row('GET /api/v1/meetings/:meetingId/additions', mates(200), { params: inJoining }),
  // The meeting allows guests; catch-up.test.ts proves the lead's right otherwise.
  row('POST /api/v1/meetings/:meetingId/additions/reveal', leaders(409), { params: inJoining }),
  row('GET /api/v1/ai-service', own(200)),
  row('GET /api/v1/meetings/:meetingId/ai-summary', mates(200)),
  // The meeting is live.
  row('GET /api/v1/meetings/:meetingId/ai-request', hosts(409)),
  row('POST /api/v1/meetings/:meetingId/ai-draft', hosts(409), { body: { digest: 'none' } }),
  row('PUT /api/v1/meetings/:meetingId/ai-summary', hosts(409), { body: { text: 'Short' } }),
  row('DELETE /api/v1/meetings/:meetingId/ai-summary', hosts(409)),
  row('GET /api/v1/meetings/:meetingId/events', all(200)),
  row('POST /api/v1/meetings/:meetingId/live-ticket', all(201)),
  row('GET /api/v1/meetings/:meetingId/spectator-link', changers(200)),
  row('POST /api/v1/meetings/:meetingId/spectator-link', changers(201)),
  row('DELETE /api/v1/meetings/:meetingId/spectator-link', changers(204)),
  row('GET /api/v1/meetings/:meetingId/guest-link', changers(200)),
  row('POST /api/v1/meetings/:meetingId/guest-link', changers(201), { body: {} }),
  row('DELETE /api/v1/meetings/:meetingId/guest-link', changers(204)),
  row('GET /api/v1/meetings/:meetingId/guests', changers(200)),
  row('PUT /api/v1/meetings/:meetingId/guests/:guestId', changers(200), {
    params: ({ actors: { guest } }) => ({ guestId: guest.id }),
    body: { muted: true },
  }),
  row('GET /api/v1/meetings/:meetingId/presence', members(200)),
  row('GET /api/v1/meetings/:meetingId/names', all(200)),
  row('POST /api/v1/guest/link', open(404), { body: () => ({ secret: newSecret() }) }),
  row('POST /api/v1/guest/session', open(404), {
    body: () => ({ secret: newSecret(), name: 'Somebody' }),
  }),
  row('GET /api/v1/guest/session', { ...open(401), guest: 200 }),
  // Already admitted.
  row('PUT /api/v1/guest/session', { ...open(401), guest: 409 }, { body: { name: 'Other' } }),
  row('DELETE /api/v1/guest/session', { ...open(401), guest: 204 }),
  // The token is not a guest's.
  row('POST /api/v1/guest/claim', own(409), { body: () => ({ guest_token: newSecret() }) }),
  row('POST /api/v1/spectator/session', open(404), { body: () => ({ secret: newSecret() }) }),
  // A user's token is not a screen's.
  row('GET /api/v1/spectator/board', open(401)),
  row('GET /api/v1/spectator/records', open(401)),
  row('GET /api/v1/spectator/events', open(401)),
  row('POST /api/v1/spectator/live-ticket', open(401)),
];
