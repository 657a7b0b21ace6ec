// The features of the board. Each is registered here, once; all that is done with an event anywhere follows from it.
import { z } from 'zod';

import { actionFeature } from './action-events.ts';
import type { Viewer } from './author-keys.ts';
import type {
  Activity,
  Announcement,
  BoardNames,
  EventRules,
  Texts,
  TouchedNote,
} from './board-feature.ts';
import { checkInFeature } from './check-in-events.ts';
import { commentFeature } from './comment-events.ts';
import { discussionFeature } from './discussion-events.ts';
import { groupFeature } from './group-events.ts';
import type { NoteId, TextId, UserId } from './ids.ts';
import { meetingFeature } from './meeting-events.ts';
import { noteData, noteFeature, withoutAuthor } from './note-events.ts';
import { reactionFeature } from './reaction-events.ts';
import { readyFeature } from './ready-events.ts';
import { timerFeature } from './timer-events.ts';
import { voteFeature } from './vote-events.ts';

const features = {
  meeting: meetingFeature,
  notes: noteFeature,
  groups: groupFeature,
  votes: voteFeature,
  discussion: discussionFeature,
  comments: commentFeature,
  reactions: reactionFeature,
  actions: actionFeature,
  ready: readyFeature,
  timer: timerFeature,
  'check-in': checkInFeature,
};
/** The name of a feature that changes boards. */
export type BoardFeatureName = keyof typeof features;
type Feature = (typeof features)[BoardFeatureName];
type KeysOfEach<Members> = Members extends unknown ? keyof Members : never;

type EventType = KeysOfEach<Feature['events']>;
type BoardField = KeysOfEach<Feature['fields']>;

/** What the features add to a board. */
export const boardFields = {
  ...features.meeting.fields,
  ...features.notes.fields,
  ...features.groups.fields,
  ...features.votes.fields,
  ...features.discussion.fields,
  ...features.comments.fields,
  ...features.reactions.fields,
  ...features.actions.fields,
  ...features.ready.fields,
  ...features.timer.fields,
  ...features['check-in'].fields,
} satisfies Record<BoardField, z.ZodType>;
const BoardFields = z.object(boardFields);
export type BoardFields = z.infer<typeof BoardFields>;

const events = {
  ...features.meeting.events,
  ...features.notes.events,
  ...features.groups.events,
  ...features.votes.events,
  ...features.discussion.events,
  ...features.comments.events,
  ...features.reactions.events,
  ...features.actions.events,
  ...features.ready.events,
  ...features.timer.events,
  ...features['check-in'].events,
} satisfies Record<EventType, object>;

const [first, ...others] = Object.values(events).map(({ schema }) => schema);
if (!first) throw new Error('A board without events.');

/** A change of a board: what the log keeps, and `applyEvent` folds. */
export const BoardEvent = z.discriminatedUnion('type', [first, ...others]);
export type BoardEvent = z.infer<typeof BoardEvent>;

const [firstFrame, ...otherFrames] = Object.values(events).map(({ frame }) => frame);
if (!firstFrame) throw new Error('A board without events.');

/** The events as frames of the live channel. */
export const eventFrames = [firstFrame, ...otherFrames] as const;

type DataOf = { [Type in EventType]: z.infer<(typeof events)[Type]['schema']>['data'] };
type EventOf<Type extends EventType> = { type: Type; data: DataOf[Type] };

interface Rules<Data> extends Omit<
  EventRules<Data, BoardFields, Partial<BoardFields>, BoardEvent, BoardEvent>,
  'mask'
> {
  masked(data: Data, concealed: string): BoardEvent;
  actorSeenBy(data: Data, viewer: Viewer | null, actor: UserId | null): UserId | null;
  upgrade(data: unknown, version: number): unknown;
}
const rules: { [Type in EventType]: Rules<DataOf[Type]> } = events;

const hashes: { [Field in BoardField]: (value: BoardFields[Field]) => unknown } = {
  ...features.meeting.hash,
  ...features.notes.hash,
  ...features.groups.hash,
  ...features.votes.hash,
  ...features.discussion.hash,
  ...features.comments.hash,
  ...features.reactions.hash,
  ...features.actions.hash,
  ...features.ready.hash,
  ...features.timer.hash,
  ...features['check-in'].hash,
};

function hashEach<Fields extends object>(
  fields: Fields,
  hash: { [Field in keyof Fields]: (value: Fields[Field]) => unknown },
): unknown[] {
  const hashed: unknown[] = [];
  for (const field in hash) hashed.push(hash[field](fields[field]));
  return hashed;
}

/** What of each field must be the same on both sides, in the order in which the features are listed. */
export function hashedFields(board: BoardFields): unknown[] {
  return hashEach(board, hashes);
}

/** What a feature changes of its own fields with an event of another feature. */
type Follows = {
  [Type in EventType]?: (board: BoardFields, data: DataOf[Type]) => Partial<BoardFields>;
};
const followers: readonly Follows[] = Object.values(features).map(({ follows }) => follows);

