// Catch-up actions in the simulation: absent members add, leads reveal.
import { atOtherBrowser, keyOf } from './anonymity.ts';
import { lead } from './lead.ts';
import { type AskedAddition, authorHashOf } from './oracle-catch-up.ts';
import { type Action, type Stage, someBoard } from './stage.ts';

/** The weight of each action among all steps. */
export const catchUpWeights = {
  catchUp: 4,
  takeBack: 1,
  lookAtLeft: 1,
  revealLeft: 2,
  twoDaysPass: 0.7,
};

/** Picks a user at one of their browsers, with its author key. */
function someMember({ world }: Stage, isFirst: boolean) {
  const { random, users } = world;
  const away = users.slice(2);
  const as = random.pick(away.length > 0 && random.chance(0.8) ? away : users);
  const author = isFirst || !world.isAnonymous ? as.id : atOtherBrowser(as.id);
  const key =
    world.missed && world.isAnonymous ? keyOf(author, as.id, world.missed.retro.id) : null;
  return { as, author, key };
}

/** Prefers a board in the joining phase. */
function someLater(stage: Stage) {
  const { random, boards } = stage.world;
  const joining = boards.filter(({ history }) => history.now.phase === 'joining');
  return joining.length > 0 && random.chance(0.8) ? random.pick(joining) : someBoard(stage);
}

export const catchUpActs: Record<keyof typeof catchUpWeights, Action> = {
  catchUp(stage) {
    const { missed, random } = stage.world;
    if (!missed) return;
    const { id, topic, action } = missed.retro;
    const { as, author, key } = someMember(stage, random.chance(0.7));
    const kind = random.pick<AskedAddition['kind']>(['note', 'me_too', 'objection']);
    const text = kind === 'me_too' ? '' : stage.text(as);
    const body = {
      kind,
      ...(text !== '' && { text }),
      ...(kind === 'me_too' && { topic_id: topic }),
      ...(kind === 'objection' && { action_id: action }),
    };
    const about = { note: null, me_too: topic, objection: action }[kind];
    missed.ask({ author, hash: key === null ? null : authorHashOf(key, id), kind, about, text });
    const path = `/api/v1/meetings/${id}/catch-up/additions`;
    stage.retryingRequests.run({ as, author, method: 'POST', path, body, authorKey: key });
  },
  takeBack(stage) {
    const { missed, random } = stage.world;
    if (!missed || missed.rows.length === 0) return;
    const { id } = random.pick(missed.rows);
    const { as, author, key } = someMember(stage, random.chance(0.7));
    missed.takeBack(id, author);
    const path = `/api/v1/meetings/${missed.retro.id}/catch-up/additions/${id}`;
    stage.retryingRequests.run({ as, author, method: 'DELETE', path, authorKey: key });
  },
  lookAtLeft(stage) {
    const { missed, random, users } = stage.world;
    if (!missed) return;
    const path = `/api/v1/meetings/${someLater(stage).id}/additions`;
    stage.retryingRequests.run({ as: random.pick(users), method: 'GET', path });
  },
  revealLeft(stage) {
    const { missed, random, users } = stage.world;
    if (!missed) return;
    const intent = { kind: 'revealLeft' } as const;
    const who = random.chance(0.3) && { as: random.pick(users) };
    lead(stage, someLater(stage), { ...who, below: '/additions/reveal', intent });
  },
  twoDaysPass: ({ world }) => world.letTwoDaysPass(),
};
