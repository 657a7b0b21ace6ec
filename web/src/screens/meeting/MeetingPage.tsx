import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Timer } from '@wentwell/contract/discussion/timer';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { phaseFacts } from '@wentwell/contract/phases';
import { type ReactNode, Suspense, useEffect, useState } from 'react';

import { authorKey, setAnonymity, setWriter } from '#web/api/author-key';
import { readQuery } from '#web/api/queries';
import { ApiError, errorText } from '#web/api/request';
import { statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { meetingKeys } from '#web/features/meetings/meetings.queries';
import { noteCommands } from '#web/features/notes/note-commands';
import { noteDrafts } from '#web/features/notes/note-drafts';
import { reactionCommands } from '#web/features/reactions/reaction-commands';
import { readyCommands } from '#web/features/ready/ready-commands';
import { onEachSecond, secondsLeft } from '#web/features/timer/time-left';
import { UndoProvider } from '#web/features/undo/UndoProvider.tsx';
import { voteCommands } from '#web/features/votes/vote-commands';
import { boardApi } from '#web/live/board-api';
import { BoardClient } from '#web/live/board-client';
import { browserPage } from '#web/live/browser-state';
import { browserClock } from '#web/live/clock';
import { commandStore } from '#web/live/command-store';
import { lazyCommands } from '#web/live/lazy-command';
import { socketsWithKey } from '#web/live/live-socket';
import type { DeserializeCommand } from '#web/live/queued-command';
import { useBoardOf } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { clockText } from '#web/ui/formats';
import { lazyPage } from '#web/ui/layout/lazy-page.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';

import { MeetingBar } from './MeetingBar.tsx';
import { MeetingFrame } from './MeetingFrame.tsx';
import { OpenMeeting } from './OpenMeeting.tsx';

/** Recreates stored commands of all features. */
function deserializeCommands(context: {
  meetingId: MeetingId;
  userId: UserId;
}): DeserializeCommand {
  const { meetingId, userId } = context;
  const features = [
    voteCommands(context).deserialize,
    reactionCommands(context).deserialize,
    noteCommands(context, noteDrafts(userId, meetingId)).deserialize,
    readyCommands(context).deserialize,
    lazyCommands(async (kind) => {
      const { lateCommands } = await import('./late-code.ts');
      return lateCommands(kind, context);
    }),
  ];
  return (kind, input) => {
    for (const deserialize of features) {
      const command = deserialize(kind, input);
      if (command) return command;
    }
    return null;
  };
}

// The document's title shows the meeting's state for other tabs: `(2:31) Discussing · Sprint 12`.
/** Set directly, so that the page does not re-render each second. */
function useMeetingTitle(meeting: Meeting | null, timer: Timer | null): void {
  useEffect(() => {
    if (!meeting) return undefined;
    const isLive = statusNow(meeting) === 'live';
    const now = isLive ? `${phaseFacts[meeting.phase].label} · ` : '';
    const name = `${now}${meeting.name} · Wentwell`;
    const shown = isLive ? timer : null;
    function write(): void {
      const left = shown && clockText(secondsLeft(shown));
      document.title = left === null ? name : `(${left}) ${name}`;
    }
    write();
    return onEachSecond(shown, write);
  }, [meeting, timer]);
}

// The tab's icon has a dot once others have changed the board while the tab was hidden.
function useUnseenMark(client: BoardClient, me: UserId): void {
  useEffect(() => {
    const stopFollowing = client.subscribeToChanges((changes) => {
      if (browserPage.isHidden() && changes.some(({ userId }) => userId !== me)) show('news');
    });
    const stopWatching = browserPage.subscribe(() => {
      if (!browserPage.isHidden()) show('plain');
    });
    return () => {
      stopFollowing();
      stopWatching();
      show('plain');
    };
  }, [client, me]);
}

const icons = { plain: '/favicon.svg', news: '/favicon-news.svg' };

function show(icon: keyof typeof icons): void {
  document.querySelector('link[rel=icon]')?.setAttribute('href', icons[icon]);
}

// The meeting alone, for the page's header while the board loads. Later the board provides it.
function meetingQuery(meetingId: MeetingId) {
  return readQuery([...meetingKeys.all, 'one', meetingId], {
    path: `/api/v1/meetings/${meetingId}`,
    schema: Meeting,
  });
}

// Most addresses have a meeting.
const MeetingMissing = lazyPage(() => import('./MeetingMissing.tsx'), 'MeetingMissing');

/** A meeting and its board. The route sets a key, so one instance is one meeting. */
export function MeetingPage(props: {
  meetingId: MeetingId;
  /** Rendered if the meeting does not exist, or no longer. */
  missing?: ReactNode;
  onClient?: (client: BoardClient) => void;
}): ReactNode {
  const { meetingId, missing, onClient } = props;
  const me = useMe();
  const person = { userId: me.id, userName: me.full_name || me.email };
  const [deserialize] = useState(() => deserializeCommands({ meetingId, userId: me.id }));
  const client = useNewClient(meetingId, person, deserialize);
  const board = useBoardOf(client, (view) => view.board);
  const boardError = useBoardOf(client, (view) => view.error);
  useEffect(() => onClient?.(client), [client, onClient]);
  const head = useQuery(meetingQuery(meetingId));
  const meeting = board?.meeting ?? head.data ?? null;
  const status = meeting && statusNow(meeting);
  const queries = useQueryClient();

  const isMissing = isGone(boardError) || (!board && isGone(head.error));
  useMeetingTitle(isMissing ? null : meeting, board?.timer ?? null);
  useUnseenMark(client, me.id);

  // Calls outside the queue, such as of the timer, change the board, too. A failed one may have changed it.
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        const ended = event.type === 'updated' && ['success', 'error'].includes(event.action.type);
        if (ended) client.fetchOwnChange();
      }),
    [queries, client],
  );

  // Meeting lists show the status, so they are refetched when next opened.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: meetingKeys.lists(), refetchType: 'none' });
  }, [queries, status]);

  if (!board || isMissing) {
    const shown = isMissing ? null : meeting;
    // A loading meeting is most likely live.
    const isFolded = status === 'live' || (!isMissing && !meeting && !head.error);
    return (
      <MeetingFrame isFolded={isFolded} bar={shown && <MeetingBar meeting={shown} />}>
        <div className="m-auto max-w-full py-6 text-muted">
          {isMissing ? (
            <Suspense fallback={loading}>{missing ?? <MeetingMissing />}</Suspense>
          ) : meeting ? (
            <NotesLoading error={boardError} onRetry={client.refresh} />
          ) : head.error ? (
            <MeetingFailed
              error={head.error}
              onRetry={() => void Promise.all([head.refetch(), client.refresh()])}
            />
          ) : (
            loading
          )}
        </div>
      </MeetingFrame>
    );
  }
  return (
    <UndoProvider client={client} me={me.id}>
      <OpenMeeting />
    </UndoProvider>
  );
}

