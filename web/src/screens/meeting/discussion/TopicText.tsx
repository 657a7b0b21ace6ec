import { isGroup } from '@wentwell/contract/discussion/topics';
import { isAuthor } from '@wentwell/contract/notes/author-keys';
import type { Note } from '@wentwell/contract/notes/notes';
import type { ReactNode } from 'react';

import { useIsGuest } from '#web/features/auth/session.tsx';
import type { DiscussedTopic } from '#web/features/discussion/discussion-queue';
import { TopicTotal } from '#web/features/discussion/TopicHead.tsx';
import { useCardBoard } from '#web/features/notes/card-board';
import { noteActs } from '#web/features/notes/note-rights.tsx';
import { EarlierTopics } from '#web/features/suggestions/EarlierTopics.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { preview } from '#web/ui/preview';
import { NoteText } from '#web/ui/text/NoteText.tsx';

import { NoteMarks, NoteTools } from '../card-parts.ts';
import { useMeetingParts } from '../meeting-parts.ts';

import './topic.css';

/** The topic in large type: a group's title and notes, or the single note. */
export function TopicText({ topic }: { topic: DiscussedTopic }): ReactNode {
  const { board } = useMeetingParts();
  const isGuest = useIsGuest();
  const [first] = topic.notes;
  if (!first) return null;
  const memory = !isGuest && (
    <EarlierTopics key={topic.id} meetingId={board.meeting.id} topic={topic} />
  );
  if (!isGroup(topic)) {
    return (
      <article className="topic-text grid grid-cols-1 gap-4">
        <Part>
          <h2 className="sr-only">{topic.name}</h2>
          <div className="topic-large" data-length={lengthOf(first.content)}>
            <NoteText content={first.content} />
          </div>
          <NoteFoot note={first} gap="gap-y-2" />
          <TopicTotal key={`votes of ${topic.id}`} topic={topic} />
          {memory}
        </Part>
      </article>
    );
  }
  return (
    <article className="topic-text grid grid-cols-1 gap-4">
      <Part>
        <h2 className="topic-large" data-length={lengthOf(topic.title)}>
          {topic.title}
        </h2>
        <TopicTotal key={`votes of ${topic.id}`} topic={topic} />
        {memory}
        <ul className="topic-notes">
          {topic.notes.map((note) => (
            <Part key={note.id}>
              <li
                className="paper grid grid-cols-1 gap-2 px-4 pt-3.5 pb-3"
                data-tone={topic.look.tone}
              >
                <div className="topic-note-text">
                  <NoteText content={note.content} />
                </div>
                <NoteFoot note={note} gap="gap-y-1" />
              </li>
            </Part>
          ))}
        </ul>
      </Part>
    </article>
  );
}

const topicActs = noteActs.filter((each) => 'inTopic' in each);

/** The author, reactions and actions. */
function NoteFoot({ note, gap }: { note: Note; gap: string }): ReactNode {
  const { personOf } = useMeetingParts();
  const { who, rightsOf, onAct } = useCardBoard();
  const author = personOf(note.author_id, note.author_name);
  const given = rightsOf(note);
  // Leads reword others' notes on the board. On a shared screen, it would show whose an anonymous note is.
  const edit = given.edit && note.author_id !== null && isAuthor(note, who);
  const rights = { ...given, edit };
  return (
    <div className={`flex flex-wrap items-center gap-x-4 ${gap}`}>
      <span className="inline-flex max-w-3/4 min-w-0 items-center gap-2 text-xs text-soft">
        <Avatar person={author} size="xs" decorative />
        <span className="truncate">{author.name}</span>
        {note.edited && <span className="shrink-0">edited</span>}
      </span>
      <div className="flex flex-wrap items-center gap-1">
        <NoteMarks note={note} isOpen={rights.react} isOnCard={false} />
        <NoteTools note={note} isOpen={rights.react} isOnCard={false} />
        {topicActs.map(
          ({ act, label, icon }) =>
            rights[act] && (
              <Button
                key={act}
                size="sm"
                variant="ghost"
                icon={icon}
                aria-label={`${label}: ${preview(note.content, 40)}`}
                onClick={() => onAct(act, note)}
              >
                {label}
              </Button>
            ),
        )}
      </div>
    </div>
  );
}

/** Long texts get smaller type, so that all of the text is visible. */
function lengthOf(text: string): 'short' | 'medium' | 'long' {
  if (text.length <= 280) return 'short';
  return text.length <= 700 ? 'medium' : 'long';
}
