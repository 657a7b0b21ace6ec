// Encodes changes: the public part once, and each owner's private part for that owner.
import { ownPatches, partition, type Patch, view } from '@wentwell/contract/board/change';
import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import { boardRules } from '@wentwell/contract/board/features';
import { changedMeeting } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { fieldsOf, viewRecord } from '@wentwell/contract/board/record';
import { movedData, noteData, type NoteMessage } from '@wentwell/contract/live/note-messages';
import type { Viewer } from '@wentwell/contract/notes/author-keys';

import type { LoggedChange, NoteEvent } from './stored-changes.ts';

export interface EncodedChange {
  seq: number;
  /** The change as the viewer may see it. Null: the public view. */
  bytesFor(viewer: Viewer | null): Buffer;
  /** The change in the specification's messages. The last one has the seq. */
  basicFramesFor(viewer: Viewer | null): readonly Buffer[];
}

function json(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

/** Returns a change's JSON by viewer. Viewers who see the same share it. A change of a newer version is empty. */
function frameTexts({ seq, timestamp, change }: LoggedChange): (viewer: Viewer | null) => string {
  const nothing = { cause: { command: null, actorId: null, changedAt: null }, put: [], remove: [] };
  const parts = partition(boardRules.recordTypes, change ?? nothing);
  const { cause, publicPatch, publicCause } = parts;
  const open = `${json('put', publicPatch.put)},${json('remove', publicPatch.remove)}`;
  const frameOf = ({ command, actorId }: typeof cause, own: Patch | null): string => {
    const head = { type: 'board_changed', seq, userId: actorId, timestamp } as const;
    const data = `${json('command', command)},${open}${own ? `,${json('own', own)}` : ''}`;
    return `${JSON.stringify(head satisfies Omit<ChangeFrame, 'data'>).slice(0, -1)},"data":{${data}}}`;
  };
  const texts = new Map<string, string>();
  return (viewer) => {
    const own = ownPatches(parts, viewer);
    const owners = own.map(([owner]) => owner).join(' ');
    const known = texts.get(owners);
    if (known !== undefined) return known;
    const put = own.flatMap(([, patch]) => patch.put);
    const remove = own.flatMap(([, patch]) => patch.remove);
    const text = own.length > 0 ? frameOf(cause, { put, remove }) : frameOf(publicCause, null);
    texts.set(owners, text);
    return text;
  };
}

/** The change as the viewer may see it. Null if a newer version wrote it. */
export function changeFrame(
  { seq, timestamp, change }: LoggedChange,
  viewer: Viewer | null,
): ChangeFrame | null {
  if (!change) return null;
  const { cause, put, remove } = view(partition(boardRules.recordTypes, change), viewer);
  const { command, actorId: userId } = cause;
  const data = { command, put: [...put], remove: [...remove] };
  return { type: 'board_changed', seq, userId, timestamp, data };
}

/** Null if the note's text has been erased. */
function messageOf(
  { news, id }: NoteEvent,
  { change, timestamp }: LoggedChange,
  viewer: Viewer | null,
): NoteMessage | null {
  // A reveal concerns all notes, so its messages name nobody.
  const userId = news === 'revealed' ? null : (change?.cause.actorId ?? null);
  const envelope = { userId, timestamp };
  if (news === 'deleted') return { type: 'note_deleted', data: { note_id: id }, ...envelope };
  const record = change?.put.find((each) => each.type === noteType.type && each.id === id);
  const note = record && noteType.schema.parse(record);
  const seen = note && viewRecord(noteType, note, viewer);
  if (!seen) return null;
  const shown = fieldsOf(seen);
  if (news === 'moved') return { type: 'note_moved', data: movedData(shown), ...envelope };
  const type = news === 'created' ? 'note_created' : 'note_updated';
  return { type, data: noteData(shown), ...envelope };
}

/** Whether the meeting takes guests after the change. Null if the change does not put the meeting. */
export function takesGuestsAfter({ change }: Pick<LoggedChange, 'change'>): boolean | null {
  const meeting = change && changedMeeting(change);
  return meeting ? meeting.settings.guests : null;
}

/** Whether this change ends the meeting. Later changes of a closed meeting put it too, by other commands. */
export function endsMeeting({ change }: Pick<LoggedChange, 'change'>): boolean {
  const meeting = change && changedMeeting(change);
  const isEnding =
    change && ['meeting.update', 'meeting.close'].includes(change.cause.command ?? '');
  return meeting?.status === 'closed' && isEnding === true;
}

export function encodeChange(logged: LoggedChange): EncodedChange {
  const { seq, change } = logged;
  let textFor: ReturnType<typeof frameTexts> | null = null;
  const bytes = new Map<string, Buffer>();
  const bytesOf = (text: string): Buffer => {
    const known = bytes.get(text) ?? Buffer.from(text);
    bytes.set(text, known);
    return known;
  };
  return {
    seq,
    bytesFor(viewer) {
      textFor ??= frameTexts(logged);
      return bytesOf(textFor(viewer));
    },
    basicFramesFor(viewer) {
      if (!change) return [];
      const messages = logged.notes.flatMap((news) => messageOf(news, logged, viewer) ?? []);
      return messages.map((message, at) =>
        bytesOf(JSON.stringify(at === messages.length - 1 ? { ...message, seq } : message)),
      );
    },
  };
}
