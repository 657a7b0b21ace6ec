import { ChevronsUpDown, Settings2, UsersRound } from 'lucide-react';
import type { MouseEvent } from 'react';

import { Button } from '#web/ui/Button.tsx';
import { Combobox } from '#web/ui/Combobox.tsx';
import { closePopupOf } from '#web/ui/use-popup';

import { useCurrentTeam } from './current-team.tsx';
import { teamGone, tellTeamFailure } from './team-notices.ts';

/** The current team in the top bar; opens a list that is searched by typing. */
export function TeamSwitcher({ onManage }: { onManage: () => void }) {
  const { team, teams, select } = useCurrentTeam();

  async function switchTo(id: string): Promise<void> {
    const wanted = teams.find((each) => each.id === id);
    if (wanted && (await select(wanted.id))) return;
    tellTeamFailure('switch', teamGone);
  }

  function manage(event: MouseEvent<HTMLButtonElement>): void {
    // First, so that the drawer gives the focus back to the switcher.
    closePopupOf(event.currentTarget);
    onManage();
  }

  return (
    <Combobox
      label="Team"
      placeholder="Find a team…"
      options={teams.map(({ id, name }) => ({ value: id, label: name }))}
      value={team?.id ?? null}
      onValueChange={(id) => void switchTo(id)}
      emptyText={
        teams.length === 0 ? 'You are not a member of any teams.' : 'No team has that name.'
      }
      trigger={
        <button
          type="button"
          className="ring-focus flex h-11 max-w-56 min-w-0 items-center gap-2 rounded-md border border-line-strong bg-card px-3 text-left font-semibold transition-colors hover:border-hover-line hover:bg-hover aria-expanded:bg-hover"
        >
          <UsersRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className={team ? 'truncate' : 'truncate text-soft'}>
            {team?.name ?? 'Select a team'}
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </button>
      }
      footer={
        <Button variant="ghost" wide icon={<Settings2 aria-hidden="true" />} onClick={manage}>
          Create or manage teams
        </Button>
      }
    />
  );
}
