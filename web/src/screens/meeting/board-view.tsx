// Views that replace the board: topics in Discussing, the review before the end, the report afterwards.
import { hasReport } from '@wentwell/contract/board/page';
import type { Board } from '@wentwell/contract/board/snapshot';
import { ClipboardList, LayoutGrid, MessagesSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { statusNow } from '#web/api/server-time';
import { readStoredInTab, storeInTab } from '#web/browser-storage';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Kbd } from '#web/ui/layout/Kbd.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

export type ViewName = 'Discussion' | 'Review' | 'Report';

export interface ViewChoice {
  /** Null if there is only the board. */
  name: ViewName | null;
  /** Whether it is shown instead of the board. */
  isShown: boolean;
  toggle: () => void;
}

/**
 * Key B switches to the board; the choice is kept in this tab. Each discussion starts with its topics. Without a report the
 * board comes first.
 */
export function useBoardView(board: Board): ViewChoice {
  const { meeting, phase } = board;
  const name = viewOf(board);
  const isDiscussing = name === 'Discussion';
  const key = `boardChoice:${meeting.id}`;
  const [choice, setChoice] = useState(() => readStoredInTab(key));
  const [isWriting, setWriting] = useState(false);
  const [wasDiscussing, setWasDiscussing] = useState(isDiscussing);
  if (wasDiscussing !== isDiscussing) {
    setWasDiscussing(isDiscussing);
    // Never removes a field that the user is typing in.
    setWriting(isDiscussing && writesOnBoard());
  }
  // A choice applies to one discussion or one kind of view.
  const what = isDiscussing ? `discussion ${phase.started_at}` : name;
  const [ofBoard, ofOther] = [`board ${what}`, `ofOther ${what}`];
  const wantsBoard =
    choice === ofBoard ||
    (choice !== ofOther &&
      (isDiscussing ? isWriting : !hasReport(board) && board.you.role !== 'guest'));

  function toggle(): void {
    const next = wantsBoard ? ofOther : ofBoard;
    setChoice(next);
    storeInTab(key, next);
  }
  useShortcuts((shortcut) => name !== null && shortcut === 'b' && toggle);
  return { name, isShown: name !== null && !wantsBoard, toggle };
}

function viewOf({ meeting }: Board): ViewName | null {
  const status = statusNow(meeting);
  if (status === 'closed' || status === 'archived') return 'Report';
  if (status !== 'live') return null;
  if (meeting.phase === 'discussing') return 'Discussion';
  return meeting.phase === 'closing_ready' ? 'Review' : null;
}

function writesOnBoard(): boolean {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLTextAreaElement;
  return isField && activeElement.closest('.board-place') !== null && activeElement.value !== '';
}

/** Switches between the view and the board. */
export function ViewToggle(props: ViewChoice & { name: ViewName }): ReactNode {
  const { name, isShown, toggle } = props;
  const isDiscussion = name === 'Discussion';
  const Icon = isShown ? LayoutGrid : isDiscussion ? MessagesSquare : ClipboardList;
  const icon = <Icon />;
  const label = isShown
    ? 'Show the board'
    : isDiscussion
      ? 'Back to the discussion'
      : `Show the ${name.toLowerCase()}`;
  const id = isDiscussion ? 'discussion-toggle' : 'summary-toggle';
  usePaletteCommands([
    { id, group: 'Meeting', label, icon, shortcut: 'B', isInMenu: true, run: toggle },
  ]);
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={icon}
      aria-keyshortcuts="B"
      title={`${label} (B)`}
      onClick={toggle}
    >
      {isShown ? 'Board' : name}
      <span aria-hidden="true" className="pointer-coarse:hidden">
        <Kbd>B</Kbd>
      </span>
    </Button>
  );
}
