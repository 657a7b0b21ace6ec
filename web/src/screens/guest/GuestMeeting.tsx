import type { GuestSession } from '@wentwell/contract/guests';
import type { Me } from '@wentwell/contract/users';
import { type ReactNode, useEffect, useState } from 'react';

import { onUnauthorized, setBearer } from '#web/api/request';
import { SessionContext, useSession } from '#web/features/auth/session.tsx';
import { LayoutActions } from '#web/screens/layouts/layout-actions';
import { MeetingPage } from '#web/screens/meeting/MeetingPage.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NotFound } from '#web/ui/feedback/illustrations.tsx';
import { SkipLink } from '#web/ui/layout/SkipLink.tsx';

/** A guest has no navigation, no search and no teams. */
const noActions = { manageTeams: () => {}, search: () => {}, openMenu: () => {} };

function toUser({ user_id, name }: GuestSession): Me {
  return {
    id: user_id,
    email: '',
    first_name: name,
    last_name: '',
    display_name: name,
    full_name: name,
    is_active: true,
    is_superuser: false,
    is_verified: false,
    theme: null,
  };
}

/** The board of the one meeting, as a guest. All calls of the page are theirs from here on. */
export function GuestMeeting(props: {
  guest: GuestSession;
  token: string;
  onOut: () => void;
}): ReactNode {
  const { guest, token, onOut } = props;
  const outer = useSession();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    setBearer(token);
    onUnauthorized(onOut);
    setReady(true);
    return () => setBearer(null);
  }, [token, onOut]);
  if (!isReady) return null;
  const session = { ...outer, state: 'in', token, user: toUser(guest), isGuest: true } as const;
  return (
    <SessionContext value={session}>
      <LayoutActions value={noActions}>
        <div className="page-frame flex flex-col bg-canvas">
          <SkipLink target="board" first={'article[tabindex="0"]'}>
            Skip to board
          </SkipLink>
          <main
            id="main"
            tabIndex={-1}
            className="flex min-h-0 w-full flex-1 flex-col outline-none"
          >
            <MeetingPage
              meetingId={guest.meeting_id}
              missing={
                <EmptyState
                  illustration={<NotFound />}
                  title="This retro is over for guests"
                  level={1}
                >
                  It has ended, or takes no guests any more.
                </EmptyState>
              }
            />
          </main>
        </div>
      </LayoutActions>
    </SessionContext>
  );
}
