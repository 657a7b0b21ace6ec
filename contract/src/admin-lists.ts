// Lists for superusers: accounts, teams, sessions, emails that leave, settings in force.
import { z } from 'zod';

import { AuditFilter } from './admin.ts';
import { SessionId, TeamId } from './ids.ts';
import { ListByName, ListByTime } from './keyed-lists.ts';
import { limits } from './limits.ts';
import { optionalText, Timestamp } from './text.ts';
import { User } from './users.ts';

const number = z.number().int().min(0);

export const AccountState = z.enum(['active', 'deactivated', 'unverified', 'superuser']);
export type AccountState = z.infer<typeof AccountState>;

/** GET /admin/users: `search` is any part of an address or a name, in any case; nothing in it is a wildcard. */
export const AccountSearch = ListByName.extend({
  search: optionalText(limits.emailMax).default(''),
  state: AccountState.optional(),
});
export type AccountSearch = z.infer<typeof AccountSearch>;

/** A living account, with what an administrator asks about it. */
export const Account = User.extend({
  created_at: Timestamp,
  session_count: number,
  /** The last use of a living session. */
  last_used_at: Timestamp.nullable(),
  team_count: number,
});
export type Account = z.infer<typeof Account>;

/** GET /admin/teams: `search` is any part of a name, in any case. */
export const TeamDirectorySearch = ListByName.extend({
  search: optionalText(limits.teamNameMax).default(''),
});
export type TeamDirectorySearch = z.infer<typeof TeamDirectorySearch>;

/** A living team, without what it has written. */
export const TeamDirectoryEntry = z.object({
  id: TeamId,
  name: z.string(),
  created_at: Timestamp,
  member_count: number,
  meeting_count: number,
  last_meeting_at: Timestamp.nullable(),
  /** Addresses of its admins, whom to ask about it; at most five. */
  admin_emails: z.array(z.string()),
});
export type TeamDirectoryEntry = z.infer<typeof TeamDirectoryEntry>;

/** GET /admin/sessions: `search` is any part of the address of the account, in any case. */
export const SessionSearch = ListByTime.extend({
  search: optionalText(limits.emailMax).default(''),
});
export type SessionSearch = z.infer<typeof SessionSearch>;

export const AccountSession = z.object({
  id: SessionId,
  user: User.pick({ id: true, email: true, display_name: true }),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  user_agent: z.string(),
  /** Whether it is the session of the call itself. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;

export const AuditSearch = ListByTime.extend(AuditFilter.shape);
export type AuditSearch = z.infer<typeof AuditSearch>;

/** `waiting` for its next try, `given_up` after the last one, `expired` if its link ended first, or `sent`. */
export const MailState = z.enum(['waiting', 'given_up', 'expired', 'sent']);
export type MailState = z.infer<typeof MailState>;

export const MailId = z.uuid('Not a valid id.').toLowerCase();

export const MailSearch = ListByTime.extend({ state: MailState.optional() });
export type MailSearch = z.infer<typeof MailSearch>;

/** An email of the outbox: never its text, which holds links that open accounts. */
export const OutboxMail = z.object({
  id: MailId,
  /** Shortened: enough to recognise it, not enough to write to it. */
  recipient: z.string(),
  subject: z.string(),
  state: MailState,
  attempts: number,
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  /** The mail server's answer to the last try, without addresses and links. */
  last_error: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof OutboxMail>;

export const SettingInForce = z.object({
  name: z.string(),
  description: z.string(),
  /** The source of the value. */
  source: z.enum(['environment', 'file', 'default']),
  /** Null where it may hold a secret, and where it is not set. */
  value: z.string().nullable(),
  is_secret: z.boolean(),
});
export type SettingInForce = z.infer<typeof SettingInForce>;

/** "ro…@example.com": enough to recognise an address, not enough to write to it. */
export function shortAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [person, domain] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
  return `${[...person].slice(0, person.length > 3 ? 2 : 1).join('')}…${domain}`;
}
