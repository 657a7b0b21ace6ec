// Acts of superusers in a team that they are not in, as the team's admins see them (docs/api.md A-47).
import { z } from 'zod';

import { AuditAction } from './admin.ts';
import { MeetingId } from './ids.ts';
import { Timestamp } from './text.ts';

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
  /** Null where their account is gone. */
  actor_name: z.string().nullable(),
  /** Null where it was done to the team itself. A deleted meeting has no name. */
  meeting: z.object({ id: MeetingId, name: z.string().nullable() }).nullable(),
});
export type OutsiderAct = z.infer<typeof OutsiderAct>;
