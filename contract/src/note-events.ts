// Notes as a feature of the board: what happens to them, who sees what of it, and what it does to a board.
import { z } from 'zod';

import { audienceOf, type Viewer } from './author-keys.ts';
import { type Announcement, boardEvent, type BoardNames, type Texts } from './board-feature.ts';
import { NoteId } from './ids.ts';
import type { Meeting } from './meetings.ts';
import {
  isConcealed,
  LiveNoteType,
  LoggedNote,
  Note,
  noteSeenBy,
  storedNote,
  toLiveNoteType,
} from './notes.ts';

/** What notes add to a board. */
export const noteFields = { notes: z.array(Note) };
type NotePart = { notes: readonly Note[] };

const NoteData = z.object({
  note_id: NoteId,
  note_type: LiveNoteType,
  content: z.string(),
  note: LoggedNote,
});
type NoteData = z.infer<typeof NoteData>;

const MovedData = z.object({
  note_id: NoteId,
  note_type: LiveNoteType,
  newType: LiveNoteType,
  note: LoggedNote,
});
type MovedData = z.infer<typeof MovedData>;

const DeletedData = z.object({ note_id: NoteId });
const RevealedData = z.object({ notes: z.array(LoggedNote) });

/** As in every other event of a note, `note_type` is where it is now. */
export function movedData(note: LoggedNote): MovedData {
  const newType = toLiveNoteType(note.note_type);
  return { note_id: note.id, note_type: newType, newType, note };
}

export function noteData(note: LoggedNote): NoteData {
  const { id, content, note_type } = note;
  return { note_id: id, note_type: toLiveNoteType(note_type), content, note };
}

function noteDeleted(noteId: NoteId) {
  return { type: 'note_deleted', data: { note_id: noteId } } as const;
}

export function withoutAuthor(note: LoggedNote): LoggedNote {
  const { author_name: _, ...unnamed } = note;
  return { ...unnamed, author_id: null };
}

/** In the order of their places; what has changed replaces what was. */
export function upsertNotes(notes: readonly Note[], changed: readonly Note[]): Note[] {
  const ids = new Set(changed.map((note) => note.id));
  return [...notes.filter((note) => !ids.has(note.id)), ...changed].toSorted(
    (a, b) => a.position - b.position,
  );
}

/** Empty for a column that the board no longer has. */
function columnTitle(id: string, { columns }: BoardNames): string {
  return columns.find((column) => column.id === id)?.title ?? '';
}

function toColumn({ note_type }: Note, names: BoardNames): string {
  const title = columnTitle(note_type, names);
  return title === '' ? '' : ` to ${title}`;
}

/** New notes are announced column by column, from left to right. */
function announceNew({ note_type }: Note, names: BoardNames): Announcement | null {
  const index = names.columns.findIndex(({ id }) => id === note_type);
  const title = columnTitle(note_type, names);
  if (title === '') return null;
  return {
    topic: `new in ${note_type}`,
    rank: 2 + index / 100,
    sentence: (count) => `${count} new ${count === 1 ? 'note' : 'notes'} in ${title}.`,
  };
}

function countOf(verb: string, rank: number): Announcement {
  return {
    topic: verb,
    rank,
    sentence: (count) => `${count} ${count === 1 ? 'note' : 'notes'} ${verb}.`,
  };
}

/** The texts of notes, in an event or deleted by it. */
export function ofNotes(ids: readonly NoteId[]): Texts {
  return { kind: 'note', ids };
}

/** What is concealed of an event with notes that lie open; one that did not would be masked for everybody. */
export function concealedOfNotes(
  { notes }: { notes: readonly LoggedNote[] },
  viewer: Viewer | null,
): string | null {
  return audienceOf(notes, viewer) ?? (notes.some(({ hidden }) => hidden) ? 'texts' : null);
}

/** Rules of every event that carries one note as it is after it. */
const ofOneNote = {
  apply: ({ notes }: NotePart, { note }: { note: Note }) => ({
    notes: upsertNotes(notes, [note]),
  }),
  concealedFrom: ({ note }: { note: LoggedNote }, viewer: Viewer | null) =>
    audienceOf([note], viewer) ?? (isConcealed(note, viewer) ? 'text' : null),
  masksActor: false,
  deletedTexts: () => null,
  endsEditing: ({ note }: { note: Note }) => note.id,
  isAlwaysKept: false,
  mayChangeStatus: false,
  specified: () => null,
  touches: ({ note }: { note: Note }) => [{ id: note.id, news: 'changed' as const }],
  texts: {
    held: ({ note }: { note: Note }) => [ofNotes([note.id])],
    erase: ({ note }: { note: Note }) => noteDeleted(note.id),
  },
  stored: { steps: [], parts: { note: storedNote.upgrade } },
} as const;

