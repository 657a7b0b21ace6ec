import type { PresenceEntry } from '@wentwell/contract/live';
import { Link as LinkIcon, QrCode } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import { nameOf } from './participants.ts';

const MeetingQrCode = lazyPart(async () => (await import('./MeetingQrCode.tsx')).MeetingQrCode);

const namedMax = 6;

export function WaitingRoom(props: {
  presence: readonly PresenceEntry[];
  /** The names of the team's members who are not here; empty until they are known. */
  missing: readonly string[];
  /** How many others are not here, whose names were not asked for. */
  unnamed: number;
  /** Its address is of use to members alone. */
  hasLink: boolean;
  children?: ReactNode;
}): ReactNode {
  const { missing, unnamed } = props;
  const [showsCode, setShowsCode] = useState(false);
  const here = props.presence.filter((entry) => entry.isOnline);
  return (
    <section
      aria-labelledby="waiting-title"
      className="m-auto flex min-w-0 max-w-full flex-col items-center gap-6 px-6 py-8 text-center wrap-anywhere"
    >
      <ul
        aria-label="People present"
        className="flex max-w-2xl flex-wrap justify-center gap-x-5 gap-y-4"
      >
        {here.map((entry) => (
          <li key={entry.userId} className="grid w-24 animate-rise justify-items-center gap-1.5">
            <Avatar person={{ id: entry.userId, name: entry.userName }} size="lg" decorative />
            <span className="line-clamp-2 max-w-full text-xs text-soft" title={nameOf(entry)}>
              {nameOf(entry)}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-1">
        <h2 id="waiting-title" className="text-lg font-bold">
          Waiting for people to join...
        </h2>
        <p className="text-soft" role="status">
          {here.length === 1 ? '1 person present' : `${here.length} people present`}
        </p>
        {missing.length + unnamed > 0 && (
          <p className="text-sm text-muted" title={missing.join(', ')}>
            Not here yet: {listOf(missing, unnamed)}
          </p>
        )}
      </div>
      {props.hasLink && (
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            size="sm"
            icon={<LinkIcon aria-hidden="true" />}
            onClick={() => void copyText(location.origin + location.pathname, 'Link copied')}
          >
            Copy link
          </Button>
          <Button
            size="sm"
            icon={<QrCode aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setShowsCode(true)}
          >
            QR code
          </Button>
          <Suspense>
            <MeetingQrCode open={showsCode} onOpenChange={setShowsCode} />
          </Suspense>
        </div>
      )}
      {props.children}
    </section>
  );
}

function listOf(names: readonly string[], unnamed: number): string {
  const count = names.length + unnamed;
  if (names.length === 0) return String(count);
  const shown = count <= namedMax ? names : names.slice(0, namedMax - 1);
  const others = count - shown.length;
  return shown.join(', ') + (others > 0 ? ` and ${others} more` : '');
}
