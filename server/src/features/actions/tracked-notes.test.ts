import { Action } from '@wentwell/contract/actions/actions';
import { Note } from '@wentwell/contract/notes/notes';
import { describe, expect, it } from 'vitest';

import { buildActionScene } from '#test/action-scene';
import { fileApp } from '#test/build-test-app';

const app = await fileApp();

describe('a note of the action column', () => {
  it('R-123: is tracked once, however many requests arrive together', async () => {
    const { owner, member, path, agree, enter, board } = await buildActionScene(app);
    await enter('grouping');
    const body = { content: 'Ask for a reviewer', note_type: 'action' };
    const { id } = Note.parse((await app.post(owner, `${path}/notes`, body)).body);
    await enter('discussing');
    const tracked = { text: 'Ask for a reviewer', note_id: id };
    const answers = await Promise.all([
      agree(owner, tracked),
      agree(member, tracked),
      agree(owner, tracked),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    const { actions } = await board();
    expect(actions).toMatchObject([{ note_id: id }]);
    for (const answer of answers) expect(answer.body).toEqual(actions[0]);
  });

  it('R-123: can be tracked only there, and only while on the board', async () => {
    const { owner, path, agree, enter } = await buildActionScene(app);
    await enter('grouping');
    const write = async (note_type: string) => {
      const body = { content: 'Deploys', note_type };
      return Note.parse((await app.post(owner, `${path}/notes`, body)).body);
    };
    const [topic, gone] = [await write('went_well'), await write('action')];
    await app.delete(owner, `${path}/notes/${gone.id}`);
    await enter('discussing');
    expect(await agree(owner, { text: 'Ask', note_id: topic.id })).toMatchObject({
      status: 422,
      body: { code: 'ACTION_NOTE_KIND' },
    });
    expect(await agree(owner, { text: 'Ask', note_id: gone.id })).toMatchObject({
      status: 422,
      body: { detail: 'This note is no longer on the board.' },
    });
    expect(await agree(owner, { text: 'Ask', topic_id: gone.id })).toMatchObject({
      status: 422,
      body: { code: 'TOPIC_UNKNOWN' },
    });
    expect(await agree(owner, { text: 'Ask', topic_id: topic.id })).toMatchObject({
      status: 201,
      body: { topic_id: topic.id },
    });
  });

  it('with the id of an action item keeps its text in the history when the item is deleted', async () => {
    const { owner, member, path, agree, remove, enter } = await buildActionScene(app);
    await enter('grouping');
    const body = { content: 'canary', note_type: 'went_well' };
    const { id } = Note.parse((await app.post(owner, `${path}/notes`, body)).body);
    await enter('discussing');
    const made = Action.parse((await agree(member, { id, text: 'Ask' })).body);
    expect(made.id).not.toBe(id);
    await remove(member, made);
    const { body: page } = await app.get(owner, `${path}/events?since=0`);
    expect(JSON.stringify(page)).toContain('canary');
  });
});
