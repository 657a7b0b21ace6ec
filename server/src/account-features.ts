// Composition root of accounts, teams and invitations.
import type { TeamInput } from '@wentwell/contract/teams/team-input';
import type { Logger } from 'pino';

import { leaverRelease } from '#server/features/actions/leavers';
import { revokeCredentials } from '#server/features/auth/credential-trimming';
import { ownSessionsRoutes } from '#server/features/auth/own-sessions';
import { formerMembersRoutes } from '#server/features/former-members/former-members';
import { invitationsRoutes, invitationsService } from '#server/features/invitations/invitations';
import { liveMeetingOf } from '#server/features/meetings/live-meeting';
import { personalDataRoutes } from '#server/features/personal-data/personal-data';
import { requireAdminsWithout } from '#server/features/teams/team-admins';
import { teamAdminRoutes, teamMembersRoutes } from '#server/features/teams/team-members.routes';
import { createTeam, teamsRoutes } from '#server/features/teams/teams.routes';

import { serverFeatures } from './board-features.ts';
import type { BoardStore } from './board/store.ts';
import type { Config } from './config.ts';
import { authServices } from './features/auth/auth-services.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import type { HashingCost } from './features/auth/password.ts';
import { passwordsRoutes } from './features/auth/passwords.ts';
import { providerSignInRoutes } from './features/auth/provider-sign-ins.routes.ts';
import { sharesTeamWith } from './features/teams/team-access.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import type { Disconnect } from './live/disconnect.ts';
import type { ReadOwnActs } from './platform/audit.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Caller } from './platform/http/caller.ts';
import type { Api } from './platform/http/calls.ts';
import type { OutgoingMail } from './platform/mail/mail-worker.ts';

export interface AccountFeaturesDeps {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  store: BoardStore;
  disconnect: Disconnect;
  outgoing: OutgoingMail;
  readOwnActs: ReadOwnActs;
  hashingCost?: HashingCost;
}

export function accountFeatures(deps: AccountFeaturesDeps) {
  const { config, db, store, disconnect } = deps;
  const { registration, oidc, passwordLogin, publicUrl, keep } = config;
  const { queueEmail } = deps.outgoing;
  const invitations = invitationsService({ db, queueEmail, publicUrl, liveMeetingOf });
  const settings = { registration, oidc, passwordLogin, keepDeletedMs: keep.deleted };
  const accounts = authServices({ ...deps, ...settings, queueEmail, invitations });
  const { auth, sessions, passwords } = accounts;
  const releaseLeaver = leaverRelease(store);
  const members = { db, disconnect, releaseBoards: releaseLeaver };

  return {
    ...accounts,
    teams: { create: (caller: Caller, input: TeamInput) => createTeam(db, caller, input) },
    invitations,

    registerRoutes(api: Api): void {
      authRoutes(api, accounts.authCalls);
      passwordsRoutes(api, passwords);
      ownSessionsRoutes(api, deps);
      personalDataRoutes(api, { ...deps, features: serverFeatures });
      providerSignInRoutes(api, accounts.providerSignIns);
      usersRoutes(api, {
        db,
        sharesTeamWith: (caller) => sharesTeamWith(db, caller),
        revokeCredentials: async (tx, userId) => {
          await revokeCredentials(tx, userId);
          await sessions.endAll(tx, userId, { forget: true });
        },
        requireAdminsWithout,
        releaseBoards: (tx, userId, actorId) =>
          releaseLeaver(tx, { userId, teamId: null }, actorId),
        isOwnPassword: passwords.own.verify,
        hasPassword: ({ userId }) => accounts.identities.hasPassword(userId),
        isFresh: sessions.isFresh,
      });
      teamsRoutes(api, deps);
      teamMembersRoutes(api, members);
      formerMembersRoutes(api, db);
      invitationsRoutes(api, {
        db,
        service: invitations,
        liveMeetingOf,
        mayRegister: auth.mayRegisterInvited,
      });
    },

    /** Registered under the admin prefixes, but open to the team's admins too. */
    registerAdminRoutes(api: Api): void {
      teamAdminRoutes(api, members);
    },
  };
}
