// Queries of the lists of teams and of their members. Apart from `teams.ts`, which every page loads.
import { z } from 'zod';

import { UserId } from './ids.ts';
import { limits } from './limits.ts';
import { ListQuery } from './lists.ts';
import { optionalText } from './text.ts';

/** GET /teams and /teams/me: `name_pattern` is any part of a name, in any case; nothing in it is a wildcard. */
export const TeamSearch = ListQuery.extend({
  name_pattern: optionalText(limits.teamNameMax).default(''),
});
export type TeamSearch = z.infer<typeof TeamSearch>;

/** The ids of those who are meant, with commas between them. */
const meant = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(UserId).max(limits.namesMax))
  .optional();

/** GET /teams/{id}/members: of `search` every word is a part of a name or the address (docs/api.md A-18). */
export const MembersQuery = ListQuery.extend({
  search: optionalText(limits.emailMax).default(''),
  user_id: meant,
});
export type MembersQuery = z.infer<typeof MembersQuery>;

export const FormerMembersQuery = ListQuery.extend({ user_id: meant });
export type FormerMembersQuery = z.infer<typeof FormerMembersQuery>;
