import type { User } from '@wentwell/contract/accounts/users';
import { SessionId } from '@wentwell/contract/ids';

import type { Caller } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';

/** A caller for the demo and the operator's commands. Never a superuser, so only the team role grants permissions. */
export function callerFor(user: User): Caller {
  return {
    userId: user.id,
    sessionId: newId(SessionId),
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    displayName: user.display_name,
    fullName: user.full_name,
    isSuperuser: false,
    isVerified: user.is_verified,
  };
}
