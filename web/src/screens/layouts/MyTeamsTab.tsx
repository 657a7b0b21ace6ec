import { foldText } from '@wentwell/contract/letters';
import type { Team } from '@wentwell/contract/teams';
import { useEffect, useEffectEvent, useState } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { teamContextOf } from '#web/features/members/team-context';
import { CreateTeamForm } from '#web/features/teams/CreateTeamForm.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import {
  searchFailed,
  teamGone,
  teamsFailed,
  showTeamFailure,
} from '#web/features/teams/team-notices';
import {
  DeleteTeamDialog,
  LeaveTeamDialog,
  RenameTeamDialog,
} from '#web/features/teams/TeamDialogs.tsx';
import { type TeamAction, TeamList } from '#web/features/teams/TeamList.tsx';
import { useTeamSearch } from '#web/features/teams/use-team-search';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { useDebounced } from '#web/ui/feedback/use-debounced';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { useAsked } from '#web/ui/overlays/use-asked';

const dialogs = { rename: RenameTeamDialog, leave: LeaveTeamDialog, delete: DeleteTeamDialog };

export function MyTeamsTab() {
  const { select } = useCurrentTeam();
  const { subject: asked, ask, dialog } = useAsked<{ about: keyof typeof dialogs; team: Team }>();

  async function act(action: TeamAction, team: Team): Promise<void> {
    if (action !== 'switch') {
      ask({ about: action, team });
    } else if (!(await select(team.id))) {
      showTeamFailure('switch', teamGone);
    }
  }

  const AskedDialog = asked && dialogs[asked.about];
  return (
    <div className="grid gap-6">
      <TitledSection title="Create a team" className="gap-3">
        <CreateTeamForm />
      </TitledSection>
      <TitledSection title="Your teams" className="gap-3">
        <YourTeams onAct={(action, team) => void act(action, team)} />
      </TitledSection>
      {AskedDialog && <AskedDialog key={asked.team.id} team={asked.team} {...dialog} />}
    </div>
  );
}

/** The teams of the list; further ones are found by a search. */
function YourTeams({ onAct }: { onAct: (action: TeamAction, team: Team) => void }) {
  const me = useMe();
  const current = useCurrentTeam();
  const { team, teams, total, loadError } = current;
  const search = useTeamSearch();
  const [typed, setTyped] = useState('');
  const [debounced] = useDebounced(typed, 300);
  const query = debounced.trim();
  const askFor = useEffectEvent((asked: string) => search.onQueryChange(asked));
  useEffect(() => askFor(query), [query]);

  if (loadError) return <LoadFailure title={teamsFailed} query={current} />;
  if (total === 0) return <p className="text-soft">You are not a member of any teams.</p>;
  const isPartial = total !== null && total > teams.length;
  const shown = [...teams, ...search.found].filter(({ name }) =>
    foldText(name).includes(foldText(query)),
  );
  return (
    <>
      {isPartial && (
        <TextField
          label="Find a team"
          hideLabel
          placeholder="Find a team…"
          autoComplete="off"
          hint={`${teams.length} of your ${total} teams are listed. Type to find the others.`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {shown.length > 0 ? (
        <TeamList
          teams={shown}
          currentId={team?.id ?? null}
          contextIn={(each) => teamContextOf(me, each)}
          onAct={onAct}
        />
      ) : (
        <p role="status" className="text-soft">
          {emptyText(search.loadedQuery === query, search.error)}
        </p>
      )}
    </>
  );
}

function emptyText(isAnswered: boolean, error: Error | null): string {
  if (error) return searchFailed;
  return isAnswered ? 'No team has that name.' : 'Searching…';
}
