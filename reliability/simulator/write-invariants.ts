// Invariants of frames sent to sockets: recipients, order, and end of access.
import { liveLimits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { isUnnamed } from './anonymity.ts';
import type { Entry } from './ledger.ts';
import type { BusMessage } from './lossy-bus.ts';
import type { Answer, Call } from './network.ts';
import type { SimWorld, SocketWrite } from './sim-world.ts';
import { canary } from './text-index.ts';
import { Violation } from './violation.ts';

/** Maximum time until S-52 ends access without the bus, plus a running heartbeat. */
const accessGraceMs = 2 * liveLimits.head + 1000;

function assertReadable(text: string, viewer: string, world: SimWorld): void {
  for (const mark of new Set(text.match(canary))) {
    if (world.ledger.entries.some((entry) => isAuthor(entry, viewer, mark))) continue;
    if (world.boards.some(({ history }) => history.texts.canRead(mark, viewer))) continue;
    if (world.missed?.canRead(mark, viewer)) continue;
    throw new Violation(`the hidden text ${mark} went to somebody else`);
  }
}

function assertNoHash(text: string, name: string): void {
  if (/"(?:author|by)_?hash"/i.test(text)) throw new Violation(`${name} is sent an author's hash`);
}

/** A frame names only its actor, and in an anonymous meeting nobody for changes of notes. */
function assertActor(
  { text, page }: SocketWrite,
  { actor, seq }: { actor: string | undefined; seq: number },
  world: SimWorld,
): void {
  const { history } = world.boardOf(page.meetingId);
  if (actor !== undefined && !history.causesOf(seq).some((cause) => cause.actor === actor)) {
    throw new Violation(`${page.name} is told of somebody else: ${text}`);
  }
  const causes = history.causesOf(seq);
  if (!world.isAnonymous || !causes.every(({ intent }) => isUnnamed(intent))) return;
  const { owner, coLeads, hands, ready, turns, voted, discussion, notes } = history.now;
  const signers = [...notes.values()].filter(({ isSigned }) => isSigned).map(({ by: who }) => who);
  const { more, goOn } = discussion ?? { more: [], goOn: [] };
  const shown = [owner, coLeads, hands, ready, turns, voted, more, goOn, signers].flat();
  const named = causes.find(({ by }) => text.includes(by) && !shown.includes(by));
  if (named) throw new Violation(`${page.name} is told of ${named.by}: ${text}`);
}

/** Scorer hashes must never be sent. */
function assertNoScorer({ text, page }: SocketWrite, { ledger }: SimWorld): void {
  const scorer = [...ledger.scorers.keys()].find((hash) => text.includes(hash));
  if (scorer !== undefined) throw new Violation(`${page.name} is told who gave a score: ${text}`);
}

/** Users may read their own texts, accepted or not. */
function isAuthor({ intent, author }: Entry, viewer: string, mark: string): boolean {
  return author === viewer && 'text' in intent && intent.text.includes(mark);
}

/** Captures the seq and the actor of a change. */
const beginning =
  /^\{"type":"board_changed","seq":(?<seq>\d+),"userId":(?:"(?<actor>[^"]+)"|null),/;
const voter = /"type":"vote"[^}]*"user_id":"([^"]+)"/g;

const question = /"type":"question","id":"([^"]+)"/g;

/** Checks all frames written since the last call. */
export function checkWrites(world: SimWorld): void {
  for (const write of world.writes.splice(0)) {
    assertReadable(write.text, write.page.user.id, world);
    assertNoHash(write.text, write.page.name);
    assertNoScorer(write, world);
    const { actor, seq } = beginning.exec(write.text)?.groups ?? {};
    if (seq !== undefined) {
      assertOrder(write, Number(seq));
      assertActor(write, { actor, seq: Number(seq) }, world);
      assertAccess(write, world);
    }
    if ([...write.text.matchAll(voter)].some(([, by]) => by !== write.page.user.id)) {
      throw new Violation(`${write.page.name} is sent the votes of others`);
    }
    const { notes } = world.boardOf(write.page.meetingId).history.now;
    const asked = [...write.text.matchAll(question)].map(([, id = '']) => notes.get(id)?.by);
    if (asked.some((by) => by !== write.page.user.id)) {
      throw new Violation(`${write.page.name} is told whom somebody asks for more`);
    }
    if (write.text.startsWith('{"type":"resync"')) {
      // Only changes of anonymous meetings erase a simulated history.
      if (!world.isAnonymous) {
        throw new Violation(`${write.page.name} is told to resync: ${write.text}`);
      }
      write.pair.lastSeq = Number(/"seq":(\d+)/.exec(write.text)?.[1]);
    }
  }
}

/** A socket must get each change after its `since` once and in order. */
function assertOrder({ page, pair }: SocketWrite, seq: number): void {
  if (seq !== pair.lastSeq + 1) {
    throw new Violation(`${page.name} is sent seq ${seq} after ${pair.lastSeq}`);
  }
  pair.lastSeq = seq;
}

function assertAccess({ page, at, node }: SocketWrite, world: SimWorld): void {
  const lost = world.lostAccessOf(page.user);
  const board = world.boardOf(page.meetingId);
  const since = [lost.membership, board.exists ? null : board.deletedAt];
  for (const from of since) {
    if (from === null) continue;
    if (at - Math.max(from, node.readsHeldAt) > accessGraceMs) {
      throw new Violation(`${page.name} gets changes ${at - from} ms after losing access`);
    }
  }
}

const Disconnect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), userId: z.string() }),
  z.object({ kind: z.literal('session'), sessionId: z.string() }),
]);

/** After a bus message about a removed member or an ended session, the node must have closed their sockets. */
export function checkDisconnect(
  world: SimWorld,
  name: string,
  { channel, message }: BusMessage,
): void {
  const node = world.nodes.find((each) => each.name === name);
  if (!channel.endsWith(':control') || !node || node.database.heldReads > 0) return;
  const hint = Disconnect.safeParse(JSON.parse(message)).data;
  if (!hint) return;
  for (const { page, pair } of world.pairsOn(node)) {
    const { membership, session } = world.lostAccessOf(page.user);
    const isOut =
      hint.kind === 'member'
        ? hint.userId === page.user.id && membership !== null
        : hint.sessionId === page.user.sessionId && session !== null;
    if (isOut && pair.isOpenAtServer) {
      throw new Violation(`${page.name} keeps its socket though ${name} received the disconnect`);
    }
  }
}

/** No response may contain another user's hidden text. */
export function checkAnswer(world: SimWorld, call: Call, answer: Answer): void {
  const { sender } = call;
  const user = [...world.users, world.root].find((each) => each?.token === sender.token);
  if (!user) return;
  assertNoHash(answer.body, sender.name);
  assertReadable(answer.body, sender.author, world);
  if (!call.path.endsWith('/additions')) return;
  if (world.isAnonymous && answer.body.includes('"user_id":"')) {
    throw new Violation(`${sender.name} is told who was away: ${answer.body}`);
  }
  const said = answer.status === 201 ? (call.body?.match(canary) ?? []) : [];
  const lost = said.find((mark) => world.missed?.wasStored(mark) !== true);
  if (lost !== undefined) throw new Violation(`acknowledged, and not stored: ${lost}`);
}
