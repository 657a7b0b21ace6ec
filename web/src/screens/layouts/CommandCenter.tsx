// The command palette (Ctrl or Cmd+K) with the commands of every page, and the list of shortcuts ("?").
import { useNavigate } from '@tanstack/react-router';
import type { Team } from '@wentwell/contract/teams';
import {
  CalendarDays,
  Keyboard,
  LayoutDashboard,
  LogOut,
  Palette,
  Plus,
  RotateCw,
  Settings,
  Settings2,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { teamContextAmong } from '#web/features/members/team-context';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { teamGone, teamsFailed } from '#web/features/teams/team-notices';
import { useTeamSearch } from '#web/features/teams/use-team-search';
import { toast } from '#web/ui/feedback/toast';
import { sameNameHints } from '#web/ui/identity/same-names';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { type Command, type CommandSearch, useCommands } from '#web/ui/overlays/commands';
import { listThemes, setTheme, useTheme } from '#web/ui/theme';

import { useSignOut } from './use-sign-out.ts';

const CommandPalette = lazyPart(
  async () => (await import('#web/ui/overlays/CommandPalette.tsx')).CommandPalette,
);
const ShortcutsDialog = lazyPart(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
);
const CreateMeetingDialog = lazyPart(
  async () => (await import('#web/features/meetings/CreateMeetingDialog.tsx')).CreateMeetingDialog,
);

type Opened = 'palette' | 'shortcuts' | 'new-retro' | null;

export function CommandCenter(props: {
  /** Opened by the search button. */
  asked: boolean;
  onAnswered: () => void;
  onManageTeams: () => void;
}): ReactNode {
  const { asked, onAnswered, onManageTeams } = props;
  const [opened, setOpened] = useState<Opened>(null);
  // Stays mounted after the first opening, so that the closing animation is visible.
  const [mounted, setMounted] = useState<readonly Opened[]>([]);
  const wanted = asked ? 'palette' : opened;
  if (wanted !== null && !mounted.includes(wanted)) setMounted([...mounted, wanted]);

  const { commands, search } = usePageCommands({ onManageTeams, open: setOpened });
  useCommands(commands);
  useShortcuts(setOpened);
  useEffect(() => {
    // Loaded while the page is idle, so that it opens within one frame.
    const idle = setTimeout(() => void CommandPalette.preload(), 2000);
    return () => clearTimeout(idle);
  }, []);

  function close(): void {
    setOpened(null);
    onAnswered();
  }

  return (
    <Suspense>
      {mounted.includes('palette') && (
        <CommandPalette
          open={wanted === 'palette'}
          search={search}
          // Close the palette before running the command, so that what the command opens stays open.
          onOpenChange={(open) => !open && close()}
        />
      )}
      {mounted.includes('shortcuts') && (
        <ShortcutsDialog open={opened === 'shortcuts'} onOpenChange={close} />
      )}
      {mounted.includes('new-retro') && (
        <NewRetro open={opened === 'new-retro'} onOpenChange={close} />
      )}
    </Suspense>
  );
}

function NewRetro({ open, onOpenChange }: { open: boolean; onOpenChange: () => void }): ReactNode {
  const me = useMe();
  const navigate = useNavigate();
  const { team, teams } = useCurrentTeam();
  return (
    <CreateMeetingDialog
      open={open}
      onOpenChange={onOpenChange}
      teams={teams}
      teamContextIn={teamContextAmong(me, teams)}
      teamId={team?.id ?? null}
      onCreated={(meeting) =>
        void navigate({ to: '/meetings/$meetingId', params: { meetingId: meeting.id } })
      }
    />
  );
}

/** Ctrl/Cmd+K except over another dialog; "?" except in text fields. */
function useShortcuts(open: (what: Opened) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // Check the key first: searching for dialogs among hundreds of notes at every keystroke would be slow.
      const wanted = shortcutOf(event);
      if (wanted === null || event.defaultPrevented || isCovered()) return;
      event.preventDefault();
      open(wanted);
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [open]);
}

function shortcutOf(event: KeyboardEvent): Opened {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (isCommand && event.key.toLowerCase() === 'k') return 'palette';
  return event.key === '?' && !isTyping(event.target) ? 'shortcuts' : null;
}

