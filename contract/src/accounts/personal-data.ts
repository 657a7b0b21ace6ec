// The export of a user's personal data.
import { z } from 'zod';

import { ActionStatus } from '../actions/actions.ts';
import { AdditionKind } from '../meetings/catch-up.ts';
import { InvitationStatus } from '../teams/invitations.ts';
import { TeamRole } from '../teams/teams.ts';
import { Timestamp } from '../text/text.ts';
import { OwnSession } from './sessions.ts';
import { Me } from './users.ts';

/** `name` is null if the user is no longer a member of the team. */
const Place = z.object({ id: z.uuid(), name: z.string().nullable() });

const Written = z.object({
  meeting: Place,
  text: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** Excludes texts by others, anonymous texts, and texts that the user has deleted. */
export const PersonalData = z.object({
  exported_at: Timestamp,
  account: Me.extend({ created_at: Timestamp }),
  sessions: z.array(OwnSession),
  identities: z.array(
    z.object({
      issuer: z.string(),
      subject: z.string(),
      email: z.string(),
      linked_at: Timestamp,
    }),
  ),
  teams: z.array(
    z.object({ id: z.uuid(), name: z.string(), role: TeamRole, joined_at: Timestamp }),
  ),
  meetings_led: z.array(Place.extend({ created_at: Timestamp })),
  invitations_sent: z.array(
    z.object({
      team_id: z.uuid(),
      email: z.string(),
      status: InvitationStatus,
      created_at: Timestamp,
    }),
  ),
  notes: z.array(Written),
  comments: z.array(Written),
  /** For former teams: only items that the user wrote and nobody has changed since. */
  action_items: z.array(
    z.object({
      team_id: z.uuid(),
      text: z.string(),
      status: ActionStatus,
      due_on: z.string().nullable(),
      assigned_to_me: z.boolean(),
      created_by_me: z.boolean(),
    }),
  ),
  /** Thanks by the user, and thanks to them in their current teams. */
  thanks: z.array(z.object({ meeting: Place, text: z.string(), by_me: z.boolean() })),
  summaries: z.array(z.object({ meeting: Place, text: z.string() })),
  /** Additions to missed retros. “me too” has no text. */
  additions: z.array(z.object({ meeting: Place, kind: AdditionKind, text: z.string() })),
  templates: z.array(z.object({ team_id: z.uuid(), name: z.string(), created_at: Timestamp })),
  votes: z.array(z.object({ meeting_id: z.uuid(), note_id: z.uuid(), count: z.number().int() })),
  reactions: z.array(z.object({ meeting_id: z.uuid(), note_id: z.uuid(), emoji: z.string() })),
  /** Audit log entries of the user's actions, oldest first. */
  audit_log: z.array(
    z.object({
      at: Timestamp,
      action: z.string(),
      target_kind: z.string(),
      target_id: z.uuid(),
      address: z.string(),
    }),
  ),
});
export type PersonalData = z.infer<typeof PersonalData>;
