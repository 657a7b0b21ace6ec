import { randomUUID } from 'node:crypto';

import type { Scene } from '../authz-scene.ts';
import { admins, type MatrixRow, superusers } from './statuses.ts';

const waitingMail = (scene: Scene) => ({ mailId: scene.mailId });

const kinds = ['invitations', 'meetings', 'notes', 'teams', 'users'] as const;

function adminRows(prefix: string): MatrixRow[] {
  return [
    ...kinds.flatMap((kind): MatrixRow[] => {
      const params = (scene: Scene) => ({ id: scene.deleted[kind] });
      return [
        { route: `GET ${prefix}/deleted/${kind}`, statuses: superusers(200) },
        { route: `POST ${prefix}/restore/${kind}/:id`, statuses: superusers(200), params },
        { route: `DELETE ${prefix}/permanent/${kind}/:id`, statuses: superusers(204), params },
      ];
    }),
    { route: `GET ${prefix}/stats/soft-deletes`, statuses: superusers(200) },
    { route: `GET ${prefix}/users/:userId`, statuses: superusers(200) },
    { route: `GET ${prefix}/audit`, statuses: superusers(200) },
    { route: `GET ${prefix}/audit/export`, statuses: superusers(200) },
    { route: `GET ${prefix}/users`, statuses: superusers(200) },
    {
      route: `POST ${prefix}/users`,
      statuses: superusers(201),
      body: () => ({ email: `${randomUUID()}@example.com` }),
    },
    { route: `POST ${prefix}/users/:userId/end-sessions`, statuses: superusers(204) },
    { route: `POST ${prefix}/users/:userId/password-link`, statuses: superusers(202) },
    { route: `GET ${prefix}/teams`, statuses: superusers(200) },
    { route: `GET ${prefix}/sessions`, statuses: superusers(200) },
    {
      route: `DELETE ${prefix}/sessions/:sessionId`,
      statuses: superusers(204),
      params: (scene) => ({ sessionId: scene.actors.colleague.sessionId }),
    },
    { route: `GET ${prefix}/mails`, statuses: superusers(200) },
    { route: `GET ${prefix}/mails/:mailId`, statuses: superusers(200), params: waitingMail },
    { route: `POST ${prefix}/mails/:mailId/retry`, statuses: superusers(200), params: waitingMail },
    { route: `GET ${prefix}/settings`, statuses: superusers(200) },
    { route: `GET ${prefix}/setup-check`, statuses: superusers(200) },
    { route: `POST ${prefix}/setup-check/mail`, statuses: superusers(202) },
    { route: `POST ${prefix}/setup-check/socket`, statuses: superusers(200) },
    // The one admin call open to team admins, for their own team.
    { route: `POST ${prefix}/teams/:teamId/remove-user/:userId`, statuses: admins(204) },
  ];
}

export const adminAreaRows: MatrixRow[] = [
  ...adminRows('/api/admin'),
  ...adminRows('/api/v1/admin'),
];
