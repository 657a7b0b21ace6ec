import type { TeamRole } from '@wentwell/contract/teams/teams';

import { Badge, type BadgeTone } from '#web/ui/feedback/Badge.tsx';

export const roleFaces: Record<TeamRole, { tone: BadgeTone; label: string }> = {
  admin: { tone: 'blue', label: 'Admin' },
  member: { tone: 'gray', label: 'Member' },
};

export function MemberRoleBadge({ role }: { role: TeamRole }) {
  return <Badge tone={roleFaces[role].tone}>{roleFaces[role].label}</Badge>;
}
