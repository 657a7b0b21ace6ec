import type { UserId } from '@wentwell/contract/ids';
import { Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import { statusNow } from '#web/api/server-time';
import type { BoardClient } from '#web/live/board-client';
import { UndoHistory } from '#web/live/undo-history';
import { useBoard } from '#web/live/use-board';
import { UndoContext } from '#web/live/use-undo';
import { type Command, useCommands } from '#web/ui/overlays/commands';
import { isCovered, isTyping } from '#web/ui/overlays/shortcut-scope';

import { undoNotices } from './undo-notices.ts';

/** The user's own changes on the page below can be taken back: by toast, by keyboard and from the palette. */
export function UndoProvider(props: {
  client: BoardClient;
  me: UserId;
  children: ReactNode;
}): ReactNode {
  const { client, me, children } = props;
  const [history] = useState(() => new UndoHistory(client, undoNotices()));
  useEffect(
    () => client.subscribeToEvents((events) => history.onEvents(events, me)),
    [client, history, me],
  );
  const isLive = useBoard(
    client,
    ({ board }) => board !== null && statusNow(board.meeting) === 'live',
  );
  useEffect(() => {
    if (!isLive) history.clear();
  }, [history, isLive]);
  useEffect(() => () => history.clear(), [history]);
  useUndoKeys(history);
  return (
    <UndoContext value={history}>
      <UndoCommands history={history} />
      {children}
    </UndoContext>
  );
}

/** A component of its own, so that a change of the history renders nothing else. */
function UndoCommands({ history }: { history: UndoHistory }): ReactNode {
  const done = useSyncExternalStore(history.subscribe, () => history.last('undo'));
  const undone = useSyncExternalStore(history.subscribe, () => history.last('redo'));
  const commands: Command[] = [];
  if (done) {
    const label = `Undo: ${done.title}`;
    commands.push({ id: 'undo', group: 'Meeting', label, icon: <Undo2 />, run: history.undo });
  }
  if (undone) {
    const label = `Redo: ${undone.title}`;
    commands.push({ id: 'redo', group: 'Meeting', label, icon: <Redo2 />, run: history.redo });
  }
  useCommands(commands);
  return null;
}

/** Text fields and dialogs keep the keys for what is typed there. */
function useUndoKeys(history: UndoHistory): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const direction = directionOf(event);
      if (direction === null || event.defaultPrevented) return;
      if (isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      history[direction]();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [history]);
}

function directionOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && event.ctrlKey && !event.shiftKey ? 'redo' : null;
}
