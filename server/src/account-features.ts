// Composition root of accounts (sign-in, passwords, sessions), teams and invitations.
import type { TeamInput } from '@wentwell/contract/teams/team-input';
import type { Logger } from 'pino';

import { leaverRelease } from '#server/features/actions/leavers';
import { revokeCredentials } from '#server/features/auth/credential-trimming';
import { formerMembersRoutes } from '#server/features/former-members/former-members';
import { invitationsRoutes, invitationsService } from '#server/features/invitations/invitations';
import { personalDataRoutes } from '#server/features/personal-data/personal-data';
import { requireAdminsWithout } from '#server/features/teams/team-admins';
import { teamAdminRoutes, teamMembersRoutes } from '#server/features/teams/team-members.routes';
import { createTeam, teamsRoutes } from '#server/features/teams/teams.routes';

import { serverFeatures } from './board-features.ts';
import type { BoardStore } from './board/store.ts';
import type { Config } from './config.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { authService } from './features/auth/auth.service.ts';
import { identitiesService, pendingLinksService } from './features/auth/identities.ts';
import { IdentityProvider } from './features/auth/identity-provider.ts';
import { loginFailuresService, loginSourcesService } from './features/auth/login-failures.ts';
import { samplesService } from './features/auth/operated-accounts.ts';
import { type HashingCost, passwordHasher } from './features/auth/password.ts';
import { ownPasswords, passwordResetsService, passwordsRoutes } from './features/auth/passwords.ts';
import { providerSignInRoutes } from './features/auth/provider-sign-ins.routes.ts';
import { ownSessionsRoutes, sessionsService } from './features/auth/sessions.ts';
import { verificationsService } from './features/auth/verifications.ts';
import { liveMeetingOf } from './features/meetings/meetings.service.ts';
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

export function accountFeatures({ hashingCost, ...deps }: AccountFeaturesDeps) {
  const { config, db, store, disconnect } = deps;
  const { registration, oidc, passwordLogin, publicUrl, keep } = config;
  const { queueEmail } = deps.outgoing;
  const invitations = invitationsService({ db, queueEmail, publicUrl, liveMeetingOf });
  const sessions = sessionsService(deps);
  const provider = oidc && new IdentityProvider(oidc, deps);
  const shared = {
    ...deps,
    registration,
    passwordLogin,
    keepDeletedMs: keep.deleted,
    queueEmail,
    invitations,
    hasher: passwordHasher(hashingCost),
    failures: loginFailuresService(deps),
    sources: loginSourcesService(deps),
    sessions,
    provider,
    providerName: oidc?.name ?? null,
  };
  const auth = authService(shared);
  const resets = passwordResetsService(shared);
  const identities = identitiesService(shared);
  const passwords = ownPasswords(shared);
  const releaseLeaver = leaverRelease(store);
  const members = { db, disconnect, releaseBoards: releaseLeaver };

  return {
    sessions,
    resets,
    auth,
    samples: samplesService(shared),
    /** Resolves with the reason if the identity provider is unusable. Null if none is configured. */
    providerProblem: provider && (() => provider.problem()),
    teams: { create: (caller: Caller, input: TeamInput) => createTeam(db, caller, input) },
    invitations,

    registerRoutes(api: Api): void {
      authRoutes(api, { ...shared, auth, verifications: verificationsService(shared) });
      passwordsRoutes(api, { ...shared, resets, own: passwords });
      ownSessionsRoutes(api, deps);
      personalDataRoutes(api, { ...deps, features: serverFeatures });
      providerSignInRoutes(api, {
        ...shared,
        identities,
        pendingLinks: pendingLinksService(shared),
      });
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
        isOwnPassword: passwords.verify,
        hasPassword: ({ userId }) => identities.hasPassword(userId),
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
export type AccountFeatures = ReturnType<typeof accountFeatures>;
