// Action item actions in the simulation, on any board.
import { ActionId } from '@wentwell/contract/ids';

import { newId } from '../../server/src/platform/ids.ts';
import { lead } from './lead.ts';
import type { Intent } from './ledger.ts';
import { dueOf, findAgreementObjection } from './oracle-actions.ts';
import { type Action, type Stage, someBoard } from './stage.ts';

/** The weight of each action among all steps. */
export const teamActWeights = {
  addAction: 6,
  changeAction: 4,
  settleAction: 5,
  deleteAction: 3,
  restoreAction: 3,
};

interface Change {
  isDeleted?: boolean;
  method: string;
  below?: string;
  body?: Record<string, unknown>;
  intent: (action: string) => Intent;
}

/** A random user changes a random action item. */
function changeOne({ world, retryingRequests }: Stage, change: Change): void {
  const { isDeleted = false, method, below = '', body, intent } = change;
  const all = world.teamActions.all.filter((each) => (each.deletedBy !== null) === isDeleted);
  if (all.length === 0) return;
  const { action, board, deletedBy } = world.random.pick(all);
  const deleter = world.users.find(({ id }) => id === deletedBy);
  const some = world.random.pick(world.users);
  retryingRequests.run({
    as: deleter && world.random.chance(0.7) ? deleter : some,
    method,
    path: `/api/v1/actions/${action}${below}`,
    body,
    intent: intent(action),
    board: world.boardOf(board).id,
  });
}

export const teamActs: Record<keyof typeof teamActWeights, Action> = {
  addAction(stage) {
    const { world } = stage;
    const agreeing = world.boards.filter(
      ({ history }) => findAgreementObjection(history.now) === null,
    );
    const board = agreeing.length > 0 ? world.random.pick(agreeing) : someBoard(stage);
    const as = world.random.pick(world.users);
    const id = newId(ActionId);
    world.setName(id, `action${world.ledger.entries.length}`);
    const text = stage.text(as);
    const intent = { kind: 'addAction', action: id, text } as const;
    const body = { id, text, due_on: dueOf(text) };
    lead(stage, board, { as, below: '/actions', body, intent });
  },
  changeAction(stage) {
    const text = stage.text(stage.world.random.pick(stage.world.users));
    const intent = (action: string): Intent => ({ kind: 'changeAction', action, text });
    changeOne(stage, { method: 'PUT', body: { text, due_on: dueOf(text) }, intent });
  },
  settleAction(stage) {
    const { random, users } = stage.world;
    const status = random.pick(['done', 'dropped', 'open']);
    const reason = status === 'dropped' ? stage.text(random.pick(users)) : '';
    const body = { status, ...(status === 'dropped' && { reason }) };
    const intent = (action: string): Intent => ({
      kind: 'settleAction',
      action,
      status,
      text: reason,
    });
    changeOne(stage, { method: 'PUT', body, intent });
  },
  deleteAction(stage) {
    const intent = (action: string): Intent => ({ kind: 'deleteAction', action });
    changeOne(stage, { method: 'DELETE', intent });
  },
  restoreAction(stage) {
    const intent = (action: string): Intent => ({ kind: 'restoreAction', action });
    changeOne(stage, { isDeleted: true, method: 'POST', below: '/restore', intent });
  },
};
