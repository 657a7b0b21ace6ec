import { hasReport } from '@wentwell/contract/board/page';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { longDay } from '#web/features/actions/day-words';
import { EndPeople, EndSheets, EndSummary } from '#web/features/report/EndScene.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import type { Person } from '#web/ui/identity/person';
import { Kbd } from '#web/ui/layout/Kbd.tsx';
import { Modal } from '#web/ui/overlays/Modal.tsx';

import { EndParts } from './feature-parts.tsx';
import { useMeetingParts } from './meeting-parts.ts';

const shownMs = 4000;
const shownActions = 2;

const frameClass =
  'relative mt-3 w-full max-w-100 rounded-md border border-line bg-surface px-4 py-3 text-left';

interface MomentProps {
  /** Participants present at the end. */
  people: readonly Person[];
  onOver: () => void;
}

/** The meeting's outcome, for four seconds or until a press; with reduced motion until a press. */
export function EndMoment(props: MomentProps & { open: boolean }): ReactNode {
  return (
    <Modal
      open={props.open}
      onClose={props.onOver}
      labelledBy="end-title"
      describedBy="end-sum"
      className="end inset-0 items-center-safe justify-center overflow-hidden bg-canvas px-5 py-16 text-center text-ink"
    >
      <Moment {...props} />
    </Modal>
  );
}

function Moment(props: MomentProps): ReactNode {
  const { board, who, personOf } = useMeetingParts();
  const { meeting, actions } = board;
  const me = who.userId;
  const [waitsForKey] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const onOver = useEffectEvent(props.onOver);
  useEffect(() => {
    if (waitsForKey) return undefined;
    const timer = setInterval(() => {
      // Somebody reads what a badge means, or what is below.
      const isRead = document.querySelector('.end :popover-open');
      if (!isRead && !document.querySelector('.end')?.scrollTop) onOver();
    }, shownMs);
    return () => clearInterval(timer);
  }, [waitsForKey]);
  useEffect(() => {
    // A layer over the scene would take the wheel from it.
    function handleClick({ target }: MouseEvent): void {
      // The click that ends a selection of text.
      if (getSelection()?.isCollapsed === false) return;
      const pressed = target instanceof Element && target.closest('button, [popover], .end');
      if (pressed && pressed.matches('.end')) onOver();
    }
    document.addEventListener('click', handleClick);
    return () => document.removeEventListener('click', handleClick);
  }, []);
  const isGuest = board.you.role === 'guest';
  const promises = actions.filter(
    ({ assignee_id, status }) => assignee_id !== null && status === 'open',
  );
  const own = promises.filter(({ assignee_id }) => assignee_id === me);
  const listed = own.length > 0 ? own : promises;
  return (
    <>
      <EndSheets columns={meeting.columns} />
      <div className="end-words relative flex max-w-full flex-col items-center">
        <EndPeople people={props.people} />
        <h2 id="end-title" className="end-title relative">
          Done.
        </h2>
        <EndSummary id="end-sum" board={board} />
        {listed.slice(0, shownActions).map(({ id, text, due_on, assignee_id }) => (
          <article
            key={id}
            data-tone="accent"
            className="paper mt-4 grid w-full max-w-100 gap-1 p-4 pr-8 text-left wrap-anywhere"
          >
            <p className="text-sm text-soft">
              {assignee_id === me ? 'Yours' : personOf(assignee_id).name}
            </p>
            <p className="text-lg font-semibold">{text}</p>
            {due_on !== null && (
              <p className="flex items-center gap-1.5 text-sm text-soft">
                <CalendarDays className="size-4" />
                by {longDay(due_on)}
              </p>
            )}
          </article>
        ))}
        {listed.length > shownActions && (
          <p className="mt-2 text-sm text-soft">and {listed.length - shownActions} more</p>
        )}
        <EndParts className={frameClass} />
      </div>
      <div className="end-skip absolute bottom-6 rounded-md bg-canvas">
        <Button variant="ghost" onClick={props.onOver}>
          {!waitsForKey && <Ring />}
          {isGuest ? 'Continue' : hasReport(board) ? 'To the report' : 'To the board'}
          <span aria-hidden="true" className="pointer-coarse:hidden">
            <Kbd>Enter</Kbd>
          </span>
        </Button>
      </div>
    </>
  );
}

/** Counts down the page's display time. */
function Ring(): ReactNode {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      className="-rotate-90"
    >
      <circle cx="11" cy="11" r="9" opacity="0.25" />
      <circle cx="11" cy="11" r="9" pathLength="1" strokeDasharray="1" className="end-ring" />
    </svg>
  );
}
