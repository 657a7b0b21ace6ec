// Teams and memberships: entity, inputs and policy (docs/api.md A-42).
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { TeamId, UserId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';

export const TeamRole = z.enum(['admin', 'member']);
export type TeamRole = z.infer<typeof TeamRole>;

/** A team as the caller sees it. `my_role` is null for a superuser who is not a member. */
export const Team = z.object({
  id: TeamId,
  name: z.string(),
  description: z.string(),
  my_role: TeamRole.nullable(),
  /** Helps to tell teams with the same name apart. */
  member_count: z.number().int(),
  /** Whether the team has badges and thanks (docs/retro.md R-287). */
  recognition: z.boolean().default(true),
  /** Whether leads may use the operator's AI service for summaries (docs/retro.md R-301). */
  ai: z.boolean().default(false),
  /** Whether its meetings may have guests (docs/retro.md R-325). */
  guests: z.boolean().default(true),
  /** Search finds words' forms in this `TeamLanguage` (docs/retro.md R-256). */
  language: z.string().nullable().default(null),
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

/** A former member who is still named in the team. No other data is sent. */
export const FormerMember = z.object({ id: UserId, display_name: z.string() });

/** PUT /teams/{id}/members/{user_id} */
export const MemberUpdate = z.object({ role: TeamRole }).meta({ examples: [{ role: 'admin' }] });
export type MemberUpdate = z.infer<typeof MemberUpdate>;

/** The role in the board's team, or guest of this meeting (docs/retro.md R-321). */
export type BoardRole = TeamRole | 'guest';

/** The caller, as input for policies. `role` is their role in the team concerned, or null. */
export interface TeamContext {
  userId: UserId;
  isSuperuser: boolean;
  role: BoardRole | null;
}

/** Excludes guests, who take part in a meeting but see nothing else of its team. */
export function isInTeam({ role }: Pick<TeamContext, 'role'>): boolean {
  return role !== null && role !== 'guest';
}

function isAdmin(who: TeamContext): boolean {
  return who.isSuperuser || who.role === 'admin';
}

/** Pure rules. The server enforces them, and pages use them to hide or disable controls. */
export const teamPolicy = {
  /** Outsiders get 404 (docs/api.md A-41). */
  see: (who: TeamContext): PolicyResult =>
    who.isSuperuser || who.role !== null ? 'allowed' : 'NOT_FOUND',
  edit: (who: TeamContext): PolicyResult => (isAdmin(who) ? 'allowed' : 'TEAM_ADMIN_ONLY'),
  delete: (who: TeamContext): PolicyResult => (isAdmin(who) ? 'allowed' : 'TEAM_ADMIN_ONLY'),
  removeMember: (who: TeamContext, member: UserId): PolicyResult => {
    if (who.userId === member) return 'CANNOT_REMOVE_SELF';
    return isAdmin(who) ? 'allowed' : 'TEAM_ADMIN_ONLY';
  },
  /** Users cannot change their own role. The service ensures that an admin remains. */
  changeRole: (who: TeamContext, member: UserId): PolicyResult => {
    if (who.userId === member) return 'CANNOT_CHANGE_OWN_ROLE';
    return isAdmin(who) ? 'allowed' : 'TEAM_ADMIN_ONLY';
  },
  seeOutsiderActs: (who: TeamContext): PolicyResult =>
    isAdmin(who) ? 'allowed' : 'TEAM_ADMIN_ONLY',
  leave: (who: TeamContext): PolicyResult => (who.role !== null ? 'allowed' : 'NOT_FOUND'),
} as const;
