import type { ReactNode } from 'react';

import { keepForAccount } from './guest-session.ts';

/** For guests, after the meeting's end (docs/retro.md R-326). */
export function KeepWorkLink(props: { meetingId: string; className: string }): ReactNode {
  const { meetingId, className } = props;
  return (
    <a
      href={`/meetings/${meetingId}/keep`}
      className={className}
      onClick={() => keepForAccount(meetingId)}
    >
      Keep your work with an account
    </a>
  );
}
