// Logins and passwords, put together: what limits logins, hashes passwords and writes links is known here alone.
import type { RegistrationRule } from '@wentwell/contract/auth';
import type { BaseLogger } from 'pino';

import type { Disconnect } from '#server/live/disconnect';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import type { RenderEmail } from '#server/platform/mail/email';
import type { QueueMail } from '#server/platform/mail/mail-queue';

import { authService } from './auth.service.ts';
import { loginFailuresService } from './login-failures.service.ts';
import { loginSourcesService } from './login-sources.service.ts';
import { ownSessionsService } from './own-sessions.service.ts';
import { passwordResetsService } from './password-resets.service.ts';
import { type HashingCost, passwordHasher } from './password.ts';
import { passwordsService } from './passwords.service.ts';
import { samplesService } from './samples.service.ts';
import { sessionsService } from './sessions.service.ts';
import { verificationsService } from './verifications.service.ts';

export interface AuthServicesDeps {
  db: Database;
  registration: RegistrationRule;
  clock: Clock;
  log: BaseLogger;
  disconnect: Disconnect;
  queueMail: QueueMail;
  renderEmail: RenderEmail;
  hashingCost?: HashingCost | undefined;
}

export function authServices({ log, disconnect, hashingCost, ...deps }: AuthServicesDeps) {
  const { db, clock } = deps;
  const sessions = sessionsService({ db, log, disconnect });
  const own = {
    ...deps,
    hasher: passwordHasher(hashingCost),
    failures: loginFailuresService({ db, clock }),
    sources: loginSourcesService({ db, clock }),
    sessions,
  };
  const resets = passwordResetsService(deps);
  return {
    sessions,
    resets,
    auth: authService({ ...own, verifications: verificationsService(deps) }),
    passwords: passwordsService({ ...own, resets }),
    samples: samplesService(own),
    ownSessions: ownSessionsService({ db, disconnect }),
  };
}
