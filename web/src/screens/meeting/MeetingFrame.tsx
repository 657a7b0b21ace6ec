import { type ReactNode, useState } from 'react';

import { readStored, storageKeys, store } from '#web/browser-storage';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { useRootMark } from '#web/ui/root-mark';

import './meeting-frame.css';
import './meeting-frame-phone.css';
import './meeting-frame-low.css';
import './meeting-frame-print.css';

export type Density = 'comfortable' | 'compact';

/** The user's card density on all boards, stored in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() =>
    readStored(storageKeys.density) === 'compact' ? 'compact' : 'comfortable',
  );
  return [
    density,
    (next) => {
      setDensity(next);
      store(storageKeys.density, next);
    },
  ];
}

/** The meeting page's layout. Each part is rendered once; the style sheet places it. */
export function MeetingFrame(props: {
  bar: ReactNode;
  /** The next step and the menu at the bar's end. On a phone the step is at the bottom. */
  controls?: ReactNode;
  status?: ReactNode;
  panel?: ReactNode;
  /** The navigation is folded into the logo. */
  isFolded: boolean;
  isOver?: boolean;
  density?: Density;
  children: ReactNode;
}): ReactNode {
  const { bar, controls, status, panel, isFolded, isOver, density, children } = props;
  useRootMark('meeting');
  useRootMark(isFolded ? 'meeting-live' : null);
  return (
    <div
      className="meeting-frame"
      data-live={isFolded || undefined}
      data-over={isOver || undefined}
      data-density={density}
    >
      <SmallPart>
        <div className="meeting-top relative flex [grid-area:top] items-center gap-2 min-w-0 border-b border-line px-3">
          <SmallPart>
            {bar}
            {controls}
          </SmallPart>
        </div>
        {status}
        <div id="board" tabIndex={-1} className="meeting-board outline-none">
          <Part>{children}</Part>
        </div>
        {panel}
      </SmallPart>
    </div>
  );
}
