// Deleted notes' texts are erased from the history, however many notes one change contains.
import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import { noteType } from '@wentwell/contract/board/notes';
import { NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { EventsPage } from '@wentwell/contract/live/live';
import { expect, it } from 'vitest';

import { notes } from '#server/features/notes/notes.table';
import { newId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import { fileApp, type TestApp } from '#test/build-test-app';
import { renewBoard } from '#test/renew-board';

const app = await fileApp();

/** A board on which one change revealed many notes. */
async function buildRevealedBoard(app: TestApp, count: number) {
  const board = await buildBoard(app, 'writing');
  const { owner, member, meeting, team, path } = board;
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(NoteId),
    meetingId: meeting.id,
    teamId: team.id,
    authorId: member.id,
    content: `canary ${n} ${'x'.repeat(500)}`,
    noteType: 'went_well' as const,
    hidden: true,
    position: n,
  }));
  await app.db.insert(notes).values(rows);
  await renewBoard(app, board.meeting);
  await app.post(owner, `${path}/phase/next`);
  return { ...board, ids: rows.map(({ id }) => id) };
}

async function historyOf(app: TestApp, board: Awaited<ReturnType<typeof buildBoard>>) {
  const at = `${board.path}/events?since=0`;
  return (await app.read(board.owner, at, EventsPage)).events;
}

/** The notes in the change that revealed them. */
function revealedIn(history: readonly ChangeFrame[]): string[] {
  const reveal = history.find(({ data }) => data.command === 'phase.next');
  const notes = reveal?.data.put.filter(({ type }) => type === noteType.type) ?? [];
  return notes.map(({ id }) => id);
}

it('removes a note from the change that revealed it, and keeps the others', async () => {
  const board = await buildRevealedBoard(app, 3);
  const [first, gone, last] = board.ids;
  await app.delete(board.member, `${board.path}/notes/${gone}`);
  const history = await historyOf(app, board);
  expect(revealedIn(history)).toEqual([first, last]);
  expect(JSON.stringify(history)).not.toContain('canary 1 ');
  for (const id of [first, last]) {
    await app.delete(board.member, `${board.path}/notes/${id}`);
  }
  const left = await historyOf(app, board);
  expect(revealedIn(left)).toEqual([]);
  expect(JSON.stringify(left)).not.toContain('canary');
});

it('sixty simultaneous deletions after a large reveal succeed or get 503', async () => {
  const board = await buildRevealedBoard(app, limits.notesPerBoard);
  const wanted = board.ids.slice(0, 60);
  const answers = await Promise.all(
    wanted.map((id) => app.delete(board.member, `${board.path}/notes/${id}`)),
  );
  const done = answers.filter(({ status }) => status === 204);
  expect(answers.filter(({ status }) => status !== 204 && status !== 503)).toEqual([]);
  expect(done.length).toBeGreaterThan(0);
  const left = revealedIn(await historyOf(app, board));
  expect(left).toHaveLength(limits.notesPerBoard - done.length);
});
