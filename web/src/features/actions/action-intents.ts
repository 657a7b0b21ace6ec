// What a user wants done to an action item, as the board's queue stores it. Stored intents outlive a reload and a new
// version.
import { Action, ActionStatus } from '@wentwell/contract/actions';
import { ActionId, NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

const text = z.string().max(limits.actionTextMax);

const Change = z.object({
  text: text.optional(),
  assignee_id: UserId.nullish(),
  due_on: z.string().nullish(),
  status: ActionStatus.optional(),
  reason: z.string().optional(),
});
export type ActionChange = z.infer<typeof Change>;

export const ActionIntent = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('add'),
    id: ActionId,
    text,
    assignee_id: UserId.nullable(),
    due_on: z.string().nullable(),
    topic_id: TopicId.nullable(),
    note_id: NoteId.nullable(),
  }),
  z.object({
    act: z.literal('change'),
    id: ActionId,
    change: Change,
    /** Of the action item that the user saw; without it whatever it has become. */
    version: z.number().int().optional(),
  }),
  z.object({ act: z.literal('remove'), id: ActionId }),
  // The undo of a deletion.
  z.object({ act: z.literal('restore'), id: ActionId, action: Action }),
]);
export type ActionIntent = z.infer<typeof ActionIntent>;
