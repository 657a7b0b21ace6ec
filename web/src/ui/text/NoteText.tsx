import { memo, type ReactNode } from 'react';

import { linkClass } from '#web/ui/buttons/link-class';

import { parseNote, type TextBlock, type TextPart } from './note-text.ts';

import './note-text.css';

/** Renders user text with line breaks, lists, code and links. Never parsed as HTML. */
export const NoteText = memo(function NoteText(props: {
  content: string;
  /** False if the card's keys lead to the links (docs/design.md D-33). */
  linksInTabOrder?: boolean;
}): ReactNode {
  const { content, linksInTabOrder = true } = props;
  return (
    <div dir="auto" className="note-content">
      {/* The parts of one text never change places. */}
      {parseNote(content).map((block, index) => (
        <Block key={index} block={block} linkTabIndex={linksInTabOrder ? undefined : -1} />
      ))}
    </div>
  );
});

interface LinkProps {
  linkTabIndex: number | undefined;
}

function Block({ block, linkTabIndex }: LinkProps & { block: TextBlock }): ReactNode {
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
        <Parts parts={block.parts} linkTabIndex={linkTabIndex} />
      </p>
    );
  }
  const items = block.items.map((parts, index) => (
    <li key={index}>
      <Parts parts={parts} linkTabIndex={linkTabIndex} />
    </li>
  ));
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

function Parts({ parts, linkTabIndex }: LinkProps & { parts: readonly TextPart[] }): ReactNode {
  return parts.map((part, index) => {
    if (part.kind === 'text') return part.text;
    if (part.kind !== 'link') return <code key={index}>{part.text}</code>;
    return (
      <a
        key={index}
        href={part.href}
        tabIndex={linkTabIndex}
        target="_blank"
        rel="noopener noreferrer"
        className={linkClass}
      >
        {part.text}
      </a>
    );
  });
}
