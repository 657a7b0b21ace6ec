import type { UserId } from '@wentwell/contract/ids';
import { useEffect, useRef } from 'react';

import { toast } from '#web/ui/feedback/toast';
import type { Person } from '#web/ui/identity/Avatar.tsx';

/** Tells everybody on the page when somebody else begins to lead. */
export function useOwnerNotice(
  ownerId: UserId,
  me: UserId,
  personOf: (userId: UserId) => Person,
): void {
  const announced = useRef(ownerId);
  useEffect(() => {
    if (announced.current === ownerId) return;
    announced.current = ownerId;
    // Only who leads may take a phase back.
    toast.dismiss('phase-moved');
    const title =
      ownerId === me
        ? 'You now lead this meeting.'
        : `${personOf(ownerId).name} now leads this meeting.`;
    toast.info({ id: 'meeting-owner', title });
  }, [ownerId, me, personOf]);
}
