import type { Team } from '@wentwell/contract/teams';
import { Check } from 'lucide-react';

import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

import { CreateTeamForm } from './CreateTeamForm.tsx';
import { useCurrentTeam } from './current-team.tsx';

export interface ManageTeamsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The drawer about one's teams; what else there is to manage becomes further tabs. */
export function ManageTeams({ open, onOpenChange }: ManageTeamsProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Manage Teams">
      <Tabs
        label="Manage teams"
        items={[{ value: 'mine', label: 'My Teams', content: <MyTeams /> }]}
      />
    </Drawer>
  );
}

function MyTeams() {
  const { team: current, teams, select } = useCurrentTeam();
  return (
    <div className="grid gap-6">
      <section aria-labelledby="create-team" className="grid gap-3">
        <h3 id="create-team" className="font-semibold">
          Create a team
        </h3>
        <CreateTeamForm />
      </section>
      <section aria-labelledby="my-teams" className="grid gap-3">
        <h3 id="my-teams" className="font-semibold">
          Your teams
        </h3>
        {teams.length === 0 ? (
          <p className="text-soft">You are not a member of any teams.</p>
        ) : (
          <ul className="divide-y divide-line rounded-md border border-line bg-card">
            {teams.map((team) => (
              <TeamRow
                key={team.id}
                team={team}
                isCurrent={team.id === current?.id}
                onSwitch={() => void select(team.id)}
              />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function TeamRow({
  team,
  isCurrent,
  onSwitch,
}: {
  team: Team;
  isCurrent: boolean;
  onSwitch: () => void;
}) {
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-2.5">
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="truncate font-semibold">{team.name}</span>
        <span className="flex gap-1.5">
          <Badge>Member</Badge>
          {team.my_role === 'admin' && <Badge tone="purple">Admin</Badge>}
        </span>
      </span>
      {isCurrent ? (
        <span className="flex items-center gap-1.5 text-soft">
          <Check aria-hidden="true" className="size-4 text-success-text" />
          Current
        </span>
      ) : (
        <Button size="sm" aria-label={`Switch to ${team.name}`} onClick={onSwitch}>
          Switch
        </Button>
      )}
    </li>
  );
}
