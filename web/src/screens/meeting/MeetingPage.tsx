import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { type ReactNode, Suspense, useEffect, useState } from 'react';

import { ApiError, errorText } from '#web/api/request';
import { statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { meetingKeys } from '#web/features/meetings/meetings.queries';
import { UndoProvider } from '#web/features/undo/UndoProvider.tsx';
import { useBoard, useBoardClient } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { lazyPage } from '#web/ui/layout/lazy-page.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';

import { deserializeCommands } from './board-commands.ts';
import { meetingQuery } from './meeting.queries.ts';
import { MeetingBar } from './MeetingBar.tsx';
import { MeetingFrame } from './MeetingFrame.tsx';
import { OpenMeeting } from './OpenMeeting.tsx';
import { useMeetingTitle } from './use-meeting-title.ts';
import { useUnseenMark } from './use-unseen-mark.ts';

// Few addresses are of no meeting.
const MeetingMissing = lazyPage(async () => (await import('./MeetingMissing.tsx')).MeetingMissing);

/** A meeting and its board. One instance is one meeting: the route gives it a key. */
export function MeetingPage({ meetingId }: { meetingId: MeetingId }): ReactNode {
  const me = useMe();
  const person = { userId: me.id, userName: me.full_name || me.email };
  const [deserialize] = useState(() => deserializeCommands({ meetingId, userId: me.id }));
  const client = useBoardClient(meetingId, person, deserialize);
  const board = useBoard(client, (view) => view.board);
  const boardError = useBoard(client, (view) => view.error);
  const clockOffset = useBoard(client, (view) => view.clockOffset);
  const head = useQuery(meetingQuery(meetingId));
  const meeting = board?.meeting ?? head.data ?? null;
  const status = meeting && statusNow(meeting);
  const queries = useQueryClient();

  const isMissing = isGone(boardError) || (!board && isGone(head.error));
  useMeetingTitle(isMissing ? null : meeting, board?.timer ?? null, clockOffset);
  useUnseenMark(client, me.id);

  // The lists of meetings show the status: they are asked for anew when one of them is opened next.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: meetingKeys.lists(), refetchType: 'none' });
  }, [queries, status]);

  if (isMissing) {
    return (
      <MeetingFrame>
        <Middle>
          <Suspense fallback={<Spinner label="Loading meeting" size="lg" />}>
            <MeetingMissing />
          </Suspense>
        </Middle>
      </MeetingFrame>
    );
  }
  if (!meeting && head.error) {
    return (
      <MeetingFrame>
        <Middle>
          <MeetingFailed
            error={head.error}
            onRetry={() => void Promise.all([head.refetch(), client.refresh()])}
          />
        </Middle>
      </MeetingFrame>
    );
  }
  if (!meeting) {
    return (
      <MeetingFrame>
        <Middle>
          <Spinner label="Loading meeting" size="lg" />
        </Middle>
      </MeetingFrame>
    );
  }
  if (!board) {
    return (
      <MeetingFrame bar={<MeetingBar meeting={meeting} />}>
        <Middle>
          {boardError ? (
            <NotesError error={boardError} onRetry={client.refresh} />
          ) : (
            <NotesLoading />
          )}
        </Middle>
      </MeetingFrame>
    );
  }
  return (
    <UndoProvider client={client} me={me.id}>
      <OpenMeeting client={client} board={board} />
    </UndoProvider>
  );
}

function Middle({ children }: { children: ReactNode }): ReactNode {
  return <div className="m-auto max-w-full py-6 text-muted">{children}</div>;
}

function MeetingFailed(props: { error: Error; onRetry: () => void }): ReactNode {
  usePageTitle('Error loading meeting');
  return (
    <EmptyState
      illustration={<Offline />}
      title="Error loading meeting!"
      level={1}
      action={
        <Button variant="primary" onClick={props.onRetry}>
          Try again
        </Button>
      }
    >
      {errorText(props.error)}
    </EmptyState>
  );
}

function NotesLoading(): ReactNode {
  return (
    <div className="grid justify-items-center gap-3 text-soft" role="status">
      <Spinner size="lg" />
      Loading notes...
    </div>
  );
}

const unexpected = 'An unexpected error occurred while loading the notes.';

function NotesError({
  error,
  onRetry,
}: {
  error: unknown;
  onRetry: () => Promise<void>;
}): ReactNode {
  return (
    <div role="alert">
      <EmptyState
        illustration={<Offline />}
        title="Error loading notes"
        action={
          <Button variant="primary" onClick={() => void onRetry()}>
            Try again
          </Button>
        }
      >
        {error instanceof Error ? errorText(error) : unexpected}
      </EmptyState>
    </div>
  );
}

/** Existence is not told to outsiders (docs/api.md A-41): either answer means that there is nothing here for this person. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}
