// A file goes in and comes out again: what a meeting is made of, and what no meeting is made of.
import { applyEvent, Board } from '@wentwell/contract/board';
import { EventsPage } from '@wentwell/contract/live';
import type { MeetingExport } from '@wentwell/contract/meeting-export';
import { phases } from '@wentwell/contract/phases';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildTestApp, type TestApp } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildUser } from '#test/factories';
import {
  buildImporter,
  emptyExport as empty,
  exported,
  exportedAt as time,
  exportedNote as note,
} from '#test/import-scene';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const openAction = {
  text: 'Ask',
  topic: null,
  note: null,
  assignee: null,
  due_on: null,
  status: 'open',
  reason: null,
  created_at: time,
  done_at: null,
};

/**
 * A file in which texts and names stand for ids. What depends on who imports it, and when, is left out: owners of action
 * items who are not `known` to the importing team.
 */
function contentOf(file: MeetingExport, known: readonly string[] = []) {
  const people = new Map(file.people.map(({ id, name }) => [id, name]));
  const notes = new Map(file.notes.map(({ id, text }) => [id, text]));
  const groups = new Map(file.groups.map(({ id, title }) => [id, title]));
  const who = (id: string | null) => id && people.get(id);
  const owner = (id: string | null) => known.find((name) => name === who(id)) ?? null;
  const topic = (id: string | null) => id && (groups.get(id) ?? notes.get(id));
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  const { name, phase, settings, columns, discussion, check_in } = file;
  return {
    facts: { name, phase, settings, columns, check_in },
    notes: file.notes.map(({ column, text, created_at, author, group }) => ({
      column,
      text,
      created_at,
      author: who(author),
      group: topic(group),
    })),
    groups: sorted(
      file.groups.map(({ title, title_is_custom, column }) => ({ title, title_is_custom, column })),
    ),
    votes: sorted(file.votes.map((each) => ({ ...each, topic: topic(each.topic) }))),
    order: discussion?.order.map(topic),
    parked: discussion?.parked.map(topic),
    discussed:
      discussion &&
      sorted(discussion.discussed.map((each) => ({ ...each, topic: topic(each.topic) }))),
    comments: sorted(
      file.comments.map((each) => ({ ...each, note: topic(each.note), author: who(each.author) })),
    ),
    reactions: sorted(file.reactions.map((each) => ({ ...each, note: notes.get(each.note) }))),
    actions: sorted(
      file.actions.map((each) => ({
        ...each,
        topic: topic(each.topic),
        assignee: owner(each.assignee),
      })),
    ),
  };
}

const words = fc.constantFrom('plain', '<b>no html</b>', '=1+1', '“𝓤nicode” 🎉', 'two\nlines');
const histogram = fc.option(
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3)),
);

/** Files with a few of everything. Topics stand outside of the column for action items. */
const anyFile = fc
  .record({
    kinds: fc.array(
      fc.record({ words, group: fc.nat(3), action: fc.boolean(), author: fc.nat(2) }),
      { maxLength: 9 },
    ),
    owners: fc.array(fc.option(fc.nat(2)), { minLength: 9, maxLength: 9 }),
    phase: fc.constantFrom(...phases),
    anonymous: fc.boolean(),
    mood: histogram,
    worth: histogram,
    hasDiscussion: fc.boolean(),
    salt: fc.nat(1000),
  })
  .map(({ kinds, owners, phase, anonymous, mood, worth, hasDiscussion, salt }): MeetingExport => {
    const sizes = Map.groupBy(
      kinds.filter(({ action }) => !action),
      ({ group }) => group,
    );
    const groupIds = [...sizes].flatMap(([at, its]) =>
      at > 0 && its.length > 1 ? [`g${at}`] : [],
    );
    const people = ['Ann', 'Ben (he)', 'Çelik'].map((name, at) => ({ id: `person-${at}`, name }));
    const assigneeOf = (at: number | null = null) => (at === null ? null : `person-${at}`);
    const by = (at: number) => (anonymous || at === 2 ? null : `person-${at}`);
    const notes = kinds.map(({ words: text, group, action, author }, at) => ({
      ...note(`x${at}`),
      column: action ? 'action' : at % 2 === 0 ? 'went_well' : 'to_improve',
      author: by(author),
      text: `${at} ${text}`,
      group: !action && groupIds.includes(`g${group}`) ? `g${group}` : null,
    }));
    const topics = [
      ...groupIds,
      ...notes
        .filter(({ group, column }) => group === null && column !== 'action')
        .map(({ id }) => id),
    ];
    const order = topics.toReversed();
    const isPicked = (_: string, at: number) => (at + salt) % 2 === 0;
    return {
      ...empty,
      phase,
      settings: { ...empty.settings, anonymous },
      people,
      notes,
      groups: groupIds.map((id) => ({
        id,
        title: `Title of ${id}`,
        title_is_custom: true,
        column: 'to_improve',
      })),
      votes: topics.filter(isPicked).map((topic, at) => ({ topic, votes: at + 2, voters: at + 1 })),
      discussion: hasDiscussion
        ? {
            order,
            parked: order.slice(0, 1),
            discussed: order.filter(isPicked).map((topic, at) => ({ topic, seconds: at * 30 })),
          }
        : null,
      comments: notes.flatMap(({ id }, at) => [
        { note: id, author: by(at % 3), text: `Comment ${at}`, created_at: time },
      ]),
      reactions: notes.map(({ id }, at) => ({ note: id, emoji: '🎉', count: at + 1 })),
      actions: topics.map((topic, at) => ({
        text: `Do ${at}`,
        topic,
        note: null,
        assignee: assigneeOf(owners[at]),
        due_on: '2026-04-01',
        status: (['open', 'done', 'dropped'] as const)[at % 3] ?? 'open',
        reason: at % 3 === 2 ? 'moot' : null,
        created_at: time,
        done_at: at % 3 === 1 ? time : null,
      })),
      check_in: { mood, mood_after: null, worth },
    };
  });

