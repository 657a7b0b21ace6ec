// Decides who may make an account, by the settings of the server (docs/api.md A-58).
import type { RegistrationRule } from '@wentwell/contract/sign-in';

import type { Queries } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';

import { isInvited } from './accounts.service.ts';

function isOfDomain(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/**
 * Refuses an address that may not register here. Ask before anything else is looked up, so that a refusal does not
 * tell whether the address has an account.
 */
export async function requireMayRegister(
  db: Queries,
  { mode, domains }: RegistrationRule,
  email: string,
): Promise<void> {
  switch (mode) {
    case 'open':
      return;
    case 'invite':
      if (!(await isInvited(db, email))) throw new ApiError('REGISTRATION_INVITED_ONLY');
      return;
    case 'domains':
      if (!isOfDomain(email, domains)) throw new ApiError('REGISTRATION_OTHER_DOMAIN');
      return;
    case 'off':
      throw new ApiError('REGISTRATION_OFF');
  }
}
