import {
  Invitation,
  InvitationAnswer,
  InvitationInput,
  PublicInvitation,
  SentInvitation,
  TeamInvitation,
} from '@wentwell/contract/invitations';
import { limits } from '@wentwell/contract/limits';
import { ListQuery } from '@wentwell/contract/lists';
import type { FastifyRequest } from 'fastify';

import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import { MINUTE } from '#server/platform/http/rate-limits';

import type { InvitationsService } from './invitations.service.ts';

const accountOf = (request: FastifyRequest) => callerOf(request).userId;

// Every invitation sends mail to an address that the caller chooses.
const mailLimits = {
  accountLimit: { max: limits.invitationsPerMinute, timeWindow: MINUTE, accountOf },
};
const linkLimits = { addressLimit: { timeWindow: MINUTE, failures: 20, successes: 300 } };

/** `mayRegister`: whether the address has no account and may get one. */
export function invitationsRoutes(
  api: Api,
  invitations: InvitationsService,
  mayRegister: (email: string) => Promise<boolean>,
): void {
  const { list, answer } = callsOf(api, 'Invitations');

  list('/teams/:teamId/invitations', {
    operationId: 'listTeamInvitations',
    summary: 'List the open invitations of a team',
    description: 'For its members. The oldest comes first.',
    querystring: ListQuery,
    lists: TeamInvitation,
    run: ({ caller, params, query }) => invitations.ofTeam(caller, params.teamId, query),
  });

  answer('POST /teams/:teamId/invitations', {
    operationId: 'createInvitation',
    summary: 'Invite an address',
    description:
      'For members of the team. Sends an email with a link that works for 7 days, and for that address alone; `link` is another for the same address, told this once: unlike the mailed one it proves no address. An address is mailed at most three invitations within a day, over all teams; further ones are there without a mail.',
    config: mailLimits,
    body: InvitationInput,
    answers: { 201: SentInvitation },
    refuses: [409],
    run: ({ caller, params, body }) => invitations.create(caller, params.teamId, body),
  });

  answer('DELETE /teams/:teamId/invitations/:invitationId', {
    operationId: 'cancelInvitation',
    summary: 'Cancel an invitation',
    description:
      'For its sender and team admins. Its link says that it was canceled, and the address can be invited again. One that is answered stays (409).',
    refuses: [403, 409],
    run: ({ caller, params }) => invitations.cancel(caller, params),
  });

  answer('GET /teams/invitations/token/:token', {
    operationId: 'getInvitation',
    summary: 'See an invitation by its link',
    description:
      'For whoever holds the link, without a login. Only the invited person, signed in, gets the email of the ' +
      'sender; to others it is null. By the mailed link, `can_register` tells whether `registerInvited` is open to ' +
      'its address, and `live_meeting` names what runs now. Reading never accepts.',
    answers: { 200: PublicInvitation },
    config: { public: true, ...linkLimits },
    // A HEAD route would have its own rate limit and double the guesses.
    route: { exposeHeadRoute: false },
    run({ params, request, reply }) {
      // The URL is a secret: no indexing, caching or referrer.
      reply.headers({
        'X-Robots-Tag': 'noindex',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      });
      return invitations.byToken(request.caller, params.token, mayRegister);
    },
  });

  answer('POST /teams/invitations/token/:token/accept', {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation by its link',
    description:
      'You join the team as a member, if the invited address is yours (403). Once answered it is spent (409); expired, canceled, or its sender gone it is over (410).',
    config: linkLimits,
    answers: { 200: Invitation },
    refuses: [403, 409, 410],
    run: ({ caller, params }) => invitations.accept(caller, params.token),
  });

  list('/me/team-invitations', {
    operationId: 'listMyInvitations',
    summary: 'List my invitations',
    description: 'The open invitations to your address. The oldest comes first.',
    querystring: ListQuery,
    lists: Invitation,
    run: ({ caller, query }) => invitations.mine(caller, query),
  });

  answer('POST /me/team-invitations/:invitationId/respond', {
    operationId: 'respondToInvitation',
    summary: 'Accept or decline an invitation',
    description:
      'Of those to your address. Once answered it is spent (409); expired, canceled, or its sender gone it is over (410).',
    body: InvitationAnswer,
    answers: { 200: Invitation },
    refuses: [409, 410],
    run: ({ caller, params, body }) => invitations.respond(caller, params.invitationId, body),
  });
}
