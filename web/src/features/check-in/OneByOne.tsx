import { type MouseEvent, type ReactNode, useRef } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Bar } from '#web/ui/layout/Bar.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

import { OnlyTotals } from './OnlyTotals.tsx';

/** Anonymous questions, one at a time. On a phone a tap on an answer goes on to the next one. */
export function OneByOne(props: {
  title: string;
  /** Index of the question; `count` after the last one. */
  at: number;
  count: number;
  onPlace: (at: number) => void;
  /** Renders `Steps` below the question. */
  question: (goTo: (at: number) => void) => ReactNode;
  thanks: string;
  children?: ReactNode;
}): ReactNode {
  const { title, at, count, onPlace, question, thanks, children } = props;
  const root = useRef<HTMLDivElement>(null);
  function goTo(place: number): void {
    onPlace(place);
    // The pressed control disappears, and with it the place of keyboards and screen readers.
    root.current?.focus();
  }
  function tap({ target, detail }: MouseEvent): void {
    // Arrow keys, which click without a pointer, only move the choice.
    const isAnswer = detail > 0 && target instanceof HTMLInputElement;
    if (isAnswer && matchMedia('(width < 40rem)').matches) goTo(at + 1);
  }
  return (
    <Card
      title={title}
      actions={
        at < count && (
          <span className="text-sm text-soft tabular-nums">
            {at + 1} of {count}
          </span>
        )
      }
    >
      <div className="grid gap-4">
        <Bar aria-hidden="true" share={Math.min(at + 1, count) / count} />
        <div ref={root} tabIndex={-1} className="grid gap-4 outline-none" onClick={tap}>
          {at < count ? (
            question(goTo)
          ) : (
            <>
              <p>{thanks}</p>
              <Steps {...{ at, count }} onPlace={goTo} />
            </>
          )}
        </div>
        {children}
      </div>
    </Card>
  );
}

/** Only Back after the last question. */
export function Steps(props: {
  at: number;
  count: number;
  isAnswered?: boolean;
  onPlace: (at: number) => void;
}): ReactNode {
  const { at, count, isAnswered = false, onPlace } = props;
  return (
    <>
      {at < count && <OnlyTotals />}
      <div className="grid grid-cols-2 gap-2 sm:flex sm:justify-end">
        <Button variant="ghost" disabled={at === 0} onClick={() => onPlace(at - 1)}>
          Back
        </Button>
        {at < count && (
          <Button onClick={() => onPlace(at + 1)}>
            {!isAnswered ? 'Skip' : at + 1 === count ? 'Done' : 'Next question'}
          </Button>
        )}
      </div>
    </>
  );
}
