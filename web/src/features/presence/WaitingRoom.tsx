import { type PresenceEntry, presentName, seatName } from '@wentwell/contract/live';
import type { ReactNode } from 'react';

import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { initialsOf, type Person } from '#web/ui/identity/person';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import './waiting-room.css';

const MeetingQrCode = lazyPart(() => import('./MeetingQrCode.tsx'), 'MeetingQrCode');

/** If more people are missing, their number replaces their seats. */
const seatsMax = 6;

type Present = Pick<PresenceEntry, 'userName' | 'isGuest'>;

export function WaitingRoom(props: {
  presence: readonly PresenceEntry[];
  /** Absent team members; empty while loading. */
  missing: readonly Person[];
  /** How many others are absent, without loaded names. */
  unnamed: number;
  /** Whether to show the meeting's address, which only members can use. */
  hasLink: boolean;
  hint: string | null;
  aside: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { missing, unnamed, hasLink, hint, aside, children } = props;
  const here = props.presence.filter((entry) => entry.isOnline);
  const away = missing.length + unnamed;
  const hasSeats = unnamed === 0 && away <= seatsMax;
  return (
    <section aria-labelledby="waiting-title" className="lobby-place wrap-anywhere">
      <div className="lobby">
        <div>
          <Part>
            <div className="grid gap-1">
              <h2 id="waiting-title" className="text-xl font-bold">
                Waiting for people to join...
              </h2>
              <p className="text-soft">
                <span role="status">
                  {here.length === 1 ? '1 person present' : `${here.length} people present`}
                </span>
                {!hasSeats && ` · ${away} not here yet`}
              </p>
            </div>
            <ul aria-label="People present" className="lobby-seats">
              {here.map((entry) => (
                <Seat key={entry.userId} person={entry}>
                  <Avatar
                    person={{ id: entry.userId, name: entry.userName }}
                    size="lg"
                    decorative
                  />
                </Seat>
              ))}
            </ul>
            {hasSeats && away > 0 && (
              <ul aria-label="Not here yet" className="lobby-seats text-muted">
                {missing.map(({ id, name }) => (
                  <Seat key={id} person={{ userName: name }}>
                    <span aria-hidden="true" className="lobby-away">
                      {initialsOf(name)}
                    </span>
                  </Seat>
                ))}
              </ul>
            )}
          </Part>
          {hint !== null && <p className="text-sm text-muted">{hint}</p>}
          {children}
        </div>
        <div>{aside}</div>
        {hasLink && (
          <div className="lobby-way">
            <MeetingQrCode />
          </div>
        )}
      </div>
    </section>
  );
}

function Seat({ person, children }: { person: Present; children: ReactNode }): ReactNode {
  return (
    <li className="grid w-18 animate-rise justify-items-center gap-1.5 text-center">
      {children}
      <span className="max-w-full truncate text-xs" title={presentName(person)}>
        {seatName(person)}
      </span>
    </li>
  );
}
