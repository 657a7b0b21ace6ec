// A socket that tests whether the network keeps it open.

import { CancelError } from '#web/api/errors';

export interface HeldSocket {
  heldMs: number;
  closedWith?: number;
  error?: string;
}

const beatMs = 1000;

/** Resolves once the socket has responded after `forMs`, or was closed before. Rejects if `signal` aborts. */
export async function holdSocket(
  url: string,
  {
    forMs,
    onHeld,
    signal,
  }: { forMs: number; onHeld: (heldMs: number) => void; signal: AbortSignal },
): Promise<HeldSocket> {
  const socket = new WebSocket(url);
  const from = performance.now();
  const heldMs = (): number => performance.now() - from;
  let isOpen = false;
  const beat = setInterval(() => {
    onHeld(heldMs());
    if (isOpen && heldMs() >= forMs) socket.send('ping');
  }, beatMs);
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new CancelError()));
      socket.addEventListener('open', () => (isOpen = true));
      socket.addEventListener('message', () => {
        if (heldMs() >= forMs) resolve({ heldMs: heldMs() });
      });
      socket.addEventListener('close', ({ code }) => {
        const refused = isOpen ? {} : { error: 'the connection was refused' };
        resolve({ heldMs: heldMs(), closedWith: code, ...refused });
      });
    });
  } finally {
    clearInterval(beat);
    socket.close();
  }
}
