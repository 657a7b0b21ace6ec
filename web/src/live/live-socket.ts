/** The part of a WebSocket that the client uses; tests replace it with a socket pair. */
export interface LiveSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** Nothing is called after `onClose`. */
export interface SocketCallbacks {
  onOpen(): void;
  onMessage(text: string): void;
  onError(): void;
  onClose(code: number): void;
}

export type OpenSocket = (url: string, callbacks: SocketCallbacks) => LiveSocket;

/** Throws where the browser refuses the address. */
export const openBrowserSocket: OpenSocket = (url, callbacks) => {
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => callbacks.onOpen());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string') callbacks.onMessage(event.data);
  });
  socket.addEventListener('error', () => callbacks.onError());
  socket.addEventListener('close', (event) => callbacks.onClose(event.code));
  return socket;
};
