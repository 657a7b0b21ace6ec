// The faults that the simulator must find (mutant.ts).
import { checkInMutants } from './check-in-mutants.ts';
import type { Mutant } from './mutant.ts';
import type { Favours } from './simulator/steps.ts';

/** Notes stay hidden to the end. */
const staysInWriting: Favours = { next: 0, jump: 0, hide: 0 };
/** Many votes on few topics, so that limits are reached and votes wait together. */
const mostlyVotes: Favours = {
  vote: 90,
  jump: 8,
  next: 0,
  edit: 0,
  move: 0,
  remove: 0,
  hide: 0,
  ready: 0,
  group: 0,
  timer: 0,
};
export const mutants: readonly Mutant[] = [
  {
    name: 'an event is published before the commit',
    file: 'server/src/live/event-log.ts',
    find: 'tx.afterCommit(() => {\n      committed(',
    replace: '[0].forEach(() => {\n      committed(',
  },
  {
    name: 'seq comes from a counter that a rollback does not turn back',
    file: 'server/src/live/event-log.ts',
    find: 'const [found] = await appendEvent(tx).execute(values);',
    // Sent together, because COMMIT may follow at once.
    replace: `const { sql } = await import('drizzle-orm');
      const counters = (globalThis.seqCounters ??= new Map());
      const last = counters.get(on.meetingId) ?? 0;
      const counting = tx.execute(
        sql\`update meetings set seq = greatest(seq, \${last}) where id = \${on.meetingId}\`)
        .then(() => undefined);
      const [[found]] = await Promise.all([appendEvent(tx).execute(values), counting]);
      counters.set(on.meetingId, Number(found.seq));`,
  },
  {
    name: 'every named viewer sees hidden texts',
    file: 'contract/src/notes.ts',
    find: 'return note.hidden && !isAuthor(note, viewer);',
    replace: 'return note.hidden && viewer === null;',
  },
  {
    name: 'a masked note leaves its text beside it',
    file: 'contract/src/note-events.ts',
    find: 'return noteData(noteSeenBy(note, concealed));',
    replace: 'return { ...noteData(noteSeenBy(note, concealed)), content: note.content };',
  },
  {
    name: 'an old event does not parse',
    file: 'contract/src/meetings.ts',
    find: 'columns: z.array(Column).default(() => defaultColumns),',
    replace: 'columns: z.array(Column),',
  },
  {
    name: 'a view is computed for the actor instead of the viewer',
    file: 'server/src/live/frames.ts',
    find: 'return { ...viewOf(event, viewer), userId',
    replace: 'return { ...viewOf(event, viewer && { userId: actorId }), userId',
  },
  {
    name: 'the log is read from >= instead of >',
    file: 'server/src/live/event-statements.ts',
    find: "gt(boardEvents.seq, sql.placeholder('since'))",
    replace: "sql`${boardEvents.seq} >= ${sql.placeholder('since')}`",
  },
  {
    name: 'a room delivers over a gap',
    file: 'server/src/live/log-follower.ts',
    find: 'if (event.seq > this.#head.seq + 1) await this.#readLog();\n      else if (event.seq === this.#head.seq + 1) this.#deliver(event);',
    replace: 'if (event.seq > this.#head.seq) this.#deliver(event);',
  },
  {
    name: 'a room resyncs a client that is ahead of it',
    favours: { busAway: 8, busBack: 1, cut: 20, add: 30, endSession: 0, killNode: 0, offline: 0 },
    file: 'server/src/live/room.ts',
    find: 'if (since !== null && since > this.head.seq) await this.#follower.catchUp();',
    replace: '',
  },
  {
    name: 'an outbox sends what it has sent before',
    file: 'server/src/live/outbox.ts',
    find: 'if (event.seq <= state.last) return;',
    replace: '',
  },
  {
    name: 'an outbox lets live events overtake the log',
    file: 'server/src/live/outbox.ts',
    find: 'state.held.push(event);',
    replace: 'this.#reader.send(event);',
  },
  {
    name: 'all viewers get an event as its author sees it',
    favours: staysInWriting,
    file: 'server/src/live/frames.ts',
    find: "const keyOf = (viewer: Viewer | null): string => (event ? viewKey(event, viewer) : '');",
    replace: "const keyOf = () => '';",
  },
  {
    name: 'nodes ignore disconnects',
    file: 'server/src/live/rooms.ts',
    find: 'disconnectFrom(rooms, message)',
    replace: 'void [rooms, message]',
  },
  {
    name: 'the access of open sockets is not rechecked',
    file: 'server/src/live/access-recheck.ts',
    find: 'await room.disconnect((member) => reasonOf.get(member) === reason, reason);',
    replace: 'await Promise.resolve([reasonOf, room]);',
  },
  {
    name: 'a lost last event is not noticed',
    favours: { cut: 0, halfOpen: 0, killNode: 0 },
    file: 'server/src/live/log-polling.ts',
    find: 'return head ? [room.advanceTo(head)] : [];',
    replace: 'return head ? [] : [];',
  },
  {
    name: 'a closed socket stays in its room',
    favours: { closePage: 12, openPage: 12 },
    file: 'server/src/live/session.ts',
    find: 'state.room.leave(state.member);',
    replace: '',
  },
  {
    name: 'a repeated request is applied again',
    file: 'server/src/platform/http/receipt-rows.ts',
    find: 'if (own.status !== 0 && !own.isExpired) return true;',
    replace: '',
  },
  {
    name: 'notes are added in any phase',
    file: 'contract/src/board/notes.ts',
    find: 'rejectionOf(notePolicy.add(context.caller, meeting))',
    replace: 'null',
  },
  {
    name: 'a phase that hides nothing reveals nothing',
    file: 'contract/src/board/notes.ts',
    find: 'if (!changedMeeting(patch) || hidesNewNotes(getMeeting(after))) return null;',
    replace: "if (getMeeting(after).status === 'live') return null;",
  },
  {
    name: 'a meeting ends with hidden notes',
    favours: staysInWriting,
    file: 'contract/src/board/meeting.ts',
    find: 'return isEditable(status) && settings.hide_notes && phaseFacts[phase].hides;',
    replace: 'return settings.hide_notes && phaseFacts[phase].hides;',
  },
  {
    name: 'restoring a board adds no event',
    favours: { deleteBoard: 6, restoreBoard: 9 },
    file: 'contract/src/board/meeting-commands.ts',
    find: 'put: [nextMeeting(getMeeting(board), context)],',
    replace: 'put: [],',
  },
  {
    name: 'a deleted note stays on the pages that were open',
    file: 'contract/src/note-events.ts',
    find: 'notes: notes.filter((note) => note.id !== note_id),',
    replace: 'notes: [...notes],',
  },
  {
    name: 'a moved note stays in its place on the pages that were open',
    file: 'contract/src/note-events.ts',
    find: '(a, b) => a.position - b.position,',
    replace: '() => 0,',
  },
  {
    name: 'who was done is done with the next phase too, on the pages that were open',
    file: 'contract/src/ready-events.ts',
    find: 'phase_changed: () => ({ ready: [] }),',
    replace: 'phase_changed: () => ({}),',
  },
  {
    name: 'who was done is done with the next phase too, for who opens the board',
    file: 'server/src/features/meetings/phase-marks.table.ts',
    find: '.filter((mark) => mark.phaseStartedAt.getTime() === since)',
    replace: '',
  },
  {
    name: 'a timer outlives its phase',
    file: 'contract/src/board/phases.ts',
    find: 'return merge({ put: [entered], remove: [] }, timer);',
    replace: 'return { put: [entered], remove: [] };',
  },
  {
    name: 'a group of one note stays',
    favours: { group: 40, regroup: 20 },
    file: 'contract/src/board/groups.ts',
    find: 'if (members.length < 2) {',
    replace: 'if (members.length < 1) {',
  },
  {
    name: 'a vote is sent to others as their own',
    favours: { vote: 30 },
    file: 'contract/src/vote-events.ts',
    find: 'Object.entries(ballots ?? {}).find(([userId]) => userId === concealed)?.[1]',
    replace: 'Object.values(ballots ?? {})[0]',
  },
  {
    name: 'votes are decided on a board at hand that other nodes have changed since',
    favours: mostlyVotes,
    file: 'server/src/board/replicas.ts',
    find: 'found?.board.seq === seq && found.epoch === epoch ? found : undefined',
    replace: 'found',
  },
  {
    name: "a comment's text stays in the history",
    needsResponses: true,
    favours: { comment: 40, deleteComment: 20, discuss: 15 },
    file: 'contract/src/comment-events.ts',
    find: "'comment' in data ? null : { kind: 'comment', ids: [data.comment_id] },",
    replace: 'data === null ? { kind: "comment", ids: [] } : null,',
  },
  {
    name: 'a discussion names a topic that is gone',
    needsResponses: true,
    favours: { discuss: 15, remove: 20 },
    file: 'contract/src/discussion-changes.ts',
    find: 'living.has(id) ? id : (groupOf.get(id) ?? null)',
    replace: 'living.has(id) ? id : (groupOf.get(id) ?? id)',
  },
  {
    name: 'the day on which an action item is due, which a change of it leaves as it was',
    favours: { addAction: 20, changeAction: 30 },
    needsResponses: true,
    file: 'contract/src/board/action-changes.ts',
    find: 'if (due_on !== undefined && due_on !== before.due_on) set.due_on = due_on;',
    replace: 'void due_on;',
  },
  {
    name: "an action that another meeting's board is not told of",
    needsResponses: true,
    favours: { discuss: 15, addAction: 30, changeAction: 20 },
    file: 'server/src/features/actions/shown-actions.service.ts',
    find: 'changeLockedBoards(tx, boards,',
    replace:
      'changeLockedBoards(tx, boards.filter((id) => rows.every((row) => id === (row.meetingId ?? id))),',
  },
  ...checkInMutants,
  {
    name: 'an author leaks in an event',
    isAnonymous: true,
    file: 'server/src/board/locked-board.ts',
    find: '...(timedFrom && { actorId: null }),',
    replace: '',
  },
  {
    name: 'a hidden anonymous note is shown to another key',
    isAnonymous: true,
    favours: staysInWriting,
    file: 'contract/src/author-keys.ts',
    find: 'return own !== null && all.some(({ author_hash }) => author_hash === own) ? own : notAuthors;',
    replace:
      'return all.find(({ author_hash }) => author_hash !== undefined)?.author_hash ?? notAuthors;',
  },
  {
    name: 'a page is sent who wrote a note, as a hash',
    isAnonymous: true,
    file: 'contract/src/author-keys.ts',
    find: 'return author_hash === undefined ? seen : { ...seen, mine: author_hash === audience };',
    replace:
      'return author_hash === undefined ? seen : { ...written, mine: author_hash === audience };',
  },
  {
    name: 'a page sends a change again under another key',
    file: 'web/src/live/command-queue.ts',
    find: 'entry.command.send(entry.key, signal)',
    replace: 'entry.command.send(crypto.randomUUID(), signal)',
  },
  {
    name: 'a page treats a missing answer as a refusal',
    file: 'web/src/live/retry-rules.ts',
    find: "error instanceof CancelError) return 'unanswered';",
    replace: "error instanceof CancelError) return 'refused';",
  },
  {
    name: "a page takes an intermediary's answer for the server's",
    favours: { add: 40, remove: 40, loseCall: 60 },
    file: 'web/src/api/request.ts',
    find: 'if (!repeatsKey(asked, await exchange(asked))) throw new ForeignAnswerError();',
    replace: 'await exchange(asked);',
  },
  {
    name: 'a page ignores the unsent changes of an earlier one',
    file: 'web/src/live/command-queue.ts',
    find: 'this.#adopt(commands);',
    replace: '',
  },
  {
    name: 'a refused change stays visible',
    file: 'web/src/live/command-queue.ts',
    find: 'this.#entries.delete(each);\n      this.#deps.store.remove(each.key);',
    replace: 'this.#deps.store.remove(each.key);\n      each.state = "acknowledged";',
  },
];
