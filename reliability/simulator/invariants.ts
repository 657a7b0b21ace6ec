// Invariants after every step of the simulation, and at rest.
import { canonicalJson } from '@wentwell/contract/board/canonical-json';
import type { Board } from '@wentwell/contract/board/snapshot';
import { liveLimits } from '@wentwell/contract/limits';

import { assertAccepted } from './acknowledged.ts';
import type { SimBoard } from './observe.ts';
import { ownScoresText } from './oracle-scores.ts';
import { type BoardView, type Line, type NoteView, viewFor } from './oracle-view.ts';
import { viewOfPage } from './page-view.ts';
import type { SimPage } from './sim-page.ts';
import type { SimWorld } from './sim-world.ts';
import { Violation } from './violation.ts';
import { checkWrites } from './write-invariants.ts';

const facts = [
  'phase',
  'name',
  'hides',
  'isFinished',
  'ready',
  'turns',
  'hands',
  'coLeads',
  'scores',
  'timer',
  'votes',
  'discussion',
] as const;

/** Throws if the page's board differs from the user's view at its seq. */
function checkBoard(board: Board, page: SimPage, { history, name }: SimBoard): void {
  if (board.seq > history.now.seq) {
    throw new Violation(`${page.name} is at seq ${board.seq}, which ${name} never had`);
  }
  const state = history.states[board.seq];
  // The seq is in the middle of a command.
  if (!state) return;
  const wanted = viewFor(state, page.user.id);
  const shown = viewOfPage(board);
  const at = `${page.name} at seq ${board.seq}`;
  for (const fact of facts) {
    if (wanted[fact] !== shown[fact]) {
      throw new Violation(`${at}: ${fact} is ${shown[fact]} instead of ${wanted[fact]}`);
    }
  }
  // A deletion also erases earlier changes. Until a client has received it, it may or may not show the deleted records.
  const lasts = (id: string): boolean => !history.texts.isDeletedAfter(id, board.seq);
  const spellGroups = ({ groups }: BoardView): string =>
    groups
      .filter(({ group }) => lasts(group))
      .map(({ group, column, notes }) => `${group} in ${column}: ${notes.filter(lasts).join(' ')}`)
      .join(', ');
  const [owedGroups, givenGroups] = [spellGroups(wanted), spellGroups(shown)];
  if (owedGroups !== givenGroups) {
    throw new Violation(`${at}: groups are ${givenGroups} instead of ${owedGroups}`);
  }
  const lasting = ({ note }: NoteView): boolean => lasts(note);
  const left = shown.notes.filter(lasting);
  for (const note of wanted.notes.filter(lasting)) {
    const has = left.shift();
    if (JSON.stringify(has) === JSON.stringify(note)) continue;
    throw new Violation(`${at}: ${JSON.stringify(has)} instead of ${JSON.stringify(note)}`);
  }
  if (left.length > 0) throw new Violation(`${at}: ${JSON.stringify(left[0])} is too much`);
  const isKept = ({ ids }: Line): boolean => ids.every(lasts);
  const linesOf = (lines: readonly Line[]): Set<string> =>
    new Set(lines.filter(isKept).map(({ text }) => text));
  const [owed, given] = [linesOf(wanted.lines), linesOf(shown.lines)];
  const missing = [...owed].find((line) => !given.has(line));
  if (missing !== undefined) throw new Violation(`${at}: missing: ${missing}`);
  const tooMuch = [...given].find((line) => !owed.has(line));
  if (tooMuch !== undefined) throw new Violation(`${at}: too much: ${tooMuch}`);
}

/** Compares the page's own scores with those given at the user's first browser. */
function checkOwnScores({ check_in: own }: Board, page: SimPage, { history }: SimBoard): void {
  const given = history.now.given.get(page.user.id);
  const [wanted, shown] = [
    ownScoresText(given),
    ownScoresText({
      ...(own.mood_mine !== null && { mood: own.mood_mine }),
      ...(own.mood_after_mine !== null && { mood_after: own.mood_after_mine }),
      ...(own.worth_mine !== null && { worth: own.worth_mine }),
    }),
  ];
  if (wanted !== shown)
    throw new Violation(`${page.name} has given ${wanted}, and is told ${shown}`);
}

/** Omits presence, which is compared separately, and fields that change without a change event. */
function spell({ actions, since_last_time, ...board }: Board): string {
  const uncounted = [actions, since_last_time].map((list) =>
    list?.map((action) => ({ ...action, meetings_seen: 0 })),
  );
  return canonicalJson({ ...board, uncounted, presence: [], check_in: null });
}