describe('R-221 an imported meeting', () => {
  it('is exported again as it came, whatever is in the file', async () => {
    const twins = [{ firstName: 'Çelik' }, { firstName: 'Çelik' }];
    const members = [{ firstName: 'Ben', lastName: '(he)' }, ...twins];
    const { owner, imported } = await buildImporter(
      app,
      await Promise.all(members.map((each) => buildUser(app, each))),
    );
    // Ann is not in the team, and which of the twins is meant nobody can tell.
    const known = ['Ben (he)'];
    await fc.assert(
      fc.asyncProperty(anyFile, async (file) => {
        const { path, meeting } = await imported(file);
        const again = await exported(app, path, owner);
        expect(contentOf(again, known)).toEqual(contentOf(file, known));
        const strangers = file.actions.filter(
          ({ assignee }) => assignee && assignee !== 'person-1',
        );
        expect(meeting.actions_without_owner).toBe(strangers.length);
        const twice = await imported(again);
        expect(twice.meeting.actions_without_owner).toBe(0);
        expect(contentOf(await exported(app, twice.path, owner), known)).toEqual(
          contentOf(again, known),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('of a real retro is over, is owned by whoever imported it, and has all that the first one had', async () => {
    const scene = await buildDiscussion(app, 'grouping');
    const { path, owner, member, first, second, third, enter, vote, lead } = scene;
    const post = (at: string, body: object) =>
      app.request('POST', `${path}/${at}`, { as: member, body });
    await post('groups', { note_ids: [first, second], title: 'Deploys' });
    await enter('voting');
    const [group] = (await scene.seen()).groups;
    if (!group) throw new Error('unreachable');
    await vote(group.id, 2, member);
    await enter('discussing');
    await lead({ current: group.id });
    await post(`topics/${group.id}/comments`, { content: 'Only on Fridays.' });
    await app.request('PUT', `${path}/notes/${third}/reactions/${encodeURIComponent('🎉')}`, {
      as: owner,
    });
    await post('actions', { text: 'Ask', assignee_id: member.id, topic_id: group.id });
    await app.request('PUT', path, { as: owner, body: { status: 'closed' } });
    const file = await exported(app, path, owner);

    const importer = await buildImporter(app);
    const made = await importer.imported(file);
    expect(made.meeting).toMatchObject({ status: 'closed', owner_id: importer.owner.id });
    expect(contentOf(await exported(app, made.path, importer.owner))).toEqual(contentOf(file));
    const { body } = await app.request('GET', `${made.path}/board`, { as: importer.owner });
    const board = Board.parse(body);
    expect(board.notes.map(({ author_id }) => author_id)).toEqual([null, null, null]);
    expect(board.notes.every(({ author_name }) => author_name !== undefined)).toBe(true);
    expect(board.actions).toMatchObject([
      { text: 'Ask', assignee_id: null, team_id: importer.team.id },
    ]);
    const ids = new Set<string>([first, second, third, group.id]);
    expect([...board.notes, ...board.groups].filter(({ id }) => ids.has(id))).toEqual([]);
    const { text } = await app.request('GET', `${made.path}/export?format=markdown`, {
      as: importer.owner,
    });
    expect(text).toMatch(/Number \d+: 3 notes, 1 comment/);
    expect((await app.request('GET', made.path, { as: owner })).status).toBe(404);
  });

  it('goes on as a live one, with a history that makes its board', async () => {
    const { owner, imported } = await buildImporter(app);
    const file = {
      ...empty,
      notes: [note('a', { group: 'g' }), note('b', { group: 'g' }), note('c')],
      groups: [{ id: 'g', title: 'Both', title_is_custom: true, column: 'to_improve' }],
      votes: [{ topic: 'g', votes: 3, voters: 2 }],
      comments: [{ note: 'b', author: 'ann', text: 'Yes', created_at: time }],
      actions: [{ ...openAction, topic: 'g' }],
    };
    const { path, meeting } = await imported(file, '?as_live=true');
    expect(meeting).toMatchObject({ status: 'live', phase: 'grouping', end_time: null });
    const read = async () =>
      Board.parse((await app.request('GET', `${path}/board`, { as: owner })).body);
    await app.request('POST', `${path}/notes`, { as: owner, body: { content: 'New' } });
    const board = await read();
    expect(board.notes.map(({ content }) => content)).toEqual([
      'Text of a',
      'Text of b',
      'Text of c',
      'New',
    ]);
    expect(board.votes.totals).toBeNull();
    const page = EventsPage.parse(
      (await app.request('GET', `${path}/events?since=0`, { as: owner })).body,
    );
    expect(page.events).toHaveLength(board.seq);
    const before = { ...board, seq: 0, notes: [], groups: [], comments: {}, actions: [] };
    expect(page.events.reduce(applyEvent, before)).toEqual(board);
    const nextPhase = { as: owner, body: { phase: 'discussing' } };
    await app.request('POST', `${path}/phase/transition`, nextPhase);
    expect((await read()).votes.totals).toEqual({});
  });

  it('comes from a clock that is ahead: nothing in it is later than now, all in its order', async () => {
    const { owner, imported } = await buildImporter(app);
    const later = '2999-01-01T00:00:00.000Z';
    const texts = Array.from({ length: 12 }, (_, at) => `Comment ${at}`);
    const file = {
      ...empty,
      notes: [note('a'), note('b', { created_at: later })],
      comments: texts.map((text) => ({ note: 'b', author: 'ann', text, created_at: later })),
      actions: [{ ...openAction, status: 'done', created_at: later, done_at: later }],
    };
    const { path } = await imported(file);
    const { notes, comments, actions } = await exported(app, path, owner);
    expect(notes[0]?.created_at).toBe(note('a').created_at);
    const times = [...notes, ...comments, ...actions].map((each) => new Date(each.created_at));
    for (const each of [...times, new Date(actions[0]?.done_at ?? later)]) {
      expect(each.getTime()).toBeLessThanOrEqual(Date.now());
    }
    expect(comments.map(({ text }) => text)).toEqual(texts);
  });

  it('of an anonymous one ties nothing to anybody', async () => {
    const { owner, imported } = await buildImporter(app);
    const settings = { ...empty.settings, anonymous: true };
    const file = { ...empty, settings, notes: [note('a', { author: null })] };
    for (const query of ['', '?as_live=true']) {
      const { path } = await imported(file, query);
      const { text } = await app.request('GET', `${path}/events?since=0`, { as: owner });
      expect(text).not.toContain(owner.id);
      expect(await exported(app, path, owner)).toMatchObject({ notes: [{ author: null }] });
    }
  });

  it('is there once, however often the same request comes', async () => {
    const { post, meetings } = await buildImporter(app);
    const headers = { 'Idempotency-Key': 'same' };
    const [one, two] = [await post(empty, { headers }), await post(empty, { headers })];
    expect(two.body).toEqual(one.body);
    expect(await meetings()).toHaveLength(1);
  });

  it('is for members: outsiders do not learn that there is a team', async () => {
    const { post } = await buildImporter(app);
    expect((await post(empty, { as: await buildUser(app) })).status).toBe(404);
  });
});
