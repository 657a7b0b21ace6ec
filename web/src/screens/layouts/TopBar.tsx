import { Menu as MenuIcon, Search } from 'lucide-react';
import type { ReactNode } from 'react';

import { TeamSwitcher } from '#web/features/teams/TeamSwitcher.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { commandKey } from '#web/ui/layout/command-key';
import { Kbd } from '#web/ui/layout/Kbd.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { Link } from '#web/ui/router/Link.tsx';

import { useLayoutActions } from './layout-actions.ts';
import { placeClass, places } from './places.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

/** Opens the command palette. Shows its shortcut if there is room and a keyboard. */
function SearchButton({ onPress }: { onPress: () => void }): ReactNode {
  const shortcut = { 'aria-keyshortcuts': 'Control+K Meta+K' };
  return (
    <>
      <button
        type="button"
        {...shortcut}
        onClick={onPress}
        className="ring-focus hidden h-9 items-center gap-2 rounded-md border border-control pr-2 pl-3 text-muted transition-colors hover:text-ink lg:pointer-fine:flex"
      >
        <Search className="size-4" />
        Search
        <span aria-hidden="true" className="ml-4 flex gap-1">
          <Kbd>{commandKey}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <span className="lg:pointer-fine:hidden">
        <IconButton label="Search" icon={<Search />} {...shortcut} onClick={onPress} />
      </span>
    </>
  );
}

/** Links from 1024 px, icons from 640 px, otherwise a drawer. Framed pages extend or replace it. */
export function TopBar({ overFrame }: { overFrame: boolean }) {
  const { manageTeams, openMenu, search } = useLayoutActions();
  return (
    <header
      className={classNames(
        'layer-bar bg-canvas',
        overFrame
          ? 'over-frame shrink-0 tight:hidden'
          : 'sticky top-0 border-b border-line low:static max-[20rem]:static',
      )}
    >
      <div className="flex h-14 items-center gap-2 px-2 max-[20rem]:h-auto max-[20rem]:flex-wrap sm:gap-4 sm:px-5">
        <SmallPart>
          <div className="sm:hidden">
            <IconButton label="Menu" icon={<MenuIcon />} onClick={openMenu} />
          </div>
          <Link
            to="/dashboard"
            aria-current={undefined}
            className="ring-focus hit-area flex shrink-0 rounded-sm"
          >
            <span className="lg:hidden">
              <Wordmark markOnly />
            </span>
            <span className="hidden lg:block">
              <Wordmark />
            </span>
          </Link>
          <nav aria-label="Main" className="hidden items-center gap-1 sm:flex lg:ml-2">
            <SmallPart>
              {places.map(({ to, label, icon }) => (
                <Link key={to} to={to} className={placeClass}>
                  {icon}
                  <span className="sr-only lg:not-sr-only">{label}</span>
                </Link>
              ))}
            </SmallPart>
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-1 max-[20rem]:flex-wrap sm:gap-3">
            <SmallPart>
              <SearchButton onPress={search} />
              <TeamSwitcher onManage={manageTeams} />
              <ProfileMenu />
            </SmallPart>
          </div>
        </SmallPart>
      </div>
    </header>
  );
}
