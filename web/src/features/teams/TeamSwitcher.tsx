import { TeamId } from '@wentwell/contract/ids';
import { ChevronsUpDown, RotateCw, Settings2, UsersRound } from 'lucide-react';
import type { MouseEvent } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Combobox } from '#web/ui/forms/Combobox.tsx';
import { sameNameHints } from '#web/ui/identity/same-names';
import { closePopupOf } from '#web/ui/overlays/use-popup';

import { useCurrentTeam } from './current-team.tsx';
import { searchFailed, teamsFailed } from './team-notices.ts';
import { useTeamSearch } from './use-team-search.ts';

/** The current team in the top bar; opens a searchable list. */
export function TeamSwitcher({ onManage }: { onManage: () => void }) {
  const { team, teams, total, loadError, isFetching, refetch, select } = useCurrentTeam();
  const search = useTeamSearch();
  const offered = [...teams, ...search.found];
  const hints = sameNameHints(offered);

  function manage(event: MouseEvent<HTMLButtonElement>): void {
    // First, so that the drawer returns the focus to the switcher.
    closePopupOf(event.currentTarget);
    onManage();
  }

  function emptyText(): string {
    if (loadError) return teamsFailed;
    if (search.error) return searchFailed;
    if (total === null) return 'Loading teams…';
    return total === 0 ? 'You are not a member of any teams.' : 'No team has that name.';
  }

  const noChoice = loadError ? 'Teams not loaded' : 'Select a team';
  return (
    <Combobox
      label="Team"
      placeholder="Find a team…"
      options={offered.map(({ id, name }) => ({ value: id, label: name, hint: hints.get(id) }))}
      search={search}
      value={team?.id ?? null}
      onValueChange={(id) => void select(TeamId.parse(id))}
      emptyText={emptyText()}
      trigger={
        <button
          type="button"
          title={team?.name}
          className="ring-focus flex min-h-11 max-w-64 min-w-0 items-center gap-2 rounded-md px-3 text-left font-medium transition-colors hover:bg-hover aria-expanded:bg-hover"
        >
          <UsersRound className="size-4 shrink-0 text-muted max-[18rem]:hidden" />
          <span className={team ? 'truncate' : 'text-soft leading-tight'}>
            {team?.name ?? noChoice}
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" />
        </button>
      }
      footer={
        <>
          {loadError && (
            <Button
              variant="ghost"
              wide
              icon={<RotateCw />}
              busy={isFetching}
              onClick={() => void refetch()}
            >
              Try again
            </Button>
          )}
          {total !== null && total > teams.length && (
            <p className="px-2.5 py-2 text-xs text-muted">
              {`${teams.length} of your ${total} teams. Type to find the others.`}
            </p>
          )}
          <Button size="md" variant="ghost" wide icon={<Settings2 />} onClick={manage}>
            Create or manage teams
          </Button>
        </>
      }
    />
  );
}
