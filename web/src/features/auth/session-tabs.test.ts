// One session in several tabs that follow each other.
import { expect, test, vi } from 'vitest';

import { request } from '#web/api/request';

import { ada, hour, sessionScene } from './session-scene.suite.ts';
import { sessionExpired } from './session-store.ts';

const scene = sessionScene();
const bob = { ...ada, id: '00000000-0000-7000-8000-000000000002', email: 'bob@example.test' };

test('follows another tab’s logout and login', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  scene.stored.delete('authToken');
  scene.onStorage({ key: 'authToken' });
  expect(store.read()).toMatchObject({ state: 'out', because: 'logout' });
  scene.stored.set('authToken', 'other');
  scene.onStorage({ key: 'authToken' });
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', token: 'other' }));
});

test('a session that expired in another tab ends here in the same way', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  scene.stored.delete('authToken');
  scene.onStorage({ key: 'authEnd', newValue: 'expired' });
  scene.onStorage({ key: 'authEnd', newValue: null });
  scene.onStorage({ key: 'authToken', newValue: null });
  expect(store.read()).toMatchObject({ state: 'out', because: 'expired' });
  expect(scene.warn.mock.calls).toEqual([[sessionExpired]]);
});

test('other tabs learn that a session expired before its token is removed', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  const written: string[] = [];
  vi.spyOn(localStorage, 'setItem').mockImplementation((key, value) => {
    written.push(`${key}=${value}`);
  });
  const removed = vi.spyOn(localStorage, 'removeItem').mockImplementation((key) => {
    written.push(`${key} removed`);
    scene.stored.delete(key);
  });
  scene.answers['/api/v1/users/me'] = { status: 401 };
  await request({ path: '/api/v1/users/me' }).catch(() => {});
  await vi.waitFor(() => expect(removed).toHaveBeenCalledWith('authToken'));
  expect(written.slice(0, 3)).toEqual(['authEnd=expired', 'authEnd removed', 'authToken removed']);
});

test('adopts another tab’s new token for the same user without a visible change', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  scene.forget.mockClear();
  const states: string[] = [];
  store.subscribe(() => states.push(store.read().state));
  scene.stored.set('authToken', 'next');
  scene.onStorage({ key: 'authToken' });
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', token: 'next' }));
  expect(states).toEqual(['in']);
  expect(scene.forget).not.toHaveBeenCalled();
  await request({ path: '/api/v1/users/me' });
  expect(scene.asked.at(-1)?.authorization).toBe('Bearer next');
});

test('another tab’s login as somebody else clears fetched data', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  scene.forget.mockClear();
  scene.answers['/api/v1/users/me'] = { status: 200, body: bob };
  scene.stored.set('authLogin', 'of bob').set('authToken', 'bobs');
  scene.onStorage({ key: 'authToken' });
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', user: bob }));
  expect(scene.forget).toHaveBeenCalled();
});

test('a 401 here continues with another tab’s newer token', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  scene.stored.set('authToken', 'newer');
  scene.answers['/api/v1/users/me'] = (token) =>
    token === 'newer' ? { status: 200, body: ada } : { status: 401 };
  await request({ path: '/api/v1/users/me' }).catch(() => {});
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', token: 'newer' }));
  expect(scene.stored.get('authToken')).toBe('newer');
  expect(scene.warn).not.toHaveBeenCalled();
});

test('if the newer token is refused, too, the session has expired', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  scene.stored.set('authToken', 'newer');
  scene.answers['/api/v1/users/me'] = { status: 401 };
  await request({ path: '/api/v1/users/me' }).catch(() => {});
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'out', because: 'expired' }));
  expect(scene.stored.size).toBe(0);
  expect(scene.warn).toHaveBeenCalledTimes(1);
});

test('a tab that slept never uses a token that another has replaced', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  // Without a storage event: a frozen tab receives it only after its own timers.
  scene.stored.set('authToken', 'next');
  await request({ path: '/api/v1/users/me' });
  expect(scene.asked.at(-1)?.authorization).toBe('Bearer next');
  expect(store.read()).toMatchObject({ state: 'in', token: 'next' });
});

test('the token of another login does not count as newer', async () => {
  const store = scene.open();
  await store.login('ada@example.test', 'Secret123');
  scene.stored.set('authLogin', 'of bob').set('authToken', 'bobs');
  await request({ path: '/api/v1/users/me' });
  expect(scene.asked.at(-1)?.authorization).toBe('Bearer fresh');
});

test('two tabs due at once renew the token once, and both continue with it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const yesterday = Date.now() - 25 * hour;
  scene.stored
    .set('authToken', 'kept')
    .set('authLogin', 'one')
    .set('authTokenSince', `${yesterday}`);
  let refreshes = 0;
  scene.answers['/api/v1/auth/refresh'] = (token) => {
    refreshes += 1;
    const body = {
      access_token: `${token}+`,
      token_type: 'bearer',
      expires_at: '2026-01-01T00:00:00.000Z',
    };
    return token === 'kept' ? { status: 200, body } : { status: 401 };
  };
  const tabs = [scene.open(), scene.open()];
  await vi.waitFor(() => expect(scene.stored.get('authToken')).toBe('kept+'));
  await request({ path: '/api/v1/users/me' });
  expect(refreshes).toBe(1);
  expect(scene.asked.at(-1)?.authorization).toBe('Bearer kept+');
  expect(tabs.map((tab) => tab.read().state)).toEqual(['in', 'in']);
});
