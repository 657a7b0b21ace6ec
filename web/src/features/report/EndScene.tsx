// The end of a meeting, on each page and on the room's screen.
import type { Board } from '@wentwell/contract/board/snapshot';
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { Column } from '@wentwell/contract/notes/columns';
import { meetingReport, minutesOf } from '@wentwell/contract/report/meeting-report';
import { type CSSProperties, Fragment, type ReactNode } from 'react';

import { Avatar } from '#web/ui/identity/Avatar.tsx';
import type { Person } from '#web/ui/identity/person';

import './end-scene.css';

const shownPeople = 7;

/** Paper falling in the background, in the columns' colours. */
export function EndSheets({ columns }: { columns: readonly Column[] }): ReactNode {
  return (
    <div aria-hidden="true">
      {sheets.map(([left, top, size, angle, isNear], index) => (
        <span
          key={`${left} ${top}`}
          data-tone={columns[index % columns.length]?.tone}
          data-near={isNear || undefined}
          // A phone's edges cut these, because it shows the words here.
          data-beside={(top > 8 && top < 82) || undefined}
          className="end-sheet"
          style={styleOf({ '--x': left, '--y': top, '--size': size, '--angle': angle })}
        >
          <span className="paper" />
        </span>
      ))}
    </div>
  );
}

/** The avatars of those present gather. */
export function EndPeople({ people }: { people: readonly Person[] }): ReactNode {
  if (people.length === 0) return null;
  return (
    <ul aria-label="Participants" className="end-people relative flex">
      {people.slice(0, shownPeople).map((person, index, all) => (
        <li key={person.id} style={styleOf({ '--step': index - (all.length - 1) / 2 })}>
          <Avatar person={person} size="lg" />
        </li>
      ))}
    </ul>
  );
}

export function EndSummary({ board, id }: { board: Board; id?: string }): ReactNode {
  return (
    <p id={id} className="relative mb-6 text-xl font-medium text-soft tabular-nums">
      {sumOf(board).map(([count, one], index) => (
        <Fragment key={one}>
          {index > 0 && ', '}
          <b className="text-ink">{count}</b> {count === 1 ? one : `${one}s`}
        </Fragment>
      ))}
    </p>
  );
}

/** Position in percent, size in px, rotation in degrees, and whether it is in front. Neighbours differ in tone. */
const sheets = [
  [6, 12, 92, -14, true],
  [17, 30, 64, 11, true],
  [88, 10, 100, 13, true],
  [79, 28, 62, -12, true],
  [95, 42, 66, 21, true],
  [75, 84, 72, 12, true],
  [22, 84, 70, -9, true],
  [0, 70, 104, 9, true],
  [26, 6, 54, 18, false],
  [91, 66, 96, -11, true],
  [40, 3, 40, 14, false],
  [3, 47, 58, -24, false],
  [36, 90, 38, 20, false],
  [70, 5, 52, -20, false],
  [63, 90, 48, -8, false],
  [97, 88, 54, 10, false],
  [91, 92, 44, -16, false],
  [13, 94, 50, -30, false],
] as const;

function sumOf(board: Board): [count: number, one: string][] {
  const { topics, actions } = meetingReport(board, titleOfTopic);
  const minutes = minutesOf(board.meeting);
  return [
    [actions.length, 'action'],
    [topics.length, 'topic'],
    ...(minutes === null ? [] : [[minutes, 'minute'] satisfies [number, string]]),
  ];
}

function styleOf(variables: Record<`--${string}`, number>): CSSProperties {
  return { ...variables };
}
