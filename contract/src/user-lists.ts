// Queries of the list of people. Apart from `users.ts`, which every page loads.
import type { z } from 'zod';

import { limits } from './limits.ts';
import { ListQuery, queryNumber } from './lists.ts';
import { optionalText } from './text.ts';

/** GET /users/: `email_pattern` is any part of an address, in any case; nothing in it is a wildcard. */
export const UserSearch = ListQuery.extend({
  email_pattern: optionalText(limits.emailMax).default(''),
  limit: queryNumber(1, limits.userSearchMax).default(limits.userSearchDefault),
});
export type UserSearch = z.infer<typeof UserSearch>;
