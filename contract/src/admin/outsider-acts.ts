// Actions of superusers in teams that they do not belong to, as shown to the team's admins (docs/api.md A-47).
import { z } from 'zod';

import { MeetingId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';
import { AuditAction } from './admin.ts';

export const OutsiderAction = AuditAction.extract([
  'read_team',
  'read_meeting',
  'export_meeting',
  'change_team',
  'change_meeting',
  'restore',
  'invite_user',
  'cancel_invitation',
  'change_role',
  'remove_user',
]);
export type OutsiderAction = z.infer<typeof OutsiderAction>;

export const OutsiderAct = z.object({
  id: z.uuid(),
  at: Timestamp,
  action: OutsiderAction,
  /** Null if the account was erased. */
  actor_name: z.string().nullable(),
  /** Null if the action targeted the team itself. The name of a deleted meeting is null. */
  meeting: z.object({ id: MeetingId, name: z.string().nullable() }).nullable(),
});
export type OutsiderAct = z.infer<typeof OutsiderAct>;
