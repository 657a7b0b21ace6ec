import { useQuery } from '@tanstack/react-query';
import { type Board, teamContextOfViewer } from '@wentwell/contract/board';
import { effectiveStatus, meetingAbilities } from '@wentwell/contract/meetings';
import { phaseFacts } from '@wentwell/contract/phases';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { meetingActions } from '#web/features/meetings/meeting-actions';
import { teamMembersQuery } from '#web/features/members/members.queries';
import { PhaseRail } from '#web/features/phases/PhaseRail.tsx';
import { ParticipantsPanel } from '#web/features/presence/ParticipantsPanel.tsx';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';
import { toast } from '#web/ui/feedback/toast';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import { Announcer } from './Announcer.tsx';
import { BoardArea } from './BoardArea.tsx';
import { LiveControls } from './LiveControls.tsx';
import { ConnectionAlert, NotesDisabledAlert, NotLiveAlert } from './MeetingAlerts.tsx';
import { MeetingHeader } from './MeetingHeader.tsx';
import { People } from './people.ts';
import { RecentActivity } from './RecentActivity.tsx';
import { StatusPanel } from './StatusPanel.tsx';
import { useOwnerNotice } from './use-owner-notice.ts';

// Only a planned meeting needs it.
const StartMeetingDialog = lazyPart(
  async () => (await import('#web/features/meetings/StartMeetingDialog.tsx')).StartMeetingDialog,
);

/** A meeting whose board has come: live, or to be read. */
export function OpenMeeting({ client, board }: { client: BoardClient; board: Board }): ReactNode {
  const { meeting, presence } = board;
  const status = effectiveStatus(meeting);
  const isLive = status === 'live';
  const me = useMe();
  // A board without notes has no authors to name.
  const members = useQuery({
    ...teamMembersQuery(meeting.team_id),
    enabled: isLive || board.notes.length > 0,
  }).data;
  const who = useMemo(() => teamContextOfViewer(board.you), [board.you]);
  const connection = useBoard(client, (view) => view.connection);
  const waiting = useBoard(client, (view) => view.waiting);
  const delayReason = useBoard(client, (view) => view.delayReason);
  const [people] = useState(() => new People());
  const [isStarting, setStarting] = useState(false);

  for (const { user } of members ?? []) people.learn(user.id, user.display_name);
  for (const entry of presence) people.learn(entry.userId, entry.userName);
  people.learn(me.id, me.display_name);
  if (members) people.allCame();
  useOwnerNotice(meeting.owner_id, me.id, people.personOf);
  useEffect(() => {
    if (!isLive) toast.dismissGroup('board-undo');
  }, [isLive]);

  const canAdd = phaseFacts[meeting.phase].adds;
  const isWaiting = isLive && meeting.phase === 'joining';
  const statusPanel = (
    <StatusPanel
      connection={connection.status}
      isClosed={status === 'closed'}
      waiting={waiting}
      delayReason={delayReason}
      phase={isLive ? meeting.phase : null}
      online={presence.filter((entry) => entry.isOnline).length}
      notesDisabled={isLive && !canAdd}
    />
  );
  return (
    <>
      <MeetingHeader meeting={meeting}>
        {isLive && (
          <LiveControls
            meeting={meeting}
            who={who}
            faceDown={board.notes.filter((note) => note.hidden).length}
            members={members}
            presence={presence}
            personOf={people.personOf}
            onMoved={() => void client.refresh()}
          />
        )}
      </MeetingHeader>
      {isLive ? <PhaseRail phase={meeting.phase} aside={statusPanel} /> : statusPanel}
      {status !== 'live' && (
        <NotLiveAlert
          status={status}
          start={meetingActions(meeting, meetingAbilities(who, meeting)).start}
          onStart={() => setStarting(true)}
        />
      )}
      {isLive && <ConnectionAlert connection={connection} onRetry={client.reconnect} />}
      {isLive && !canAdd && !isWaiting && <NotesDisabledAlert />}
      <div
        className={
          isLive
            ? 'grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_272px]'
            : 'grid grid-cols-[minmax(0,1fr)] gap-4'
        }
      >
        <BoardArea client={client} board={board} who={who} personOf={people.personOf} />
        {isLive && (
          <aside
            aria-label="Meeting"
            className="grid grid-cols-[minmax(0,1fr)] content-start items-start gap-4 self-start md:max-xl:grid-cols-2 xl:sticky xl:top-20"
          >
            <ParticipantsPanel
              presence={presence}
              me={me.id}
              isLive={connection.status === 'open'}
              teamSize={members?.length ?? null}
            />
            <RecentActivity client={client} me={me.id} personOf={people.personOf} />
          </aside>
        )}
      </div>
      <Announcer client={client} me={me.id} />
      <Suspense>
        <StartMeetingDialog
          meeting={meeting}
          open={isStarting}
          onOpenChange={(open) => {
            setStarting(open);
            // Closed after a start or without one: the board tells which.
            if (!open) void client.refresh();
          }}
          onOpenMeeting={() => void client.refresh()}
        />
      </Suspense>
    </>
  );
}
