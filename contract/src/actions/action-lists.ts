// Queries for lists of action items. Separate from `actions.ts`, which every board loads.
import { z } from 'zod';

import { commaSeparated, ListQuery } from '../api/lists.ts';
import { ActionId, UserId } from '../ids.ts';
import { ActionStatus, Day } from './actions.ts';

/** GET /me/actions: `status` is a comma-separated list. `due_before` excludes items without a date. */
export const OwnActionsQuery = ListQuery.extend({
  status: commaSeparated(ActionStatus, ActionStatus.options.length),
  due_before: Day.optional(),
});
export type OwnActionsQuery = z.infer<typeof OwnActionsQuery>;

export const chosenActionsMax = 100;

/** GET /teams/{id}/actions: `ids` is a comma-separated list. */
export const TeamActionsQuery = OwnActionsQuery.extend({
  ids: commaSeparated(ActionId, chosenActionsMax),
  assignee_id: z.union([UserId, z.literal('nobody')]).optional(),
});
export type TeamActionsQuery = z.infer<typeof TeamActionsQuery>;
