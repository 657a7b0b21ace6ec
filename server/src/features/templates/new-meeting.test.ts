// Initial columns and settings of a new meeting: the template's, else the team's last.
import { builtInTemplates } from '@wentwell/contract/meetings/built-in-templates';
import { MeetingStart } from '@wentwell/contract/meetings/meeting-lists';
import { defaultSettings, Meeting } from '@wentwell/contract/meetings/meetings';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { describe, expect, it } from 'vitest';

import { emptyExport } from '#test/import-scene';

import { buildTemplateScene, columns } from './templates-scene.suite.ts';

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