/** Call after every step. Throws the first Violation. */
export function checkStep(world: SimWorld): void {
  checkWrites(world);
  for (const page of world.pages) {
    if (page.sender.isDead) continue;
    if (page.confirmedBoard) checkBoard(page.confirmedBoard, page, world.boardOf(page.meetingId));
    for (const pair of page.pairs) {
      if (pair.waitingBytes > liveLimits.waitingBytes + 64 * 1024) {
        throw new Violation(`${pair.waitingBytes} bytes wait for ${page.name}`);
      }
    }
  }
  for (const entry of world.ledger.entries) {
    if (entry.state !== 'acknowledged' || entry.isChecked) continue;
    assertAccepted(entry, world);
    entry.isChecked = true;
  }
}

/** Call after the repair and some time. `fresh` fetches a page's board from the server. */
export async function checkRest(
  world: SimWorld,
  fresh: (page: SimPage) => Promise<Board>,
): Promise<void> {
  const pages = world.pages.filter(({ sender }) => !sender.isDead);
  for (const page of pages) {
    const board = world.boardOf(page.meetingId);
    if (!world.hasAccess(page)) {
      // Pages of closed boards do not poll.
      if (page.view.board && !board.history.now.isFinished) {
        throw new Violation(`${page.name} still sees a board that it may not`);
      }
      if (page.pairs.some((pair) => pair.isOpenAtServer)) {
        throw new Violation(`${page.name} still has a socket to a board that it may not see`);
      }
      continue;
    }
    const { view } = page;
    if (!view.board) throw new Violation(`${page.name} has no board: ${String(view.error)}`);
    const { seq } = board.history.now;
    const isCurrent = view.board.seq === seq;
    // Scores may follow the end of a board.
    if (!isCurrent && !board.history.states[view.board.seq]?.isFinished) {
      throw new Violation(`${page.name} rests at seq ${view.board.seq} of ${seq}`);
    }
    if (view.waiting > 0) throw new Violation(`${page.name} still waits with ${view.waiting}`);
    checkBoard(view.board, page, board);
    const server = await fresh(page);
    checkBoard(server, page, board);
    checkOwnScores(server, page, board);
    if (isCurrent && spell(server) !== spell(view.board)) {
      throw new Violation(`${page.name}: its board is not the server's`);
    }
    checkPresence(world, page, view.board);
    checkPresence(world, page, server);
  }
  for (const board of world.boards) {
    const marks = await world.readLoggedMarks(board);
    if (world.missed?.marks.some((mark) => marks.has(mark))) {
      throw new Violation(`${board.name}: its log has a text of somebody who was away`);
    }
    const erased = board.history.texts.erasedMarks().find((mark) => marks.has(mark));
    if (erased !== undefined) {
      throw new Violation(`${board.name}: ${erased} was deleted and is in its log`);
    }
  }
  for (const user of world.users) {
    for (const [board, kept] of user.stores) {
      const isSeen = pages.some((page) => page.user === user && page.meetingId === board);
      if (
        isSeen &&
        world.boardOf(board).exists &&
        hasMembershipAndSession(world, user) &&
        kept.length > 0
      ) {
        throw new Violation(`${user.name} still has ${kept.length} changes unsaid`);
      }
    }
  }
  if (world.divergences > 0) throw new Violation('a board differed from its history');
  for (const node of world.nodes) {
    if (node.divergences > 0) throw new Violation('a board differed from its history');
  }
}

/** Call after closing all meetings. Every page must show the revealed notes and have no socket. */
export function checkFinished(world: SimWorld): void {
  for (const page of world.pages.filter((each) => !each.sender.isDead && world.hasAccess(each))) {
    const board = world.boardOf(page.meetingId);
    const shown = page.view.board;
    const { seq, isFinished } = board.history.now;
    if (!isFinished) throw new Violation(`${board.name} could not be finished`);
    if (!shown || !board.history.states[shown.seq]?.isFinished) {
      throw new Violation(`${page.name} is at seq ${shown?.seq} of a board that ended at ${seq}`);
    }
    checkBoard(shown, page, board);
    if (page.pairs.some((pair) => pair.isOpenAtServer)) {
      throw new Violation(`${page.name} keeps its socket to a finished board`);
    }
  }
}

function hasMembershipAndSession(world: SimWorld, user: SimWorld['users'][number]): boolean {
  const { membership, session } = world.lostAccessOf(user);
  return membership === null && session === null;
}

function checkPresence(world: SimWorld, page: SimPage, { presence }: Board): void {
  const here = world.pages
    .filter((each) => each.meetingId === page.meetingId && !each.sender.isDead)
    .filter((each) => each.view.connection.status === 'open')
    .map(({ user }) => user.id);
  const wanted = [...new Set(here)].toSorted();
  const shown = presence.filter((one) => one.isOnline).map((one) => one.userId);
  if (JSON.stringify(wanted) !== JSON.stringify(shown.toSorted())) {
    const names = (ids: readonly string[]): string =>
      ids.map((id) => world.users.find((user) => user.id === id)?.name ?? '?').join(' ');
    throw new Violation(`${page.name} sees ${names(shown)} instead of ${names(wanted)}`);
  }
}
