// Queries of the lists of action items. Apart from `actions.ts`, which a board loads.
import { z } from 'zod';

import { ActionStatus, Day } from './actions.ts';
import { UserId } from './ids.ts';
import { ListQuery } from './lists.ts';

const Statuses = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(ActionStatus).max(ActionStatus.options.length));

/** GET /me/actions: `status` lists statuses with commas between them; `due_before` leaves out those without a date. */
export const OwnActionsQuery = ListQuery.extend({
  status: Statuses.optional(),
  due_before: Day.optional(),
});
export type OwnActionsQuery = z.infer<typeof OwnActionsQuery>;

export const TeamActionsQuery = OwnActionsQuery.extend({
  assignee_id: z.union([UserId, z.literal('nobody')]).optional(),
});
export type TeamActionsQuery = z.infer<typeof TeamActionsQuery>;
