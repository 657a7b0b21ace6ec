// What a reveal costs where nobody has a name and everybody writes.
import { randomUUID } from 'node:crypto';

import { AuthorHash } from '@wentwell/contract/author-keys';
import { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { LoggedNote } from '@wentwell/contract/notes';
import { expect, test } from 'vitest';

import { encodeEvent } from './frames.ts';

const noteCount = 1000;
const authors = Array.from({ length: 200 }, () => ({
  userId: UserId.parse(randomUUID()),
  authorHash: AuthorHash.parse(randomUUID()),
}));

function revealed() {
  const meetingId = MeetingId.parse(randomUUID());
  const time = new Date(0).toISOString();
  const notes = Array.from({ length: noteCount }, (_, index) =>
    LoggedNote.parse({
      id: NoteId.parse(randomUUID()),
      meeting_id: meetingId,
      author_id: null,
      author_hash: authors[index % authors.length]?.authorHash,
      content: `Note ${index}`,
      note_type: 'went_well',
      hidden: false,
      group_id: null,
      position: index,
      version: 2,
      created_at: time,
      updated_at: time,
    }),
  );
  const event = { type: 'notes_revealed', data: { notes } } as const;
  return {
    meetingId,
    event,
    publicView: event,
    change: null,
    actorId: null,
    timestamp: time,
    seq: 7,
  };
}

test('R-175 a reveal is encoded once, for authors without names too', () => {
  const encoded = encodeEvent(revealed());
  const [first, ...others] = authors.map((author) => encoded.bytesFor(author));
  expect(others.every((bytes) => bytes === first)).toBe(true);
  expect(first?.includes('author_hash')).toBe(false);
});

test('R-175 in the messages of the specification only what is one’s own is encoded for one alone', () => {
  const encoded = encodeEvent(revealed());
  const frames = new Set(authors.flatMap((author) => encoded.basicFramesFor(author)));
  expect(frames.size).toBe(2 * noteCount);
});
