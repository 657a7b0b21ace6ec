// A person's export: what is stored about them and from them, as a file for them.
import { z } from 'zod';

import { ActionStatus } from './actions.ts';
import { AdditionKind } from './catch-up.ts';
import { InvitationStatus } from './invitations.ts';
import { OwnSession } from './sessions.ts';
import { TeamRole } from './teams.ts';
import { Timestamp } from './text.ts';
import { Me } from './users.ts';

/** The name is null where the person is no member of its team any more. */
const Place = z.object({ id: z.uuid(), name: z.string().nullable() });

const Written = z.object({
  meeting: Place,
  text: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** Holds nothing that others wrote, nothing without a name, and nothing that the person has deleted. */
export const PersonalData = z.object({
  exported_at: Timestamp,
  account: Me.extend({ created_at: Timestamp }),
  sessions: z.array(OwnSession),
  /** Whom at an identity provider the account is linked with. */
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
  /** Action items of former teams: those that the person wrote and nobody has changed since. */
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
  /** Thanks that they gave, and those to them in teams that they are in. */
  thanks: z.array(z.object({ meeting: Place, text: z.string(), by_me: z.boolean() })),
  /** Summaries of meetings that they published. */
  summaries: z.array(z.object({ meeting: Place, text: z.string() })),
  /** Additions to retros that they missed; “me too” has no text. */
  additions: z.array(z.object({ meeting: Place, kind: AdditionKind, text: z.string() })),
  /** Columns of a meeting that they saved for a team of theirs. */
  templates: z.array(z.object({ team_id: z.uuid(), name: z.string(), created_at: Timestamp })),
  votes: z.array(z.object({ meeting_id: z.uuid(), note_id: z.uuid(), count: z.number().int() })),
  reactions: z.array(z.object({ meeting_id: z.uuid(), note_id: z.uuid(), emoji: z.string() })),
  /** The audit log's entries of their acts, the oldest first. */
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
