// The admin area: what is soft-deleted, how it comes back or goes for good, and the log of who did what.
import { z } from 'zod';

import { requiredEmail } from './email.ts';
import type { PolicyResult } from './errors.ts';
import { UserId } from './ids.ts';
import { Invitation } from './invitations.ts';
import { limits } from './limits.ts';
import { Meeting } from './meetings.ts';
import { Note } from './notes.ts';
import { SentTime } from './sent-time.ts';
import { Team } from './teams.ts';
import { optionalText, Timestamp } from './text.ts';
import { User } from './users.ts';

/** Kinds of soft-deleted entities; the words are part of the addresses. */
export const DeletedKind = z.enum(['invitations', 'meetings', 'notes', 'teams', 'users']);
export type DeletedKind = z.infer<typeof DeletedKind>;

export const deletedKinds = DeletedKind.options;

export const DeletedId = z
  .uuid('Not a valid id.')
  .toLowerCase()
  .meta({ examples: ['0195a4c2-7d3e-7b1a-9c55-2f6f0e8d4b10'] });

const deleted = { deleted_at: Timestamp };

/** Each kind is answered as the entity itself once it is restored. */
export const restoredSchemas = {
  invitations: Invitation,
  meetings: Meeting,
  notes: Note,
  teams: Team,
  users: User,
} as const satisfies Record<DeletedKind, z.ZodType>;
export type RestoredRow = z.infer<(typeof restoredSchemas)[DeletedKind]>;

export const DeletedInvitation = Invitation.extend(deleted);
export const DeletedMeeting = Meeting.extend(deleted);
/** A note that was face down stays so: its text is empty for everybody but its author, superusers included. */
export const DeletedNote = Note.extend(deleted);
export const DeletedTeam = Team.extend(deleted);
export const DeletedUser = User.extend(deleted);

export const deletedSchemas = {
  invitations: DeletedInvitation,
  meetings: DeletedMeeting,
  notes: DeletedNote,
  teams: DeletedTeam,
  users: DeletedUser,
} as const satisfies Record<DeletedKind, z.ZodType>;
export type DeletedRow = z.infer<(typeof deletedSchemas)[DeletedKind]>;

/** GET /admin/users/{id}: a person whether they are there or deleted. */
export const AdminUser = User.extend({
  created_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const NewAccount = z
  .object({ email: requiredEmail('Please enter an email address.') })
  .meta({
    examples: [{ email: 'robin@example.com' }],
  });
export type NewAccount = z.infer<typeof NewAccount>;

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

/** The pages' name for an actor at the command line of the server, who is no account. */
export const operatorName = 'Server operator';

/** One thing that an administrator did something to; an act on two things makes two entries of one request. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Timestamp,
  actor_id: UserId.nullable().meta({
    description: 'Null where the operator did it by a command on the server.',
  }),
  action: AuditAction,
  target_kind: AuditTarget,
  target_id: z.uuid(),
  address: z.string().nullable().meta({
    description:
      'The network address that the request came from; null for a command on the server.',
  }),
  request_id: z.string().nullable().meta({
    description: 'Null for a command on the server, and for a socket.',
  }),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Narrows the audit log down; what is not sent narrows nothing. */
export const AuditFilter = z.object({
  /** Any part of the address of who did it, or of “Server operator” for commands on the server, in any case. */
  who: optionalText(limits.emailMax).default(''),
  action: AuditAction.optional(),
  target_kind: AuditTarget.optional(),
  target_id: DeletedId.optional(),
  since: SentTime.optional(),
  /** Exclusive. */
  until: SentTime.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** An entry as it is shown: the log keeps ids, and names what they name now. */
export const NamedAuditEntry = AuditEntry.extend({
  /** Null where the account is gone for good, and for the operator of the server. */
  actor_email: z.string().nullable(),
  /** Null where it is gone for good or has no name. */
  target_name: z.string().nullable(),
});
export type NamedAuditEntry = z.infer<typeof NamedAuditEntry>;

interface Admin {
  isSuperuser: boolean;
}

interface Deletable {
  deleted: boolean;
  /** An account or a team of which some boards have lost everything already. */
  erasing: boolean;
}

/** Pure rules (docs/api.md ). To others there is no admin area. */
export const adminPolicy = {
  /** Whatever is under /admin, but for taking somebody out of a team (`teamPolicy.removeMember`). */
  use: (who: Admin): PolicyResult => (who.isSuperuser ? 'allowed' : 'NOT_FOUND'),
  /** Among the deleted there is only what is deleted. */
  restore: (who: Admin, row: Deletable): PolicyResult => {
    const use = adminPolicy.use(who);
    if (use !== 'allowed') return use;
    if (!row.deleted) return 'NOT_FOUND';
    return row.erasing ? 'ERASURE_BEGUN' : 'allowed';
  },
  /** Nothing goes for good in one step. */
  deletePermanently: (who: Admin, row: Pick<Deletable, 'deleted'>): PolicyResult => {
    const use = adminPolicy.use(who);
    if (use !== 'allowed') return use;
    return row.deleted ? 'allowed' : 'NOT_SOFT_DELETED';
  },
} as const;
