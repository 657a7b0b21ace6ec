// The demo: the product's board with an invented team, in this tab only (docs/design.md D-56).
import { type ReactNode, useState } from 'react';

import { GuestFrame } from '#web/screens/guest/GuestFrame.tsx';
import { MeetingPage } from '#web/screens/meeting/MeetingPage.tsx';
import { linkClass } from '#web/ui/buttons/link-class';

import { closeBrowser } from './closed-browser.ts';
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
        <p className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-surface px-4 py-1 text-xs text-soft print:hidden">
          In this tab alone: nothing is sent or kept.
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
