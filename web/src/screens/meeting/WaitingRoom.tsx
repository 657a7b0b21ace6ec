import { useQuery } from '@tanstack/react-query';
import { type PresenceEntry, presentName, seatName } from '@wentwell/contract/live/live';
import { isLead, meetingPolicy } from '@wentwell/contract/meetings/meetings';
import { isInTeam } from '@wentwell/contract/teams/teams';
import type { ReactNode } from 'react';

import { useIsGuest } from '#web/features/auth/session.tsx';
import type { LinkKind } from '#web/features/guests/guests.queries';
import { useInvited } from '#web/features/members/board-names.queries';
import { boardMembersQuery } from '#web/features/members/members.queries';
import { attendance } from '#web/features/ready/ready-count';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { initialsOf } from '#web/ui/identity/person';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { currentPaletteCommands } from '#web/ui/overlays/palette-commands';

import { useMeetingParts } from './meeting-parts.ts';

import './waiting-room.css';

const MeetingQrCode = lazyPart(
  () => import('#web/features/presence/MeetingQrCode.tsx'),
  'MeetingQrCode',
);

// Loaded after the board.
const CheckIn = lazyPart(() => import('./CheckInArea.tsx'), 'CheckIn');
const LobbyCards = lazyPart(() => import('./MeetingActions.tsx'), 'LobbyCards');

/** If more people are missing, their number replaces their seats. */
const seatsMax = 6;

/** In joining: who is here and who is missing, the check-in, and what was agreed before. */
export function WaitingRoom(): ReactNode {
  const { board, who, personOf } = useMeetingParts();
  const { meeting, presence } = board;
  const isGuest = useIsGuest();
  const isMember = board.you.role !== 'guest';
  const { data: team } = useQuery({ ...boardMembersQuery(meeting.team_id), enabled: isMember });
  const invited = useInvited(meeting.team_id, isInTeam(who));
  const here = presence.filter(({ isOnline }) => isOnline);
  const { missing, unnamed } = attendance(board, team ?? { rows: [], total: 0 });
  const away = missing.length + unnamed;
  const lead = personOf(meeting.owner_id).name;
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
                {invited > 0 && ` · ${invited} invited`}
              </p>
            </div>
            <div className="lobby-seats flex flex-wrap">
              <ul aria-label="People present" className="contents">
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
                <ul aria-label="Not here yet" className="contents text-muted">
                  {missing.map(({ id, display_name: name }) => (
                    <Seat key={id} person={{ userName: name }}>
                      <span
                        aria-hidden="true"
                        className="lobby-away grid place-items-center rounded-full text-lg font-bold"
                      >
                        {initialsOf(name)}
                      </span>
                    </Seat>
                  ))}
                </ul>
              )}
            </div>
            {!isLead(who.userId, meeting) && (
              <p className="text-sm text-muted">
                {lead}{' '}
                {team && away + invited === 0 ? 'can start' : 'will start when everyone is here'}.
              </p>
            )}
            <CheckIn />
          </Part>
        </div>
        <div>
          <LobbyCards />
        </div>
        {!isGuest && (
          <div className="lobby-way">
            <MeetingQrCode
              onLink={meetingPolicy.change(who, meeting) === 'allowed' ? openLink : null}
              hasGuests={meeting.settings.guests}
            />
          </div>
        )}
      </div>
    </section>
  );
}

function openLink(kind: LinkKind): void {
  currentPaletteCommands()
    .find(({ id }) => id === `${kind}-link`)
    ?.run();
}

function Seat({
  person,
  children,
}: {
  person: Pick<PresenceEntry, 'userName' | 'isGuest'>;
  children: ReactNode;
}): ReactNode {
  return (
    <li className="grid w-18 animate-rise justify-items-center gap-1.5 text-center">
      {children}
      <span className="max-w-full text-xs wrap-anywhere" title={presentName(person)}>
        {seatName(person)}
      </span>
    </li>
  );
}
