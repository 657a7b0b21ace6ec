import { LinkToken } from '@wentwell/contract/auth';
import { InvitationId, TeamId } from '@wentwell/contract/ids';
import {
  Invitation,
  InvitationAnswer,
  InvitationInput,
  PublicInvitation,
} from '@wentwell/contract/invitations';
import { ListQuery } from '@wentwell/contract/lists';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { refusals } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';
import { MINUTE } from '#server/platform/http/rate-limits';

import type { InvitationsService } from './invitations.service.ts';

const accountOf = (request: FastifyRequest) => callerOf(request).userId;

// Every invitation is a letter to an address of the caller's choice (quality.md 39).
const mailLimits = { accountLimit: { max: 10, timeWindow: MINUTE, accountOf } };
const linkLimits = { rateLimit: { max: 20, timeWindow: MINUTE } };

const teamParams = z.object({ teamId: TeamId });
const linkParams = z.object({ token: LinkToken });
const listed = { 200: z.array(Invitation), ...refusals(404, 422) };

export function invitationsRoutes(api: Api, invitations: InvitationsService): void {
  api.get(
    '/teams/:teamId/invitations',
    { schema: { params: teamParams, querystring: ListQuery, response: listed } },
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
        params: teamParams,
        body: InvitationInput,
        response: { 201: Invitation, ...refusals(404, 409, 422) },
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
        params: teamParams.extend({ invitationId: InvitationId }),
        response: { 204: z.null(), ...refusals(403, 404, 409) },
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
      config: { public: true, ...linkLimits },
      schema: { params: linkParams, response: { 200: PublicInvitation, ...refusals(404) } },
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
      schema: { params: linkParams, response: { 200: Invitation, ...refusals(403, 404, 409) } },
    },
    async (request) => invitations.accept(callerOf(request), request.params.token),
  );

  api.get(
    '/me/team-invitations',
    { schema: { querystring: ListQuery, response: listed } },
    async (request, reply) =>
      listAnswer(reply, await invitations.mine(callerOf(request), request.query)),
  );

  api.post(
    '/me/team-invitations/:invitationId/respond',
    {
      schema: {
        params: z.object({ invitationId: InvitationId }),
        body: InvitationAnswer,
        response: { 200: Invitation, ...refusals(404, 409, 422) },
      },
    },
    async (request) =>
      invitations.respond(callerOf(request), request.params.invitationId, request.body),
  );
}
