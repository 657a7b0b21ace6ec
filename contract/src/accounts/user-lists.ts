// Queries for the list of users. Separate from `users.ts`, which every page loads.
import { ListQuery, queryNumber } from '../api/lists.ts';
import { limits } from '../limits.ts';
import { optionalText } from '../text/text.ts';

/** GET /users/: `email_pattern` matches any part of an address, ignoring case. It has no wildcards. */
export const UserSearch = ListQuery.extend({
  email_pattern: optionalText(limits.emailMax).default(''),
  limit: queryNumber(1, limits.userSearchMax).default(limits.userSearchDefault),
});
