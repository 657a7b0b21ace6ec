// docs/privacy.md: for an anonymous meeting, an export contains only data stored with the account, and no texts.
import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { expect, it } from 'vitest';

import { buildAnonymousMeeting } from '#test/anonymous-scene';
import { fileApp } from '#test/build-test-app';

const app = await fileApp();

it('contains votes of anonymous meetings, and nothing written there', async () => {
  const scene = await buildAnonymousMeeting(app);
  const { ada, bob, eve, call } = scene;
  const note = await scene.write(bob, 'The canary sings');
  await scene.write(eve, 'The sparrow sings');
  await scene.enter('grouping');
  await call(bob, `PUT /notes/${note.id}/reactions/👍`);
  await scene.enter('voting');
  expect((await call(bob, `PUT /topics/${note.id}/votes`, { count: 1 })).status).toBe(200);

  // Even with the author key, because a file of own notes would prove authorship to others.
  const { body, text } = await app.request('GET', '/api/v1/me/export', bob);
  expect(PersonalData.parse(body)).toMatchObject({
    notes: [],
    comments: [],
    reactions: [],
    votes: [{ meeting_id: scene.meeting.id, note_id: note.id, count: 1 }],
  });
  expect(text).not.toMatch(/canary|sparrow|Adalovelacia|Evelynique/);
  const others = await app.get(ada.as, '/api/v1/me/export');
  expect(others.text).not.toMatch(/canary|sparrow|Bobwardian|Evelynique/);
  expect(PersonalData.parse(others.body)).toMatchObject({ votes: [], notes: [] });
});
