// A damaged row is missing in a list, and nothing else is.
import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { sql, type SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { checkBoards } from '#server/features/board/board-check';
import { buildActionScene } from '#test/action-scene';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { buildImporter, emptyExport, exportedNote } from '#test/import-scene';

const api = '/api/v1';
const Made = z.object({ id: z.string() });
const Rows = z.array(z.looseObject({ id: z.string().optional(), user: Made.optional() }));

/** A superuser's team with two of every listed kind. */
async function buildScene(app: TestApp) {
  const root = await buildUser(app, { isSuperuser: true });
  const others = [await buildUser(app), await buildUser(app)];
  const team = await buildTeam(app, { admin: root, members: others });
  const meeting = await buildMeeting(app, { owner: root, team, phase: 'grouping' });
  const ofTeam = `${api}/teams/${team.id}`;
  const ofMeeting = `${api}/meetings/${meeting.id}`;
  async function make(path: string, body: object): Promise<string> {
    return Made.parse((await app.post(root, path, body)).body).id;
  }
  async function two(path: string, bodyOf: (name: string) => object): Promise<string[]> {
    return [await make(path, bodyOf('One')), await make(path, bodyOf('Two'))];
  }
  const columns = [
    { id: 'shipped', title: 'Shipped', prompt: '', tone: 'success', kind: 'notes', icon: 'rocket' },
  ];
  const meetings = await two(`${api}/meetings`, (name) => ({ name, team_id: team.id }));
  for (const id of meetings) await app.delete(root, `${api}/meetings/${id}`);
  const made = {
    notes: await two(`${ofMeeting}/notes`, (content) => ({ content, note_type: 'went_well' })),
    actions: await two(`${ofTeam}/actions`, (text) => ({ text })),
    templates: await two(`${ofTeam}/templates`, (name) => ({ name, columns, settings: {} })),
    members: others.map(({ id }) => id),
    meetings,
  };
  return { root, ofTeam, ofMeeting, made };
}
type Scene = Awaited<ReturnType<typeof buildScene>>;

const damages: Record<keyof Scene['made'], (id: string) => SQL> = {
  notes: (id) => sql`update notes set note_type = 'Not a column' where id = ${id}`,
  actions: (id) => sql`update actions set status = 'nowhere' where id = ${id}`,
  templates: (id) => sql`update templates set columns = '[{"id": 1}]' where id = ${id}`,
  members: (id) => sql`update memberships set role = 'king' where user_id = ${id}`,
  meetings: (id) => sql`update meetings set settings = '{"max_votes": "many"}' where id = ${id}`,
};

it('every list is without a row that cannot be read', async () => {
  const { log, lines } = collectLog('error');
  await using app = await buildTestApp({}, { log });
  const { root, ofTeam, ofMeeting, made } = await buildScene(app);
  const idsOf = async (path: string) => {
    return (await app.read(root, path, Rows)).map(({ id, user }) => user?.id ?? id);
  };
  const lists = [
    ['notes', `${api}/notes/me`, `${ofMeeting}/notes`],
    ['actions', `${ofTeam}/actions`],
    ['templates', `${ofTeam}/templates`],
    ['members', `${ofTeam}/members`],
    ['meetings', '/api/admin/deleted/meetings'],
  ] as const;
  for (const [kind, ...paths] of lists) {
    const [damaged = '', whole = ''] = made[kind];
    for (const path of paths) {
      expect(await idsOf(path), path).toEqual(expect.arrayContaining([damaged, whole]));
    }
    await app.db.execute(damages[kind](damaged));
    for (const path of paths) {
      const before = lines().length;
      const left = await idsOf(path);
      expect([left.includes(whole), left.includes(damaged)], path).toEqual([true, false]);
      expect(lines().slice(before), path).toMatchObject([
        {
          msg: expect.stringContaining('cannot be read'),
          ...(kind !== 'members' && { id: damaged }),
        },
      ]);
    }
  }
});

it('the audit log is listed and exported without an unreadable entry', async () => {
  const { log, lines } = collectLog('error');
  await using app = await buildTestApp({}, { log });
  const { root, made } = await buildScene(app);
  for (const id of made.meetings) {
    expect((await app.post(root, `/api/admin/restore/meetings/${id}`)).status).toBe(200);
  }
  const [damaged = '', whole = ''] = made.meetings;
  await app.db.execute(sql`update audit_entries set action = 'flown' where target_id = ${damaged}`);
  for (const path of ['audit', 'audit/export']) {
    const { status, text } = await app.get(root, `/api/admin/${path}`);
    expect(status).toBe(200);
    expect(text).toContain(whole);
    expect(text).not.toContain(damaged);
  }
  expect(lines().length).toBeGreaterThan(0);
});

it("one's own data is exported without what cannot be read", async () => {
  const { log, lines } = collectLog('error');
  await using app = await buildTestApp({}, { log });
  const { root, made } = await buildScene(app);
  await app.db.execute(sql`update actions set status = 'nowhere' where id = ${made.actions[0]}`);
  const data = await app.read(root, `${api}/me/export`, PersonalData);
  expect(data.action_items.map(({ text }) => text)).toEqual(['Two']);
  expect(data.notes).toHaveLength(2);
  expect(lines()).toMatchObject([{ msg: expect.stringContaining('cannot be read') }]);
});

// `npm run verify` compares boards with their histories.
const file = { ...emptyExport, notes: [exportedNote('a'), exportedNote('b')] };

it('accepts imported boards, whose history begins with their file, also a continued one', async () => {
  await using app = await buildTestApp();
  const { imported, owner } = await buildImporter(app);
  await imported(file);
  const archived = await imported(file);
  expect((await app.put(owner, archived.path, { status: 'archived' })).status).toBe(200);
  await imported(file, '?as_live=true');
  expect(await checkBoards(app.db)).toEqual({ checked: 0, withoutHistory: 3, problems: [] });
});

it('accepts a board whose action item was open in later retros', async () => {
  await using app = await buildTestApp();
  const { agreed, next } = await buildActionScene(app);
  await agreed({ text: 'open for long' });
  await next();
  expect(await checkBoards(app.db)).toEqual({ checked: 2, withoutHistory: 0, problems: [] });
});
