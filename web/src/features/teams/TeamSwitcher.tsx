import { ChevronsUpDown, Settings2, UsersRound } from 'lucide-react';
import { useRef } from 'react';

import { Button } from '#web/ui/Button.tsx';
import { Combobox } from '#web/ui/Combobox.tsx';
import { toast } from '#web/ui/toast';

import { useCurrentTeam } from './current-team.tsx';
import { teamGone } from './team-notices.ts';

/** The current team in the top bar; opens a list that is searched by typing. */
export function TeamSwitcher({ onManage }: { onManage: () => void }) {
  const { team, teams, select } = useCurrentTeam();
  const trigger = useRef<HTMLButtonElement>(null);

  async function switchTo(id: string): Promise<void> {
    const wanted = teams.find((each) => each.id === id);
    if (wanted && (await select(wanted.id))) return;
    toast.error({ title: 'Failed to switch team', description: teamGone });
  }

  // The list closes when the focus leaves it, and the drawer gives the focus back to where it was.
  function manage(): void {
    trigger.current?.focus();
    onManage();
  }

  return (
    <Combobox
      label="team"
      placeholder="Find a team…"
      options={teams.map(({ id, name }) => ({ value: id, label: name }))}
      value={team?.id ?? null}
      onValueChange={(id) => void switchTo(id)}
      emptyText={
        teams.length === 0 ? 'You are not a member of any teams.' : 'No team has that name.'
      }
      trigger={
        <button
          ref={trigger}
          type="button"
          aria-label={team ? `Team ${team.name}, switch team` : 'Select a team'}
          className="ring-focus flex h-11 max-w-56 min-w-0 items-center gap-2 rounded-md border border-line-strong bg-card px-3 text-left font-semibold transition-colors hover:border-hover-line hover:bg-hover data-popup-open:bg-hover"
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
