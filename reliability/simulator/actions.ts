// User actions in the simulation, on pages and by direct requests.
import { GroupId, NoteId } from '@wentwell/contract/ids';

import { newTimelessId } from '../../server/src/platform/ids.ts';
import { lead } from './lead.ts';
import type { SimBoard } from './observe.ts';
import { phaseOrder } from './oracle.ts';
import type { SimUser } from './sim-page.ts';
import {
  type Action,
  livePages,
  owner,
  type Stage,
  someBoard,
  someNote,
  somePage,
} from './stage.ts';

const columns = ['went_well', 'to_improve', 'action'];

/** The weight of each action among all steps. */
export const actionWeights = {
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
  ready: 5,
  group: 9,
  regroup: 5,
  part: 2,
  timer: 3,
  vote: 12,
  voted: 2,
  openPage: 2,
  closePage: 1,
  nothing: 10,
};

/** Picks up to `count` notes. Some may be deleted before the request arrives. */
function someNotes({ world }: Stage, { history }: SimBoard, count: number): string[] {
  const living = [...history.now.notes.values()].filter((note) => !note.isDeleted);
  const picked = Array.from({ length: living.length > 0 ? count : 0 }, () => {
    return world.random.pick(living).note;
  });
  return [...new Set(picked)];
}

function someGroup({ world }: Stage, { history }: SimBoard): string | null {
  const groups = [...history.now.groups.keys()];
  return groups.length > 0 ? world.random.pick(groups) : null;
}

/** The owner removes a user from the team. */
export function removeMember(stage: Stage, user: SimUser): void {
  const { world, retryingRequests } = stage;
  const path = `/api/v1/admin/teams/${world.teamId}/remove-user/${user.id}`;
  retryingRequests.run({ as: owner(stage), method: 'POST', path });
  world.count('member removed');
}

/** The new name is unique. */
export function renameBoard(stage: Stage, board: SimBoard): void {
  const name = `Sprint ${stage.world.ledger.entries.length}`;
  lead(stage, board, {
    below: '',
    method: 'PUT',
    body: { name },
    intent: { kind: 'rename', name },
  });
}

/** The owner closes a meeting, with or without hidden notes on its board. */
export function finishBoard(stage: Stage, board: SimBoard): void {
  const body = { status: 'closed' };
  lead(stage, board, { below: '', method: 'PUT', body, intent: { kind: 'finish' } });
}

