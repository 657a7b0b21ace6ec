// Events that another version of the program stored: the one before, or a newer one during a rolling upgrade.
import { EventsPage } from '@wentwell/contract/live';
import { storedVersion } from '@wentwell/contract/stored-values';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';

import { boardEvents } from './event-log.table.ts';

async function eventsOf(app: TestApp, path: string, as: TestUser): Promise<EventsPage> {
  return EventsPage.parse((await app.request('GET', `${path}/events?since=0`, { as })).body);
}

/** A board with a hidden note, whose history is as the version before wrote it. */
async function buildOldBoard(app: TestApp) {
  const board = await buildBoard(app, 'writing');
  const note = await board.note(board.member, 'canary');
  await app.db.execute(sql`update board_events set event_version = 1, note_ids = null,
    event = case when private_event is null then event #- '{data,meeting,columns}' else
      jsonb_set(jsonb_set(private_event, '{data,content}', '""'), '{data,note,content}', '""') end`);
  return { ...board, written: note };
}

describe('a history of the version before', () => {
  it('is upgraded on reading, masked for all but the author', async () => {
    await using app = await buildTestApp();
    const { owner, member, path } = await buildOldBoard(app);
    const seen = await eventsOf(app, path, owner);
    expect(seen.resync).toBe(false);
    expect(JSON.stringify(seen)).not.toContain('canary');
    expect(JSON.stringify(seen)).toContain('"columns":[{');
    expect(JSON.stringify(await eventsOf(app, path, member))).toContain('canary');
  });

  it('loses the texts of a note that is deleted', async () => {
    await using app = await buildTestApp();
    const { owner, member, meeting, path, written } = await buildOldBoard(app);
    await app.request('POST', `${path}/phase/next`, { as: owner });
    await app.db.update(boardEvents).set({ noteIds: null, eventVersion: 1 });
    await app.request('DELETE', `${path}/notes/${written.id}`, { as: member });
    const rows = await app.db
      .select()
      .from(boardEvents)
      .where(eq(boardEvents.meetingId, meeting.id));
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});

describe('an event that only a newer version can read', () => {
  async function buildNewerBoard(app: TestApp) {
    const board = await buildOldBoard(app);
    const { meeting, written } = board;
    await app.db.execute(sql`insert into board_events
      (meeting_id, team_id, seq, event, private_event, event_version, note_ids)
      select id, team_id, seq + 1, '{"type": "note_voted", "data": {}}',
        '{"type": "note_voted", "data": {"why": "canary"}}', ${storedVersion + 1}::int,
        array[${written.id}::uuid]
      from meetings where id = ${meeting.id}`);
    await app.db
      .update(meetings)
      .set({ seq: sql`${meetings.seq} + 1` })
      .where(eq(meetings.id, meeting.id));
    return board;
  }

  it('makes a client that catches up fetch the snapshot', async () => {
    await using app = await buildTestApp();
    const { member, path } = await buildNewerBoard(app);
    expect(await eventsOf(app, path, member)).toMatchObject({ resync: true, events: [] });
  });

  it('loses the text of a note that is deleted', async () => {
    await using app = await buildTestApp();
    const { member, meeting, path, written } = await buildNewerBoard(app);
    await app.request('DELETE', `${path}/notes/${written.id}`, { as: member });
    const rows = await app.db
      .select()
      .from(boardEvents)
      .where(eq(boardEvents.meetingId, meeting.id));
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});
