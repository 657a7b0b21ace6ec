// The demo: the product's board with an invented team, in this tab only (docs/design.md D-56).
import type { MeetingId } from '@wentwell/contract/ids';
import { type ReactNode, useState } from 'react';

import { serverNow } from '#web/api/server-time';
import { GuestFrame } from '#web/screens/guest/GuestFrame.tsx';
import { MeetingPage } from '#web/screens/meeting/MeetingPage.tsx';
import { linkClass } from '#web/ui/buttons/link-class';

import { meetingFrom, visitor } from './demo-scene.ts';
import { DemoServer } from './demo-server.ts';

const { id: meetingId } = meetingFrom(new Date());

async function leave(): Promise<void> {
  location.assign('/');
}

export function Try(): ReactNode {
  const [server] = useState(() => new DemoServer());
  // Before any part of the page reads the board.
  useState(() => closeBrowser(server, meetingId));
  return (
    <GuestFrame
      user={visitor}
      token="demo"
      onLeave={leave}
      above={
        <p className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-surface px-4 py-1 pointer-coarse:py-3 text-xs text-soft print:hidden">
          Only in this tab: nothing is sent or saved.
          <a href="/register" className={`${linkClass} hit-area`}>
            Start your own
          </a>
        </p>
      }
    >
      <MeetingPage meetingId={meetingId} onClient={server.serve} />
    </GuestFrame>
  );
}

// Replaces fetch, WebSocket and storage, so that the page uses no network and stores nothing.
const api = '/api/v1';

function answerWith(server: DemoServer, meetingId: MeetingId) {
  const meeting = `${api}/meetings/${meetingId}`;
  return (url: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url, location.origin);
    if (!pathname.startsWith(`${api}/`))
      return Promise.reject(new TypeError('The demo has no network.'));
    const path = pathname.startsWith(meeting)
      ? pathname.slice(meeting.length + 1)
      : pathname.slice(api.length);
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    const request = { method, path, headers: new Headers(headers), body: sent };
    return Promise.resolve(server.answer(request));
  };
}

function socketOf(server: DemoServer) {
  return class DemoSocket extends EventTarget {
    #unsubscribe: (() => void) | null = null;

    constructor() {
      super();
      queueMicrotask(() => {
        this.dispatchEvent(new Event('open'));
        this.#unsubscribe = server.subscribe((data) => this.#deliver(data));
      });
    }

    #deliver(data: string): void {
      this.dispatchEvent(new MessageEvent('message', { data }));
    }

    /** Answers every message with a pong, so that the page stays connected. */
    send(): void {
      const timestamp = serverNow().toISOString();
      this.#deliver(JSON.stringify({ type: 'pong', userId: null, timestamp, data: {} }));
    }

    close(): void {
      this.#unsubscribe?.();
    }
  };
}

function refuse(): never {
  throw new DOMException('The demo has no storage.', 'SecurityError');
}

function closeBrowser(server: DemoServer, meetingId: MeetingId): void {
  Object.defineProperty(globalThis, 'fetch', { value: answerWith(server, meetingId) });
  Object.defineProperty(globalThis, 'WebSocket', { value: socketOf(server) });
  // Like a browser that refuses storage, which the product supports.
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(globalThis, name, { get: refuse });
  }
}
