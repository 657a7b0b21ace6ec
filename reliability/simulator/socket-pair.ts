// One simulated socket: what either side writes waits in a queue of its own until the simulator lets it through.
import type { Socket } from '../../server/src/live/session.ts';
import type { LiveSocket, SocketCallbacks } from '../../web/src/live/live-socket.ts';

const lostCode = 1006;

type ToClient =
  | { kind: 'open' }
  | { kind: 'frame'; bytes: Buffer }
  | { kind: 'ping' }
  | { kind: 'close'; code: number };

type ToServer =
  | { kind: 'knock' }
  | { kind: 'frame'; text: string }
  | { kind: 'pong' }
  | { kind: 'close' };

/** The server's side, once it has been knocked at; null answers as a server that is not there. */
export interface ServerEnd {
  receive(text: string): void;
  onPong(): void;
  onControlFrame(): void;
  onSent(): void;
  onClose(): void;
}

export class SocketPair {
  readonly #url: string;
  readonly #listener: SocketCallbacks;
  readonly #knock: (pair: SocketPair, url: string) => ServerEnd | null;
  readonly #wrote: (pair: SocketPair, bytes: Buffer) => void;
  readonly name: string;
  #toClient: ToClient[] = [];
  #toServer: ToServer[] = [];
  #server: ServerEnd | null = null;
  // Until its session is let in nothing is read from the client, as the gateway has it.
  #isReading = false;
  #clientIsOpen = true;
  #serverIsOpen = false;
  /** The client reads nothing while this is set. */
  isSlow = false;
  /** The last event that the server wrote to it; at first the one that it was opened with. */
  lastSeq: number;

  constructor(
    { name, url }: { name: string; url: string },
    listener: SocketCallbacks,
    on: {
      knock(pair: SocketPair, url: string): ServerEnd | null;
      wrote(pair: SocketPair, bytes: Buffer): void;
    },
  ) {
    this.name = name;
    this.#url = url;
    this.lastSeq = Number(new URL(url).searchParams.get('since'));
    this.#listener = listener;
    this.#knock = (pair, address) => on.knock(pair, address);
    this.#wrote = (pair, bytes) => on.wrote(pair, bytes);
    this.#toServer.push({ kind: 'knock' });
  }

  readonly client: LiveSocket = {
    send: (text) => {
      if (this.#clientIsOpen) this.#toServer.push({ kind: 'frame', text });
    },
    close: () => {
      if (!this.#clientIsOpen) return;
      this.#clientIsOpen = false;
      this.#toClient = [];
      this.#toServer.push({ kind: 'close' });
    },
  };

  readonly serverSocket: Socket = {
    send: (bytes) => {
      if (!this.#serverIsOpen) return;
      this.#wrote(this, bytes);
      this.#toClient.push({ kind: 'frame', bytes });
    },
    // Reading begins when the session has started, as the node says.
    startReading: () => undefined,
    close: (code) => {
      if (!this.#serverIsOpen) return;
      this.#serverIsOpen = false;
      this.#toClient.push({ kind: 'close', code });
    },
    waitingBytes: () => this.waitingBytes,
    ping: () => {
      if (this.#serverIsOpen) this.#toClient.push({ kind: 'ping' });
    },
    terminate: () => {
      if (!this.#serverIsOpen) return;
      this.#serverIsOpen = false;
      this.#toClient.push({ kind: 'close', code: lostCode });
    },
  };

  get waitingBytes(): number {
    return this.#toClient.reduce(
      (sum, item) => sum + (item.kind === 'frame' ? item.bytes.length : 0),
      0,
    );
  }

  get isOpenAtServer(): boolean {
    return this.#serverIsOpen;
  }

  get isOver(): boolean {
    return !this.#clientIsOpen && !this.#serverIsOpen && this.#toServer.length === 0;
  }

  get hasForClient(): boolean {
    return this.#clientIsOpen && this.#toClient.length > 0;
  }

  get hasForServer(): boolean {
    const [next] = this.#toServer;
    return next !== undefined && (next.kind !== 'frame' || this.#isReading || !this.#serverIsOpen);
  }

  /** The session is let in, or turned away: from here on it reads. */
  startReading(): void {
    this.#isReading = true;
  }

  deliverToClient(): void {
    const item = this.#toClient.shift();
    switch (item?.kind) {
      case 'open':
        this.#listener.onOpen();
        return;
      case 'frame':
        this.#server?.onSent();
        this.#listener.onMessage(item.bytes.toString());
        return;
      case 'ping':
        if (this.#clientIsOpen) this.#toServer.push({ kind: 'pong' });
        return;
      case 'close':
        this.#clientIsOpen = false;
        this.#toServer = [];
        this.#leaveServer();
        this.#listener.onClose(item.code);
        return;
      case undefined:
    }
  }

  deliverToServer(): void {
    const item = this.#toServer.shift();
    if (item?.kind === 'knock') {
      this.#serverIsOpen = true;
      this.#toClient.push({ kind: 'open' });
      this.#server = this.#knock(this, this.#url);
      if (!this.#server) this.cut();
      return;
    }
    if (!this.#serverIsOpen && item?.kind !== 'close') return;
    if (item?.kind === 'frame') this.#server?.receive(item.text);
    if (item?.kind === 'pong') {
      this.#server?.onPong();
      this.#server?.onControlFrame();
    }
    if (item?.kind === 'close') {
      this.#serverIsOpen = false;
      this.#leaveServer();
    }
  }

  /** Both sides learn at once that it is over; what was under way is lost. */
  cut(): void {
    this.cutServer();
    this.cutClient();
  }

  /** The client learns it; the server still thinks that somebody is there. */
  cutClient(): void {
    this.#toServer = [];
    if (!this.#clientIsOpen) return;
    this.#clientIsOpen = false;
    this.#listener.onClose(lostCode);
  }

  /** The server's side ends; the client still thinks that somebody is there. */
  cutServer(): void {
    this.#toClient = [];
    this.#serverIsOpen = false;
    this.#toServer = [];
    this.#leaveServer();
  }

  /** The server's process is dead: it does nothing more, not even leave. */
  killServer(clientHearsIt: boolean): void {
    this.#server = null;
    this.cutServer();
    if (clientHearsIt) this.cutClient();
  }

  /** The page is gone, and says nothing more to anybody; its machine closes the socket. */
  abandon(): void {
    this.#clientIsOpen = false;
    this.#toClient = [];
    this.#toServer = this.#toServer.filter(({ kind }) => kind !== 'knock');
    this.#toServer.push({ kind: 'close' });
  }

  #leaveServer(): void {
    const server = this.#server;
    this.#server = null;
    server?.onClose();
  }
}
