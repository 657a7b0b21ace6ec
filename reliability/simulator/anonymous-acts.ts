// User actions in anonymous meetings of the simulation. Notes from a second browser must not appear as the user's own
// on pages in the first. Authors are asked to tell more, and answer or sign.
import { CommentId, NoteId } from '@wentwell/contract/ids';

import { newTimelessId } from '../../server/src/platform/ids.ts';
import { atOtherBrowser, userOf } from './anonymity.ts';
import { lead } from './lead.ts';
import { type Action, type Stage, someBoard } from './stage.ts';

/** The weight of each action among all steps. Only anonymous worlds have these actions. */
export const anonymousWeights = {
  addElsewhere: 0,
  askMore: 0,
  answerMore: 0,
  sign: 0,
};

/** Weights in anonymous worlds. */
export const usualAnonymousWeights = { addElsewhere: 12, askMore: 6, answerMore: 5, sign: 2 };

/** Picks a note and usually its author, at the browser that wrote it. */
function someWritten(stage: Stage) {
  const { world } = stage;
  const board = someBoard(stage);
  const living = [...board.history.now.notes.values()].filter(({ isDeleted }) => !isDeleted);
  if (!world.isAnonymous || living.length === 0) return null;
  const { note, by } = world.random.pick(living);
  const writer = world.users.find(({ id }) => id === userOf(by));
  const as = writer && world.random.chance(0.8) ? writer : world.random.pick(world.users);
  return { board, note, as, author: as === writer ? by : as.id };
}

export const anonymousActs: Record<keyof typeof anonymousWeights, Action> = {
  addElsewhere(stage: Stage) {
    const { world } = stage;
    if (!world.isAnonymous) return;
    const as = world.random.pick(world.users);
    const note = newTimelessId(NoteId);
    world.setName(note, `note${world.ledger.entries.length}`);
    const text = stage.text(as);
    const column = world.random.pick(['went_well', 'to_improve']);
    const intent = { kind: 'add', note, text, column } as const;
    const body = { id: note, content: text, note_type: column };
    const author = atOtherBrowser(as.id);
    lead(stage, someBoard(stage), { as, author, below: '/notes', body, intent });
  },
  askMore(stage) {
    const found = someWritten(stage);
    if (!found) return;
    const { board, note } = found;
    const { random, users } = stage.world;
    const as = random.pick(users);
    const author = random.chance(0.8) ? as.id : atOtherBrowser(as.id);
    const intent = { kind: 'askMore', note } as const;
    lead(stage, board, { as, author, below: `/notes/${note}/question`, intent });
  },
  answerMore(stage) {
    const found = someWritten(stage);
    if (!found) return;
    const { board, note: topic, as, author } = found;
    const { world } = stage;
    const id = newTimelessId(CommentId);
    world.setName(id, `comment${world.ledger.entries.length}`);
    const text = stage.text(as);
    const intent = { kind: 'comment', comment: id, topic, text, isAnswer: true } as const;
    const body = { id, content: text, from_author: true };
    lead(stage, board, { as, author, below: `/topics/${topic}/comments`, body, intent });
  },
  sign(stage) {
    const found = someWritten(stage);
    if (!found) return;
    const { board, note, as, author } = found;
    const intent = { kind: 'sign', note } as const;
    lead(stage, board, { as, author, below: `/notes/${note}/signature`, intent });
  },
};
