import type { OwnChange, UndoNotices } from '#web/live/undo-history';
import { toast } from '#web/ui/feedback/toast';

const undoTimeMs = 7000;
const group = 'board-undo';
const defaultSlot = 'own-change';

/** One toast for each slot, and one for what has been taken back. */
export function undoNotices(): UndoNotices {
  // By the toast's id: a toast that a later change has replaced is not dismissed with the earlier one.
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
      // After a redo the offer to do it again is in the default slot, and out of date.
      if (change.slot !== undefined) toast.dismiss(defaultSlot);
      shown.set(id, change);
      const action = { label: 'Undo', onPress: undo };
      toast.success({ title: change.title, id, group, duration: undoTimeMs, action });
    },
    onUndone: (change, back, redo) => {
      dismiss(change);
      shown.set(defaultSlot, back);
      const action = redo && { action: { label: 'Redo', onPress: redo } };
      toast.info({ title: change.undoneTitle, id: defaultSlot, group, ...action });
    },
    onRefused: (direction, change, description) => {
      dismiss(change);
      shown.delete(defaultSlot);
      const title = direction === 'undo' ? 'Not undone' : 'Not redone';
      toast.warning({ title: `${title}: ${change.title}`, description, id: defaultSlot, group });
    },
    onWithdrawn: dismiss,
    onNothingLeft: (direction) => {
      const title = direction === 'undo' ? 'Nothing of yours to undo' : 'Nothing to redo';
      toast.info({ title, id: defaultSlot, group, duration: 2000 });
    },
    onCleared: () => {
      shown.clear();
      toast.dismissGroup(group);
    },
  };
}
