// Lists for superusers: accounts, teams, sessions, outgoing emails and settings in force.
import { z } from 'zod';

import { User } from '../accounts/users.ts';
import { ListByName, ListByTime } from '../api/keyed-lists.ts';
import { SessionId, TeamId, Uuid } from '../ids.ts';
import { limits } from '../limits.ts';
import { optionalText, Timestamp } from '../text/text.ts';
import { AuditFilter } from './admin.ts';

const number = z.number().int().min(0);

export const AccountState = z.enum(['active', 'deactivated', 'unverified', 'superuser']);
export type AccountState = z.infer<typeof AccountState>;

/** GET /admin/users: `search` matches any part of an address or name, ignoring case. It has no wildcards. */
export const AccountSearch = ListByName.extend({
  search: optionalText(limits.emailMax).default(''),
  state: AccountState.optional(),
});

/** An account that is not deleted, with details for administrators. */
export const Account = User.extend({
  created_at: Timestamp,
  session_count: number,
  last_used_at: Timestamp.nullable(),
  team_count: number,
});
export type Account = z.infer<typeof Account>;

/** GET /admin/teams: `search` matches any part of a name, ignoring case. */
export const TeamDirectorySearch = ListByName.extend({
  search: optionalText(limits.teamNameMax).default(''),
});

/** A team that is not deleted, without its content. */
export const TeamDirectoryEntry = z.object({
  id: TeamId,
  name: z.string(),
  created_at: Timestamp,
  member_count: number,
  meeting_count: number,
  last_meeting_at: Timestamp.nullable(),
  /** Addresses of at most five team admins, as contacts. */
  admin_emails: z.array(z.string()),
});
export type TeamDirectoryEntry = z.infer<typeof TeamDirectoryEntry>;

/** GET /admin/sessions: `search` matches any part of the account's address, ignoring case. */
export const SessionSearch = ListByTime.extend({
  search: optionalText(limits.emailMax).default(''),
});

export const AccountSession = z.object({
  id: SessionId,
  user: User.pick({ id: true, email: true, display_name: true }),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  user_agent: z.string(),
  /** Whether this request uses the session. */
  current: z.boolean(),
});

export const AuditSearch = ListByTime.extend(AuditFilter.shape);

/** `waiting` for the next attempt, `given_up` after the last one, `expired` if its link expired first, or `sent`. */
export const MailState = z.enum(['waiting', 'given_up', 'expired', 'sent']);
export type MailState = z.infer<typeof MailState>;

export const MailId = Uuid;

export const MailSearch = ListByTime.extend({ state: MailState.optional() });
export type MailSearch = z.infer<typeof MailSearch>;

/** An email of the outbox. Excludes the body, because its links give access to accounts. */
export const OutboxMail = z.object({
  id: MailId,
  /** Shortened: recognisable, but not usable as an address. */
  recipient: z.string(),
  subject: z.string(),
  state: MailState,
  attempts: number,
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  /** The mail server's response to the last attempt, without addresses and links. */
  last_error: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof OutboxMail>;

export const SettingInForce = z.object({
  name: z.string(),
  description: z.string(),
  source: z.enum(['environment', 'file', 'default']),
  /** Null if it is not set or may hold a secret. */
  value: z.string().nullable(),
  is_secret: z.boolean(),
});
export type SettingInForce = z.infer<typeof SettingInForce>;

/** Shortens an address to "ro…@example.com": recognisable, but not usable as an address. */
export function shortAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [person, domain] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
  return `${[...person].slice(0, person.length > 3 ? 2 : 1).join('')}…${domain}`;
}
