import type { UserId } from '@wentwell/contract/ids';

import type { BoardClient } from '#web/live/board-client';
import type { Person } from '#web/ui/identity/Avatar.tsx';

import { useOvertakenNotice } from './use-overtaken-notice.ts';
import { useOwnerNotice } from './use-owner-notice.ts';

/** What others do that concerns this person. Draws nothing, so that its code can come after the board. */
export function Notices(props: {
  client: BoardClient;
  me: UserId;
  ownerId: UserId;
  personOf: (userId: UserId) => Person;
}): null {
  const { client, me, ownerId, personOf } = props;
  useOvertakenNotice({ client, me, personOf });
  useOwnerNotice(ownerId, me, personOf);
  return null;
}
