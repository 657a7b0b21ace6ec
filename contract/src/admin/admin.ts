// The admin area: soft-deleted entities, their restoration and permanent deletion, and the audit log.
import { z } from 'zod';

import { User } from '../accounts/users.ts';
import { SentTime } from '../api/sent-time.ts';
import type { PolicyResult } from '../errors.ts';
import { UserId, Uuid } from '../ids.ts';
import { limits } from '../limits.ts';
import { Meeting } from '../meetings/meetings.ts';
import { Note } from '../notes/notes.ts';
import { Invitation } from '../teams/invitations.ts';
import { Team } from '../teams/teams.ts';
import { requiredEmail } from '../text/email.ts';
import { optionalText, Timestamp } from '../text/text.ts';

/** Types of soft-deleted entities. The values are path segments. */
export const DeletedKind = z.enum(['invitations', 'meetings', 'notes', 'teams', 'users']);
export type DeletedKind = z.infer<typeof DeletedKind>;

export const deletedKinds = DeletedKind.options;

export const DeletedId = Uuid.meta({ examples: ['0195a4c2-7d3e-7b1a-9c55-2f6f0e8d4b10'] });

const deleted = { deleted_at: Timestamp };

/** Restoring an entity returns the entity in its usual schema. */
export const restoredSchemas = {
  invitations: Invitation,
  meetings: Meeting,
  notes: Note,
  teams: Team,
  users: User,
} as const satisfies Record<DeletedKind, z.ZodType>;
export type RestoredRow = z.infer<(typeof restoredSchemas)[DeletedKind]>;

export const deletedSchemas = {
  invitations: Invitation.extend(deleted),
  meetings: Meeting.extend(deleted),
  /** A face-down note keeps its empty text for everybody except its author, superusers included. */
  notes: Note.extend(deleted),
  teams: Team.extend(deleted),
  users: User.extend(deleted),
} as const satisfies Record<DeletedKind, z.ZodType>;
export type DeletedRow = z.infer<(typeof deletedSchemas)[DeletedKind]>;

/** GET /admin/users/{id}: an active or soft-deleted account. */
export const AdminUser = User.extend({
  created_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});

export const NewAccount = z
  .object({ email: requiredEmail('Please enter an email address.') })
  .meta({
    examples: [{ email: 'robin@example.com' }],
  });

const number = z.number().int().min(0);

export const SoftDeleteStats = z.object({
  invitations: number,
  meetings: number,
  notes: number,
  teams: number,
  users: number,
  total: number,
});
export type SoftDeleteStats = z.infer<typeof SoftDeleteStats>;

export const AuditAction = z.enum([
  'restore',
  'delete_permanently',
  'remove_user',
  'change_role',
  'deactivate_user',
  'activate_user',
  'change_user',
  'delete_user',
  'read_team',
  'change_team',
  'delete_team',
  'read_meeting',
  'export_meeting',
  'change_meeting',
  'end_sessions',
  'end_session',
  'send_password_link',
  'retry_mail',
  'send_test_mail',
  'link_identity',
  'unlink_identity',
  'add_user',
  'invite_user',
  'cancel_invitation',
  'make_password_link',
  'make_superuser',
  'end_superuser',
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditTarget = z.enum([...deletedKinds, 'sessions', 'mails']);
export type AuditTarget = z.infer<typeof AuditTarget>;

/** Display name of an actor at the server's command line, who has no account. */
export const operatorName = 'Server operator';

/** One action on one target. An action on two targets creates two entries with the same request id. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Timestamp,
  actor_id: UserId.nullable().meta({
    description: 'Null if the operator did it by a server command.',
  }),
  action: AuditAction,
  target_kind: AuditTarget,
  target_id: z.uuid(),
  address: z.string().nullable().meta({
    description: 'The network address of the request; null for a server command.',
  }),
  request_id: z.string().nullable().meta({
    description: 'Null for a command on the server, and for a socket.',
  }),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Filters of the audit log. Absent filters match everything. */
export const AuditFilter = z.object({
  /** Any part of the actor's address, ignoring case. “Server operator” matches commands on the server. */
  who: optionalText(limits.emailMax).default(''),
  action: AuditAction.optional(),
  target_kind: AuditTarget.optional(),
  target_id: DeletedId.optional(),
  since: SentTime.optional(),
  /** Exclusive. */
  until: SentTime.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The log stores ids. The names are looked up when an entry is read. */
export const NamedAuditEntry = AuditEntry.extend({
  /** Null if the account was permanently deleted, and for the server operator. */
  actor_email: z.string().nullable(),
  /** Null if the target was permanently deleted or has no name. */
  target_name: z.string().nullable(),
});
export type NamedAuditEntry = z.infer<typeof NamedAuditEntry>;

interface Admin {
  isSuperuser: boolean;
}

interface Deletable {
  deleted: boolean;
  /** An account or team whose erasure has started: some boards have already lost its data. */
  erasing: boolean;
}

/** Pure rules (docs/api.md ). For all others the admin area does not exist. */
export const adminPolicy = {
  /** Everything under /admin except removing a team member (`teamPolicy.removeMember`). */
  use: (who: Admin): PolicyResult => (who.isSuperuser ? 'allowed' : 'NOT_FOUND'),
  restore: (who: Admin, row: Deletable): PolicyResult => {
    const use = adminPolicy.use(who);
    if (use !== 'allowed') return use;
    if (!row.deleted) return 'NOT_FOUND';
    return row.erasing ? 'ERASURE_BEGUN' : 'allowed';
  },
  deletePermanently: (who: Admin, row: Pick<Deletable, 'deleted'>): PolicyResult => {
    const use = adminPolicy.use(who);
    if (use !== 'allowed') return use;
    return row.deleted ? 'allowed' : 'NOT_SOFT_DELETED';
  },
} as const;
