// Reactions as records. Only its owner sees a reaction; everybody sees the derived counts.
import { z } from 'zod';

import { NoteId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { isAuthor, loggedAuthorFields } from '../notes/author-keys.ts';
import { Emoji, reactionPolicy, Reactions } from '../notes/reactions.ts';
import { ownerOf } from './authors.ts';
import type { BoardState } from './board.ts';
import type { Derivation } from './cascade.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { requirePolicy, type Context, reject, requireAuthor } from './context.ts';
import { importedCountsType } from './imported-counts.ts';
import { meetingNow } from './meeting.ts';
import { noteType } from './notes.ts';
import { type BoardRecord, defineRecordType } from './record.ts';

const Reaction = z.object({
  type: z.literal('reaction'),
  /** Contains the author's hash, which must not reach even the author. Their view has the count's id instead. */
  id: z.string(),
  note_id: NoteId,
  emoji: z.string(),
  /** Null in an anonymous meeting. */
  user_id: UserId.nullable(),
  ...loggedAuthorFields,
});
export type ReactionRecord = z.infer<typeof Reaction>;

export const reactionType = defineRecordType(Reaction, {
  views(reaction) {
    const { author_hash, ...rest } = reaction;
    const owner = ownerOf({ author_id: reaction.user_id, author_hash });
    const record = { ...rest, id: countId(reaction) };
    return { publicView: null, privateView: owner && { owner, record } };
  },
  noteOf: ({ note_id }) => note_id,
});

const ReactionCount = z.object({
  type: z.literal('reaction_count'),
  id: z.string(),
  note_id: NoteId,
  emoji: z.string(),
  count: z.number().int().min(1),
});
export type ReactionCountRecord = z.infer<typeof ReactionCount>;
const reactionCountType = defineRecordType(ReactionCount, {
  isDerived: true,
});

function countId({ note_id, emoji }: Pick<ReactionRecord, 'note_id' | 'emoji'>): string {
  return `${note_id}:${emoji}`;
}

export function reactionId(reaction: Omit<ReactionRecord, 'type' | 'id'>): string {
  const { user_id, author_hash } = reaction;
  return `${countId(reaction)}:${author_hash ?? user_id}`;
}

function countReactions(board: BoardState): Map<string, ReactionCountRecord> {
  const counts = new Map<string, ReactionCountRecord>();
  const add = (of: Pick<ReactionRecord, 'note_id' | 'emoji'>, count: number): void => {
    const id = countId(of);
    const { note_id, emoji } = of;
    const before = counts.get(id)?.count ?? 0;
    counts.set(id, { type: 'reaction_count', id, note_id, emoji, count: before + count });
  };
  for (const { id, reactions } of board.all(importedCountsType)) {
    for (const { emoji, count } of reactions) add({ note_id: id, emoji }, count);
  }
  for (const reaction of board.all(reactionType)) add(reaction, 1);
  return counts;
}

/** Counts of a removed note are kept but not presented, and apply again if the note is restored. */
const reactionCounts: Derivation<ReactionCountRecord> = {
  recordType: reactionCountType,
  affectedIds: (record: BoardRecord) =>
    record.type === reactionType.type ? [countId(Reaction.parse(record))] : [],
  derive: (board, ids) =>
    [...countReactions(board).values()].filter(({ id }) => ids === 'all' || ids.includes(id)),
  predict(current, id, { before, after }) {
    const reaction = Reaction.parse(after ?? before);
    const count = (current?.count ?? 0) + (after ? 1 : 0) - (before ? 1 : 0);
    const { note_id, emoji } = reaction;
    return count < 1 ? null : { type: 'reaction_count', id, note_id, emoji, count };
  },
};

/** A client only receives its user's reactions. */
function isBy({ user_id, author_hash }: ReactionRecord, { caller, isServer }: Context): boolean {
  return !isServer || isAuthor({ author_id: user_id, author_hash }, caller);
}

const setReaction = defineCommand({
  name: 'reaction.set',
  isByAuthor: true,
  input: z.object({ note_id: NoteId, emoji: Emoji, reacts: z.boolean() }),
  decide(board, { note_id, emoji, reacts }, context) {
    const note = board.get(noteType, note_id) ?? reject('NOT_FOUND');
    const meeting = meetingNow(board, context);
    requirePolicy(reactionPolicy.react(context.caller, meeting, note));
    const author = requireAuthor(context);
    const own = board
      .all(reactionType)
      .find((each) => each.note_id === note_id && each.emoji === emoji && isBy(each, context));
    if ((own !== undefined) === reacts) return null;
    if (own) return { put: [], remove: [own] };
    const onNote = board.all(reactionCountType).filter((each) => each.note_id === note_id);
    const before = onNote.find((each) => each.emoji === emoji);
    if (!before && onNote.length >= limits.emojisPerNote) reject('REACTIONS_FULL');
    // A member can create any number of keys, and each counts as another person.
    const isAnonymous = author.author_id === null;
    if (isAnonymous && before && before.count >= context.memberCount) reject('REACTED_BY_ALL');
    const { author_id: user_id, author_hash } = author;
    const by = { user_id, ...(author_hash !== undefined && { author_hash }) };
    const reaction = { note_id, emoji, ...by };
    const id = context.isServer ? reactionId(reaction) : countId(reaction);
    return { put: [{ type: reactionType.type, id, ...reaction }], remove: [] };
  },
});

export const reactionsFeature = {
  recordTypes: [reactionType, reactionCountType],
  commands: [setReaction],
  derivations: [reactionCounts],
  shape: { reactions: Reactions },
  present: (view) => ({ reactions: presentReactions(view) }),
} satisfies ShownFeature;

/** Requires the viewer's own view, on which every reaction is theirs. */
export function presentReactions(board: BoardState): Reactions {
  const own = new Set(board.all(reactionType).map(countId));
  const found: Reactions = {};
  for (const { id, note_id, emoji, count } of board.all(reactionCountType)) {
    if (!board.get(noteType, note_id)) continue;
    found[note_id] = { ...found[note_id], [emoji]: { count, mine: own.has(id) } };
  }
  return found;
}
