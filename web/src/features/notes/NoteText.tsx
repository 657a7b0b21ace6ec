import { memo, type ReactNode } from 'react';

import { linkClass } from '#web/ui/buttons/link-class';

import { splitLinks } from './note-text.ts';

/** What somebody wrote, as text: line breaks kept, addresses clickable, nothing of it ever HTML. */
export const NoteText = memo(function NoteText({ content }: { content: string }): ReactNode {
  return (
    <div dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
      {splitLinks(content).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <a
            // The parts of one text never change places.
            key={index}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer"
            className={linkClass}
          >
            {part.text}
          </a>
        ),
      )}
    </div>
  );
});
