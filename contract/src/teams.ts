// Teams and memberships: entity, inputs, and who may do what (docs/api.md A-42).
import { z } from 'zod';

import type { PolicyResult } from './errors.ts';
import { TeamId, UserId } from './ids.ts';
import { Timestamp } from './text.ts';

export const TeamRole = z.enum(['admin', 'member']);
export type TeamRole = z.infer<typeof TeamRole>;

/** A team as its member sees it; `my_role` is null for a superuser who is not in it. */
export const Team = z.object({
  id: TeamId,
  name: z.string(),
  description: z.string(),
  my_role: TeamRole.nullable(),
  /** With the date it tells two teams of one name apart. */
  member_count: z.number().int(),
  /** Whether the team has badges and thanks (docs/retro.md R-287). */
  recognition: z.boolean().default(true),
  /** Whether leads may have summaries drafted by the operator's AI service (docs/retro.md R-301). */
  ai: z.boolean().default(false),
  /** Whether its meetings may have guests (docs/retro.md R-325). */
  guests: z.boolean().default(true),
  /** The team's own questions for check-ups (docs/retro.md R-352). */
  check_up: z.array(z.string()).default(() => []),
  created_at: Timestamp,
});
export type Team = z.infer<typeof Team>;

export const TeamMember = z.object({
  user: z.object({
    id: UserId,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    display_name: z.string(),
    is_active: z.boolean(),
  }),
  role: TeamRole,
  joined_at: Timestamp,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** Somebody who has left the team, and whose name stands on something there; nothing else of them is told. */
export const FormerMember = z.object({ id: UserId, display_name: z.string() });
export type FormerMember = z.infer<typeof FormerMember>;

/** PUT /teams/{id}/members/{user_id}: the one thing of a membership that changes. */
export const MemberUpdate = z.object({ role: TeamRole }).meta({ examples: [{ role: 'admin' }] });
export type MemberUpdate = z.infer<typeof MemberUpdate>;

/** The role on a board: that in its team, or guest of this one meeting (docs/retro.md R-321). */
export type BoardRole = TeamRole | 'guest';

/** The caller, as every policy sees them: their role in the team at hand, null where they have none. */
export interface TeamContext {
  userId: UserId;
  isSuperuser: boolean;
  role: BoardRole | null;
}

/** Members alone: guests take part in a meeting, and in nothing else of its team. */
export function isInTeam({ role }: Pick<TeamContext, 'role'>): boolean {
  return role !== null && role !== 'guest';
}

function administers(who: TeamContext): boolean {
  return who.isSuperuser || who.role === 'admin';
}

/** Pure rules; the server enforces them and the web shows or disables controls by them. */
export const teamPolicy = {
  /** Outsiders get 404 (docs/api.md A-41). */
  see: (who: TeamContext): PolicyResult =>
    who.isSuperuser || who.role !== null ? 'allowed' : 'NOT_FOUND',
  edit: (who: TeamContext): PolicyResult => (administers(who) ? 'allowed' : 'TEAM_ADMIN_ONLY'),
  delete: (who: TeamContext): PolicyResult => (administers(who) ? 'allowed' : 'TEAM_ADMIN_ONLY'),
  removeMember: (who: TeamContext, member: UserId): PolicyResult => {
    if (who.userId === member) return 'CANNOT_REMOVE_SELF';
    return administers(who) ? 'allowed' : 'TEAM_ADMIN_ONLY';
  },
  /** Nobody changes their own role; that somebody stays admin is the service's to see. */
  changeRole: (who: TeamContext, member: UserId): PolicyResult => {
    if (who.userId === member) return 'CANNOT_CHANGE_OWN_ROLE';
    return administers(who) ? 'allowed' : 'TEAM_ADMIN_ONLY';
  },
  seeOutsiderActs: (who: TeamContext): PolicyResult =>
    administers(who) ? 'allowed' : 'TEAM_ADMIN_ONLY',
  leave: (who: TeamContext): PolicyResult => (who.role !== null ? 'allowed' : 'NOT_FOUND'),
} as const;
