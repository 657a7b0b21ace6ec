import {
  GuestEntry,
  GuestLinkInput,
  GuestLinkSecret,
  GuestRename,
  GuestUpdate,
} from '@wentwell/contract/guest-changes';
import {
  Guest,
  GuestInvitation,
  GuestLinkState,
  GuestSession,
  NewGuestLink,
  NewGuestSession,
} from '@wentwell/contract/guests';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { tokenOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import { MINUTE } from '#server/platform/http/rate-limits';

import type { GuestsService } from './guests.service.ts';

// A secret of 256 bits cannot be guessed; this bounds who tries, and how many guests are made.
const entryLimits = {
  addressLimit: {
    failures: { max: 20, timeWindow: MINUTE },
    successes: { max: 120, timeWindow: MINUTE },
    tolerates: ['GUESTS_FULL', 'GUESTS_WAITING'],
  },
} as const;
// Each new name is told to whoever leads.
const renameLimits = {
  addressLimit: {
    failures: { max: 20, timeWindow: MINUTE },
    successes: { max: 30, timeWindow: MINUTE },
  },
};
const withoutLogin = { config: { public: true } };

export function guestsRoutes(api: Api, guests: GuestsService): void {
  const { answer } = callsOf(api, 'Guests');

  answer('GET /meetings/:meetingId/guest-link', {
    operationId: 'getGuestLink',
    summary: 'Get whether a meeting has a guest link',
    description: 'For its owner and team admins. The secret of the link is told to nobody again.',
    answers: { 200: GuestLinkState },
    refuses: [403],
    run: ({ caller, params }) => guests.findLink(caller, params.meetingId),
  });

  answer('POST /meetings/:meetingId/guest-link', {
    operationId: 'createGuestLink',
    summary: 'Make a guest link',
    description:
      'By the owner or a team admin of a planned or live meeting whose settings allow guests. It replaces the link that ' +
      'there is. `secret` is told once: the page that a guest opens is `/guest#{secret}`.',
    body: GuestLinkInput,
    answers: { 201: NewGuestLink },
    refuses: [403, 409],
    run: ({ caller, params, body }) => guests.createLink(caller, params.meetingId, body),
  });

  answer('DELETE /meetings/:meetingId/guest-link', {
    operationId: 'revokeGuestLink',
    summary: 'Revoke a guest link',
    description: 'By the owner or a team admin. Its guests are out at once.',
    answers: { 204: z.null() },
    refuses: [403],
    run: ({ caller, params }) => guests.revokeLink(caller, params.meetingId),
  });

  answer('GET /meetings/:meetingId/guests', {
    operationId: 'listGuests',
    summary: 'List the guests of a meeting',
    description: 'For its owner and team admins: those who wait and those who are in.',
    answers: { 200: z.array(Guest) },
    refuses: [403],
    run: ({ caller, params }) => guests.list(caller, params.meetingId),
  });

  answer('PUT /meetings/:meetingId/guests/:guestId', {
    operationId: 'updateGuest',
    summary: 'Admit, remove, rename or mute a guest',
    description:
      'By the owner or a team admin. Who is muted reads, and writes nothing. Who is removed is out for good.',
    body: GuestUpdate,
    answers: { 200: Guest },
    refuses: [403],
    run: ({ caller, params, body }) => guests.update(caller, params, body),
  });

  answer('POST /guest/link', {
    operationId: 'getGuestInvitation',
    summary: 'Get what a guest link invites to',
    description: 'Without a login: the name of the meeting, and who invites.',
    config: { public: true, ...entryLimits },
    body: GuestLinkSecret,
    answers: { 200: GuestInvitation },
    refuses: [404],
    run: ({ body }) => guests.invitation(body.secret),
  });

  answer('POST /guest/session', {
    operationId: 'createGuestSession',
    summary: 'Ask to come in as a guest',
    description:
      'Without a login. The token opens the board of this one meeting, once the guest is admitted, and nothing else.',
    config: { public: true, ...entryLimits },
    body: GuestEntry,
    answers: { 201: NewGuestSession },
    refuses: [404, 409],
    run: ({ body, request }) => guests.enter(body, request.headers['user-agent'] ?? ''),
  });

  answer('GET /guest/session', {
    operationId: 'getGuestSession',
    summary: 'Get whether a guest is admitted',
    description: 'With the token of a guest.',
    ...withoutLogin,
    answers: { 200: GuestSession },
    refuses: [404],
    run: ({ request }) => guests.me(tokenOf(request)),
  });

  answer('PUT /guest/session', {
    operationId: 'renameGuestSession',
    summary: 'Change one’s name as a guest',
    description: 'With the token of a guest who waits to be admitted.',
    config: { public: true, ...renameLimits },
    body: GuestRename,
    answers: { 200: GuestSession },
    refuses: [404, 409],
    run: ({ request, body }) => guests.renameMe(tokenOf(request), body.name),
  });

  answer('DELETE /guest/session', {
    operationId: 'endGuestSession',
    summary: 'Leave as a guest',
    description: 'With the token of a guest, which opens nothing from then on.',
    ...withoutLogin,
    answers: { 204: z.null() },
    refuses: [404],
    run: ({ request }) => guests.leave(tokenOf(request)),
  });
}
