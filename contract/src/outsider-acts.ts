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

export const OutsiderAct = z
  .object({
    id: z.uuid(),
    at: Timestamp,
    action: OutsiderAction,
    /** Null where their account is gone. */
    actor_name: z.string().nullable(),
    /** Null where it was done to the team itself. A deleted meeting has no name. */
    meeting: z.object({ id: MeetingId, name: z.string().nullable() }).nullable(),
  })
  .meta({
    examples: [
      {
        id: '0195a4c2-7d3e-7b1a-9c55-2f6f0e8d4b11',
        at: '2026-03-14T09:26:53.589Z',
        action: 'read_meeting',
        actor_name: 'Grace Hopper',
        meeting: { id: '0195a1b2-7c00-7000-8000-000000000003', name: 'Sprint 12' },
      },
    ],
  });
export type OutsiderAct = z.infer<typeof OutsiderAct>;
