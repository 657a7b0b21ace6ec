import { type ReactNode, useEffect, useRef, useState } from 'react';

import { NoteText } from './NoteText.tsx';

/** In the narrowest column, a text with fewer characters and lines than these fills no eight lines. */
const shortLength = 120;
const shortLines = 6;

/** At most eight lines of a note, and a button for the rest. */
export function ClampedText({ content }: { content: string }): ReactNode {
  const isShort = content.length < shortLength && content.split('\n').length < shortLines;
  return isShort ? (
    <NoteText content={content} linksInTabOrder={false} />
  ) : (
    <LongText content={content} />
  );
}

function LongText({ content }: { content: string }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  const [isExpanded, setExpanded] = useState(false);

  useEffect(() => {
    const text = frame.current?.firstElementChild;
    if (!text) return undefined;
    // Reports also when a card that was far away is drawn for the first time: nothing is measured before.
    const observer = new ResizeObserver(() => setCut(text.scrollHeight > text.clientHeight + 1));
    observer.observe(text);
    return () => observer.disconnect();
  }, [content]);

  return (
    <div ref={frame} className="note-clamp" data-expanded={isExpanded || undefined}>
      <NoteText content={content} linksInTabOrder={false} />
      {(isCut || isExpanded) && (
        <button
          type="button"
          tabIndex={-1}
          className="hit-area ring-focus"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'less' : 'more'}
        </button>
      )}
    </div>
  );
}
