/** What the client needs of a socket; the browser has real ones, tests have pairs. */
export interface LiveSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** What a socket tells; after `closed` it tells nothing more. */
export interface SocketListener {
  opened(): void;
  received(text: string): void;
  failed(): void;
  closed(code: number): void;
}

export type OpenSocket = (url: string, listener: SocketListener) => LiveSocket;

/** Takes an address and whom to tell; gives the browser's socket. Throws where the browser refuses the address. */
export const openBrowserSocket: OpenSocket = (url, listener) => {
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => listener.opened());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string') listener.received(event.data);
  });
  socket.addEventListener('error', () => listener.failed());
  socket.addEventListener('close', (event) => listener.closed(event.code));
  return socket;
};