export function changeOf<Type extends EventType>(
  board: BoardFields,
  { type, data }: EventOf<Type>,
): Partial<BoardFields> {
  let change = rules[type].apply(board, data);
  for (const follows of followers) {
    const follow: Follows[Type] = follows[type];
    if (follow) change = { ...change, ...follow(board, data) };
  }
  return change;
}

function concealed<Type extends EventType>(
  { type, data }: EventOf<Type>,
  viewer: Viewer | null,
): string | null {
  return rules[type].concealedFrom(data, viewer);
}

function maskedEvent<Type extends EventType>({ type, data }: EventOf<Type>, what: string) {
  return rules[type].masked(data, what);
}

/** The event as this viewer may see it; without a viewer, as everybody may. */
export function viewOf(event: BoardEvent, viewer: Viewer | null): BoardEvent {
  const hidden = concealed(event, viewer);
  return hidden === null ? event : maskedEvent(event, hidden);
}

/** Whose action it was, as this viewer may know. */
export function actorSeenBy<Type extends EventType>(
  { type, data }: EventOf<Type>,
  viewer: Viewer | null,
  actor: UserId | null,
): UserId | null {
  return rules[type].actorSeenBy(data, viewer, actor);
}

/** Names the audience that a viewer belongs to: it sees the same of the event. */
export function viewKey(event: BoardEvent, viewer: Viewer | null): string {
  return concealed(event, viewer) ?? '';
}

export function seesInFull(event: BoardEvent, viewer: Viewer | null): boolean {
  return concealed(event, viewer) === null;
}

function textsHeld<Type extends EventType>({ type, data }: EventOf<Type>): readonly Texts[] {
  const { texts } = rules[type];
  return texts === 'none' ? [] : texts.held(data);
}

/** Whose deletion takes a text out of the event. */
export function textsIn(event: BoardEvent): readonly TextId[] {
  return [...new Set(textsHeld(event).flatMap(({ ids }) => ids))];
}

function erased<Type extends EventType>(
  { type, data }: EventOf<Type>,
  gone: Texts,
): BoardEvent | null {
  const { texts } = rules[type];
  return texts === 'none' ? null : texts.erase(data, gone);
}

/** What is left to tell of the event without the texts of these. */
export function withoutTexts(event: BoardEvent, gone: Texts): BoardEvent {
  const isHeld = textsHeld(event).some(
    ({ kind, ids }) => kind === gone.kind && ids.some((id) => gone.ids.includes(id)),
  );
  return isHeld ? (erased(event, gone) ?? event) : event;
}

export function textsDeletedBy<Type extends EventType>({
  type,
  data,
}: EventOf<Type>): Texts | null {
  return rules[type].deletedTexts(data);
}

export function noteEditedBy<Type extends EventType>({ type, data }: EventOf<Type>): NoteId | null {
  return rules[type].endsEditing(data);
}

export function isAlwaysKept({ type }: BoardEvent): boolean {
  return rules[type].isAlwaysKept;
}

export function mayChangeStatus({ type }: BoardEvent): boolean {
  return rules[type].mayChangeStatus;
}

/** The event in the specification's messages, before anything is masked; null where it is one of them. */
export function specifiedMessages<Type extends EventType>({
  type,
  data,
}: EventOf<Type>): readonly BoardEvent[] | null {
  return rules[type].specified(data);
}

export function activityOf<Type extends EventType>(
  { type, data }: EventOf<Type>,
  names: BoardNames,
): Activity | null {
  return rules[type].describe(data, names);
}

export function announcementOf<Type extends EventType>(
  { type, data }: EventOf<Type>,
  names: BoardNames,
): Announcement | null {
  return rules[type].announce(data, names);
}

export function touchedNotes<Type extends EventType>({
  type,
  data,
}: EventOf<Type>): readonly TouchedNote[] {
  return rules[type].touches(data);
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(rules, type);
}

const StoredEvent = z.looseObject({ type: z.string(), data: z.unknown() });

/** Reads a stored event of any version; null where it has a shape that this version does not know. */
export function readEvent(value: unknown, version: number): BoardEvent | null {
  const stored = StoredEvent.safeParse(value).data;
  if (!stored || !isEventType(stored.type)) return null;
  const data = rules[stored.type].upgrade(stored.data, version);
  return BoardEvent.safeParse({ type: stored.type, data }).data ?? null;
}

/** The event as an anonymous meeting keeps it: its notes name no authors (docs/retro.md R-217). */
export function withoutAuthors(event: BoardEvent): BoardEvent {
  switch (event.type) {
    case 'note_created':
    case 'note_updated':
      return { type: event.type, data: noteData(withoutAuthor(event.data.note)) };
    case 'note_moved':
      return { ...event, data: { ...event.data, note: withoutAuthor(event.data.note) } };
    case 'notes_revealed':
      return { ...event, data: { notes: event.data.notes.map(withoutAuthor) } };
    default:
      return event;
  }
}
