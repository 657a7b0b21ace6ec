import type { NoteId, TopicId } from '@wentwell/contract/ids';
import type { Comment } from '@wentwell/contract/notes/comments';
import { useEffect, useRef } from 'react';

import { toast } from '#web/ui/feedback/toast';

import type { CommentDrafts, DraftKey } from './comment-drafts.ts';

interface Topic {
  id: TopicId;
  name: string;
  notes: readonly { id: NoteId }[];
}

/** The notes of a draft, whichever topic they are in. */
interface Place {
  noteIds: readonly NoteId[];
  what: 'topic' | 'comment';
}

/** Moves drafts of removed topics and comments to their notes' topic, or shows them in a toast. */
export function useOrphanedDrafts(props: {
  topics: readonly Topic[];
  comments: Readonly<Record<TopicId, readonly Comment[]>>;
  drafts: CommentDrafts;
}): void {
  const { topics, comments, drafts } = props;
  const before = useRef<ReadonlyMap<DraftKey, Place>>(new Map());
  useEffect(() => {
    const places = placesOf(topics, comments);
    for (const [key, { noteIds, what }] of before.current) {
      const text = places.has(key) ? '' : drafts.read(key);
      if (text === '') continue;
      const home = topics.find(({ notes }) => notes.some(({ id }) => noteIds.includes(id)));
      const title = what === 'comment' ? 'The comment has been deleted' : goneTitle(noteIds);
      const id = `orphaned-${key}`;
      if (home) {
        drafts.keep(key, '');
        drafts.putBack(home.id, text);
        toast.warning({ title, description: `Your text is kept with “${home.name}”.`, id });
      } else {
        toast.warning({ title, description: `Your text: “${text}”`, id });
      }
    }
    before.current = places;
  }, [topics, comments, drafts]);
}

function goneTitle(noteIds: readonly NoteId[]): string {
  return noteIds.length > 1 ? 'The group has been dissolved' : 'The note has been deleted';
}

function placesOf(
  topics: readonly Topic[],
  comments: Readonly<Record<TopicId, readonly Comment[]>>,
): Map<DraftKey, Place> {
  const places = new Map<DraftKey, Place>();
  for (const { id, notes } of topics) {
    places.set(id, { noteIds: notes.map((note) => note.id), what: 'topic' });
    for (const comment of comments[id] ?? []) {
      places.set(comment.id, { noteIds: [comment.note_id], what: 'comment' });
    }
  }
  return places;
}
