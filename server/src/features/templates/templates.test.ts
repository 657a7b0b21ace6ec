// Templates through the API: permissions and validation.
import { totalCountHeader } from '@wentwell/contract/api/lists';
import { limits } from '@wentwell/contract/limits';
import { builtInTemplates } from '@wentwell/contract/meetings/built-in-templates';
import { Template } from '@wentwell/contract/meetings/templates';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { buildTeam } from '#test/factories';

import { buildTemplateScene, columns, input } from './templates-scene.suite.ts';

/** Invalid inputs, each with the location of its error. */
const invalid: [object, string[]][] = [
  [{ name: '' }, ['body', 'name']],
  [{ columns: [{ ...columns[0], title: '' }] }, ['body', 'columns', '0', 'title']],
  [{ columns: [...'abcdefg'].map((id) => ({ ...columns[0], id })) }, ['body', 'columns']],
  [{ columns: [columns[0], columns[0]] }, ['body', 'columns']],
  [{ columns: [{ ...columns[0], icon: 'bomb' }] }, ['body', 'columns', '0', 'icon']],
  [
    { settings: { votes_per_person: 1, votes_per_topic: 2 } },
    ['body', 'settings', 'votes_per_topic'],
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
    for (const [fields, loc] of invalid) {
      const made = await call('POST', '', { as, body: { ...input, name: 'New', ...fields } });
      expect(made.problem).toMatchObject({ status: 422, errors: [{ loc }] });
      const changed = await call('PUT', `/${id}`, { as, body: fields });
      expect(changed.problem).toMatchObject({ status: 422, errors: [{ loc }] });
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
