import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { AuthorHash } from './author-keys.ts';
import { boardEvent } from './board-feature.ts';
import {
  actorSeenBy,
  BoardEvent,
  textsIn,
  readEvent,
  seesInFull,
  viewKey,
  viewOf,
  withoutTexts,
} from './board-features.ts';
import { UserId } from './ids.ts';
import { noteData, ofNotes } from './note-events.ts';
import { makeNote } from './testing/notes.ts';

const folder = path.join(import.meta.dirname, 'testing/stored-values');
const versions = readdirSync(folder).map((file) => Number(path.basename(file, '.json')));

const Row = z.object({
  event: z.looseObject({ type: z.string() }),
  private_to: UserId.nullable(),
  private_event: z.looseObject({}).nullable(),
});
const Rows = z.object({ events: z.array(Row).min(1) });

function storedBy(version: number): z.infer<typeof Row>[] {
  const file = readFileSync(path.join(folder, `${version}.json`), 'utf8');
  return Rows.parse(JSON.parse(file)).events;
}

const typesWithAuthors = [
  'comment_changed',
  'comments_placed',
  'group_changed',
  'note_created',
  'note_moved',
  'note_updated',
  'notes_revealed',
  'reaction_changed',
];

/** Of the authors of an anonymous meeting, in no order. */
function hashesIn(stored: object | null): AuthorHash[] {
  const found = JSON.stringify(stored).matchAll(/"(?:author_hash|by_hash)":\[?"([^"]+)"/g);
  return [...found].map(([, hash]) => AuthorHash.parse(hash));
}

const authorId = UserId.parse('00000000-0000-4000-8000-00000000000a');
const [author, stranger] = [authorId, UserId.parse('00000000-0000-4000-8000-00000000000b')].map(
  (userId) => ({ userId }),
);

function hiddenNote(): BoardEvent {
  const note = makeNote({ hidden: true, content: 'canary', author_id: authorId });
  return { type: 'note_created', data: noteData(note) };
}

describe.each(versions)('an event that version %i stored', (version) => {
  it.each(storedBy(version))(
    'is read, and shows everybody what it showed them then: $event.type',
    (row) => {
      const full = readEvent(row.private_event ?? row.event, version);
      if (!full) throw new Error(`${row.event.type} cannot be read`);
      expect(viewOf(full, null)).toMatchObject(row.event);
      if (row.private_to) {
        expect(viewOf(full, { userId: row.private_to })).toMatchObject(Object(row.private_event));
        expect(JSON.stringify(viewOf(full, null))).not.toContain('Deploys');
      }
    },
  );
});

describe.each(versions)('what version %i stored without names', (version) => {
  const unnamed = storedBy(version).filter((row) => hashesIn(row.private_event).length > 0);

  it.each(unnamed)('is its author’s alone, whom nobody is sent: $event.type', (row) => {
    const full = readEvent(row.private_event, version);
    const [authorHash] = hashesIn(row.private_event);
    if (!full || !authorHash) throw new Error('unreachable');
    const own = JSON.stringify(viewOf(full, { userId: authorId, authorHash }));
    // A reveal tells nobody: everybody knows their own from before.
    if (full.type === 'notes_revealed') expect(own).not.toContain('"mine"');
    else expect(own).toContain('"mine":true');
    const others = JSON.stringify(viewOf(full, { userId: authorId, authorHash: null }));
    expect(others).not.toContain('"mine":true');
    for (const hash of hashesIn(row.private_event)) expect(own + others).not.toContain(hash);
  });

  it('is there of every event that holds an author', () => {
    const types = new Set(unnamed.map(({ event }) => event.type));
    expect([...types].toSorted()).toEqual(typesWithAuthors);
  });
});

it('has a stored value of every type of event, so that none becomes unreadable unnoticed', () => {
  const stored = versions.flatMap((version) => storedBy(version).map(({ event }) => event.type));
  const types = BoardEvent.options.map(({ shape }) => shape.type.value);
  expect([...new Set(stored)].toSorted()).toEqual(types.toSorted());
});

describe('the view of an event', () => {
  it('is the masked one unless its author is named, whose name alone shows more', () => {
    const event = hiddenNote();
    for (const viewer of [null, stranger ?? null]) {
      expect(JSON.stringify(viewOf(event, viewer))).not.toContain('canary');
      expect(seesInFull(event, viewer)).toBe(false);
    }
    expect(viewOf(event, author ?? null)).toEqual(event);
  });

  it('is the same for viewers of one key, and has another key for another view', () => {
    const event = hiddenNote();
    expect(viewKey(event, stranger ?? null)).toBe(viewKey(event, null));
    expect(viewKey(event, author ?? null)).not.toBe(viewKey(event, null));
  });
});

describe('whose action an event was', () => {
  const secret = boardEvent('ballot', {
    data: z.object({ by: UserId, choice: z.string() }),
    apply: () => ({}),
    concealedFrom: ({ by }, viewer) => (by === viewer?.userId ? null : 'ballot'),
    mask: (data) => ({ ...data, choice: '' }),
    masksActor: true,
    texts: 'none',
    deletedTexts: () => null,
    endsEditing: () => null,
    isAlwaysKept: false,
    mayChangeStatus: false,
    specified: () => null,
    describe: () => null,
    announce: () => null,
    touches: () => [],
    stored: { steps: [], parts: {} },
  });

  it('is hidden with the rest where the feature says so, and only from those who see the masked event', () => {
    if (!author || !stranger) throw new Error('unreachable');
    const data = { by: authorId, choice: 'a' };
    expect(secret.actorSeenBy(data, stranger, authorId)).toBeNull();
    expect(secret.actorSeenBy(data, null, authorId)).toBeNull();
    expect(secret.actorSeenBy(data, author, authorId)).toBe(authorId);
  });

  it('is shown of a face-down note, whose author everybody knows', () => {
    expect(actorSeenBy(hiddenNote(), stranger ?? null, authorId)).toBe(authorId);
  });
});

describe('an erased event', () => {
  it('that held one text tells that the note is deleted', () => {
    const event = hiddenNote();
    const [id] = textsIn(event);
    if (!id) throw new Error('the event holds a note');
    expect(withoutTexts(event, { kind: 'note', ids: [id] })).toEqual({
      type: 'note_deleted',
      data: { note_id: id },
    });
  });

  it('stays as it is where a text of another kind has the same id', () => {
    const event = hiddenNote();
    const ids = textsIn(event);
    for (const kind of ['comment', 'action'] as const) {
      expect(withoutTexts(event, { kind, ids })).toBe(event);
    }
  });

  it('that holds none of the texts stays as it is', () => {
    const event = hiddenNote();
    expect(withoutTexts(event, ofNotes([makeNote().id]))).toBe(event);
  });
});

it('an event of a type or a shape that this version does not know is not read', () => {
  expect(readEvent({ type: 'constructor', data: {} }, 99)).toBeNull();
  expect(readEvent({ type: 'note_created', data: { shape: 'new' } }, 99)).toBeNull();
  expect(readEvent({ type: 'note_created', data: {} }, 1)).toBeNull();
});
