import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { meetingReport, minutesOf } from '@wentwell/contract/meeting-report';
import { titleOfTopic } from '@wentwell/contract/topics';
import { CalendarDays } from 'lucide-react';
import {
  type CSSProperties,
  Fragment,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';

import { longDay } from '#web/features/actions/days';
import { hasReport } from '#web/features/report/has-report';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Avatar, type Person } from '#web/ui/identity/Avatar.tsx';
import { Kbd } from '#web/ui/layout/Kbd.tsx';
import { Modal } from '#web/ui/overlays/Modal.tsx';

import './end-moment.css';

const shownMs = 4000;
const shownPeople = 7;
const shownActions = 2;

interface MomentProps {
  board: Board;
  me: UserId;
  /** Those who were present. */
  people: readonly Person[];
  onOver: () => void;
}

/** What came of the meeting, for four seconds or until a press. With reduced motion it stays. */
export function EndMoment(props: MomentProps & { open: boolean }): ReactNode {
  return (
    <Modal
      open={props.open}
      onClose={props.onOver}
      labelledBy="end-title"
      describedBy="end-sum"
      className="end inset-0 items-center justify-center overflow-hidden bg-canvas px-5 pb-20 text-center text-ink"
    >
      <Moment {...props} />
    </Modal>
  );
}

function Moment(props: MomentProps): ReactNode {
  const { board, me, people } = props;
  const { meeting, actions } = board;
  const [waitsForKey] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const onOver = useEffectEvent(props.onOver);
  useEffect(() => {
    if (waitsForKey) return undefined;
    const timer = setTimeout(onOver, shownMs);
    return () => clearTimeout(timer);
  }, [waitsForKey]);
  const own = actions.filter(({ assignee_id, status }) => assignee_id === me && status === 'open');
  const tones = meeting.columns.map(({ tone }) => tone);
  return (
    <>
      <div aria-hidden="true">
        {sheets.map(([left, top, size, angle, isNear], index) => (
          <span
            key={`${left} ${top}`}
            data-tone={tones[index % tones.length]}
            data-near={isNear || undefined}
            className="end-sheet"
            style={styleOf({ '--x': left, '--y': top, '--size': size, '--angle': angle })}
          >
            <span className="paper" />
          </span>
        ))}
      </div>
      {people.length > 0 && (
        <ul aria-label="Participants" className="end-people relative flex">
          {people.slice(0, shownPeople).map((person, index, all) => (
            <li key={person.id} style={styleOf({ '--step': index - (all.length - 1) / 2 })}>
              <Avatar person={person} size="lg" />
            </li>
          ))}
        </ul>
      )}
      <h2 id="end-title" className="end-title relative">
        Done.
      </h2>
      <p id="end-sum" className="relative mb-6 text-lg text-soft tabular-nums sm:text-xl">
        {sumOf(board).map(([count, one], index) => (
          <Fragment key={one}>
            {index > 0 && ', '}
            <b className="text-ink">{count}</b> {count === 1 ? one : `${one}s`}
          </Fragment>
        ))}
      </p>
      {own.slice(0, shownActions).map(({ id, text, due_on }) => (
        <article
          key={id}
          data-tone="accent"
          className="paper mt-4 grid w-full max-w-100 gap-1 p-4 pr-8 text-left wrap-anywhere"
        >
          <p className="text-sm text-soft">Yours</p>
          <p className="text-lg font-semibold">{text}</p>
          {due_on !== null && (
            <p className="flex items-center gap-1.5 text-sm text-soft">
              <CalendarDays aria-hidden="true" className="size-4" />
              by {longDay(due_on)}
            </p>
          )}
        </article>
      ))}
      {own.length > shownActions && (
        <p className="mt-2 text-sm text-soft">and {own.length - shownActions} more</p>
      )}
      <div className="end-skip absolute bottom-6">
        <Button variant="ghost" onClick={props.onOver}>
          {!waitsForKey && <Ring />}
          {hasReport(board) ? 'To the report' : 'To the board'}
          <span aria-hidden="true" className="pointer-coarse:hidden">
            <Kbd>Enter</Kbd>
          </span>
        </Button>
      </div>
    </>
  );
}

/** Runs out in the time that the page stays. */
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

/** Left and top in percent, size in px, turn in degrees, and whether it is near. */
const sheets = [
  [6, 12, 92, -14, true],
  [17, 30, 64, 11, true],
  [3, 47, 58, -24, false],
  [9, 70, 104, 9, true],
  [22, 84, 70, -9, true],
  [26, 6, 54, 18, false],
  [88, 10, 100, 13, true],
  [79, 28, 62, -12, true],
  [95, 42, 66, 21, true],
  [86, 66, 96, -11, true],
  [75, 84, 72, 12, true],
  [70, 5, 52, -20, false],
  [40, 3, 40, 14, false],
  [58, 90, 48, -8, false],
  [43, 88, 38, 20, false],
  [13, 94, 50, -30, false],
  [97, 88, 54, 10, false],
  [91, 92, 44, -16, false],
] as const;

function sumOf(board: Board): [count: number, one: string][] {
  const { topics, notDiscussed, actions } = meetingReport(board, titleOfTopic);
  const minutes = minutesOf(board.meeting);
  return [
    [actions.length, 'action'],
    [topics.length + notDiscussed.length, 'topic'],
    ...(minutes === null ? [] : [[minutes, 'minute'] satisfies [number, string]]),
  ];
}

function styleOf(variables: Record<`--${string}`, number>): CSSProperties {
  return { ...variables };
}
