// Reactions as a feature of the board. An event holds everybody who reacted with the emoji; each of them is told that
// they did, and nobody is told of the others.
import { z } from 'zod';

import { AuthorHash } from './author-keys.ts';
import { boardEvent, holdsNoNote, sortedEntries } from './board-feature.ts';
import { NoteId, UserId } from './ids.ts';
import { Reactions } from './reactions.ts';

/** What reactions add to a board. A node of an earlier version sends a board without them. */
export const reactionFields = { reactions: Reactions.default(() => ({})) };
type ReactionPart = { reactions: Reactions };

/** `by`, or `by_hash` in an anonymous meeting, is what is stored; nobody is sent more than whether they are among them. */
const ReactionData = z.object({
  note_id: NoteId,
  emoji: z.string(),
  count: z.number().int().min(0),
  by: z.array(UserId).optional(),
  by_hash: z.array(AuthorHash).optional(),
  mine: z.boolean().optional(),
});

const [reacted, others] = ['reacted', 'others'];

function withoutNote({ reactions }: ReactionPart, noteId: NoteId): Reactions {
  const { [noteId]: _, ...rest } = reactions;
  return rest;
}

export const reactionEvents = {
  reaction_changed: boardEvent('reaction_changed', {
    ...holdsNoNote,
    data: ReactionData,
    apply: (board: ReactionPart, { note_id, emoji, count, mine = false }) => {
      const { [emoji]: _, ...kept } = board.reactions[note_id] ?? {};
      const own = count === 0 ? kept : { ...kept, [emoji]: { count, mine } };
      const rest = withoutNote(board, note_id);
      return { reactions: Object.keys(own).length === 0 ? rest : { ...rest, [note_id]: own } };
    },
    concealedFrom: ({ by, by_hash }, viewer) => {
      if (by === undefined && by_hash === undefined) return null;
      if (viewer === null) return others;
      const { userId, authorHash } = viewer;
      const isAmong = by?.includes(userId) === true || by_hash?.some((hash) => hash === authorHash);
      return isAmong === true ? reacted : others;
    },
    mask: ({ note_id, emoji, count }, concealed) => ({
      note_id,
      emoji,
      count,
      mine: concealed === reacted,
    }),
    masksActor: false,
    isAlwaysKept: false,
    mayChangeStatus: false,
    specified: () => null,
    // Many, and seen on the card.
    describe: () => null,
    announce: () => null,
    stored: { steps: [], parts: {} },
  }),
};

export const reactionFeature = {
  fields: reactionFields,
  events: reactionEvents,
  follows: {
    note_deleted: (board: ReactionPart, { note_id }: { note_id: NoteId }) => ({
      reactions: withoutNote(board, note_id),
    }),
  },
  hash: {
    reactions: (reactions: Reactions) =>
      sortedEntries(reactions).map(([note, its]) => [
        note,
        sortedEntries(its).map(([emoji, { count, mine }]) => [emoji, count, mine]),
      ]),
  },
};
