// The command palette with the commands of every page, and what they open.
import {
  CalendarDays,
  Keyboard,
  HeartPulse,
  LayoutDashboard,
  ListChecks,
  LogOut,
  Palette,
  Plus,
  Settings,
  Settings2,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';

import { useChooseTheme } from '#web/features/auth/own-theme';
import { useMe } from '#web/features/auth/session.tsx';
import { teamContextAmong } from '#web/features/members/team-context';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { CommandPalette } from '#web/ui/overlays/CommandPalette.tsx';
import { type Command, useCommands } from '#web/ui/overlays/commands';
import { navigate } from '#web/ui/router/history';
import { listThemes, useTheme } from '#web/ui/theme';

import { useFoundCommands, useTeamCommands } from './use-found-commands.tsx';
import { useSignOut } from './use-sign-out.ts';

const ShortcutsDialog = lazyPart(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
);
const InviteMemberDialog = lazyPart(
  async () => (await import('#web/features/invitations/InviteMemberDialog.tsx')).InviteMemberDialog,
);
const NewMeetingDialog = lazyPart(
  async () => (await import('#web/screens/meetings/NewMeetingDialog.tsx')).NewMeetingDialog,
);

export type Opened = 'palette' | 'shortcuts' | 'new-retro' | 'invite' | null;

export function CommandDialogs(props: {
  /** Until then its code may come later. */
  open: boolean;
  opened: Opened;
  onOpen: (what: Opened) => void;
  onClose: () => void;
  onManageTeams: () => void;
}): ReactNode {
  const { opened, onOpen, onClose, onManageTeams } = props;
  const { team } = useCurrentTeam();
  // Stays mounted after the first opening, so that the closing animation is visible.
  const [mounted, setMounted] = useState<readonly Opened[]>([]);
  if (opened !== null && !mounted.includes(opened)) setMounted([...mounted, opened]);

  useCommands(usePageCommands({ onManageTeams, open: onOpen }));
  // The palette reads them once, when it opens.
  const [isRegistered, setRegistered] = useState(false);
  useLayoutEffect(() => setRegistered(true), []);

  return (
    <>
      {opened === 'palette' && isRegistered && (
        // It closes before it runs a command, so that what the command opens stays open.
        <OpenPalette onClose={onClose} />
      )}
      <Suspense>
        {mounted.includes('shortcuts') && (
          <ShortcutsDialog open={opened === 'shortcuts'} onOpenChange={onClose} />
        )}
        {mounted.includes('new-retro') && (
          <NewRetro open={opened === 'new-retro'} onOpenChange={onClose} />
        )}
        {mounted.includes('invite') && team && (
          <InviteMemberDialog
            team={team}
            open={opened === 'invite'}
            onOpenChange={onClose}
            onInvited={() => {}}
          />
        )}
      </Suspense>
    </>
  );
}

function OpenPalette({ onClose }: { onClose: () => void }): ReactNode {
  return <CommandPalette search={useFoundCommands()} onClose={onClose} />;
}

function NewRetro({ open, onOpenChange }: { open: boolean; onOpenChange: () => void }): ReactNode {
  const me = useMe();
  const { team, teams } = useCurrentTeam();
  return (
    <NewMeetingDialog
      open={open}
      onOpenChange={onOpenChange}
      teams={teams}
      teamContextIn={teamContextAmong(me, teams)}
      teamId={team?.id ?? null}
      onCreated={(meeting) => void navigate({ to: `/meetings/${meeting.id}` })}
    />
  );
}

function usePageCommands(props: {
  onManageTeams: () => void;
  open: (what: Opened) => void;
}): Command[] {
  const { onManageTeams, open } = props;
  const theme = useTheme();
  const chooseTheme = useChooseTheme();
  const signOut = useSignOut();
  const { is_superuser: isSuperuser } = useMe();
  const { team } = useCurrentTeam();
  const teamCommands = useTeamCommands();
  const invite: Command = {
    id: 'invite',
    group: 'Actions',
    label: 'Invite…',
    hint: team ? `Into ${team.name}` : undefined,
    icon: <UserPlus />,
    keywords: ['member', 'people', 'email', 'add'],
    run: () => open('invite'),
  };

  const administration: Command = {
    id: 'go-admin',
    group: 'Navigation',
    label: 'Go to Administration',
    icon: <Settings2 />,
    run: () => void navigate({ to: '/admin' }),
  };

  return [
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
      id: 'go-actions',
      group: 'Navigation',
      label: 'Go to Actions',
      icon: <ListChecks />,
      keywords: ['action items', 'tasks', 'todo', 'due'],
      run: () => void navigate({ to: '/actions' }),
    },
    {
      id: 'go-health',
      group: 'Navigation',
      label: 'Go to Team Health',
      icon: <HeartPulse />,
      keywords: ['morale', 'mood', 'figures', 'trend', 'focus', 'risk'],
      run: () => void navigate({ to: '/team-health' }),
    },
    {
      id: 'go-profile',
      group: 'Navigation',
      label: 'Go to Profile Settings',
      icon: <Settings />,
      keywords: ['account', 'password', 'name'],
      run: () => void navigate({ to: '/profile' }),
    },
    ...(isSuperuser ? [administration] : []),
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
    ...(team ? [invite] : []),
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
      run: () => chooseTheme(id),
    })),
  ];
}
