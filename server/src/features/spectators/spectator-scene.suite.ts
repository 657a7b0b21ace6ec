// Test fixture for spectator screens: link, session, board and socket.
import {
  NewSpectatorLink,
  SpectatorBoard,
  SpectatorSession,
} from '@wentwell/contract/guests/spectators';
import { LiveTicket } from '@wentwell/contract/live/live';
import { expect } from 'vitest';

import type { TestApp, TestUser } from '#test/build-test-app';
import { type LiveClient, openLiveClient } from '#test/live-client';
import type { MeetingScene } from '#test/meeting-scene';

export const link = '/spectator-link';

export async function newLink({ call }: MeetingScene, as: TestUser): Promise<string> {
  const answer = await call('POST', link, { as });
  expect(answer.status).toBe(201);
  return NewSpectatorLink.parse(answer.body).secret;
}

export function enter(app: TestApp, secret: string) {
  return app.request('POST', '/api/v1/spectator/session', { body: { secret } });
}

export async function session(app: TestApp, secret: string): Promise<string> {
  return SpectatorSession.parse((await enter(app, secret)).body).access_token;
}

export async function boardOf(app: TestApp, token: string): Promise<SpectatorBoard> {
  return SpectatorBoard.parse(
    (await app.request('GET', '/api/v1/spectator/board', { token })).body,
  );
}

export async function ticketOf(app: TestApp, token: string): Promise<string> {
  const answer = await app.request('POST', '/api/v1/spectator/live-ticket', { token });
  return LiveTicket.parse(answer.body).ticket;
}

export async function screenOn(
  app: TestApp,
  { meeting }: Pick<MeetingScene, 'meeting'>,
  token: string,
): Promise<LiveClient> {
  const { seq } = await boardOf(app, token);
  const address = app.liveAddress(meeting.id, await ticketOf(app, token), seq);
  const client = await openLiveClient(address);
  await client.untilType('welcome');
  return client;
}

export const screensSeen = ({ frames }: LiveClient) =>
  frames.findLast((frame) => frame.type === 'screens')?.data.count;
