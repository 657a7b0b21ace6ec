// What may happen in a step of a simulated world: something that people do, or something that goes wrong.
import { NoteId } from '@wentwell/contract/ids';

import { newId } from '../../server/src/platform/ids.ts';
import type { Errands } from './errand.ts';
import type { Wish } from './ledger.ts';
import { phaseOrder } from './oracle.ts';
import type { SimPage, SimUser } from './sim-page.ts';
import type { SimBoard, SimWorld } from './sim-world.ts';

const columns = ['went_well', 'to_improve', 'action'];
const hour = 3_600_000;

/** How often each happens, against the others. */
const weights = {
  add: 22,
  edit: 14,
  move: 10,
  remove: 6,
  restoreNote: 4,
  next: 4,
  jump: 4,
  rename: 3,
  hide: 2,
  removeMember: 2,
  addMember: 1.5,
  deleteBoard: 0.7,
  restoreBoard: 3,
  endSession: 1,
  logIn: 2,
  openPage: 2,
  closePage: 1,
  nothing: 10,
  cut: 5,
  halfOpen: 3,
  deafClient: 2,
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
type StepName = keyof typeof weights;

export interface Stage {
  world: SimWorld;
  errands: Errands;
  /** Makes texts that can be found again. */
  text(by: SimUser): string;
}

/** Does one thing that chance chooses; gives its name. */
export async function takeStep(stage: Stage): Promise<StepName> {
  const name = stage.world.random.weighted(weights);
  await acts[name](stage);
  return name;
}

type Act = (stage: Stage) => Promise<void> | void;

function livePages({ world }: Stage): SimPage[] {
  return world.pages.filter(({ sender }) => !sender.isDead);
}

function somePage(stage: Stage): SimPage | null {
  const pages = livePages(stage);
  return pages.length > 0 ? stage.world.random.pick(pages) : null;
}

/** A page whose board shows a note, and the note. */
function someNote(stage: Stage) {
  const page = somePage(stage);
  const notes = page?.view.board?.notes ?? [];
  if (!page || notes.length === 0) return null;
  return { page, note: stage.world.random.pick(notes) };
}

function owner({ world }: Stage): SimUser {
  const [first] = world.users;
  if (!first) throw new Error('unreachable');
  return first;
}

function someBoard({ world }: Stage): SimBoard {
  return world.random.pick(world.boards);
}

function onSocket(stage: Stage, act: (page: SimPage) => void, fault: string): void {
  const pages = livePages(stage).filter(({ pairs }) => pairs.length > 0);
  if (pages.length === 0) return;
  act(stage.world.random.pick(pages));
  stage.world.count(fault);
}

interface Lead {
  below: string;
  wish?: Wish;
  body?: unknown;
  method?: string;
}

/** The owner does something to a board as a whole. */
function lead(stage: Stage, board: SimBoard, { below, method = 'POST', ...rest }: Lead): void {
  const path = `/api/v1/meetings/${board.id}${below}`;
  stage.errands.run({ as: owner(stage), method, path, board: board.id, ...rest });
}

/** The owner takes somebody out of the team. */
export function removeMember(stage: Stage, user: SimUser): void {
  const { world, errands } = stage;
  const path = `/api/v1/admin/teams/${world.teamId}/remove-user/${user.id}`;
  errands.run({ as: owner(stage), method: 'POST', path });
  world.count('member removed');
}

/** Gives a board a name that it never had. */
export function renameBoard(stage: Stage, board: SimBoard): void {
  const name = `Sprint ${stage.world.ledger.entries.length}`;
  lead(stage, board, { below: '', method: 'PUT', body: { name }, wish: { kind: 'rename', name } });
}

function dieAt(death: 'before-commit' | 'before-answer' | 'before-publish'): Act {
  return ({ world }) => world.random.pick(world.nodes).database.dieAt(death);
}

function reload(keeps: boolean): Act {
  return (stage) => {
    const page = somePage(stage);
    if (!page) return;
    stage.world.closePage(page, keeps);
    stage.world.openPage(page.user, stage.world.boardOf(page.meetingId));
    stage.world.count(keeps ? 'reload' : 'reload, storage wiped');
  };
}

const acts: Record<StepName, Act> = {
  add(stage) {
    const page = somePage(stage);
    if (!page?.view.board) return;
    const { random } = stage.world;
    const note = newId(NoteId);
    stage.world.name(note, `note${stage.world.ledger.entries.length}`);
    const text = stage.text(page.user);
    page.wish({ kind: 'add', note, text, column: random.pick(columns) });
  },
  edit(stage) {
    const found = someNote(stage);
    if (!found) return;
    const { random } = stage.world;
    const column = random.chance(0.3) ? random.pick(columns) : undefined;
    const text = stage.text(found.page.user);
    found.page.wish({ kind: 'edit', note: found.note.id, text, column });
  },
  move(stage) {
    const found = someNote(stage);
    if (!found) return;
    const column = stage.world.random.pick(columns);
    found.page.wish({ kind: 'move', note: found.note.id, column });
  },
  remove(stage) {
    const found = someNote(stage);
    found?.page.wish({ kind: 'remove', note: found.note.id });
  },
  restoreNote(stage) {
    const { world, errands } = stage;
    const board = someBoard(stage);
    const gone = [...board.history.now.notes.values()].filter((note) => note.gone);
    if (!world.root || gone.length === 0) return;
    const { note } = world.random.pick(gone);
    const path = `/api/v1/admin/restore/notes/${note}`;
    const wish = { kind: 'restore', note } as const;
    errands.run({ as: world.root, method: 'POST', path, wish, board: board.id, once: true });
  },
  next(stage) {
    lead(stage, someBoard(stage), { below: '/phase/next', wish: { kind: 'next' } });
  },
  jump(stage) {
    const phase = stage.world.random.pick(['writing', 'writing', 'grouping', ...phaseOrder]);
    const wish = { kind: 'jump', phase } as const;
    lead(stage, someBoard(stage), { below: '/phase/transition', body: { phase }, wish });
  },
  rename: (stage) => renameBoard(stage, someBoard(stage)),
  hide(stage) {
    const hide = stage.world.random.chance(0.6);
    const body = { settings: { hide_notes: hide } };
    const wish = { kind: 'hide', hide } as const;
    lead(stage, someBoard(stage), { below: '', method: 'PUT', body, wish });
  },
  removeMember: (stage) => removeMember(stage, stage.world.random.pick(stage.world.users.slice(1))),
  async addMember({ world }) {
    const out = world.users.filter((user) => world.lostOf(user).membership !== null);
    for (const user of out) {
      await world.join(user, 'member');
      world.note(`${user.name} is a member again`);
    }
  },
  deleteBoard(stage) {
    lead(stage, someBoard(stage), { below: '', method: 'DELETE' });
    stage.world.count('board deleted');
  },
  restoreBoard({ world, errands }) {
    const gone = world.boards.find(({ isAlive }) => !isAlive);
    if (!gone || !world.root) return;
    const path = `/api/v1/admin/restore/meetings/${gone.id}`;
    const wish = { kind: 'return' } as const;
    errands.run({ as: world.root, method: 'POST', path, wish, board: gone.id, once: true });
  },
  endSession({ world, errands }) {
    const user = world.random.pick(world.users.slice(1));
    errands.run({ as: user, method: 'POST', path: '/api/v1/auth/logout', once: true });
    world.count('session ended');
  },
  async logIn(stage) {
    const { world } = stage;
    const out = world.users.filter((user) => world.lostOf(user).session !== null);
    for (const user of out) {
      await world.logIn(user);
      world.note(`${user.name} logs in again`);
      for (const page of livePages(stage).filter((each) => each.user === user)) {
        world.closePage(page, true);
        world.openPage(user, world.boardOf(page.meetingId));
      }
    }
  },
  openPage(stage) {
    const { world } = stage;
    if (livePages(stage).length < 6)
      world.openPage(world.random.pick(world.users), someBoard(stage));
  },
  closePage(stage) {
    if (livePages(stage).length < 3) return;
    const page = somePage(stage);
    if (page) stage.world.closePage(page, true);
  },
  nothing: () => undefined,

  cut: (stage) => onSocket(stage, (page) => page.pairs.at(-1)?.cut(), 'socket cut'),
  halfOpen: (stage) =>
    onSocket(stage, (page) => page.pairs.at(-1)?.cutClient(), 'half-open at the server'),
  deafClient: (stage) =>
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
    world.random.pick(world.nodes).database.hold();
    world.count('reads held up');
  },
  letThrough({ world }) {
    world.random.pick(world.nodes).database.letOneThrough();
  },
  releaseReads({ world }) {
    world.random.pick(world.nodes).database.release();
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
  hide_tab: (stage) => somePage(stage)?.signs.hide(true),
  show_tab: (stage) => {
    for (const page of livePages(stage)) page.signs.hide(false);
  },
  offline(stage) {
    somePage(stage)?.signs.goOnline(false);
    stage.world.count('page offline');
  },
  online: (stage) => {
    for (const page of livePages(stage)) page.signs.goOnline(true);
  },
  reconnect: (stage) => somePage(stage)?.reconnect(),
};
