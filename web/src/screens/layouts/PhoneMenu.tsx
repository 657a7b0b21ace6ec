import { Menu as MenuIcon, Search } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';

import { TeamSwitcher } from '#web/features/teams/TeamSwitcher.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Link } from '#web/ui/router/Link.tsx';

import { useLayoutActions } from './layout-actions.ts';
import { placeClass, places } from './places.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

const Drawer = lazyPart(async () => (await import('#web/ui/overlays/Drawer.tsx')).Drawer);

/** The navigation of small screens. `withAccount` also holds the rest of the top bar, where a page stands in its place. */
export function PhoneMenu({ withAccount = false }: { withAccount?: boolean }): ReactNode {
  const [open, setOpen] = useState(false);
  const actions = useLayoutActions();

  function leaveFor(action: () => void): void {
    setOpen(false);
    action();
  }

  return (
    <>
      <IconButton label="Menu" icon={<MenuIcon />} onClick={() => setOpen(true)} />
      <Suspense>
        <Drawer
          open={open}
          onOpenChange={setOpen}
          title="Wentwell"
          side={withAccount ? 'right' : 'left'}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <nav aria-label="Main" className="-mx-3 grid gap-1">
              {places.map(({ to, label, icon }) => (
                <Link key={to} to={to} className={placeClass} onClick={() => setOpen(false)}>
                  {icon}
                  {label}
                </Link>
              ))}
            </nav>
            {withAccount && (
              <div className="flex min-w-0 flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
                <TeamSwitcher onManage={() => leaveFor(actions.manageTeams)} />
                <ProfileMenu />
                <Button wide icon={<Search />} onClick={() => leaveFor(actions.search)}>
                  Search
                </Button>
              </div>
            )}
          </div>
        </Drawer>
      </Suspense>
    </>
  );
}
