// Comment and reaction actions in the simulation.
import { CommentId } from '@wentwell/contract/ids';

import { newTimelessId } from '../../server/src/platform/ids.ts';
import { userOf } from './anonymity.ts';
import { lead } from './lead.ts';
import type { SimBoard } from './observe.ts';
import { groupOf } from './oracle-groups.ts';
import type { OracleComment } from './oracle-responses.ts';
import { type Action, owner, type Stage, someBoard } from './stage.ts';

/** The weight of each action among all steps. */
export const responseWeights = {
  comment: 9,
  editComment: 4,
  deleteComment: 4,
  restoreComment: 3,
  react: 9,
};

const emojis = ['👍', '🎉', '❤️'];

function someTopic({ world }: Stage, { history }: SimBoard): string | null {
  const { notes, groups } = history.now;
  const topics = [...notes.values()]
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ note }) => groupOf({ groups }, note) ?? note);
  return topics.length > 0 ? world.random.pick(topics) : null;
}

/** Picks a comment, its topic, and a user who often may change it. */
function someComment(stage: Stage, board: SimBoard, isDeleted: boolean) {
  const { random, users } = stage.world;
  const { comments, groups } = board.history.now;
  const all = [...comments.values()].filter((each) => (each.deletedBy !== null) === isDeleted);
  if (all.length === 0) return null;
  const found: OracleComment = random.pick(all);
  const author = users.find(({ id }) => id === userOf(found.by)) ?? owner(stage);
  const as = random.pick([author, author, owner(stage), random.pick(users)]);
  const topic = groupOf({ groups }, found.note) ?? found.note;
  return { ...found, as, topic };
}

export const responses: Record<keyof typeof responseWeights, Action> = {
  comment(stage) {
    const { world } = stage;
    const board = someBoard(stage);
    const topic = someTopic(stage, board);
    if (topic === null) return;
    const as = world.random.pick(world.users);
    const id = newTimelessId(CommentId);
    world.setName(id, `comment${world.ledger.entries.length}`);
    const text = stage.text(as);
    const intent = { kind: 'comment', comment: id, topic, text, isAnswer: false } as const;
    lead(stage, board, {
      as,
      below: `/topics/${topic}/comments`,
      body: { id, content: text },
      intent,
    });
  },
  editComment(stage) {
    const board = someBoard(stage);
    const found = someComment(stage, board, false);
    if (!found) return;
    const { as, topic, comment } = found;
    const text = stage.text(as);
    const intent = { kind: 'editComment', comment, text } as const;
    const below = `/topics/${topic}/comments/${comment}`;
    lead(stage, board, { as, below, method: 'PUT', body: { content: text }, intent });
  },
  deleteComment(stage) {
    const board = someBoard(stage);
    const found = someComment(stage, board, false);
    if (!found) return;
    const { as, topic, comment } = found;
    const intent = { kind: 'deleteComment', comment } as const;
    lead(stage, board, {
      as,
      below: `/topics/${topic}/comments/${comment}`,
      method: 'DELETE',
      intent,
    });
  },
  restoreComment(stage) {
    const board = someBoard(stage);
    const found = someComment(stage, board, true);
    if (!found) return;
    const { as, comment, text } = found;
    const topic = someTopic(stage, board) ?? found.topic;
    const intent = { kind: 'restoreComment', comment, topic } as const;
    const body = { id: comment, content: text };
    lead(stage, board, { as, below: `/topics/${topic}/comments`, body, intent });
  },
  react(stage) {
    const { world } = stage;
    const board = someBoard(stage);
    const notes = [...board.history.now.notes.keys()];
    if (notes.length === 0) return;
    const [note, emoji] = [world.random.pick(notes), world.random.pick(emojis)];
    const isOn = world.random.chance(0.7);
    const intent = { kind: 'react', note, emoji, reacts: isOn } as const;
    const below = `/notes/${note}/reactions/${encodeURIComponent(emoji)}`;
    const as = world.random.pick(world.users);
    lead(stage, board, { as, below, method: isOn ? 'PUT' : 'DELETE', intent });
  },
};