export const actions: Record<keyof typeof actionWeights, Action> = {
  add(stage) {
    const page = somePage(stage);
    if (!page?.view.board) return;
    const { random } = stage.world;
    const note = newTimelessId(NoteId);
    stage.world.setName(note, `note${stage.world.ledger.entries.length}`);
    const text = stage.text(page.user);
    page.perform({ kind: 'add', note, text, column: random.pick(columns) });
  },
  edit(stage) {
    const found = someNote(stage);
    if (!found) return;
    const { random } = stage.world;
    const column = random.chance(0.3) ? random.pick(columns) : undefined;
    const text = stage.text(found.page.user);
    found.page.perform({ kind: 'edit', note: found.note.id, text, column });
  },
  move(stage) {
    const found = someNote(stage);
    if (!found) return;
    const column = stage.world.random.pick(columns);
    found.page.perform({ kind: 'move', note: found.note.id, column });
  },
  remove(stage) {
    const found = someNote(stage);
    found?.page.perform({ kind: 'remove', note: found.note.id });
  },
  restoreNote(stage) {
    const { world, retryingRequests } = stage;
    const board = someBoard(stage);
    const gone = [...board.history.now.notes.values()].filter((note) => note.isDeleted);
    if (!world.root || gone.length === 0) return;
    const { note } = world.random.pick(gone);
    const path = `/api/v1/admin/restore/notes/${note}`;
    const intent = { kind: 'restore', note } as const;
    retryingRequests.run({
      as: world.root,
      method: 'POST',
      path,
      intent,
      board: board.id,
      once: true,
    });
  },
  next(stage) {
    lead(stage, someBoard(stage), { below: '/phase/next', intent: { kind: 'next' } });
  },
  jump(stage) {
    const phase = stage.world.random.pick([
      'writing',
      'grouping',
      'voting',
      'voting',
      ...phaseOrder,
    ]);
    const isTimed = stage.world.random.chance(0.3);
    const intent = { kind: 'jump', phase, isTimed } as const;
    const body = { phase, duration_minutes: isTimed ? 10 : null };
    lead(stage, someBoard(stage), { below: '/phase/transition', body, intent });
  },
  rename: (stage) => renameBoard(stage, someBoard(stage)),
  hide(stage) {
    const hide = stage.world.random.chance(0.6);
    const body = { settings: { hide_notes: hide } };
    const intent = { kind: 'hide', hide } as const;
    lead(stage, someBoard(stage), { below: '', method: 'PUT', body, intent });
  },
  ready(stage) {
    const page = somePage(stage);
    const phase = page?.view.board?.phase.phase;
    if (!page || !phase) return;
    page.perform({ kind: 'ready', ready: stage.world.random.chance(0.7), phase });
  },
  group(stage) {
    const { world } = stage;
    const board = someBoard(stage);
    const notes = someNotes(stage, board, world.random.pick([2, 2, 3, 4]));
    if (notes.length < 2) return;
    const group = newTimelessId(GroupId);
    world.setName(group, `group${world.ledger.entries.length}`);
    const intent = { kind: 'group', group, notes } as const;
    const body = { id: group, note_ids: notes };
    lead(stage, board, { as: world.random.pick(world.users), below: '/groups', body, intent });
  },
  regroup(stage) {
    const { world } = stage;
    const board = someBoard(stage);
    const group = someGroup(stage, board);
    if (group === null) return;
    const [add, other] = [someNotes(stage, board, 2), someNotes(stage, board, 2)];
    const remove = other.filter((note) => !add.includes(note));
    const intent = { kind: 'regroup', group, add, remove } as const;
    const as = world.random.pick(world.users);
    lead(stage, board, {
      as,
      below: `/groups/${group}`,
      method: 'PUT',
      body: { add, remove },
      intent,
    });
  },
  part(stage) {
    const board = someBoard(stage);
    const group = someGroup(stage, board);
    if (group === null) return;
    const intent = { kind: 'part', group } as const;
    const as = stage.world.random.pick(stage.world.users);
    lead(stage, board, { as, below: `/groups/${group}`, method: 'DELETE', intent });
  },
  timer(stage) {
    const action = stage.world.random.pick(['start', 'start', 'add', 'pause', 'resume', 'stop']);
    const intent = { kind: 'timer', action } as const;
    const body = { action, seconds: 600 };
    lead(stage, someBoard(stage), { below: '/timer', method: 'PUT', body, intent });
  },
  vote(stage) {
    const { world, retryingRequests } = stage;
    const { id: board, history } = someBoard(stage);
    const notes = [...history.now.notes.keys()];
    if (notes.length === 0) return;
    const note = world.random.pick(notes);
    const intent = { kind: 'vote', note, count: world.random.between(0, 4) } as const;
    const as = world.random.pick(world.users);
    const path = `/api/v1/meetings/${board}/topics/${note}/votes`;
    const body = { count: intent.count };
    retryingRequests.run({ as, method: 'PUT', path, body, intent, board });
  },
  voted(stage) {
    const { world, retryingRequests } = stage;
    const { id: board } = someBoard(stage);
    const intent = { kind: 'voted', finished: world.random.chance(0.7) } as const;
    const as = world.random.pick(world.users);
    const path = `/api/v1/meetings/${board}/votes/finished`;
    const body = { finished: intent.finished };
    retryingRequests.run({ as, method: 'PUT', path, body, intent, board });
  },
  removeMember: (stage) => removeMember(stage, stage.world.random.pick(stage.world.users.slice(1))),
  async addMember({ world }) {
    const out = world.users.filter((user) => world.lostAccessOf(user).membership !== null);
    for (const user of out) {
      await world.join(user, 'member');
      world.addTrace(`${user.name} is a member again`);
    }
  },
  deleteBoard(stage) {
    lead(stage, someBoard(stage), { below: '', method: 'DELETE' });
    stage.world.count('board deleted');
  },
  restoreBoard({ world, retryingRequests }) {
    const gone = world.boards.find(({ exists }) => !exists);
    if (!gone || !world.root) return;
    const path = `/api/v1/admin/restore/meetings/${gone.id}`;
    const intent = { kind: 'return' } as const;
    retryingRequests.run({
      as: world.root,
      method: 'POST',
      path,
      intent,
      board: gone.id,
      once: true,
    });
  },
  endSession({ world, retryingRequests }) {
    const user = world.random.pick(world.users.slice(1));
    retryingRequests.run({ as: user, method: 'POST', path: '/api/v1/auth/logout', once: true });
    world.count('session ended');
  },
  async logIn(stage) {
    const { world } = stage;
    const out = world.users.filter((user) => world.lostAccessOf(user).session !== null);
    for (const user of out) {
      await world.logIn(user);
      world.addTrace(`${user.name} logs in again`);
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
};
