import { LinkToken } from '@wentwell/contract/auth';
import { InvitationId, TeamId } from '@wentwell/contract/ids';
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
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';
import { MINUTE } from '#server/platform/http/rate-limits';

import type { InvitationsService } from './invitations.service.ts';

const accountOf = (request: FastifyRequest) => callerOf(request).userId;

// Every invitation is a mail to an address of the caller's choice.
const mailLimits = {
  accountLimit: { max: limits.invitationsPerMinute, timeWindow: MINUTE, accountOf },
};
const linkLimits = {
  addressLimit: {
    failures: { max: 20, timeWindow: MINUTE },
    successes: { max: 300, timeWindow: MINUTE },
  },
};

const tags = ['Invitations'];
const teamParams = z.object({ teamId: TeamId });
const linkParams = z.object({ token: LinkToken });

export function invitationsRoutes(api: Api, invitations: InvitationsService): void {
  api.get(
    '/teams/:teamId/invitations',
    {
      schema: {
        tags,
        summary: 'List the open invitations of a team',
        description: 'For its members. The oldest comes first.',
        params: teamParams,
        querystring: ListQuery,
        response: { 200: z.array(TeamInvitation), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(
        reply,
        await invitations.ofTeam(callerOf(request), request.params.teamId, request.query),
      ),
  );

  api.post(
    '/teams/:teamId/invitations',
    {
      config: mailLimits,
      schema: {
        tags,
        summary: 'Invite an address',
        description:
          'For members of the team. Sends an email with a link that works for 7 days, and for that address alone; `link` is the same one, told this once. An address is mailed at most three invitations within a day, over all teams; further ones are there without a mail.',
        params: teamParams,
        body: InvitationInput,
        response: { 201: SentInvitation, ...errorResponses(404, 409, 422) },
      },
    },
    async (request, reply) =>
      reply
        .status(201)
        .send(await invitations.create(callerOf(request), request.params.teamId, request.body)),
  );

  api.delete(
    '/teams/:teamId/invitations/:invitationId',
    {
      schema: {
        tags,
        summary: 'Cancel an invitation',
        description:
          'For its sender and team admins. Its link says that it was canceled, and the address can be invited again. One that is answered stays (409).',
        params: teamParams.extend({ invitationId: InvitationId }),
        response: { 204: z.null(), ...errorResponses(403, 404, 409) },
      },
    },
    async (request, reply) => {
      await invitations.cancel(callerOf(request), request.params);
      return reply.status(204).send(null);
    },
  );

  api.get(
    '/teams/invitations/token/:token',
    {
      // A twin for HEAD would be guessed at on a count of its own.
      exposeHeadRoute: false,
      config: { public: true, ...linkLimits },
      schema: {
        tags,
        summary: 'See an invitation by its link',
        description: 'For whoever holds the link, without a login. Reading never accepts.',
        params: linkParams,
        response: { 200: PublicInvitation, ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      // The address is a secret: neither searched for, nor kept, nor told to whatever it links to.
      reply.headers({
        'X-Robots-Tag': 'noindex',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      });
      return invitations.byToken(request.params.token);
    },
  );

  api.post(
    '/teams/invitations/token/:token/accept',
    {
      config: linkLimits,
      schema: {
        tags,
        summary: 'Accept an invitation by its link',
        description:
          'You join the team as a member, if the invited address is yours (403). Once answered it is spent (409); expired, canceled, or its sender gone it is over (410).',
        params: linkParams,
        response: { 200: Invitation, ...errorResponses(403, 404, 409, 410) },
      },
    },
    async (request) => invitations.accept(callerOf(request), request.params.token),
  );

  api.get(
    '/me/team-invitations',
    {
      schema: {
        tags,
        summary: 'List my invitations',
        description: 'The open invitations to your address. The oldest comes first.',
        querystring: ListQuery,
        response: { 200: z.array(Invitation), ...errorResponses(422) },
      },
    },
    async (request, reply) =>
      listAnswer(reply, await invitations.mine(callerOf(request), request.query)),
  );

  api.post(
    '/me/team-invitations/:invitationId/respond',
    {
      schema: {
        tags,
        summary: 'Accept or decline an invitation',
        description:
          'Of those to your address. Once answered it is spent (409); expired, canceled, or its sender gone it is over (410).',
        params: z.object({ invitationId: InvitationId }),
        body: InvitationAnswer,
        response: { 200: Invitation, ...errorResponses(404, 409, 410, 422) },
      },
    },
    async (request) =>
      invitations.respond(callerOf(request), request.params.invitationId, request.body),
  );
}
