// Queries for lists of teams and members. Separate from `teams.ts`, which every page loads.
import type { z } from 'zod';

import { commaSeparated, ListQuery } from '../api/lists.ts';
import { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { optionalText } from '../text/text.ts';

/** GET /teams and /teams/me: `name_pattern` matches any part of a name, ignoring case. It has no wildcards. */
export const TeamSearch = ListQuery.extend({
  name_pattern: optionalText(limits.teamNameMax).default(''),
});
export type TeamSearch = z.infer<typeof TeamSearch>;

const UserIds = commaSeparated(UserId, limits.namesMax);

/** GET /teams/{id}/members: each word of `search` must occur in a name or the address (docs/api.md A-18). */
export const MembersQuery = ListQuery.extend({
  search: optionalText(limits.emailMax).default(''),
  user_id: UserIds,
});

export const FormerMembersQuery = ListQuery.extend({ user_id: UserIds });
