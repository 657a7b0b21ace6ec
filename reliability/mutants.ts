// Faults put into the product on purpose: each is one that the simulator must find. The files stay as they are; the
// process that runs a mutant reads a changed text of one of them.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { Favours } from './simulator/steps.ts';

export interface Mutant {
  name: string;
  file: string;
  /** A text that the file has exactly once, and what stands there instead. */
  find: string;
  replace: string;
  /** The seed that gave it away when it was last looked for; a change of the product may make it another one. */
  foundBy: number;
  /** What such a world sees more of, where the usual one seldom gives the fault away. */
  favours?: Favours;
}

/** Notes lie face down there to the end. */
const staysInWriting: Favours = { next: 0, jump: 0, hide: 0 };

export const mutants: readonly Mutant[] = [
  {
    name: 'the bus is told before the commit',
    foundBy: 8,
    file: 'server/src/live/event-log.ts',
    find: 'tx.afterCommit(() => bus.publish(boardChannel(on.meetingId), message));',
    replace: 'bus.publish(boardChannel(on.meetingId), message);',
  },
  {
    name: 'seq comes from a counter that a rollback does not turn back',
    foundBy: 4,
    file: 'server/src/live/event-log.ts',
    find: 'const [[found]] = await Promise.all([appendEvent(tx).execute(values), erasing]);',
    replace: `const counters = (globalThis.seqCounters ??= new Map());
      const last = counters.get(on.meetingId) ?? 0;
      await tx.execute(
        sql\`update meetings set seq = greatest(seq, \${last}) where id = \${on.meetingId}\`);
      const [[found]] = await Promise.all([appendEvent(tx).execute(values), erasing]);
      counters.set(on.meetingId, Number(found.seq));`,
  },
  {
    name: 'whoever is named is shown hidden texts',
    foundBy: 4,
    file: 'contract/src/notes.ts',
    find: 'return note.hidden && note.author_id !== viewer;',
    replace: 'return note.hidden && viewer === null;',
  },
  {
    name: 'a masked note leaves its text beside it',
    foundBy: 4,
    file: 'contract/src/note-events.ts',
    find: "return { ...data, content: '', note: maskNote(data.note) };",
    replace: 'return { ...data, note: maskNote(data.note) };',
  },
  {
    name: 'an old event does not parse',
    foundBy: 1,
    file: 'contract/src/meetings.ts',
    find: 'columns: z.array(Column).default(() => defaultColumns),',
    replace: 'columns: z.array(Column),',
  },
  {
    name: 'a view is computed for whoever acted instead of whoever looks',
    foundBy: 4,
    file: 'server/src/live/frames.ts',
    find: 'return { ...viewOf(event, viewer), userId',
    replace: 'return { ...viewOf(event, viewer && actorId), userId',
  },
  {
    name: 'the log is read from >= instead of >',
    foundBy: 1,
    file: 'server/src/live/event-log.ts',
    find: 'gt(boardEvents.seq, since)',
    replace: 'sql`${boardEvents.seq} >= ${since}`',
  },
  {
    name: 'a room delivers over a gap',
    foundBy: 3,
    file: 'server/src/live/log-follower.ts',
    find: 'if (event.seq > this.#head.seq + 1) await this.#readLog();\n      else this.#deliver(event);',
    replace: 'this.#deliver(event);',
  },
  {
    name: 'a room believes who is ahead of it to be lost',
    foundBy: 4,
    file: 'server/src/live/room.ts',
    find: 'if (since !== null && since > this.head.seq) await this.#follower.catchUp();',
    replace: '',
  },
  {
    name: 'an outbox sends what it has sent before',
    foundBy: 6,
    file: 'server/src/live/outbox.ts',
    find: 'if (event.seq <= state.last) return;',
    replace: '',
  },
  {
    name: 'an outbox lets live events overtake the log',
    foundBy: 4,
    file: 'server/src/live/outbox.ts',
    find: 'state.held.push(event);',
    replace: 'this.#reader.send(event);',
  },
  {
    name: 'an event goes to everybody as its author sees it',
    foundBy: 4,
    favours: staysInWriting,
    file: 'server/src/live/frames.ts',
    find: "const keyOf = (viewer: UserId): string => (event ? viewKey(event, viewer) : '');",
    replace: "const keyOf = () => '';",
  },
  {
    name: 'nodes do not listen to cut-offs',
    foundBy: 2,
    file: 'server/src/live/rooms.ts',
    find: 'disconnectFrom(rooms, message)',
    replace: 'void [rooms, message]',
  },
  {
    name: 'nobody asks again whether a socket may stay',
    foundBy: 4,
    file: 'server/src/live/access-recheck.ts',
    find: 'await room.disconnect((member) => reasonOf.get(member) === reason, reason);',
    replace: 'await Promise.resolve([reasonOf, room]);',
  },
  {
    name: 'a lost last event is not looked for',
    foundBy: 5,
    favours: { cut: 0, halfOpen: 0, killNode: 0 },
    file: 'server/src/live/rooms.ts',
    find: '    await this.#polling.catchUpAll();\n    const rooms',
    replace: '    const rooms',
  },
  {
    name: 'a closed socket stays in its room',
    foundBy: 11,
    file: 'server/src/live/session.ts',
    find: 'state.room.leave(state.member);',
    replace: '',
  },
  {
    name: 'a repeated request is done again',
    foundBy: 2,
    file: 'server/src/platform/http/receipts.ts',
    find: "setWhere: sql`${receipts.createdAt} < ${sql.placeholder('expiry')} or ${receipts.status} = 0`,",
    replace: '',
  },
  {
    name: 'notes are added in any phase',
    foundBy: 1,
    file: 'server/src/features/notes/notes.service.ts',
    find: 'authorize(notePolicy.add(access.teamContext, policyMeeting));',
    replace: '',
  },
  {
    name: 'a phase that hides nothing reveals nothing',
    foundBy: 4,
    file: 'server/src/features/notes/notes-of-meeting.service.ts',
    find: 'const mayReveal = changes.phase !== undefined || changes.settings !== undefined;',
    replace: 'const mayReveal = changes.settings !== undefined;',
  },
  {
    name: 'a meeting ends with notes face down',
    foundBy: 4,
    favours: staysInWriting,
    file: 'server/src/features/meetings/meeting-board.service.ts',
    find: 'if (changes.status && !isEditable(changes.status)) await beforeEnd(tx, on);',
    replace: '',
  },
  {
    name: 'a board that comes back changes behind its history',
    foundBy: 6,
    favours: { deleteBoard: 6, restoreBoard: 9 },
    file: 'server/src/features/meetings/meetings.service.ts',
    find: 'changes: { deletedAt: null }, told: meetingUpdated',
    replace: 'changes: { deletedAt: null }, told: null',
  },
  {
    name: 'a deleted note stays on the pages that were open',
    foundBy: 6,
    file: 'contract/src/note-events.ts',
    find: 'notes: notes.filter((note) => note.id !== note_id),',
    replace: 'notes: [...notes],',
  },
  {
    name: 'a moved note stays in its place on the pages that were open',
    foundBy: 3,
    file: 'contract/src/note-events.ts',
    find: '(a, b) => a.position - b.position,',
    replace: '() => 0,',
  },
  {
    name: 'a page sends a change again under another key',
    foundBy: 1,
    file: 'web/src/live/command-queue.ts',
    find: 'entry.command.send(entry.key, signal)',
    replace: 'entry.command.send(newKey(), signal)',
  },
  {
    name: 'a page takes silence for a refusal',
    foundBy: 1,
    file: 'web/src/live/retry-rules.ts',
    find: "error instanceof CancelError) return 'unanswered';",
    replace: "error instanceof CancelError) return 'refused';",
  },
  {
    name: 'a page forgets what an earlier one left behind',
    foundBy: 1,
    file: 'web/src/live/command-queue.ts',
    find: 'this.#adopt(commands);',
    replace: '',
  },
  {
    name: 'a refused change stays on show',
    foundBy: 5,
    file: 'web/src/live/command-queue.ts',
    find: 'this.#entries.delete(each);\n      this.#deps.store.remove(each.key);',
    replace: 'this.#deps.store.remove(each.key);\n      each.state = "acknowledged";',
  },
];

/** From here on, modules that are loaded are the mutant's. Throws where its text is not in the file exactly once. */
export function become({ file, find, replace }: Mutant): void {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || fileURLToPath(url) !== path) return loaded;
      const { source = '' } = loaded;
      const text =
        typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
      const parts = text.split(find);
      if (parts.length !== 2) throw new Error(`${file} does not have once: ${find}`);
      return { ...loaded, source: parts.join(replace) };
    },
  });
}
