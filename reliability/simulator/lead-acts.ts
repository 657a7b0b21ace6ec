// Actions on raised hands and co-leads in the simulation.
import { lead } from './lead.ts';
import { type Action, owner, type Stage, someBoard, somePage } from './stage.ts';

/** The weight of each action among all steps. */
export const leadWeights = {
  hand: 4,
  lowerHand: 1,
  lowerHands: 0.5,
  coLead: 1.5,
};

/** Often the owner. Other users' unauthorized requests are refused. */
function someLead(stage: Stage) {
  const { random, users } = stage.world;
  return random.chance(0.5) ? owner(stage) : random.pick(users);
}

export const leadActs: Record<keyof typeof leadWeights, Action> = {
  hand(stage) {
    const page = somePage(stage);
    const raised = stage.world.random.chance(0.7);
    if (page?.view.board) page.perform({ kind: 'hand', whose: page.user.id, raised });
  },
  lowerHand(stage) {
    const whose = stage.world.random.pick(stage.world.users).id;
    const body = { raised: false, user_id: whose };
    const intent = { kind: 'hand', whose, raised: false } as const;
    const as = someLead(stage);
    lead(stage, someBoard(stage), { as, below: '/hand', method: 'PUT', body, intent });
  },
  lowerHands(stage) {
    const as = someLead(stage);
    const intent = { kind: 'lowerHands' } as const;
    lead(stage, someBoard(stage), { as, below: '/hands', method: 'DELETE', intent });
  },
  coLead(stage) {
    const { random, users } = stage.world;
    const whose = random.pick(users).id;
    const leads = random.chance(0.7);
    const body = { user_id: whose, is_co_lead: leads };
    const intent = { kind: 'coLead', whose, leads } as const;
    const as = someLead(stage);
    lead(stage, someBoard(stage), { as, below: '/co-leads', method: 'PUT', body, intent });
  },
};
