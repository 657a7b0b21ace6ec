import type { UserId } from '@wentwell/contract/ids';
import { useEffect, useState } from 'react';

import type { BoardClient } from '#web/live/board-client';
import { toast } from '#web/ui/feedback/toast';
import type { Person } from '#web/ui/identity/Avatar.tsx';
import { preview } from '#web/ui/preview';

import { OvertakenDrops } from './overtaken-drops.ts';

/** Tells this person when somebody else has dropped the same note elsewhere right after them. */
export function useOvertakenNotice(props: {
  client: BoardClient;
  me: UserId;
  personOf: (userId: UserId) => Person;
}): void {
  const { client, me, personOf } = props;
  const [drops] = useState(() => new OvertakenDrops(me));
  useEffect(
    () =>
      client.subscribeToEvents((events) => {
        for (const event of events) {
          const [overtaken] = drops.onEvent(event, Date.now());
          if (!overtaken) continue;
          const { note, by } = overtaken;
          toast.info({
            id: 'overtaken',
            title: `${personOf(by).name} moved “${preview(note.content, 30)}” after you`,
            description: 'Their change holds, for it came later.',
          });
        }
      }),
    [client, drops, personOf],
  );
}
