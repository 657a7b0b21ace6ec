// Carry-over actions in the simulation.
import { lead } from './lead.ts';
import { findCarryObjection } from './oracle-carry-over.ts';
import { topicsOn } from './oracle-discussion.ts';
import type { Action, Stage } from './stage.ts';

/** The weight of each action among all steps. */
export const carryWeights = {
  carry: 3,
};

export const carryActs: Record<keyof typeof carryWeights, Action> = {
  carry(stage: Stage) {
    const { random, boards, users } = stage.world;
    const offers = boards.flatMap((source) => {
      const others = boards.filter((board) => board !== source);
      const topics = [...topicsOn(source.history.now).keys()];
      return others.flatMap((target) => topics.map((topic) => ({ source, target, topic })));
    });
    const taken = offers.filter(({ source, target, topic }) => {
      const command = { kind: 'carry', from: source.id, topics: [topic] } as const;
      return findCarryObjection(target.history.now, source.history.now, command) === null;
    });
    const some = taken.length > 0 && random.chance(0.8) ? taken : offers;
    if (some.length === 0) return;
    const { source, target } = random.pick(some);
    const its = some.filter((each) => each.source === source && each.target === target);
    const topics = its.map(({ topic }) => topic).filter(() => random.chance(0.5));
    if (topics.length === 0) return;
    const from = source.id;
    const intent = { kind: 'carry', from, topics } as const;
    const body = { topic_ids: topics, to_meeting_id: target.id };
    lead(stage, target, { as: random.pick(users), from, below: '/carry-over', body, intent });
  },
};
