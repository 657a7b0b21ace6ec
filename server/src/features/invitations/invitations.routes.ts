import { ListQuery } from '@wentwell/contract/api/lists';
import { limits } from '@wentwell/contract/limits';
import {
  Invitation,
  InvitationAnswer,
  InvitationInput,
  PublicInvitation,
  SentInvitation,
  TeamInvitation,
} from '@wentwell/contract/teams/invitations';

import { type Api, callsOf } from '#server/platform/http/calls';
import { MINUTE } from '#server/platform/http/rate-limits';

import type { InvitationsService } from './invitations.service.ts';

// Every invitation sends mail to an address that the caller chooses.
const sendLimits = { accountLimit: { max: limits.invitationsPerMinute, timeWindow: MINUTE } };
const openLimits = { addressLimit: { timeWindow: MINUTE, failures: 20, successes: 300 } };

/** `mayRegister`: whether the address has no account and may get one. */
export function invitationsRoutes(
  api: Api,
  invitations: InvitationsService,
  mayRegister: (email: string) => Promise<boolean>,
): void {
  const { list, answer } = callsOf(api, 'Invitations');

  list('/teams/:teamId/invitations', {
    operationId: 'listTeamInvitations',
    summary: 'List a team’s pending invitations',
    description: 'For members, oldest first.',
    querystring: ListQuery,
    lists: TeamInvitation,
    run: ({ caller, params, query }) => invitations.ofTeam(caller, params.teamId, query),
  });

  answer('POST /teams/:teamId/invitations', {
    operationId: 'createInvitation',
    summary: 'Invite an address',
    description:
      'By members of the team. Sends an email with a link that works for 7 days for that address only; `link`' +
      ' is another one for the same address, returned once: unlike the mailed one it proves no address. An ' +
      'address is mailed at most three invitations a day by all teams; further ones exist without mail.',
    config: sendLimits,
    body: InvitationInput,
    answers: { 201: SentInvitation },
    refuses: [409],
    run: ({ caller, params, body }) => invitations.create(caller, params.teamId, body),
  });

  answer('DELETE /teams/:teamId/invitations/:invitationId', {
    operationId: 'cancelInvitation',
    summary: 'Cancel an invitation',
    description:
      'By its sender and team admins. Its link says that it was canceled, and the address can be invited ' +
      'again. 409 once answered.',
    refuses: [403, 409],
    run: ({ caller, params }) => invitations.cancel(caller, params),
  });

  answer('GET /teams/invitations/token/:token', {
    operationId: 'getInvitation',
    summary: 'Get an invitation by its link',
    description:
      'For everybody with the link, without a login. Only the signed-in invitee gets the sender’s email; for ' +
      'others it is null. For the mailed link, `can_register` says whether `registerInvited` is possible, and' +
      ' `live_meeting` is the team’s live meeting. Reading never accepts.',
    answers: { 200: PublicInvitation },
    config: { public: true, ...openLimits },
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
      'The caller joins the team as a member if the address is theirs (403 otherwise). 409 once answered; 410' +
      ' if expired, canceled, or its sender has left.',
    config: openLimits,
    answers: { 200: Invitation },
    refuses: [403, 409, 410],
    run: ({ caller, params }) => invitations.accept(caller, params.token),
  });

  list('/me/team-invitations', {
    operationId: 'listMyInvitations',
    summary: 'List my invitations',
    description: 'Pending invitations to the caller’s address, oldest first.',
    querystring: ListQuery,
    lists: Invitation,
    run: ({ caller, query }) => invitations.mine(caller, query),
  });

  answer('POST /me/team-invitations/:invitationId/respond', {
    operationId: 'respondToInvitation',
    summary: 'Accept or decline an invitation',
    description:
      'One of the caller’s invitations. 409 once answered; 410 if expired, canceled, or its sender has left.',
    body: InvitationAnswer,
    answers: { 200: Invitation },
    refuses: [409, 410],
    run: ({ caller, params, body }) => invitations.respond(caller, params.invitationId, body),
  });
}
