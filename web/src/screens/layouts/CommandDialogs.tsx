// The command palette with every page's commands, and the dialogs that they open.
import {
  CalendarDays,
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
import { type ReactNode, useLayoutEffect, useState } from 'react';

import { useChooseTheme } from '#web/features/auth/own-theme';
import { useMe } from '#web/features/auth/session.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { CommandPalette } from '#web/ui/overlays/CommandPalette.tsx';
import { type PaletteCommand, usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { type Address, navigate } from '#web/ui/router/history';
import { listThemes, useTheme } from '#web/ui/theme';

import { useFoundCommands, useTeamCommands } from './use-found-commands.tsx';
import { useSignOut } from './use-sign-out.ts';

const InviteMemberDialog = lazyPart(
  () => import('#web/features/invitations/InviteMemberDialog.tsx'),
  'InviteMemberDialog',
);
const NewMeetingDialog = lazyPart(
  () => import('#web/screens/meetings/NewMeetingDialog.tsx'),
  'NewMeetingDialog',
);

export type Opened = 'palette' | 'new-retro' | 'invite' | null;

export function CommandDialogs(props: {
  /** False while only the code is loaded. */
  open: boolean;
  opened: Opened;
  onOpen: (what: Opened) => void;
  onManageTeams: () => void;
}): ReactNode {
  const { opened, onOpen, onManageTeams } = props;
  const onClose = () => onOpen(null);
  const { team } = useCurrentTeam();
  // A closed dialog stays until the next one opens, so that its fade-out is visible.
  const [last, setLast] = useState(opened);
  if (opened !== null && opened !== last) setLast(opened);

  usePaletteCommands(usePageCommands({ onManageTeams, open: onOpen }));
  // The palette reads commands once, when it opens.
  const [isRegistered, setRegistered] = useState(false);
  useLayoutEffect(() => setRegistered(true), []);

  return (
    <>
      {opened === 'palette' && isRegistered && (
        // Closes before running a command, so that what the command opens stays open.
        <OpenPalette onClose={onClose} />
      )}
      {last === 'new-retro' && (
        <NewMeetingDialog
          open={opened === 'new-retro'}
          onOpenChange={onClose}
          onCreated={({ id }) => void navigate({ to: `/meetings/${id}` })}
        />
      )}
      {last === 'invite' && team && (
        <InviteMemberDialog open={opened === 'invite'} onOpenChange={onClose} team={team} />
      )}
    </>
  );
}

function OpenPalette({ onClose }: { onClose: () => void }): ReactNode {
  return <CommandPalette search={useFoundCommands()} onClose={onClose} />;
}

/** Id suffix, name, path, icon, and keywords. */
type Page = readonly [
  id: string,
  name: string,
  to: Address,
  icon: ReactNode,
  keywords?: readonly string[],
];

const ofHealth = ['morale', 'mood', 'figures', 'trend', 'focus', 'risk'];

const pages: readonly Page[] = [
  ['dashboard', 'Dashboard', '/dashboard', <LayoutDashboard />, ['home', 'overview']],
  ['members', 'Team Members', '/team-members', <UsersRound />, ['people', 'invite', 'roles']],
  ['meetings', 'Meetings', '/meetings', <CalendarDays />, ['retros', 'retrospectives']],
  ['actions', 'Actions', '/actions', <ListChecks />, ['action items', 'tasks', 'todo', 'due']],
  ['health', 'Team Health', '/team-health', <HeartPulse />, ofHealth],
  ['profile', 'Profile Settings', '/profile', <Settings />, ['account', 'password', 'name']],
];
const administration: Page = ['admin', 'Administration', '/admin', <Settings2 />];

function goTo([id, name, to, icon, keywords = []]: Page): PaletteCommand {
  const run = (): void => void navigate({ to });
  return { id: `go-${id}`, group: 'Navigation', label: `Go to ${name}`, icon, keywords, run };
}

function usePageCommands(props: {
  onManageTeams: () => void;
  open: (what: Opened) => void;
}): PaletteCommand[] {
  const { onManageTeams, open } = props;
  const theme = useTheme();
  const chooseTheme = useChooseTheme();
  const signOut = useSignOut();
  const { is_superuser: isSuperuser } = useMe();
  const { team } = useCurrentTeam();
  const teamCommands = useTeamCommands();
  const invite: PaletteCommand = {
    id: 'invite',
    group: 'Actions',
    label: 'Invite…',
    hint: team ? `Into ${team.name}` : undefined,
    icon: <UserPlus />,
    keywords: ['member', 'people', 'email', 'add'],
    run: () => open('invite'),
  };

  return [
    ...pages.map(goTo),
    ...(isSuperuser ? [goTo(administration)] : []),
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
      id: 'sign-out',
      group: 'Actions',
      label: 'Sign Out',
      icon: <LogOut />,
      keywords: ['log out', 'logout'],
      run: signOut,
    },
    ...listThemes().map(({ id, name, category }): PaletteCommand => ({
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
