// A second person on a board, over a real socket: what they were sent, in order, and awaiting what is to come.
import { ServerFrame } from '@wentwell/contract/live';
import { WebSocket } from 'ws';

const patience = 10_000;

export interface LiveClient extends AsyncDisposable {
  /** Everything received so far. */
  frames: readonly ServerFrame[];
  /** Resolves with the first frame, received or to come, that `matches`. */
  until(matches: (frame: ServerFrame) => boolean): Promise<ServerFrame>;
  /** The first frame of a type. */
  untilType<T extends ServerFrame['type']>(type: T): Promise<Extract<ServerFrame, { type: T }>>;
  send(frame: unknown): void;
  /** Resolves with the close code. */
  closed: Promise<number>;
}

/** Takes a socket's address; gives a client that has been connected, though perhaps not let in. */
export async function openLiveClient(
  address: string,
  headers: Record<string, string> = {},
): Promise<LiveClient> {
  const socket = new WebSocket(address, { headers });
  const frames: ServerFrame[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    frames.push(ServerFrame.parse(JSON.parse(data.toString())));
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      resolve(code);
    });
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });

  function until(matches: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    return new Promise((resolve, reject) => {
      const seen = () => JSON.stringify(frames.map(({ type }) => type));
      const late = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`the frame did not come; seen: ${seen()}`));
      }, patience);
      function look(): void {
        const found = frames.find(matches);
        if (!found) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(found);
      }
      waiting.add(look);
      look();
    });
  }

  return {
    frames,
    until,
    async untilType<T extends ServerFrame['type']>(type: T) {
      const isIt = (frame: ServerFrame): frame is Extract<ServerFrame, { type: T }> =>
        frame.type === type;
      await until(isIt);
      const found = frames.find(isIt);
      if (!found) throw new Error('unreachable');
      return found;
    },
    send(frame) {
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    },
    closed,
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed;
    },
  };
}
