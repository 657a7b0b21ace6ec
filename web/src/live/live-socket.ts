import { liveProtocols } from '@wentwell/contract/notes/author-keys';

/** The part of a WebSocket that the client uses; tests replace it with a socket pair. */
export interface LiveSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** No callback runs after `onClose`. */
export interface SocketCallbacks {
  onOpen(): void;
  onMessage(text: string): void;
  onError(): void;
  onClose(code: number): void;
}

export type OpenSocket = (url: string, callbacks: SocketCallbacks) => LiveSocket;

/** Throws if the browser rejects the URL. */
export function openBrowserSocket(
  url: string,
  callbacks: SocketCallbacks,
  protocols: string[] = [],
): LiveSocket {
  const socket = new WebSocket(url, protocols);
  socket.addEventListener('open', () => callbacks.onOpen());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string') callbacks.onMessage(event.data);
  });
  socket.addEventListener('error', () => callbacks.onError());
  socket.addEventListener('close', (event) => callbacks.onClose(event.code));
  return socket;
}

/** Opens sockets that receive what the holder of the author key may read. */
export function socketsWithKey(key: string): OpenSocket {
  return (url, callbacks) => openBrowserSocket(url, callbacks, liveProtocols(key));
}
