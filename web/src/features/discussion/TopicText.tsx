import type { Note } from '@wentwell/contract/notes';
import type { ReactNode } from 'react';

import { Avatar } from '#web/ui/identity/Avatar.tsx';
import type { PersonOf, Person } from '#web/ui/identity/person';

import { type DiscussedTopic, isGroup } from './discussed-topic.ts';
import { TopicTotal } from './TopicHead.tsx';

import './topic.css';

export interface TopicTextProps {
  topic: DiscussedTopic;
  personOf: PersonOf;
  /** Renders a note's text with lists, code and links. */
  textOf: (content: string) => ReactNode;
  /** Rendered below a note by the screen. */
  footerOf: (note: Note) => ReactNode;
  /** Earlier retros with this topic. */
  memory?: ReactNode;
}

/** The topic in large type: a group's title and notes, or the single note. */
export function TopicText(props: TopicTextProps): ReactNode {
  const { topic, personOf, textOf, footerOf, memory } = props;
  const [first] = topic.notes;
  if (!first) return null;
  if (!isGroup(topic)) {
    return (
      <article className="topic-text grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="sr-only">{topic.name}</h2>
        <div className="topic-large" data-length={lengthOf(first.content)}>
          {textOf(first.content)}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Author person={personOf(first.author_id, first.author_name)} />
          {footerOf(first)}
        </div>
        <TopicTotal topic={topic} />
        {memory}
      </article>
    );
  }
  return (
    <article className="topic-text grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="topic-large" data-length={lengthOf(topic.title)}>
        {topic.title}
      </h2>
      <TopicTotal topic={topic} />
      {memory}
      <ul className="topic-notes">
        {topic.notes.map((note) => (
          <li
            key={note.id}
            className="paper grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pt-3.5 pb-3"
            data-tone={topic.look.tone}
          >
            <div className="topic-note-text">{textOf(note.content)}</div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Author person={personOf(note.author_id, note.author_name)} />
              {footerOf(note)}
            </div>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Author({ person }: { person: Person }): ReactNode {
  return (
    <span className="inline-flex max-w-3/4 min-w-0 items-center gap-2 text-xs text-soft">
      <Avatar person={person} size="xs" decorative />
      <span className="truncate">{person.name}</span>
    </span>
  );
}

/** Long texts get smaller type, so that all of the text is visible. */
function lengthOf(text: string): 'short' | 'medium' | 'long' {
  if (text.length <= 280) return 'short';
  return text.length <= 700 ? 'medium' : 'long';
}
