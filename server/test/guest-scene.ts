// A meeting that allows guests, its guest link, and guests.
import { Guest, NewGuestLink, NewGuestSession } from '@wentwell/contract/guests/guests';
import { SessionId } from '@wentwell/contract/ids';
import { expect } from 'vitest';
import { z } from 'zod';

import type { TestUser } from './build-test-app.ts';
import { buildMeetingScene, type MeetingScene, type SceneOptions } from './meeting-scene.ts';

export const api = '/api/v1';

export async function guestScene(options: SceneOptions = {}, settings: object = {}) {
  const scene = await buildMeetingScene(options);
  const body = { settings: { guests: true, ...settings } };
  expect((await scene.call('PUT', '', { as: scene.owner, body })).status).toBe(200);
  return scene;
}

export async function newLink({ call, owner }: MeetingScene, body: object = { admit: false }) {
  const answer = await call('POST', '/guest-link', { as: owner, body });
  expect(answer.status).toBe(201);
  return NewGuestLink.parse(answer.body).secret;
}

export function ask({ app }: MeetingScene, secret: string, name = 'Sven') {
  return app.request('POST', `${api}/guest/session`, { body: { secret, name } });
}

export async function guestBy(
  scene: MeetingScene,
  secret: string,
  name?: string,
): Promise<TestUser> {
  const { user_id, access_token } = NewGuestSession.parse((await ask(scene, secret, name)).body);
  return { id: user_id, email: '', token: access_token, sessionId: SessionId.parse(user_id) };
}

export async function listed({ call, owner }: MeetingScene) {
  return z.array(Guest).parse((await call('GET', '/guests', { as: owner })).body);
}

/** With an admitted guest. */
export async function admittedScene(options: SceneOptions = {}, settings: object = {}) {
  const scene = await guestScene(options, settings);
  return { ...scene, guest: await guestBy(scene, await newLink(scene)) };
}
