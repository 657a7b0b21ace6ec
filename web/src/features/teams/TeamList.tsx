import { refusalText } from '@wentwell/contract/errors';
import { type Team, type TeamContext, teamPolicy } from '@wentwell/contract/teams/teams';
import { Check, Ellipsis, LogOut, Pencil, Trash2 } from 'lucide-react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { sameNameHints } from '#web/ui/identity/same-names';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

export type TeamAction = 'switch' | 'rename' | 'leave' | 'delete';

export function TeamList(props: {
  teams: readonly Team[];
  currentId: Team['id'] | null;
  contextIn: (team: Team) => TeamContext;
  onAct: (action: TeamAction, team: Team) => void;
}) {
  const { teams, currentId, contextIn, onAct } = props;
  const hints = sameNameHints(teams);
  return (
    <ul
      aria-label="Your teams"
      className="divide-y divide-line rounded-md border border-line bg-card"
    >
      {teams.map((team) => (
        <Part key={team.id}>
          <TeamRow
            team={team}
            hint={hints.get(team.id)}
            isCurrent={team.id === currentId}
            who={contextIn(team)}
            onAct={(action) => onAct(action, team)}
          />
        </Part>
      ))}
    </ul>
  );
}

function TeamRow(props: {
  team: Team;
  /** Distinguishes teams of the same name. */
  hint: string | undefined;
  isCurrent: boolean;
  who: TeamContext;
  onAct: (action: TeamAction) => void;
}) {
  const { team, hint, isCurrent, who, onAct } = props;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-2 py-2.5 pr-1.5 pl-4">
      <div className="grid min-w-0 flex-1 basis-24 justify-items-start gap-1">
        <span className="line-clamp-2 font-semibold wrap-anywhere" title={team.name}>
          {team.name}
        </span>
        {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
        {team.description !== '' && (
          <span className="line-clamp-2 text-xs text-muted wrap-anywhere">{team.description}</span>
        )}
        <Badge tone={team.my_role === 'admin' ? 'purple' : 'blue'}>
          {team.my_role === 'admin' ? 'Admin' : 'Member'}
        </Badge>
      </div>
      {isCurrent ? (
        <span className="flex shrink-0 items-center gap-1.5 text-soft">
          <Check className="size-4 text-success-text" />
          Current
        </span>
      ) : (
        <Button size="sm" aria-label={`Switch to ${team.name}`} onClick={() => onAct('switch')}>
          Switch
        </Button>
      )}
      <Menu trigger={<IconButton label={`Actions for ${team.name}`} icon={<Ellipsis />} />}>
        <MenuItem
          icon={<Pencil />}
          disabledReason={refusalText(teamPolicy.edit(who))}
          onSelect={() => onAct('rename')}
        >
          Rename Team
        </MenuItem>
        <MenuItem
          icon={<LogOut />}
          disabledReason={refusalText(teamPolicy.leave(who))}
          onSelect={() => onAct('leave')}
        >
          Leave Team
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 />}
          tone="danger"
          disabledReason={refusalText(teamPolicy.delete(who))}
          onSelect={() => onAct('delete')}
        >
          Delete Team
        </MenuItem>
      </Menu>
    </li>
  );
}
