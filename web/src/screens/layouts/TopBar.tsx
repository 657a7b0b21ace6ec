import { Link } from '@tanstack/react-router';
import { CalendarDays, LayoutDashboard, Menu as MenuIcon, Search, UsersRound } from 'lucide-react';
import { useState } from 'react';

import { TeamSwitcher } from '#web/features/teams/TeamSwitcher.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { Drawer } from '#web/ui/overlays/Drawer.tsx';

import { ProfileMenu } from './ProfileMenu.tsx';

const places = [
  { to: '/dashboard', label: 'Dashboard', icon: <LayoutDashboard aria-hidden="true" /> },
  { to: '/team-members', label: 'Members', icon: <UsersRound aria-hidden="true" /> },
  { to: '/meetings', label: 'Meetings', icon: <CalendarDays aria-hidden="true" /> },
] as const;

const placeClass =
  'ring-focus flex h-11 items-center gap-2 rounded-md px-3 font-semibold text-soft transition-colors hover:bg-hover hover:text-ink data-[status=active]:bg-selected data-[status=active]:text-ink [&_svg]:size-[18px] [&_svg]:shrink-0';

/** Shows links from 1024 px, icons from 640 px, and a drawer below that. */
export function TopBar(props: { onManageTeams: () => void; onSearch: () => void }) {
  const { onManageTeams, onSearch } = props;
  return (
    <header className="layer-bar sticky top-0 border-b border-line bg-surface">
      <div className="flex h-16 items-center gap-2 px-2 sm:gap-4 sm:px-6">
        <PhoneMenu />
        <Link to="/dashboard" className="ring-focus hit-area flex shrink-0 rounded-sm">
          <span className="lg:hidden">
            <Wordmark markOnly />
          </span>
          <span className="hidden lg:block">
            <Wordmark />
          </span>
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 sm:flex lg:ml-2">
          {places.map(({ to, label, icon }) => (
            <Link key={to} to={to} className={placeClass}>
              {icon}
              <span className="sr-only lg:not-sr-only">{label}</span>
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-3">
          <IconButton
            label="Search"
            icon={<Search aria-hidden="true" />}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onSearch}
          />
          <TeamSwitcher onManage={onManageTeams} />
          <ProfileMenu />
        </div>
      </div>
    </header>
  );
}

function PhoneMenu() {
  const [open, setOpen] = useState(false);
  return (
    <div className="sm:hidden">
      <IconButton
        label="Menu"
        icon={<MenuIcon aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Drawer open={open} onOpenChange={setOpen} title="Wentwell" side="left">
        <nav aria-label="Main" className="-mx-3 grid gap-1">
          {places.map(({ to, label, icon }) => (
            <Link key={to} to={to} className={placeClass} onClick={() => setOpen(false)}>
              {icon}
              {label}
            </Link>
          ))}
        </nav>
      </Drawer>
    </div>
  );
}
