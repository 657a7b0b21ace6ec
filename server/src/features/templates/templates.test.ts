// Templates through the API: permissions and validation.
import { totalCountHeader } from '@wentwell/contract/api/headers';
import { limits } from '@wentwell/contract/limits';
import { builtInTemplates } from '@wentwell/contract/meetings/built-in-templates';
import { MeetingStart } from '@wentwell/contract/meetings/meeting-lists';
import { defaultSettings, Meeting } from '@wentwell/contract/meetings/meetings';
import { Template } from '@wentwell/contract/meetings/templates';
import { type Column, defaultColumns } from '@wentwell/contract/notes/columns';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { buildTestApp, type RequestOptions, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { emptyExport } from '#test/import-scene';

const columns: Column[] = [
  { id: 'shipped', title: 'Shipped', prompt: '', tone: 'success', kind: 'notes', icon: 'rocket' },
  { id: 'next', title: 'Next', prompt: '', tone: 'accent', kind: 'actions' },
];
const input = { name: 'Ours', columns, settings: { votes_per_person: 4 } };

async function buildTemplateScene() {
  const app = await buildTestApp();
  const [admin, author, member, outsider] = [
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
  ];
  const team = await buildTeam(app, { admin, members: [author, member] });
  const path = `/api/v1/teams/${team.id}/templates`;
  const call = (method: string, below: string, options: RequestOptions) =>
    app.request(method, path + below, options);
  return {
    app,
    admin,
    author,
    member,
    outsider,
    team,
    path,
    call,
    async save(fields: object = {}, as = author): Promise<Template> {
      return Template.parse((await call('POST', '', { as, body: { ...input, ...fields } })).body);
    },
    async list(as = member): Promise<Template[]> {
      return z.array(Template).parse((await call('GET', '', { as })).body);
    },
    /** Creates a planned meeting. By default, starts from the team's last meeting. */
    async meet(fields: object = {}, as: TestUser = author): Promise<Meeting> {
      const body = { name: 'Retro', team_id: team.id, template_id: null, ...fields };
      return Meeting.parse((await app.post(as, '/api/v1/meetings', body)).body);
    },
    /** Changes a meeting as the author. */
    change: (meeting: Meeting, body: object) =>
      app.put(author, `/api/v1/meetings/${meeting.id}`, body),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Invalid inputs, each with the location and sentence of its error. */
const invalid: [object, loc: string[], msg: unknown][] = [
  [{ name: ' ' }, ['name'], 'Please enter a name for the template.'],
  [{ name: 'x'.repeat(61) }, ['name'], 'Must be at most 60 characters long.'],
  [
    { columns: [{ ...columns[0], title: '' }] },
    ['columns', '0', 'title'],
    'Please enter a title for the column.',
  ],
  [
    { columns: [...'abcdefg'].map((id) => ({ ...columns[0], id })) },
    ['columns'],
    'A board has 1 to 6 columns.',
  ],
  [{ columns: [columns[0], columns[0]] }, ['columns'], 'Each column needs an id of its own.'],
  [
    { columns: [{ ...columns[0], icon: 'bomb' }] },
    ['columns', '0', 'icon'],
    expect.stringContaining('icon must be one of'),
  ],
  [
    { settings: { votes_per_person: 1, votes_per_topic: 2 } },
    ['settings', 'votes_per_topic'],
    'The votes per topic can be at most the votes per person.',
  ],
];

describe('the templates of a team', () => {
  it('are the built-in ones, then its own by name, paged with a total', async () => {
    await using scene = await buildTemplateScene();
    const late = await scene.save({ name: 'Zebra' });
    const early = await scene.save({ name: 'apple' });
    expect(await scene.list()).toEqual([...builtInTemplates, early, late]);
    const skip = builtInTemplates.length;
    const page = await scene.call('GET', `?skip=${skip}&limit=1`, { as: scene.member });
    expect(page).toMatchObject({ status: 200, body: [early] });
    expect(page.headers.get(totalCountHeader)).toBe(String(skip + 2));
  });

  it('are saved by any member, with their icons', async () => {
    await using scene = await buildTemplateScene();
    const { member, team } = scene;
    expect(await scene.save({}, member)).toMatchObject({
      ...input,
      team_id: team.id,
      created_by: member.id,
      built_in: false,
      version: 1,
    });
  });

  it('are hidden from other teams', async () => {
    await using scene = await buildTemplateScene();
    const { app, outsider } = scene;
    const { id } = await scene.save();
    const other = await buildTeam(app, { admin: outsider });
    const elsewhere = `/api/v1/teams/${other.id}/templates`;
    expect((await app.get(outsider, elsewhere)).body).toEqual(builtInTemplates);
    for (const method of ['PUT', 'DELETE']) {
      const answer = await app.request(method, `${elsewhere}/${id}`, {
        as: outsider,
        ...(method === 'PUT' && { body: { name: 'Taken' } }),
      });
      expect(answer.status).toBe(404);
    }
    const body = { name: 'Retro', team_id: other.id, template_id: id };
    expect((await app.post(outsider, '/api/v1/meetings', body)).problem).toMatchObject({
      status: 422,
      code: 'TEMPLATE_UNKNOWN',
      errors: [{ loc: ['body', 'template_id'] }],
    });
  });

  it('are refused at the invalid field', async () => {
    await using scene = await buildTemplateScene();
    const { author: as, call } = scene;
    const { id } = await scene.save();
    for (const [fields, place, msg] of invalid) {
      const refused = { status: 422, errors: [{ loc: ['body', ...place], msg }] };
      const made = await call('POST', '', { as, body: { ...input, name: 'New', ...fields } });
      expect(made.problem).toMatchObject(refused);
      const changed = await call('PUT', `/${id}`, { as, body: fields });
      expect(changed.problem).toMatchObject(refused);
    }
  });

  it('have unique names, ignoring case, also beside built-in ones', async () => {
    await using scene = await buildTemplateScene();
    const { author: as, call } = scene;
    const { id } = await scene.save();
    const other = await scene.save({ name: 'Other' });
    for (const name of ['OURS', 'sailboat']) {
      const taken = { code: 'TEMPLATE_NAME_TAKEN', status: 409 };
      expect((await call('POST', '', { as, body: { ...input, name } })).problem).toMatchObject(
        taken,
      );
      const renamed = await call('PUT', `/${other.id}`, { as, body: { name } });
      expect(renamed.problem).toMatchObject(taken);
    }
    expect((await call('PUT', `/${id}`, { as, body: { name: 'OURS' } })).status).toBe(200);
    await call('DELETE', `/${id}`, { as });
    expect(await scene.save()).toMatchObject({ name: 'Ours' });
  });

  it('are limited to 50, also for simultaneous saves', async () => {
    await using scene = await buildTemplateScene();
    const { author: as, call } = scene;
    const names = Array.from({ length: limits.templatesPerTeam + 2 }, (_, n) => `Template ${n}`);
    const answers = await Promise.all(
      names.map((name) => call('POST', '', { as, body: { ...input, name } })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ problem }) => problem?.code)).toEqual([
      'TEMPLATES_FULL',
      'TEMPLATES_FULL',
    ]);
  });

  it('are changed and deleted by their author and team admins', async () => {
    await using scene = await buildTemplateScene();
    const { author, admin, member, call } = scene;
    const { id } = await scene.save();
    const refused = await call('PUT', `/${id}`, { as: member, body: { name: 'Theirs' } });
    expect(refused.problem?.code).toBe('TEMPLATE_CREATOR_OR_ADMIN');
    const changed = await call('PUT', `/${id}`, { as: author, body: { settings: {} } });
    expect(changed).toMatchObject({ status: 200, body: { ...input, settings: {}, version: 2 } });
    expect((await call('DELETE', `/${id}`, { as: member })).status).toBe(403);
    expect((await call('DELETE', `/${id}`, { as: admin })).status).toBe(204);
    expect(await scene.list()).toEqual(builtInTemplates);
    expect((await call('PUT', `/${id}`, { as: admin, body: { name: 'Again' } })).status).toBe(404);
    expect((await call('DELETE', `/${id}`, { as: admin })).status).toBe(404);
  });

  it('outlive their author; then admins change them', async () => {
    await using scene = await buildTemplateScene();
    const { app, author, member, admin, call, team } = scene;
    const { id } = await scene.save();
    await app.db.delete(memberships).where(eq(memberships.userId, author.id));
    await app.db.delete(users).where(eq(users.id, author.id));
    expect((await scene.list()).at(-1)).toMatchObject({ id, created_by: null, team_id: team.id });
    expect((await call('DELETE', `/${id}`, { as: member })).status).toBe(403);
    expect((await call('DELETE', `/${id}`, { as: admin })).status).toBe(204);
  });

  it('built-in ones cannot be changed', async () => {
    await using scene = await buildTemplateScene();
    const { admin: as, call } = scene;
    for (const { id } of builtInTemplates) {
      const changed = await call('PUT', `/${id}`, { as, body: { name: 'Mine' } });
      expect(changed.problem).toMatchObject({ status: 403, code: 'TEMPLATE_BUILT_IN' });
      expect((await call('DELETE', `/${id}`, { as })).problem?.code).toBe('TEMPLATE_BUILT_IN');
    }
  });

  it('are changed by version, and saved once per repeated request', async () => {
    await using scene = await buildTemplateScene();
    const { author: as, call } = scene;
    const request = { as, body: input, headers: { 'Idempotency-Key': 'once' } };
    const [first, again] = [await call('POST', '', request), await call('POST', '', request)];
    expect(again).toMatchObject({ status: 201, body: first.body });
    const { id } = Template.parse(first.body);
    expect((await scene.list()).filter(({ built_in }) => !built_in)).toHaveLength(1);
    const onFirst = { 'If-Match': '"1"' };
    const renamed = await call('PUT', `/${id}`, { as, body: { name: 'New' }, headers: onFirst });
    expect(renamed.headers.get('ETag')).toBe('"2"');
    const stale = await call('PUT', `/${id}`, { as, body: { name: 'Late' }, headers: onFirst });
    expect(stale.problem).toMatchObject({ status: 412, current: { name: 'New', version: 2 } });
    expect((await call('DELETE', `/${id}`, { as, headers: onFirst })).status).toBe(412);
  });
});

// Initial columns and settings of a new meeting: the template's, else the team's last.
describe('a new meeting', () => {
  it('without template_id has the specification’s columns and default settings', async () => {
    await using scene = await buildTemplateScene();
    const { app, author: as, team } = scene;
    await scene.change(await scene.meet(), { columns, settings: { anonymous: true } });
    const body = { name: 'Retro', team_id: team.id };
    const meeting = Meeting.parse((await app.post(as, '/api/v1/meetings', body)).body);
    expect(meeting).toMatchObject({ columns: defaultColumns, settings: defaultSettings });
    await scene.change(meeting, { status: 'live' });
    const path = `/api/v1/meetings/${meeting.id}`;
    await app.post(as, `${path}/phase/transition`, { phase: 'writing' });
    const note = { content: 'Fast deploys', note_type: 'went_well' };
    expect((await app.post(as, `${path}/notes`, note)).status).toBe(201);
  });

  it('starts with the answer of GET /teams/{id}/meeting-start (docs/retro.md R-193)', async () => {
    await using scene = await buildTemplateScene();
    const { app, author: as, team } = scene;
    const start = async () => {
      return app.read(as, `/api/v1/teams/${team.id}/meeting-start`, MeetingStart);
    };
    const defaults = { columns: defaultColumns, settings: defaultSettings, last_meeting_id: null };
    expect(await start()).toEqual(defaults);
    const first = await scene.meet({ start_time: '2030-01-01T09:00:00Z' });
    await scene.change(first, { columns });
    const last = await scene.meet();
    await scene.change(last, { settings: { votes_per_person: 7 } });
    const canceled = await scene.meet({ start_time: '2031-01-01T09:00:00Z' });
    await scene.change(canceled, { status: 'canceled' });
    const settings = { ...defaultSettings, votes_per_person: 7 };
    expect(await start()).toEqual({ columns, settings, last_meeting_id: last.id });
    expect(await scene.meet()).toMatchObject({ columns, settings });
  });

  it('has the given columns and settings', async () => {
    await using scene = await buildTemplateScene();
    const { app, author: as, team } = scene;
    const { id } = await scene.save({ settings: { votes_per_person: 4, hide_notes: false } });
    await scene.change(await scene.meet(), { settings: { auto_advance: true } });
    const sent = { columns: columns.toReversed(), settings: { anonymous: true } };
    for (const [template_id, others] of [
      [undefined, {}],
      [null, { auto_advance: true }],
      [id, { auto_advance: true, votes_per_person: 4, hide_notes: false }],
    ] as const) {
      const meeting = await scene.meet({ template_id, ...sent });
      await scene.change(meeting, { status: 'canceled' });
      const settings = { ...meeting.settings, ...others, anonymous: true };
      expect(meeting, String(template_id)).toMatchObject({ columns: sent.columns, settings });
    }
    const settings = { votes_per_person: 1, votes_per_topic: 2 };
    for (const wrong of [{ settings }, { columns: [] }, { columns: [columns[0], columns[0]] }]) {
      const body = { name: 'Retro', team_id: team.id, ...wrong };
      expect((await app.post(as, '/api/v1/meetings', body)).status).toBe(422);
    }
  });

  it('has its template’s columns', async () => {
    await using scene = await buildTemplateScene();
    for (const template of builtInTemplates) {
      expect((await scene.meet({ template_id: template.id })).columns).toEqual(template.columns);
    }
  });

  it('has the team’s last columns and settings, including anonymity', async () => {
    await using scene = await buildTemplateScene();
    const settings = { hide_notes: false, votes_per_person: 7, anonymous: true, check_in: false };
    const first = await scene.meet();
    await scene.change(first, { columns, settings });
    const second = await scene.meet({}, scene.member);
    expect(second).toMatchObject({ columns, settings: { ...defaultSettings, ...settings } });
    await scene.change(second, { columns: defaultColumns });
    const canceled = await scene.meet();
    await scene.change(canceled, { columns: [columns[0]] });
    await scene.change(canceled, { status: 'canceled' });
    expect((await scene.meet()).columns).toEqual(columns);
  });

  it('ignores imports since the team’s last choice', async () => {
    await using scene = await buildTemplateScene();
    const { app, author: as, team } = scene;
    const settings = { ...defaultSettings, anonymous: true };
    const bring = async (query = '') => {
      const body = { ...emptyExport, columns: columns.slice(0, 1), settings };
      const path = `/api/v1/teams/${team.id}/imports${query}`;
      const meeting = Meeting.parse((await app.post(as, path, body)).body);
      expect(meeting).toMatchObject({ imported: true, columns: body.columns, settings });
    };
    await bring();
    const first = await scene.meet();
    expect(first).toMatchObject({ columns: defaultColumns, settings: defaultSettings });
    expect(first).not.toHaveProperty('imported');
    await scene.change(first, { columns });
    await bring();
    await bring('?as_live=true');
    expect(await scene.meet()).toMatchObject({ columns, settings: defaultSettings });
  });

  it('has its template’s settings, and the team’s last ones otherwise', async () => {
    await using scene = await buildTemplateScene();
    const before = { votes_per_person: 9, votes_per_topic: 6, auto_advance: true };
    await scene.change(await scene.meet(), { settings: before });
    const { id } = await scene.save();
    const meeting = await scene.meet({ template_id: id });
    expect(meeting.columns).toEqual(columns);
    expect(meeting.settings).toEqual({
      ...defaultSettings,
      votes_per_person: 4,
      votes_per_topic: 4,
      auto_advance: true,
    });
  });

  it('decides anew about guests and AI: a template brings neither', async () => {
    await using scene = await buildTemplateScene();
    const { id } = await scene.save({
      settings: { anonymous: true, ai_notes: true, guests: true },
    });
    const { settings } = await scene.meet({ template_id: id });
    expect(settings).toMatchObject({ anonymous: true, ai_notes: false, guests: false });
  });

  it('is refused for a deleted template', async () => {
    await using scene = await buildTemplateScene();
    const { app, author: as, team } = scene;
    const { id } = await scene.save();
    await scene.call('DELETE', `/${id}`, { as });
    const body = { name: 'Retro', team_id: team.id, template_id: id };
    const refused = await app.post(as, '/api/v1/meetings', body);
    expect(refused.problem).toMatchObject({ status: 422, code: 'TEMPLATE_UNKNOWN' });
  });
});
