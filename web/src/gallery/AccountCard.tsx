import { SessionId, TeamId, UserId } from '@wentwell/contract/ids';
import type { OwnSession } from '@wentwell/contract/sessions';
import type { TeamContext, Team, TeamMember, TeamRole } from '@wentwell/contract/teams';
import { teamContexts } from '@wentwell/contract/testing/team-contexts';
import { useState, type ReactNode } from 'react';

import { OwnSessions } from '#web/features/auth/OwnSessions.tsx';
import { RoleList } from '#web/features/members/RoleList.tsx';
import { teamActions } from '#web/features/teams/team-actions';
import { TeamList } from '#web/features/teams/TeamList.tsx';

function sampleId(digit: number): string {
  return `00000000-0000-4000-8000-00000000000${digit}`;
}

function team(digit: number, name: string, overrides: Partial<Team> = {}): Team {
  return {
    id: TeamId.parse(sampleId(digit)),
    name,
    description: '',
    my_role: 'member',
    member_count: 1,
    created_at: '2025-01-14T09:00:00.000Z',
    ...overrides,
  };
}

const teams = [
  team(1, 'Platform', { my_role: 'admin', description: 'What the others stand on.' }),
  team(2, 'Payments'),
  team(3, `Design systems and ${'accessibility'.repeat(5)} guild`),
];

function member(digit: number, name: string, role: TeamRole): TeamMember {
  return {
    user: {
      id: UserId.parse(sampleId(digit)),
      email: `${name.toLowerCase().replace(/ /g, '.')}@example.org`,
      first_name: '',
      last_name: '',
      display_name: name,
      is_active: true,
    },
    role,
    joined_at: '2025-01-14T09:00:00.000Z',
  };
}

const members = [
  member(1, 'Ada Lovelace', 'admin'),
  member(2, 'Grace Hopper', 'member'),
  member(3, 'Wolfeschlegelsteinhausenbergerdorff', 'member'),
];

function session(digit: number, user_agent: string, current = false): OwnSession {
  return {
    id: SessionId.parse(sampleId(digit)),
    created_at: '2025-03-01T09:00:00.000Z',
    last_used_at: `2025-03-1${digit}T09:00:00.000Z`,
    user_agent,
    current,
  };
}

const sessions = [
  session(1, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true),
  session(2, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'),
  session(3, ''),
];

/** Teams, roles and logins for an admin and for a member, with very long names. */
export function AccountCard(): ReactNode {
  const [roles, setRoles] = useState<readonly TeamMember[]>(members);

  function asSeenBy(who: TeamContext): ReactNode {
    return (
      <RoleList
        members={roles}
        who={who}
        onChange={(changed, role) =>
          setRoles(roles.map((each) => (each === changed ? { ...each, role } : each)))
        }
      />
    );
  }

  return (
    <div className="grid max-w-md grid-cols-1 gap-5">
      <TeamList
        teams={teams}
        currentId={TeamId.parse(sampleId(1))}
        actionsIn={({ my_role }) => teamActions({ ...teamContexts.member, role: my_role })}
        onAct={() => undefined}
      />
      {asSeenBy(teamContexts.admin)}
      {asSeenBy(teamContexts.member)}
      <OwnSessions sessions={sessions} ending={null} onEnd={() => undefined} />
    </div>
  );
}
