import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

import { TeamSwitcher } from '#web/features/teams/TeamSwitcher.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Drawer } from '#web/ui/overlays/Drawer.tsx';
import { Link } from '#web/ui/router/Link.tsx';

import { useLayoutActions } from './layout-actions.ts';
import { placeClass, places } from './places.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

/** The navigation in a drawer. `withAccount` adds the rest of the top bar, on pages that replace it. */
export function PhoneMenu(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  withAccount: boolean;
}): ReactNode {
  const { open, onOpenChange, withAccount } = props;
  const actions = useLayoutActions();

  function leaveFor(action: () => void): void {
    onOpenChange(false);
    action();
  }

  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Wentwell" side="left">
      <div className="grid grid-cols-1 gap-4">
        <nav aria-label="Main" className="-mx-3 grid gap-1">
          {places.map(({ to, label, icon }) => (
            <Link key={to} to={to} className={placeClass} onClick={() => onOpenChange(false)}>
              {icon}
              {label}
            </Link>
          ))}
        </nav>
        {withAccount && (
          <div className="flex min-w-0 flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
            <TeamSwitcher onManage={() => leaveFor(actions.manageTeams)} />
            <ProfileMenu onLeave={() => onOpenChange(false)} />
            <Button wide icon={<Search />} onClick={() => leaveFor(actions.search)}>
              Search
            </Button>
          </div>
        )}
      </div>
    </Drawer>
  );
}
