// Effects of changed guests outside their rows, on the open board.
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import type { BoardStore } from '#server/board/store';
import { boardChannel } from '#server/live/change-log';
import type { Disconnect } from '#server/live/disconnect';
import type { Bus } from '#server/platform/bus/bus';
import type { Tx } from '#server/platform/db/database';

export interface GuestEffectsDeps {
  bus: Bus;
  store: Pick<BoardStore, 'changeLocked'>;
  disconnect: Disconnect;
}

export function guestEffects({ bus, store, disconnect }: GuestEffectsDeps) {
  /** Publishes a hint on the board's channel, so that the leads' pages reload the guest list. */
  function announceGuests(tx: Tx, meetingId: MeetingId): void {
    tx.afterCommit(() => bus.publish(boardChannel(meetingId), JSON.stringify({ hint: 'guests' })));
  }

  return {
    announceGuests,

    /** Ends the records that removed guests have as participants, and closes their sockets. Requires the meeting's lock. */
    async disconnectGuests(
      tx: Tx,
      ids: readonly UserId[],
      { meetingId, actorId }: { meetingId: MeetingId; actorId: UserId },
    ): Promise<void> {
      for (const user_id of ids) {
        await store.changeLocked(tx, meetingId, {
          name: 'meeting.leave',
          input: { user_id },
          actorId,
        });
      }
      tx.afterCommit(() => {
        for (const userId of ids) disconnect({ kind: 'user', userId, forget: true });
      });
      announceGuests(tx, meetingId);
    },
  };
}
export type GuestEffects = ReturnType<typeof guestEffects>;
