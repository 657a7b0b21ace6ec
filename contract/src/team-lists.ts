// What is asked of the lists of teams and of their members. Apart from `teams.ts`, which every page loads.
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

/** GET /teams/{id}/members: of `search` every word is a part of a name or the address (docs/api.md A-18). */
export const MembersQuery = ListQuery.extend({
  search: optionalText(limits.emailMax).default(''),
});
export type MembersQuery = z.infer<typeof MembersQuery>;

/** GET /teams/{id}/former-members: `user_id` lists the ids of those who are meant, with commas between them. */
export const FormerMembersQuery = ListQuery.extend({
  user_id: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(UserId).max(limits.namesMax))
    .optional(),
});
export type FormerMembersQuery = z.infer<typeof FormerMembersQuery>;
