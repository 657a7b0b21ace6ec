import type { Me } from '@wentwell/contract/accounts/users';
import type { ReactNode } from 'react';

import { SessionContext, useSession } from '#web/features/auth/session.tsx';
import { LayoutActions } from '#web/screens/layouts/layout-actions';
import { Shortcuts } from '#web/screens/layouts/Shortcuts.tsx';
import { SkipLink } from '#web/ui/layout/SkipLink.tsx';

/** Guests have no navigation, search or team. */
const noActions = { manageTeams: () => {}, search: () => {}, openMenu: () => {} };

/** The frame of a board's page without an account. */
export function GuestFrame(props: {
  user: Me;
  token: string;
  onLeave: () => Promise<void>;
  above?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { user, token, onLeave, above, children } = props;
  const session = {
    ...useSession(),
    state: 'in',
    token,
    user,
    isGuest: true,
    logout: onLeave,
  } as const;
  return (
    <SessionContext value={session}>
      <LayoutActions value={noActions}>
        <div className="page-frame flex flex-col bg-canvas">
          <SkipLink toBoard />
          {above}
          <main
            id="main"
            tabIndex={-1}
            className="flex min-h-0 w-full flex-1 flex-col outline-none"
          >
            {children}
          </main>
          <Shortcuts />
        </div>
      </LayoutActions>
    </SessionContext>
  );
}
