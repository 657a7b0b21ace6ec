import type { GuestSession } from '@wentwell/contract/guests';
import { guestName } from '@wentwell/contract/live';
import type { Me } from '@wentwell/contract/users';
import { type ReactNode, useEffect, useState } from 'react';

import { onUnauthorized, setBearer } from '#web/api/request';
import { MeetingPage } from '#web/screens/meeting/MeetingPage.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NotFound } from '#web/ui/feedback/illustrations.tsx';

import { GuestFrame } from './GuestFrame.tsx';

function toUser({ user_id, name }: GuestSession): Me {
  return {
    id: user_id,
    email: '',
    first_name: name,
    last_name: '',
    display_name: guestName(name),
    full_name: name,
    is_active: true,
    is_superuser: false,
    is_verified: false,
    theme: null,
  };
}

/** The guest's board. From here on all calls of the page use the guest's session. */
export function GuestMeeting(props: {
  guest: GuestSession;
  token: string;
  onOut: () => void;
  onLeave: () => Promise<void>;
}): ReactNode {
  const { guest, token, onOut, onLeave } = props;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    setBearer(token);
    onUnauthorized(onOut);
    setReady(true);
    return () => setBearer(null);
  }, [token, onOut]);
  if (!isReady) return null;
  return (
    <GuestFrame user={toUser(guest)} token={token} onLeave={onLeave}>
      <MeetingPage
        meetingId={guest.meeting_id}
        missing={
          <EmptyState illustration={<NotFound />} title="This retro is over for guests" level={1}>
            It has ended, or no longer allows guests.
          </EmptyState>
        }
      />
    </GuestFrame>
  );
}
