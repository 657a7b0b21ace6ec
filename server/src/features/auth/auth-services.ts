// Composition root of authentication: login limits, password hashing, links.
import type { RegistrationRule } from '@wentwell/contract/accounts/sign-in';
import type { BaseLogger } from 'pino';

import type { OidcConfig } from '#server/config';
import type { Disconnect } from '#server/live/disconnect';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import type { QueueEmail } from '#server/platform/mail/email';

import type { MailedInvitations } from './auth.routes.ts';
import { authService } from './auth.service.ts';
import { identitiesService, pendingLinksService } from './identities.ts';
import { IdentityProvider } from './identity-provider.ts';
import { loginFailuresService, loginSourcesService } from './login-failures.ts';
import { samplesService } from './operated-accounts.ts';
import { type HashingCost, passwordHasher } from './password.ts';
import { ownPasswords, passwordResetsService } from './passwords.ts';
import { sessionsService } from './sessions.service.ts';
import { verificationsService } from './verifications.ts';

export interface AuthServicesDeps {
  db: Database;
  registration: RegistrationRule;
  /** Null: no identity provider. */
  oidc: OidcConfig | null;
  passwordLogin: boolean;
  keepDeletedMs: number | null;
  clock: Clock;
  log: BaseLogger;
  disconnect: Disconnect;
  queueEmail: QueueEmail;
  invitations: MailedInvitations;
  hashingCost?: HashingCost | undefined;
}

export function authServices({ log, disconnect, hashingCost, oidc, ...deps }: AuthServicesDeps) {
  const { db, clock } = deps;
  const sessions = sessionsService({ db, log, disconnect });
  const provider = oidc && new IdentityProvider(oidc, { clock, log });
  const identities = identitiesService({ ...deps, provider });
  const own = {
    ...deps,
    hasher: passwordHasher(hashingCost),
    failures: loginFailuresService({ db }),
    sources: loginSourcesService({ db }),
    sessions,
    provider,
    providerName: oidc?.name ?? null,
  };
  const auth = authService(own);
  const resets = passwordResetsService(own);
  return {
    sessions,
    resets,
    identities,
    /** Resolves with the reason if the identity provider is unusable. Null if none is configured. */
    providerProblem: provider && (() => provider.problem()),
    auth,
    authCalls: { ...own, auth, verifications: verificationsService(deps) },
    passwords: { ...own, resets, own: ownPasswords(own) },
    providerSignIns: { ...own, identities, pendingLinks: pendingLinksService(own) },
    samples: samplesService(own),
  };
}
export type AuthServices = ReturnType<typeof authServices>;
