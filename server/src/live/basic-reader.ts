// Writes to a client that knows the specification's messages alone. A reveal of a full board is a thousand messages
// for it: they are written no faster than the socket takes them, and what happens meanwhile waits its turn.
import type { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { CloseReason } from '@wentwell/contract/live';

import type { EncodedEvent } from './frames.ts';
import type { Reader } from './outbox.ts';

/** Messages that may wait for one reader before it counts as too slow. */
const queueMax = 2 * limits.notesPerBoard;

/** The part of a room's member that it writes to. */
interface PlainMember {
  person: { userId: UserId };
  send(bytes: Buffer, droppable: boolean): void;
  drained(): Promise<void>;
  close(reason: CloseReason): void;
}

export function plainReader(member: PlainMember): Reader {
  let queue: Buffer[] | null = null;

  async function drain(waiting: Buffer[]): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await member.drained();
      member.send(next, false);
    }
    queue = null;
  }

  return {
    send(event: EncodedEvent) {
      const messages = event.plainBytesFor(member.person.userId);
      if (queue === null && messages.length <= 1) {
        for (const message of messages) member.send(message, false);
        return;
      }
      if (queue === null) {
        queue = [...messages];
        void drain(queue);
        return;
      }
      queue.push(...messages);
      if (queue.length > queueMax) member.close('slowReader');
    },
  };
}
