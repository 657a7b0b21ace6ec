import type { Team } from '@wentwell/contract/teams';
import { useState } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { standingOf } from '#web/features/members/standing';
import { CreateTeamForm } from '#web/features/teams/CreateTeamForm.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { DeleteTeamDialog, LeaveTeamDialog } from '#web/features/teams/EndTeamDialogs.tsx';
import { RenameTeamDialog } from '#web/features/teams/RenameTeamDialog.tsx';
import { teamActions } from '#web/features/teams/team-actions';
import { teamGone, tellTeamFailure } from '#web/features/teams/team-notices';
import { type TeamAction, TeamList } from '#web/features/teams/TeamList.tsx';

const dialogs = { rename: RenameTeamDialog, leave: LeaveTeamDialog, delete: DeleteTeamDialog };

/** What is being asked about a team; it stays while its dialog fades out. */
interface Asked {
  about: keyof typeof dialogs;
  team: Team;
  open: boolean;
}

export function MyTeamsTab() {
  const me = useMe();
  const { team: current, teams, select } = useCurrentTeam();
  const [asked, setAsked] = useState<Asked | null>(null);

  async function act(action: TeamAction, team: Team): Promise<void> {
    if (action !== 'switch') {
      setAsked({ about: action, team, open: true });
    } else if (!(await select(team.id))) {
      tellTeamFailure('switch', teamGone);
    }
  }

  const AskedDialog = asked && dialogs[asked.about];
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
          <TeamList
            teams={teams}
            currentId={current?.id ?? null}
            actionsIn={(team) => teamActions(standingOf(me, team))}
            onAct={(action, team) => void act(action, team)}
          />
        )}
      </section>
      {AskedDialog && (
        <AskedDialog
          key={asked.team.id}
          team={asked.team}
          open={asked.open}
          onOpenChange={(open) => setAsked({ ...asked, open })}
        />
      )}
    </div>
  );
}
