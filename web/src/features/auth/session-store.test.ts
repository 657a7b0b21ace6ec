import { expect, test, vi } from 'vitest';

import { request } from '#web/api/request';

import { ada, hour, sessionScene } from './session-scene.suite.ts';
import { sessionExpired } from './session-store.ts';

const scene = sessionScene();

test('without a stored token there is a visitor and no request', () => {
  expect(scene.open().read()).toMatchObject({ state: 'out', because: 'visit' });
  expect(scene.asked).toEqual([]);
});

test('a stored token restores its user', async () => {
  scene.stored.set('authToken', 'kept');
  const store = scene.open();
  expect(store.read().state).toBe('loading');
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', user: ada }));
  expect(scene.asked).toEqual([{ path: '/api/v1/users/me', authorization: 'Bearer kept' }]);
});

test('a 401 clears token and team, and is reported once', async () => {
  scene.stored.set('authToken', 'old').set('currentTeamId', 't');
  scene.answers['/api/v1/users/me'] = { status: 401 };
  const store = scene.open();
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'out', because: 'expired' }));
  expect(scene.stored.size).toBe(0);
  expect(scene.warn.mock.calls).toEqual([[sessionExpired]]);
  expect(scene.forget).toHaveBeenCalled();
});

test('keeps the token for a retry while the server is down', async () => {
  scene.stored.set('authToken', 'kept');
  scene.answers['/api/v1/users/me'] = { status: 503 };
  const store = scene.open();
  await vi.waitFor(() =>
    expect(store.read()).toMatchObject({ state: 'loading', error: { status: 503 } }),
  );
  expect(scene.stored.get('authToken')).toBe('kept');
  scene.answers['/api/v1/users/me'] = { status: 200, body: ada };
  await store.restore();
  expect(store.read().state).toBe('in');
});

test('a login stores the token, which every later call carries', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  expect(store.read()).toMatchObject({ state: 'in', token: 'fresh', user: ada });
  expect(scene.stored.get('authToken')).toBe('fresh');
  await request({ path: '/api/v1/users/me' });
  expect(scene.asked.at(-1)?.authorization).toBe('Bearer fresh');
});

test('a login response without a token is refused with its text', async () => {
  scene.answers['/api/v1/auth/login'] = { status: 200, body: {} };
  const store = scene.open();
  await expect(store.login('ada@example.test', 'x')).rejects.toThrow(
    'Login failed: No access token received',
  );
  expect(store.read().state).toBe('out');
});

test('logout clears everything, even if the call fails', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  scene.stored.set('currentTeamId', 't');
  scene.answers['/api/v1/auth/logout'] = { status: 500 };
  await store.logout();
  expect(store.read()).toMatchObject({ state: 'out', because: 'logout' });
  expect(scene.stored.size).toBe(0);
  expect(scene.asked.at(-1)).toEqual({
    path: '/api/v1/auth/logout',
    authorization: 'Bearer fresh',
  });
  expect(scene.warn).not.toHaveBeenCalled();
});

test('an active session renews its token once a day', async () => {
  vi.useFakeTimers();
  scene.answers['/api/v1/auth/refresh'] = {
    status: 200,
    body: { access_token: 'next', token_type: 'bearer', expires_at: '2026-01-01T00:00:00.000Z' },
  };
  const refreshes = () => scene.asked.filter(({ path }) => path === '/api/v1/auth/refresh');
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  await vi.advanceTimersByTimeAsync(23 * hour);
  expect(refreshes()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(refreshes()).toEqual([{ path: '/api/v1/auth/refresh', authorization: 'Bearer fresh' }]);
  expect(store.read()).toMatchObject({ state: 'in', token: 'next', user: ada });
  expect(scene.stored.get('authToken')).toBe('next');
  await vi.advanceTimersByTimeAsync(25 * hour);
  expect(refreshes()).toHaveLength(2);
});

test('a failed renewal keeps the session', async () => {
  vi.useFakeTimers();
  scene.answers['/api/v1/auth/refresh'] = { status: 503 };
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  await vi.advanceTimersByTimeAsync(25 * hour);
  expect(scene.asked.at(-1)?.path).toBe('/api/v1/auth/refresh');
  expect(store.read()).toMatchObject({ state: 'in', token: 'fresh' });
  expect(scene.stored.get('authToken')).toBe('fresh');
});

test('a changed password continues with the new token, here and in other tabs', async () => {
  scene.answers['/api/v1/auth/change-password'] = {
    status: 200,
    body: { access_token: 'next', token_type: 'bearer', expires_at: '2026-01-01T00:00:00.000Z' },
  };
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  await store.changePassword({ current_password: 'Secret123', new_password: 'Secret1234' });
  expect(store.read()).toMatchObject({ state: 'in', token: 'next', user: ada });
  expect(scene.stored.get('authToken')).toBe('next');
  await request({ path: '/api/v1/users/me' });
  expect(scene.asked.at(-1)?.authorization).toBe('Bearer next');
});
