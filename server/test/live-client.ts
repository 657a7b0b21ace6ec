// A client on a real socket: the frames received in order, and promises of later ones.
import { ServerFrame } from '@wentwell/contract/live/live';
import { NoteMessage } from '@wentwell/contract/live/note-messages';
import { WebSocket } from 'ws';

// Shorter than the test's timeout, so that the error can list what arrived.
const timeoutMs = 60_000;

export interface LiveClient extends AsyncDisposable {
  /** All frames so far. */
  frames: readonly ServerFrame[];
  /** The raw texts, including unknown fields. */
  received: readonly string[];
  /** The specification's messages about notes. */
  noteMessages: readonly NoteMessage[];
  /** Resolves to the first matching frame, received or future. */
  until(matches: (frame: ServerFrame) => boolean): Promise<ServerFrame>;
  /** Resolves to the first message about a note, received or future. */
  untilNoteMessage(): Promise<NoteMessage>;
  /** Resolves to the first frame of a type. */
  untilType<T extends ServerFrame['type']>(type: T): Promise<Extract<ServerFrame, { type: T }>>;
  send(frame: unknown): void;
  /** Resolves once the server has answered a ping, and so has read everything sent before. */
  roundTrip(): Promise<void>;
  /** Resolves to the close code. */
  closed: Promise<number>;
  closedWith: Promise<{ code: number; reason: string }>;
}

/** Resolves once the socket is open, possibly before admission. */
export async function openLiveClient(
  address: string,
  headers: Record<string, string> = {},
  protocols: readonly string[] = [],
): Promise<LiveClient> {
  const socket = new WebSocket(address, [...protocols], { headers });
  const frames: ServerFrame[] = [];
  const received: string[] = [];
  const noteMessages: NoteMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    received.push(data.toString());
    const frame: unknown = JSON.parse(data.toString());
    const message = NoteMessage.safeParse(frame).data;
    if (message) noteMessages.push(message);
    else frames.push(ServerFrame.parse(frame));
    for (const look of waiting) look();
  });
  const closedWith = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: reason.toString() });
    });
  });
  const closed = closedWith.then(({ code }) => code);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });

  /** Checks after every frame until `find` returns a value. */
  function lookOut<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const seen = () => JSON.stringify(frames.map(({ type }) => type));
      const late = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`the frame did not come; seen: ${seen()}`));
      }, timeoutMs);
      function look(): void {
        const found = find();
        if (found === undefined) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(found);
      }
      waiting.add(look);
      look();
    });
  }
  const until = (matches: (frame: ServerFrame) => boolean) =>
    lookOut(() => frames.find((frame) => matches(frame)));

  function send(frame: unknown): void {
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  return {
    frames,
    received,
    noteMessages,
    until,
    async roundTrip() {
      const pongs = (): number => frames.filter(({ type }) => type === 'pong').length;
      const before = pongs();
      send({ type: 'ping' });
      await lookOut(() => (pongs() > before ? true : undefined));
    },
    untilNoteMessage: () => lookOut(() => noteMessages[0]),
    async untilType<T extends ServerFrame['type']>(type: T) {
      const isIt = (frame: ServerFrame): frame is Extract<ServerFrame, { type: T }> =>
        frame.type === type;
      await until(isIt);
      const found = frames.find(isIt);
      if (!found) throw new Error('unreachable');
      return found;
    },
    send,
    closed,
    closedWith,
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed;
    },
  };
}