function maskNoteData({ note }: NoteData, concealed: string): NoteData {
  return noteData(noteSeenBy(note, concealed));
}

/**
 * A reveal of 1,000 notes says of none whose it is, so that it is the same for all and encoded once: told to each of 200
 * authors it would block the server for two seconds. Every reader knows from before which of them are their own.
 */
function keepingOwn(known: readonly Note[], revealed: readonly Note[]): Note[] {
  const own = new Map(known.map(({ id, mine }) => [id, mine]));
  return revealed.map((note) => {
    const mine = note.mine ?? own.get(note.id);
    return mine === undefined ? note : { ...note, mine };
  });
}

export const noteEvents = {
  note_created: boardEvent('note_created', {
    ...ofOneNote,
    data: NoteData,
    mask: maskNoteData,
    describe: ({ note }, names) => ({
      action: `added a note${toColumn(note, names)}`,
      quote: note.content,
    }),
    announce: ({ note }, names) => announceNew(note, names),
  }),

  note_updated: boardEvent('note_updated', {
    ...ofOneNote,
    data: NoteData,
    mask: maskNoteData,
    describe: ({ note }) => ({ action: 'edited a note', quote: note.content }),
    announce: () => countOf('edited', 3),
  }),

  note_moved: boardEvent('note_moved', {
    ...ofOneNote,
    data: MovedData,
    mask: (data: MovedData, concealed: string) => ({
      ...data,
      note: noteSeenBy(data.note, concealed),
    }),
    describe: ({ note }, names) => ({
      action: `moved a note${toColumn(note, names)}`,
      quote: note.content,
    }),
    announce: () => countOf('moved', 4),
  }),

  note_deleted: boardEvent('note_deleted', {
    data: DeletedData,
    apply: ({ notes }: NotePart, { note_id }) => ({
      notes: notes.filter((note) => note.id !== note_id),
    }),
    concealedFrom: () => null,
    mask: (data) => data,
    masksActor: false,
    texts: 'none',
    deletedTexts: ({ note_id }) => ofNotes([note_id]),
    endsEditing: ({ note_id }) => note_id,
    isAlwaysKept: true,
    mayChangeStatus: false,
    specified: () => null,
    describe: () => ({ action: 'deleted a note', quote: '' }),
    announce: () => countOf('deleted', 5),
    touches: () => [],
    stored: { steps: [], parts: {} },
  }),

  notes_revealed: boardEvent('notes_revealed', {
    data: RevealedData,
    apply: ({ notes }: NotePart, data) => ({
      notes: upsertNotes(notes, keepingOwn(notes, data.notes)),
    }),
    concealedFrom: (data) => concealedOfNotes(data, null),
    mask: ({ notes }, concealed) => ({
      notes: notes.map((note) => {
        const { mine: _, ...seen } = noteSeenBy(note, concealed);
        return seen;
      }),
    }),
    masksActor: false,
    texts: {
      held: (data) => [ofNotes(data.notes.map(({ id }) => id))],
      erase: (data, { ids }) => ({
        type: 'notes_revealed' as const,
        data: { notes: data.notes.filter(({ id }) => !ids.includes(id)) },
      }),
    },
    deletedTexts: () => null,
    endsEditing: () => null,
    isAlwaysKept: true,
    mayChangeStatus: false,
    specified: (data) =>
      data.notes.map((note) => ({ type: 'note_updated' as const, data: noteData(note) })),
    // The change of phase that turns the notes over is described and announced already.
    describe: () => null,
    announce: () => null,
    touches: (data) => data.notes.map(({ id }) => ({ id, news: 'revealed' as const })),
    stored: { steps: [], parts: { notes: storedNote.upgrade } },
  }),
};

export const noteFeature = {
  fields: noteFields,
  events: noteEvents,
  follows: {
    /** Notes carried over with their authors lose them when the meeting becomes anonymous. */
    meeting_updated: ({ notes }: NotePart, { meeting }: { meeting: Meeting }) => {
      const isNamed = ({ author_id, author_name }: Note) =>
        author_id !== null || author_name !== undefined;
      if (!meeting.settings.anonymous || !notes.some(isNamed)) return {};
      return { notes: notes.map((note) => noteSeenBy(withoutAuthor(note), 'others')) };
    },
  },
  /** What of each field must be the same on both sides; the order of the notes does not matter. */
  hash: {
    notes: (notes: readonly Note[]) =>
      notes
        .map(({ id, version, note_type, hidden, group_id, content }) => [
          id,
          version,
          note_type,
          hidden,
          group_id,
          content,
        ])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  },
};
