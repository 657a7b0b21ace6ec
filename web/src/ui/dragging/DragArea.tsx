import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { type DragCallbacks, DragGestures } from './drag-gestures.ts';

import './dragging.css';

/** Announcements for screen readers. Each returns a sentence; null announces nothing. */
export interface DragAnnouncements {
  lifted: (id: string) => string;
  moved: (id: string, under: Element | null) => string | null;
  dropped: (id: string, under: Element | null) => string;
  cancelled: (id: string) => string;
}

interface Drags {
  setOverlay: (element: HTMLElement | null) => void;
  /** The id of the keyboard instructions, for `aria-describedby` of the handles. */
  instructionsId: string;
}

const DragContext = createContext<Drags | null>(null);

function useDrags(): Drags {
  const drags = use(DragContext);
  if (!drags) throw new Error('This must be rendered inside a DragArea');
  return drags;
}

export function useDragInstructions(): string {
  return useDrags().instructionsId;
}

/** Makes its content draggable. Announcements do not redraw `children` that are the same element. */
export function DragArea(props: {
  drag: DragCallbacks;
  say: DragAnnouncements;
  instructions?: string;
  children: ReactNode;
}): ReactNode {
  const { drag, say, instructions, children } = props;
  const [said, setSaid] = useState('');
  const onLift = useStableCallback((id: string): void => {
    drag.onLift(id);
    setSaid(say.lifted(id));
  });
  const onMove = useStableCallback((id: string, under: Element | null): void => {
    drag.onMove(id, under);
    const next = say.moved(id, under);
    if (next !== null) setSaid(next);
  });
  const onDrop = useStableCallback((id: string, under: Element | null): void => {
    drag.onDrop(id, under);
    setSaid(say.dropped(id, under));
  });
  const onCancel = useStableCallback((id: string): void => {
    drag.onCancel(id);
    setSaid(say.cancelled(id));
  });
  const [gestures] = useState(() => new DragGestures({ onLift, onMove, onDrop, onCancel }));
  useEffect(() => {
    // WebKit lets later listeners prevent scrolling only if a touchmove listener existed before the touch.
    const nothing = (): void => undefined;
    addEventListener('touchmove', nothing, { passive: false });
    return () => {
      removeEventListener('touchmove', nothing);
      gestures.cancel();
    };
  }, [gestures]);
  const instructionsId = useId();
  const [context] = useState({ setOverlay: gestures.setOverlay, instructionsId });
  return (
    <DragContext value={context}>
      <div
        role="presentation"
        className="contents"
        onMouseDown={({ nativeEvent }) => gestures.onMouseDown(nativeEvent)}
        onTouchStart={({ nativeEvent }) => gestures.onTouchStart(nativeEvent)}
        onKeyDown={({ nativeEvent }) => gestures.onKeyDown(nativeEvent)}
      >
        {children}
      </div>
      <SmallPart>
        {instructions && (
          <p id={instructionsId} hidden>
            {instructions}
          </p>
        )}
        <p role="status" aria-live="assertive" className="drag-said sr-only">
          {said}
        </p>
      </SmallPart>
    </DragContext>
  );
}

export function DragOverlay({ children }: { children: ReactNode }): ReactNode {
  const { setOverlay } = useDrags();
  return (
    <div ref={setOverlay} className="drag-overlay">
      {children}
    </div>
  );
}
