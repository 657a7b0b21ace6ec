import type { UserId } from '@wentwell/contract/ids';
import { Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import { statusNow } from '#web/api/server-time';
import type { BoardClient } from '#web/live/board-client';
import { UndoHistory, type OwnChange, type UndoNotices } from '#web/live/undo-history';
import { OpenBoardContext, useBoardOf } from '#web/live/use-board';
import { toast } from '#web/ui/feedback/toast';
import { type PaletteCommand, usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

const undoTimeMs = 4000;
const group = 'board-undo';
const defaultSlot = 'own-change';

/** One toast per slot, and one for undone changes. */
function undoNotices(client: BoardClient): UndoNotices {
  // Maps toast ids to changes, so that dismissing an earlier change keeps a toast that replaced its own.
  const shown = new Map<string, OwnChange>();

  function dismiss(change: OwnChange): void {
    for (const [id, each] of shown) {
      if (each !== change) continue;
      shown.delete(id);
      toast.dismiss(id);
    }
  }

  return {
    onDone: (change, undo) => {
      const id = change.slot ?? defaultSlot;
      // After a redo, the Redo offer in the default slot is outdated.
      if (change.slot !== undefined) toast.dismiss(defaultSlot);
      shown.set(id, change);
      const action = { label: 'Undo', onPress: undo };
      // A check mark would suggest that the change has been sent.
      const isOpen = client.getSnapshot().connection.status === 'open';
      toast[isOpen ? 'success' : 'info']({
        title: change.title,
        description: <Unsent client={client} />,
        id,
        group,
        duration: undoTimeMs,
        action,
        isHidden: change.isInView,
      });
    },
    onUndone: (change, undone, redo) => {
      dismiss(change);
      shown.set(defaultSlot, undone);
      const action = redo && { action: { label: 'Redo', onPress: redo } };
      toast.info({ title: change.undoneTitle, id: defaultSlot, group, ...action });
    },
    onRefused: (direction, change, description) => {
      dismiss(change);
      shown.delete(defaultSlot);
      const title = direction === 'undo' ? 'Undo failed' : 'Redo failed';
      toast.warning({ title: `${title}: ${change.title}`, description, id: defaultSlot, group });
    },
    onWithdrawn: dismiss,
    onEmpty: (direction) => {
      const title = direction === 'undo' ? 'Nothing to undo' : 'Nothing to redo';
      toast.info({ title, id: defaultSlot, group, duration: 2000 });
    },
    onCleared: () => {
      shown.clear();
      toast.dismissGroup(group);
    },
  };
}

/** While changes are pending, others do not see them. */
function Unsent({ client }: { client: BoardClient }): ReactNode {
  const isUnsent = useBoardOf(client, ({ waiting }) => waiting > 0);
  return isUnsent && 'Not sent yet.';
}

/** Opens the board for all below, with the undo of the user's own changes by toast, keyboard and palette. */
export function UndoProvider(props: {
  client: BoardClient;
  me: UserId;
  children: ReactNode;
}): ReactNode {
  const { client, me, children } = props;
  const [open] = useState(() => ({
    client,
    history: new UndoHistory(client, undoNotices(client)),
  }));
  const { history } = open;
  useEffect(
    () => client.subscribeToChanges((changes) => history.onChanges(changes, me)),
    [client, history, me],
  );
  const isLive = useBoardOf(
    client,
    ({ board }) => board !== null && statusNow(board.meeting) === 'live',
  );
  useEffect(() => {
    if (!isLive) history.clear();
  }, [history, isLive]);
  useEffect(() => () => history.clear(), [history]);
  useShortcuts((shortcut, event) => {
    const direction = directionOf(shortcut, event);
    return direction && history[direction];
  });
  return (
    <OpenBoardContext value={open}>
      <UndoCommands history={history} />
      {children}
    </OpenBoardContext>
  );
}

/** Its own component, so that a history change renders nothing else. */
function UndoCommands({ history }: { history: UndoHistory }): ReactNode {
  const done = useSyncExternalStore(history.subscribe, () => history.last('undo'));
  const undone = useSyncExternalStore(history.subscribe, () => history.last('redo'));
  const commands: PaletteCommand[] = [];
  if (done) {
    const label = `Undo: ${asDone(done)}`;
    commands.push({ id: 'undo', group: 'Meeting', label, icon: <Undo2 />, run: history.undo });
  }
  if (undone) {
    const label = `Redo: ${asDone(undone)}`;
    commands.push({ id: 'redo', group: 'Meeting', label, icon: <Redo2 />, run: history.redo });
  }
  usePaletteCommands(commands);
  return null;
}

/** A change of phase is titled by where the meeting is now. */
function asDone({ title }: { title: string }): string {
  return title.replace(/^Now: /, 'moving to ');
}

function directionOf(shortcut: string, event: KeyboardEvent): 'undo' | 'redo' | null {
  if (shortcut === 'Mod+z') return 'undo';
  // Cmd+Y shows the history in browsers on a Mac.
  const isRedo = shortcut === 'Mod+Shift+z' || (shortcut === 'Mod+y' && event.ctrlKey);
  return isRedo ? 'redo' : null;
}
