// Test fixture: a team that saves templates and creates meetings from them.
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { Template } from '@wentwell/contract/meetings/templates';
import type { Column } from '@wentwell/contract/notes/columns';
import { z } from 'zod';

import { buildTestApp, type RequestOptions, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';

export const columns: Column[] = [
  { id: 'shipped', title: 'Shipped', prompt: '', tone: 'success', kind: 'notes', icon: 'rocket' },
  { id: 'next', title: 'Next', prompt: '', tone: 'accent', kind: 'actions' },
];
export const input = { name: 'Ours', columns, settings: { votes_per_person: 4 } };

export async function buildTemplateScene() {
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
