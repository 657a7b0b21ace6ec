// Faults of the simulation: sockets, requests, nodes, their dependencies, and pages.
import type { SimPage } from './sim-page.ts';
import { type Action, livePages, type Stage, somePage } from './stage.ts';

const hour = 3_600_000;

/** The weight of each fault among all steps. */
export const faultWeights = {
  cut: 5,
  halfOpen: 3,
  cutServer: 2,
  slow: 2,
  awake: 3,
  loseCall: 6,
  holdReads: 4,
  letThrough: 5,
  releaseReads: 2,
  dieBeforeCommit: 1,
  dieBeforeAnswer: 1.5,
  dieBeforePublish: 1.5,
  killNode: 0.7,
  busAway: 1,
  busBack: 3,
  redisAway: 0.7,
  redisForgets: 0.5,
  redisBack: 2,
  clockJump: 1,
  clockBack: 2,
  reload: 2,
  reloadWiped: 1,
  hide_tab: 1,
  show_tab: 2,
  offline: 1,
  online: 2,
  reconnect: 2,
};

function onSocket(stage: Stage, act: (page: SimPage) => void, fault: string): void {
  const pages = livePages(stage).filter(({ pairs }) => pairs.length > 0);
  if (pages.length === 0) return;
  act(stage.world.random.pick(pages));
  stage.world.count(fault);
}

function dieAt(death: 'before-commit' | 'before-answer' | 'before-publish'): Action {
  return ({ world }) => world.random.pick(world.nodes).database.dieAt(death);
}

function reload(keeps: boolean): Action {
  return (stage) => {
    const page = somePage(stage);
    if (!page) return;
    stage.world.closePage(page, keeps);
    stage.world.openPage(page.user, stage.world.boardOf(page.meetingId));
    stage.world.count(keeps ? 'reload' : 'reload, storage wiped');
  };
}

export const faults: Record<keyof typeof faultWeights, Action> = {
  cut: (stage) => onSocket(stage, (page) => page.pairs.at(-1)?.cut(), 'socket cut'),
  halfOpen: (stage) =>
    onSocket(stage, (page) => page.pairs.at(-1)?.cutClient(), 'half-open at the server'),
  cutServer: (stage) =>
    onSocket(stage, (page) => page.pairs.at(-1)?.cutServer(), 'half-open at the page'),
  slow(stage) {
    const act = (page: SimPage): void => {
      for (const pair of page.pairs) pair.isSlow = true;
    };
    onSocket(stage, act, 'slow reader');
  },
  awake(stage) {
    for (const { pairs } of livePages(stage)) for (const pair of pairs) pair.isSlow = false;
  },
  loseCall({ world }) {
    const lost = world.network.loseOne(world.random);
    if (lost) world.count(`${lost} lost`);
  },
  holdReads({ world }) {
    world.random.pick(world.nodes).database.holdReads();
    world.count('reads held up');
  },
  letThrough({ world }) {
    world.random.pick(world.nodes).database.releaseOneRead();
  },
  releaseReads({ world }) {
    world.random.pick(world.nodes).database.releaseReads();
  },
  dieBeforeCommit: dieAt('before-commit'),
  dieBeforeAnswer: dieAt('before-answer'),
  dieBeforePublish: dieAt('before-publish'),
  async killNode({ world }) {
    await world.replaceNode(world.random.pick(world.nodes));
    world.count('node killed');
  },
  busAway({ world }) {
    world.bus.setAway(true);
    world.count('bus away');
  },
  busBack: ({ world }) => world.bus.setAway(false),
  redisAway({ world }) {
    world.redis.isAway = true;
    world.count('Redis away');
  },
  redisForgets({ world }) {
    world.redis.forgetAll();
    world.count('Redis flushed');
  },
  redisBack({ world }) {
    world.redis.isAway = false;
  },
  clockJump({ world }) {
    world.random.pick(world.nodes).skew = world.random.pick([-hour, hour]);
    world.count('clock jump');
  },
  clockBack({ world }) {
    world.random.pick(world.nodes).skew = 0;
  },
  reload: reload(true),
  reloadWiped: reload(false),
  hide_tab: (stage) => somePage(stage)?.browserState.hide(true),
  show_tab: (stage) => {
    for (const page of livePages(stage)) page.browserState.hide(false);
  },
  offline(stage) {
    somePage(stage)?.browserState.goOnline(false);
    stage.world.count('page offline');
  },
  online: (stage) => {
    for (const page of livePages(stage)) page.browserState.goOnline(true);
  },
  reconnect: (stage) => somePage(stage)?.reconnect(),
};