/**
 * Whether a dialog is open over the page. Popovers are always in the document and do not count. A closed dialog that
 * still fades out does not count either, because a shortcut pressed right after it would be lost.
 */
function isCovered(): boolean {
  const dialogs = ':is([role=dialog]:not([popover]), [role=alertdialog]):not([data-closed])';
  return document.querySelector(dialogs) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}

function usePageCommands(props: { onManageTeams: () => void; open: (what: Opened) => void }): {
  commands: Command[];
  search: CommandSearch;
} {
  const { onManageTeams, open } = props;
  const navigate = useNavigate();
  const theme = useTheme();
  const signOut = useSignOut();
  const { commands: teamCommands, search } = useTeamCommands();

  const commands: Command[] = [
    {
      id: 'go-dashboard',
      group: 'Navigation',
      label: 'Go to Dashboard',
      icon: <LayoutDashboard />,
      keywords: ['home', 'overview'],
      run: () => void navigate({ to: '/dashboard' }),
    },
    {
      id: 'go-members',
      group: 'Navigation',
      label: 'Go to Team Members',
      icon: <UsersRound />,
      keywords: ['people', 'invite', 'roles'],
      run: () => void navigate({ to: '/team-members' }),
    },
    {
      id: 'go-meetings',
      group: 'Navigation',
      label: 'Go to Meetings',
      icon: <CalendarDays />,
      keywords: ['retros', 'retrospectives'],
      run: () => void navigate({ to: '/meetings' }),
    },
    {
      id: 'go-profile',
      group: 'Navigation',
      label: 'Go to Profile Settings',
      icon: <Settings />,
      keywords: ['account', 'password', 'name'],
      run: () => void navigate({ to: '/profile' }),
    },
    ...teamCommands,
    {
      id: 'manage-teams',
      group: 'Teams',
      label: 'Manage Teams',
      icon: <Settings2 />,
      keywords: ['create team', 'rename', 'delete', 'leave'],
      run: onManageTeams,
    },
    {
      id: 'new-retro',
      group: 'Actions',
      label: 'Create New Retro',
      icon: <Plus />,
      keywords: ['meeting', 'start', 'schedule', 'retrospective'],
      run: () => open('new-retro'),
    },
    {
      id: 'shortcuts',
      group: 'Actions',
      label: 'Show Keyboard Shortcuts',
      icon: <Keyboard />,
      keywords: ['keys', 'help'],
      run: () => open('shortcuts'),
    },
    {
      id: 'sign-out',
      group: 'Actions',
      label: 'Sign Out',
      icon: <LogOut />,
      keywords: ['log out', 'logout'],
      run: signOut,
    },
    ...listThemes().map(({ id, name, category }): Command => ({
      id: `theme-${id}`,
      group: 'Appearance',
      label: `Theme: ${name}`,
      icon: <Palette />,
      keywords: [category, 'colour', 'color', 'appearance'],
      isCurrent: id === theme,
      run: () => setTheme(id),
    })),
  ];
  return { commands, search };
}

/** One command for each team in the list, and for each team found by a search. */
function useTeamCommands(): { commands: Command[]; search: CommandSearch } {
  const { team: current, teams, loadError, refetch, select } = useCurrentTeam();
  const { found, onQueryChange, loadedQuery } = useTeamSearch();
  const hints = sameNameHints([...teams, ...found]);

  async function switchTo(id: Team['id']): Promise<void> {
    if (await select(id)) return;
    toast.error({ title: 'Failed to switch team', description: teamGone });
  }

  const switchCommand = ({ id, name }: Team): Command => ({
    id: `team-${id}`,
    group: 'Teams',
    label: `Switch to ${name}`,
    hint: hints.get(id),
    icon: <UsersRound />,
    isCurrent: id === current?.id,
    run: () => void switchTo(id),
  });
  const retry: Command = {
    id: 'retry-teams',
    group: 'Teams',
    label: `${teamsFailed}: try again`,
    icon: <RotateCw />,
    run: () => void refetch(),
  };
  return {
    commands: [...teams.map(switchCommand), ...(loadError ? [retry] : [])],
    search: { found: found.map(switchCommand), onQueryChange, loadedQuery },
  };
}