const loading = <Spinner label="Loading meeting" size="lg" />;

function MeetingFailed(props: { error: Error; onRetry: () => void }): ReactNode {
  usePageTitle('Error loading meeting');
  return <Failed {...props} title="Error loading meeting!" level={1} />;
}

function Failed(props: {
  title: string;
  level?: 1;
  error: unknown;
  onRetry: () => unknown;
}): ReactNode {
  const { error, onRetry, ...heading } = props;
  return (
    <EmptyState
      {...heading}
      illustration={<Offline />}
      action={
        <Button variant="primary" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      {error instanceof Error ? errorText(error) : unexpected}
    </EmptyState>
  );
}

const unexpected = 'An unexpected error occurred while loading the notes.';

function NotesLoading(props: { error: unknown; onRetry: () => Promise<void> }): ReactNode {
  if (!props.error) {
    return (
      <div className="grid justify-items-center gap-3 text-soft" role="status">
        <Spinner size="lg" />
        Loading notes...
      </div>
    );
  }
  return (
    <div role="alert">
      <Failed {...props} title="Error loading notes" />
    </div>
  );
}

/** Outsiders must not learn that a meeting exists (docs/api.md A-41), so both answers mean "not found". */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

/** The meeting must not change: set a `key` on the component. `deserialize` restores unsent commands. */
function useNewClient(
  meetingId: MeetingId,
  me: { userId: UserId; userName: string },
  deserialize: DeserializeCommand,
): BoardClient {
  const [client] = useState(
    () =>
      new BoardClient({
        api: boardApi(meetingId),
        clock: browserClock,
        page: browserPage,
        openSocket: socketsWithKey(authorKey(meetingId, me.userId)),
        random: Math.random,
        me,
        store: commandStore(me.userId, meetingId),
        deserialize,
      }),
  );
  const { userId } = me;
  useEffect(() => {
    setWriter(meetingId, userId);
    const unsubscribe = client.subscribe(() => {
      const { board } = client.getSnapshot();
      if (board) setAnonymity(meetingId, userId, board.meeting.settings.anonymous);
    });
    const stop = client.start();
    return () => {
      stop();
      unsubscribe();
    };
  }, [client, meetingId, userId]);
  return client;
}
