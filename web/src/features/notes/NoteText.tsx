import { memo, type ReactNode } from 'react';

import { linkClass } from '#web/ui/buttons/link-class';

import { parseNote, type TextBlock, type TextPart } from './note-text.ts';

import './note-text.css';

/** What somebody wrote: line breaks kept, lists and code set apart, addresses clickable, nothing of it ever HTML. */
export const NoteText = memo(function NoteText({ content }: { content: string }): ReactNode {
  return (
    <div dir="auto" className="note-content">
      {/* The parts of one text never change places. */}
      {parseNote(content).map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
});

function Block({ block }: { block: TextBlock }): ReactNode {
  if (block.kind === 'code') {
    return (
      <pre>
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === 'text') {
    return (
      <p>
        <Parts parts={block.parts} />
      </p>
    );
  }
  const items = block.items.map((parts, index) => (
    <li key={index}>
      <Parts parts={parts} />
    </li>
  ));
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

function Parts({ parts }: { parts: readonly TextPart[] }): ReactNode {
  return parts.map((part, index) => {
    if (part.kind === 'text') return part.text;
    if (part.kind !== 'link') return <code key={index}>{part.text}</code>;
    return (
      <a
        key={index}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer"
        className={linkClass}
      >
        {part.text}
      </a>
    );
  });
}
