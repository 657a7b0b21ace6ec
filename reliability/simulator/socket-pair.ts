// A simulated socket. Frames of both sides are queued until the simulator delivers them.
import type { Socket } from '../../server/src/live/session-socket.ts';
import type { LiveSocket, SocketCallbacks } from '../../web/src/live/live-socket.ts';

const lostCode = 1006;

type ToClient =
  | { kind: 'open' }
  | { kind: 'frame'; bytes: Buffer }
  | { kind: 'ping' }
  | { kind: 'close'; code: number };

type ToServer =
  | { kind: 'connect' }
  | { kind: 'frame'; text: string }
  | { kind: 'pong' }
  | { kind: 'close' };

/** The server's side of an accepted socket. */
export interface ServerSession {
  receive(text: string): void;
  onPong(): void;
  onControlFrame(): void;
  onSent(): void;
  onClose(): void;
}

export class SocketPair {
  readonly #url: string;
  readonly #listener: SocketCallbacks;
  readonly #accept: (pair: SocketPair, url: string) => ServerSession | null;
  readonly #onWrite: (pair: SocketPair, bytes: Buffer) => void;
  readonly name: string;
  /** The key that the client sends as a subprotocol. */
  readonly authorKey: string;
  #toClient: ToClient[] = [];
  #toServer: ToServer[] = [];
  #server: ServerSession | null = null;
  // Like the gateway, reads nothing from the client before its admission.
  #isReading = false;
  #clientIsOpen = true;
  #serverIsOpen = false;
  /** While set, the client reads nothing. */
  isSlow = false;
  /** The seq of the last change written by the server. Initially the client's `since`. */
  lastSeq: number;

  constructor(
    { name, url, authorKey }: { name: string; url: string; authorKey: string },
    listener: SocketCallbacks,
    on: {
      accept(pair: SocketPair, url: string): ServerSession | null;
      onWrite(pair: SocketPair, bytes: Buffer): void;
    },
  ) {
    this.name = name;
    this.authorKey = authorKey;
    this.#url = url;
    this.lastSeq = Number(new URL(url).searchParams.get('since'));
    this.#listener = listener;
    this.#accept = (pair, address) => on.accept(pair, address);
    this.#onWrite = (pair, bytes) => on.onWrite(pair, bytes);
    this.#toServer.push({ kind: 'connect' });
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
      this.#onWrite(this, bytes);
      this.#toClient.push({ kind: 'frame', bytes });
    },
    // The node calls `startReading` of the pair when the session has started.
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

  /** Call when the session is admitted or refused. */
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
        this.#closeSession();
        this.#listener.onClose(item.code);
        return;
      case undefined:
    }
  }

  deliverToServer(): void {
    const item = this.#toServer.shift();
    if (item?.kind === 'connect') {
      this.#serverIsOpen = true;
      this.#toClient.push({ kind: 'open' });
      this.#server = this.#accept(this, this.#url);
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
      this.#closeSession();
    }
  }

  /** Closes both sides. Undelivered frames are lost. */
  cut(): void {
    this.cutServer();
    this.cutClient();
  }

  /** Closes the client's side only. The server still considers the socket open. */
  cutClient(): void {
    this.#toServer = [];
    if (!this.#clientIsOpen) return;
    this.#clientIsOpen = false;
    this.#listener.onClose(lostCode);
  }

  /** Closes the server's side only. The client still considers the socket open. */
  cutServer(): void {
    this.#toClient = [];
    this.#serverIsOpen = false;
    this.#toServer = [];
    this.#closeSession();
  }

  /** Simulates the death of the server's process, without any cleanup. */
  killServer(clientIsNotified: boolean): void {
    this.#server = null;
    this.cutServer();
    if (clientIsNotified) this.cutClient();
  }

  /** The page disappears without a close frame. The operating system closes the socket. */
  abandon(): void {
    this.#clientIsOpen = false;
    this.#toClient = [];
    this.#toServer = this.#toServer.filter(({ kind }) => kind !== 'connect');
    this.#toServer.push({ kind: 'close' });
  }

  #closeSession(): void {
    const server = this.#server;
    this.#server = null;
    server?.onClose();
  }
}
