import { type SearchResult, SearchResults } from '@wentwell/contract/teams/search';
import { foldText } from '@wentwell/contract/text/letters';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { buildBoard } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp();

const ask = (as: TestUser, query: Record<string, string>) =>
  app.get(as, `/api/v1/search?${new URLSearchParams(query).toString()}`);
const search = async (as: TestUser, q: string, more: Record<string, string> = {}) =>
  SearchResults.parse((await ask(as, { q, ...more })).body);
const count = async (as: TestUser, q: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ q, ...more }).toString();
  return (await app.get(as, `/api/v1/search/counts?${query}`)).body;
};
const textOf = ({ excerpt }: SearchResult) => excerpt.map(({ text }) => text).join('');
const textsOf = async (as: TestUser, q: string, more?: Record<string, string>) =>
  (await search(as, q, more)).results.map(textOf);

describe('the search', () => {
  it('R-251 finds notes, topics, comments, action items and meetings, with their places', async () => {
    const { owner, member, meeting, team, path, first, second, lead } = await buildDiscussion(app);
    const post = (at: string, body: object) => app.post(owner, path + at, body);
    await lead({ current: first });
    await post('/actions', { text: 'Quokka counts', topic_id: first });
    await post(`/topics/${first}/comments`, { content: 'The quokka smiles' });
    await post('/groups', { note_ids: [first, second], title: 'Quokkas' });
    await app.put(owner, path, { name: 'Quokka retro' });
    const { results, next } = await search(member, 'QUOKKA');
    const found = results.map((each) => `${each.kind}: ${textOf(each)}`);
    expect(found.toSorted()).toEqual([
      'action: Quokka counts',
      'comment: The quokka smiles',
      'meeting: Quokka retro',
      'topic: Quokkas',
    ]);
    const comment = results.find(({ kind }) => kind === 'comment');
    expect(comment).toMatchObject({
      title: 'Quokka retro',
      team_id: team.id,
      meeting_id: meeting.id,
      column: null,
      excerpt: [
        { text: 'The ', hit: false },
        { text: 'quokka', hit: true },
        { text: ' smiles', hit: false },
      ],
    });
    expect(next).toBeNull();
    expect(await textsOf(member, 'quokka', { kind: 'topic' })).toEqual(['Quokkas']);
    const long = { before: '2020-01-01T00:00:00.000Z' };
    expect(await textsOf(member, 'quokka', long)).toEqual([]);
    expect(await count(member, 'quokka')).toEqual({
      note: 0,
      topic: 1,
      action: 1,
      comment: 1,
      meeting: 1,
    });
    expect(await count(member, 'quokka', long)).toMatchObject({ topic: 0, meeting: 0 });
    expect(await count(member, '!!')).toMatchObject({ topic: 0, meeting: 0 });
  });

  it('R-251 marks ten terms at most, each once', async () => {
    const { owner, path, first } = await buildDiscussion(app);
    const words = Array.from({ length: 99 }, (_, at) => String.fromCodePoint(0x4e00 + at));
    await app.post(owner, `${path}/topics/${first}/comments`, { content: words.join(' ') });
    const [found] = (await search(owner, [words[0], ...words].join(' '))).results;
    const marked = found?.excerpt.flatMap(({ text, hit }) => (hit ? [text] : []));
    expect(marked).toEqual(words.slice(0, 10));
  });

  it('R-254 says in how many meetings of the team a topic of this title was discussed', async () => {
    const { owner, team, path, first, second, third, lead } = await buildDiscussion(app);
    const grouping = { as: owner, body: { note_ids: [first, second], title: 'Numbat cafés' } };
    await app.request('POST', `${path}/groups`, grouping);
    const discussed = async () =>
      (await search(owner, 'numbat')).results.map((each) => each.discussed);
    expect(await discussed()).toEqual([0]);
    const [topic] = (await search(owner, 'numbat')).results;
    await lead({ current: topic?.id });
    await lead({ current: third });
    expect(await discussed()).toEqual([1]);
    await app.db.execute(sql`with copied as (
        insert into meetings select copy.* from meetings,
          jsonb_populate_record(meetings, jsonb_build_object('id', gen_random_uuid())) as copy
        where meetings.team_id = ${team.id} returning id)
      insert into groups select copy.* from groups, copied,
        jsonb_populate_record(groups, jsonb_build_object('meeting_id', copied.id, 'title', 'numbat CAFÉS')) as copy
      where groups.team_id = ${team.id}`);
    expect(await discussed()).toEqual([2, 2]);
    const { results } = await search(owner, 'first');
    expect(results.map((each) => each.discussed)).toEqual([null]);
  });

  it('R-251 counts up to a thousand of a kind, and says that there are more', async () => {
    const { owner, note } = await buildBoard(app);
    await note(owner, 'Potoroo');
    await app.db
      .execute(sql`insert into notes select copy.* from notes, generate_series(1, 1200) as at,
      jsonb_populate_record(notes, jsonb_build_object('id', md5(at::text)::uuid)) as copy
      where notes.content = 'Potoroo'`);
    expect(await count(owner, 'potoroo')).toMatchObject({ note: 1001, topic: 0 });
  });

  it('R-251 names a note’s column', async () => {
    const { owner, note } = await buildBoard(app);
    await note(owner, 'Bilbies dig');
    const [found] = (await search(owner, 'bilbies')).results;
    expect(found).toMatchObject({
      kind: 'note',
      column: { title: 'Action Items', tone: 'accent' },
    });
  });

  it('R-252 matches prefixes, and quoted words in sequence', async () => {
    const { owner, note } = await buildBoard(app);
    await note(owner, 'Slow builds on Mondays');
    await note(owner, 'Builds are slow');
    await note(owner, 'Über den Straßenbau');
    expect(await textsOf(owner, 'buil slo')).toHaveLength(2);
    expect(await textsOf(owner, '"slow builds"')).toEqual(['Slow builds on Mondays']);
    expect(await textsOf(owner, 'über straß')).toEqual(['Über den Straßenbau']);
    // The index divides these words and tags.
    for (const [text, q] of [
      ['Buy a 2.5GHz cpu', '"ghz cpu"'],
      ['Over <b>bold</b> words', '"over b bold b words"'],
      ['See http://example.com now', '"see http example.com now"'],
      ['Slow-ish\nbuilds (again)', '"ISH builds again"'],
    ] as const) {
      await note(owner, text);
      expect(await textsOf(owner, q), q).toEqual([text]);
    }
    expect(await textsOf(owner, 'uilds')).toEqual([]);
    for (const q of ['!!', "'; drop", 'a & | ! :* <->', '"', '\\', '⑴', 'ﷺ', '℀']) {
      expect((await ask(owner, { q })).status).toBe(200);
    }
  });

  it.each([
    ['Cafe\u0301s', 'CAFÉ'],
    ['Thé glacé', 'the\u0301'],
    ['Thé glacé', '"the\u0301 glace\u0301"'],
    ['Straße', 'STRASS'],
    ['Strasse', 'straß'],
    ['ＫＰＩ', 'kpi'],
    ['KPI', 'ＫＰＩ'],
    ['İzmir', 'izmir'],
    ['izmir', 'İZM'],
    ['ıstanbul', 'İstanbul'],
    ['ﬁne', 'fine'],
    ['ΟΔΟΣ', 'οδος'],
    ['σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['Schloßstraße', 'schlossstrasse'],
    ['SCHLOSSSTRASSE', 'schloßst'],
    ['ｱｼﾞｬｲﾙ', 'アジャイル'],
    ['ﾀｲﾑ ｱｳﾄ', '"タイム アウト"'],
    ['“Quokka one” said', 'quokka'],
    ['•«quokka»', 'quokka'],
    ['one—quokka', 'quokka'],
    ['x/quokka', 'quokka'],
    ['https://example.com/a/quokka', 'quokka'],
    ['<quokka>', 'quokka'],
    ['l’équipe', 'équipe'],
    ['We don’t stop', "don't"],
    ["We don't stop", 'don’t'],
    ['Ent\u00adwick\u00adlung', 'Entwicklung'],
    ['『テスト』・デバッグ', 'デバッグ'],
    ['one\u200Bquokka', 'quokka'],
  ])('R-252 finds “%s” by %s, and equal texts by each other', async (text, q) => {
    const { owner, note } = await buildBoard(app);
    await note(owner, text);
    const { results } = await search(owner, q);
    expect(results.map(textOf)).toEqual([text]);
    expect(results[0]?.excerpt.some(({ hit }) => hit)).toBe(true);
    await note(owner, q);
    if (foldText(text) === foldText(q)) expect(await textsOf(owner, text)).toHaveLength(2);
  });

  it('R-253 finds nothing hidden, deleted or of another team', async () => {
    const { owner, member, path, note, team } = await buildBoard(app, 'writing');
    await note(owner, 'Wombat in secret');
    expect(await textsOf(member, 'wombat')).toEqual([]);
    expect(await textsOf(owner, 'wombat')).toEqual([]);
    expect(await count(owner, 'wombat')).toMatchObject({ note: 0 });
    const enter = { as: owner, body: { phase: 'revealing' } };
    await app.request('POST', `${path}/phase/transition`, enter);
    expect(await textsOf(member, 'wombat', { team_id: team.id })).toEqual(['Wombat in secret']);
    const outsider = await buildUser(app);
    expect(await textsOf(outsider, 'wombat')).toEqual([]);
    expect(await count(outsider, 'wombat')).toMatchObject({ note: 0 });
    expect(await textsOf(outsider, 'wombat', { team_id: team.id })).toEqual([]);
    await app.delete(owner, path);
    expect(await textsOf(member, 'wombat')).toEqual([]);
  });

  it('R-253 finds no deleted note, comment or action item, nor comments of a deleted note', async () => {
    const { owner, path, topic, enter } = await buildBoard(app, 'grouping');
    const add = async (below: string, body: object) => {
      const { body: made } = await app.post(owner, path + below, body);
      return z.object({ id: z.string() }).parse(made).id;
    };
    const kept = await topic(owner, 'Quokka, kept');
    const gone = await topic(owner, 'Quokka, deleted');
    await enter('discussing');
    await add(`/topics/${gone.id}/comments`, { content: 'Quokka below' });
    const comment = await add(`/topics/${kept.id}/comments`, { content: 'Quokka said' });
    const action = await add('/actions', { text: 'Quokka to do' });
    expect(await textsOf(owner, 'quokka')).toHaveLength(5);
    for (const below of [`/notes/${gone.id}`, `/topics/${kept.id}/comments/${comment}`]) {
      expect((await app.delete(owner, path + below)).status).toBeLessThan(300);
    }
    await app.delete(owner, `/api/v1/actions/${action}`);
    expect(await textsOf(owner, 'quokka')).toEqual(['Quokka, kept']);
  });

  it('R-255 ranks phrases over whole words over beginnings, then short texts, then new ones', async () => {
    const { owner, note } = await buildBoard(app);
    const ranked = [
      'Slow builds',
      'Our slow builds took all the time that we had',
      'Builds slow',
      'Our builds were always slow, like each year before',
      'All of our builds are slow again, as they were before',
      'Builds slower',
      'This year our tests are even slower than the builds',
    ];
    for (const content of ranked.toReversed()) await note(owner, content);
    for (const content of ['Slow', 'Builds']) await note(owner, content);
    expect(await textsOf(owner, 'slow builds')).toEqual(ranked);
  });

  it('R-255 pages without gaps, also before a time', async () => {
    const { owner, note } = await buildBoard(app);
    const texts = ['Numbats', 'A numbat in the sun sleeps', 'Numbat', 'Its numbats all eat ants'];
    for (const at of [1, 2]) for (const text of texts) await note(owner, `${text} ${at}`);
    const end = { before: '2999-01-01T00:00:00.000Z' };
    const all = await textsOf(owner, 'numbat');
    expect(all.slice(0, 4)).toEqual([
      'Numbat 2',
      'Numbat 1',
      'A numbat in the sun sleeps 2',
      'A numbat in the sun sleeps 1',
    ]);
    for (const first of [{}, end]) {
      const pages: string[][] = [];
      let before: string | null | undefined;
      do {
        const more: Record<string, string> = before ? { before } : first;
        const page = await search(owner, 'numbat', { limit: '3', ...more });
        pages.push(page.results.map(textOf));
        before = page.next;
      } while (before !== null);
      expect(pages.map((page) => page.length)).toEqual([3, 3, 2]);
      expect(pages.flat()).toEqual(all);
    }
  });

  it('R-255 finds each text once and in order, be its words frequent or rare, in few teams or most', async () => {
    const { owner, note, meeting } = await buildBoard(app);
    const template = await note(owner, 'Kowari');
    const gone = await buildMeeting(app, { owner, team: await buildTeam(app, { admin: owner }) });
    const elsewhere = `/api/v1/meetings/${gone.id}`;
    const text = { content: 'Kowari quolls' };
    await app.post(owner, `${elsewhere}/notes`, text);
    await app.post(owner, `${elsewhere}/phase/transition`, { phase: 'discussing' });
    await app.post(owner, `${elsewhere}/actions`, { text: 'Outlives numbats' });
    await app.delete(owner, elsewhere);
    const endings = [' burrows', ' dig far below the dry sand', ' that burrows', ' eats', ''];
    await app.db.execute(sql`insert into notes select copy.* from notes,
      generate_series(1, 1500) as n, lateral (select (n * 7919) % 1500 as k) as mixed,
      jsonb_populate_record(notes, jsonb_build_object('id', gen_random_uuid(), 'hidden', k % 50 = 1,
        'deleted_at', case when k % 50 = 2 then now() end, 'created_at', now() - interval '1 hour' * (k / 5),
        'content', case when k % 3 = 0 then 'Kowaris' else 'Kowari' end || case when k % 90 = 1 then ' quolls' else '' end
          || (${sql.param(endings)}::text[])[1 + k % 5])) as copy
      where notes.id = ${template.id}`);
    const { rows } = await app.db.execute(sql`select id, content from notes
      where meeting_id = ${meeting.id} and deleted_at is null and not hidden order by created_at desc, id desc`);
    const shown = z.array(z.object({ id: z.string(), content: z.string() })).parse(rows);
    const all = await buildUser(app);
    await app.db.execute(sql`insert into memberships (team_id, user_id, role)
      select id, ${all.id}, 'member' from teams`);
    const asked = [
      ['kowari', /Kowari/, /\bKowari\b/],
      ['quoll', /quolls/, /\bquoll\b/],
      ['"kowari burrows"', /Kowari burrows/, /Kowari burrows/],
      ['"kowari quolls"', /Kowari quolls/, /Kowari quolls/],
    ] as const;
    for (const as of [owner, all]) {
      // With statistics, frequent words are searched in the newest notes first.
      if (as === all) await app.db.execute(sql`analyze teams, notes`);
      const outlived = await search(as, 'outlives', { kind: 'action' });
      expect(outlived.results, 'R-125').toHaveLength(1);
      for (const [q, matches, isWhole] of asked) {
        const rankOf = ({ content }: { content: string }) =>
          (isWhole.test(content) ? 200 : 0) + Math.min(3, Math.floor(60 / content.length));
        const found = shown.filter(({ content }) => matches.test(content));
        const windows = Array.from({ length: Math.ceil(found.length / 250) }, (_, at) =>
          found.slice(at * 250, at * 250 + 250).toSorted((a, b) => rankOf(b) - rankOf(a)),
        );
        const ids: string[] = [];
        let before: string | null | undefined;
        do {
          const page = await search(as, q, { limit: '50', ...(before && { before }) });
          ids.push(...page.results.map(({ id }) => id));
          before = page.next;
        } while (before !== null);
        expect(ids).toEqual(windows.flat().map(({ id }) => id));
        expect(ids.length).toBeGreaterThan(10);
      }
    }
  });

  it('R-255 repeats and skips nothing when texts arrive or appear between pages', async () => {
    const { owner, note } = await buildBoard(app);
    const template = await note(owner, 'Pademelon');
    await app.db
      .execute(sql`insert into notes select copy.* from notes, generate_series(1, 600) as n,
      jsonb_populate_record(notes, jsonb_build_object('id', gen_random_uuid(), 'hidden', n % 100 = 0,
        'created_at', now() - interval '1 hour' * n,
        'content', case when n % 2 = 0 then 'Pademelon' else 'Pademelons' end)) as copy
      where notes.id = ${template.id}`);
    const pagesOf = async (between?: () => Promise<unknown>) => {
      const ids: string[] = [];
      let before: string | null | undefined;
      do {
        const page = await search(owner, 'pademelon', { limit: '50', ...(before && { before }) });
        ids.push(...page.results.map(({ id }) => id));
        before = page.next;
        if (ids.length === 200) await between?.();
      } while (before !== null);
      return ids;
    };
    const found = await pagesOf();
    expect(new Set(found).size).toBe(595);
    const again = await pagesOf(async () => {
      await note(owner, 'Pademelon');
      await app.db.execute(sql`update notes set hidden = false where content = 'Pademelon'`);
    });
    const isFound = (id: string) => found.includes(id);
    expect(again.filter(isFound).toSorted()).toEqual(found.toSorted());
    expect(new Set(again).size).toBe(again.length);
  });

  it.each([
    ['german', 'Leere Häuser', 'haus', 'Häuser'],
    ['german', 'Das Haus steht', 'HÄUSER', 'Haus'],
    ['german', 'Neue Verträge', 'vertrag', 'Verträge'],
    ['english', 'One story left', 'stories', 'story'],
    ['english', 'We deploy on Monday', 'deployed mondays', 'deploy,Monday'],
    ['spanish', 'La canción', 'canciones', 'canción'],
    ['russian', 'Новая книга', 'книги', 'книга'],
  ])('R-256 finds forms of words in %s: “%s” by %s', async (...[language, text, q, marked]) => {
    const { owner, team, note } = await buildBoard(app);
    await note(owner, text);
    expect(await textsOf(owner, q)).toEqual([]);
    const changed = await app.put(owner, `/api/v1/teams/${team.id}`, { language });
    expect(changed.body).toMatchObject({ language });
    const { results } = await search(owner, q);
    expect(results.map(textOf)).toEqual([text]);
    const marks = results[0]?.excerpt.flatMap((piece) => (piece.hit ? [piece.text] : []));
    expect(`${marks?.join()}`).toBe(marked);
    expect(await count(owner, q)).toMatchObject({ note: 1 });
    expect(await textsOf(owner, `"${q}"`)).toEqual([]);
  });

  it('R-256 uses each team’s own language, and no stop words', async () => {
    const { owner, team, note } = await buildBoard(app);
    const english = await buildTeam(app, { admin: owner });
    const setLanguage = (id: string, language: string | null) =>
      app.put(owner, `/api/v1/teams/${id}`, { language });
    await setLanguage(team.id, 'german');
    await setLanguage(english.id, 'english');
    await note(owner, 'Zwei Häuser');
    await note(owner, 'One story, which these have');
    await buildMeeting(app, { owner, team: english, name: 'Die Häuser' });
    await buildMeeting(app, { owner, team: english, name: 'A story that they have' });
    expect(await textsOf(owner, 'haus')).toEqual(['Zwei Häuser']);
    expect(await textsOf(owner, 'stories')).toEqual(['A story that they have']);
    expect(await count(owner, 'stories')).toMatchObject({ note: 0, meeting: 1 });
    expect(await textsOf(owner, 'stories', { team_id: team.id })).toEqual([]);
    expect(await textsOf(owner, 'story having')).toEqual([]);
    await setLanguage(english.id, null);
    expect(await textsOf(owner, 'stories')).toEqual([]);
    expect((await setLanguage(english.id, 'klingon')).status).toBe(422);
  });

  it('refuses an empty or invalid query', async () => {
    const someone = await buildUser(app);
    const day = '2026-01-01T00:00:00.000Z';
    const times = ['now', `${day} ${day}`, '2026-13-45T99:99:99.000Z', '0000-01-01T00:00:00.000Z'];
    const none = '00000000-0000-0000-0000-000000000000';
    const places = [
      ...times,
      `${day} 1 ${day} ${'-'.repeat(36)}`,
      `${day} ${none} ${times[2]} ${none} 1 ${day} ${none}`,
    ];
    const wrong = [
      { q: ' ' },
      { q: 'a', kind: 'person' },
      ...places.map((before) => ({ q: 'a', before })),
    ];
    for (const query of [...wrong, { q: 'a', limit: '51' }]) {
      expect([query, (await ask(someone, query)).status]).toEqual([query, 422]);
    }
  });
});
