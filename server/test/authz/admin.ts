import { randomUUID } from 'node:crypto';

import type { Scene } from '../authz-scene.ts';
import { admins, type MatrixRow, row, superusers } from './statuses.ts';

const waitingMail = (scene: Scene) => ({ mailId: scene.mailId });

const kinds = ['invitations', 'meetings', 'notes', 'teams', 'users'] as const;

function adminRows(prefix: string): MatrixRow[] {
  return [
    ...kinds.flatMap((kind): MatrixRow[] => {
      const params = (scene: Scene) => ({ id: scene.deleted[kind] });
      return [
        row(`GET ${prefix}/deleted/${kind}`, superusers(200)),
        row(`POST ${prefix}/restore/${kind}/:id`, superusers(200), { params }),
        row(`DELETE ${prefix}/permanent/${kind}/:id`, superusers(204), { params }),
      ];
    }),
    row(`GET ${prefix}/stats/soft-deletes`, superusers(200)),
    row(`GET ${prefix}/users/:userId`, superusers(200)),
    row(`GET ${prefix}/audit`, superusers(200)),
    row(`GET ${prefix}/audit/export`, superusers(200)),
    row(`GET ${prefix}/users`, superusers(200)),
    row(`POST ${prefix}/users`, superusers(201), {
      body: () => ({ email: `${randomUUID()}@example.com` }),
    }),
    row(`POST ${prefix}/users/:userId/end-sessions`, superusers(204)),
    row(`POST ${prefix}/users/:userId/password-link`, superusers(202)),
    row(`GET ${prefix}/teams`, superusers(200)),
    row(`GET ${prefix}/sessions`, superusers(200)),
    row(`DELETE ${prefix}/sessions/:sessionId`, superusers(204), {
      params: (scene) => ({ sessionId: scene.actors.colleague.sessionId }),
    }),
    row(`GET ${prefix}/mails`, superusers(200)),
    row(`GET ${prefix}/mails/:mailId`, superusers(200), { params: waitingMail }),
    row(`POST ${prefix}/mails/:mailId/retry`, superusers(200), { params: waitingMail }),
    row(`GET ${prefix}/settings`, superusers(200)),
    row(`GET ${prefix}/setup-check`, superusers(200)),
    row(`POST ${prefix}/setup-check/mail`, superusers(202)),
    row(`POST ${prefix}/setup-check/socket`, superusers(200)),
    // The one admin call open to team admins, for their own team.
    row(`POST ${prefix}/teams/:teamId/remove-user/:userId`, admins(204)),
  ];
}

export const adminAreaRows: MatrixRow[] = [
  ...adminRows('/api/admin'),
  ...adminRows('/api/v1/admin'),
];
