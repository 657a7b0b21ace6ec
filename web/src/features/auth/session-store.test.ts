import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { request } from '#web/api/request';

import { sessionExpired, SessionStore } from './session-store.ts';

const ada = {
  id: '00000000-0000-7000-8000-000000000001',
  email: 'ada@example.test',
  first_name: 'Ada',
  last_name: 'Byron',
  display_name: 'Ada Byron',
  full_name: 'Ada Byron',
  is_active: true,
  is_superuser: false,
  is_verified: true,
};

const bob = { ...ada, id: '00000000-0000-7000-8000-000000000002', email: 'bob@example.test' };
const hour = 3_600_000;

type Answer = { status: number; body?: unknown };

let stored: Map<string, string>;
let answers: Record<string, Answer | ((token: string) => Answer)>;
let asked: { path: string; authorization: string | null }[];
let onStorage: (event: { key: string | null; newValue?: string | null }) => void;
let forget: ReturnType<typeof vi.fn<() => void>>;
let warn: ReturnType<typeof vi.fn<(text: string) => void>>;
let stop: () => void = () => {};

beforeEach(() => {
  stored = new Map();
  asked = [];
  answers = {
    '/api/v1/users/me': { status: 200, body: ada },
    '/api/v1/auth/login': { status: 200, body: { access_token: 'fresh', token_type: 'bearer' } },
    '/api/v1/auth/logout': { status: 204 },
  };
  forget = vi.fn<() => void>();
  warn = vi.fn<(text: string) => void>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('window', {
    addEventListener: (_type: string, listener: typeof onStorage) => (onStorage = listener),
    removeEventListener: () => {},
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const authorization = new Headers(init.headers).get('authorization');
    asked.push({ path, authorization });
    const answer = answers[path] ?? { status: 404 };
    const { status, body } =
      typeof answer === 'function' ? answer(authorization?.replace('Bearer ', '') ?? '') : answer;
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(): SessionStore {
  const store = new SessionStore({ forget, warn });
  stop = store.start();
  return store;
}

test('nothing stored: a visitor, and nobody is asked', () => {
  expect(open().read()).toMatchObject({ state: 'out', because: 'visit' });
  expect(asked).toEqual([]);
});

test('a stored token brings its person back', async () => {
  stored.set('authToken', 'kept');
  const store = open();
  expect(store.read().state).toBe('loading');
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', user: ada }));
  expect(asked).toEqual([{ path: '/api/v1/users/me', authorization: 'Bearer kept' }]);
});

test('a 401 clears token and team and says so once', async () => {
  stored.set('authToken', 'old').set('currentTeamId', 't');
  answers['/api/v1/users/me'] = { status: 401 };
  const store = open();
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'out', because: 'expired' }));
  expect(stored.size).toBe(0);
  expect(warn.mock.calls).toEqual([[sessionExpired]]);
  expect(forget).toHaveBeenCalled();
});

test('a server that is away keeps the token for another try', async () => {
  stored.set('authToken', 'kept');
  answers['/api/v1/users/me'] = { status: 503 };
  const store = open();
  await vi.waitFor(() =>
    expect(store.read()).toMatchObject({ state: 'loading', error: { status: 503 } }),
  );
  expect(stored.get('authToken')).toBe('kept');
  answers['/api/v1/users/me'] = { status: 200, body: ada };
  await store.restore();
  expect(store.read().state).toBe('in');
});

test('login stores the token; every later call carries it', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  expect(store.read()).toMatchObject({ state: 'in', token: 'fresh', user: ada });
  expect(stored.get('authToken')).toBe('fresh');
  await request({ path: '/api/v1/users/me' });
  expect(asked.at(-1)?.authorization).toBe('Bearer fresh');
});

test('a login without a token is refused with its text', async () => {
  answers['/api/v1/auth/login'] = { status: 200, body: {} };
  const store = open();
  await expect(store.login('ada@example.test', 'x')).rejects.toThrow(
    'Login failed: No access token received',
  );
  expect(store.read().state).toBe('out');
});

test('logout clears everything even when the call fails', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  stored.set('currentTeamId', 't');
  answers['/api/v1/auth/logout'] = { status: 500 };
  await store.logout();
  expect(store.read()).toMatchObject({ state: 'out', because: 'logout' });
  expect(stored.size).toBe(0);
  expect(asked.at(-1)).toEqual({ path: '/api/v1/auth/logout', authorization: 'Bearer fresh' });
  expect(warn).not.toHaveBeenCalled();
});

test('another tab’s logout and login are followed', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  stored.delete('authToken');
  onStorage({ key: 'authToken' });
  expect(store.read()).toMatchObject({ state: 'out', because: 'logout' });
  stored.set('authToken', 'other');
  onStorage({ key: 'authToken' });
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', token: 'other' }));
});

test('a session that another tab found to have run out ends here in the same way', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  stored.delete('authToken');
  onStorage({ key: 'authEnd', newValue: 'expired' });
  onStorage({ key: 'authEnd', newValue: null });
  onStorage({ key: 'authToken', newValue: null });
  expect(store.read()).toMatchObject({ state: 'out', because: 'expired' });
  expect(warn.mock.calls).toEqual([[sessionExpired]]);
});

test('other tabs are told that a session ran out before its token goes', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  const written: string[] = [];
  vi.spyOn(localStorage, 'setItem').mockImplementation((key, value) => {
    written.push(`${key}=${value}`);
  });
  const removed = vi.spyOn(localStorage, 'removeItem').mockImplementation((key) => {
    written.push(`${key} removed`);
    stored.delete(key);
  });
  answers['/api/v1/users/me'] = { status: 401 };
  await request({ path: '/api/v1/users/me' }).catch(() => {});
  await vi.waitFor(() => expect(removed).toHaveBeenCalledWith('authToken'));
  expect(written.slice(0, 3)).toEqual(['authEnd=expired', 'authEnd removed', 'authToken removed']);
});

test('another tab’s new token for the same person is taken without a stir', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  forget.mockClear();
  const states: string[] = [];
  store.subscribe(() => states.push(store.read().state));
  stored.set('authToken', 'next');
  onStorage({ key: 'authToken' });
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', token: 'next' }));
  expect(states).toEqual(['in']);
  expect(forget).not.toHaveBeenCalled();
  await request({ path: '/api/v1/users/me' });
  expect(asked.at(-1)?.authorization).toBe('Bearer next');
});

test('another tab’s login as somebody else forgets what was fetched', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  forget.mockClear();
  answers['/api/v1/users/me'] = { status: 200, body: bob };
  stored.set('authLogin', 'of bob').set('authToken', 'bobs');
  onStorage({ key: 'authToken' });
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', user: bob }));
  expect(forget).toHaveBeenCalled();
});

test('a 401 of this tab goes on with another tab’s newer token', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  stored.set('authToken', 'newer');
  answers['/api/v1/users/me'] = (token) =>
    token === 'newer' ? { status: 200, body: ada } : { status: 401 };
  await request({ path: '/api/v1/users/me' }).catch(() => {});
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'in', token: 'newer' }));
  expect(stored.get('authToken')).toBe('newer');
  expect(warn).not.toHaveBeenCalled();
});

test('where the newer token is refused, too, the session has expired', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  stored.set('authToken', 'newer');
  answers['/api/v1/users/me'] = { status: 401 };
  await request({ path: '/api/v1/users/me' }).catch(() => {});
  await vi.waitFor(() => expect(store.read()).toMatchObject({ state: 'out', because: 'expired' }));
  expect(stored.size).toBe(0);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a session in use has its token replaced once a day', async () => {
  vi.useFakeTimers();
  answers['/api/v1/auth/refresh'] = {
    status: 200,
    body: { access_token: 'next', token_type: 'bearer', expires_at: '2026-01-01T00:00:00.000Z' },
  };
  const refreshes = () => asked.filter(({ path }) => path === '/api/v1/auth/refresh');
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  await vi.advanceTimersByTimeAsync(23 * hour);
  expect(refreshes()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(refreshes()).toEqual([{ path: '/api/v1/auth/refresh', authorization: 'Bearer fresh' }]);
  expect(store.read()).toMatchObject({ state: 'in', token: 'next', user: ada });
  expect(stored.get('authToken')).toBe('next');
  await vi.advanceTimersByTimeAsync(25 * hour);
  expect(refreshes()).toHaveLength(2);
});

test('a refresh that fails leaves the session as it is', async () => {
  vi.useFakeTimers();
  answers['/api/v1/auth/refresh'] = { status: 503 };
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  await vi.advanceTimersByTimeAsync(25 * hour);
  expect(asked.at(-1)?.path).toBe('/api/v1/auth/refresh');
  expect(store.read()).toMatchObject({ state: 'in', token: 'fresh' });
  expect(stored.get('authToken')).toBe('fresh');
});

test('a changed password goes on with the new token, here and in the other tabs', async () => {
  answers['/api/v1/auth/change-password'] = {
    status: 200,
    body: { access_token: 'next', token_type: 'bearer', expires_at: '2026-01-01T00:00:00.000Z' },
  };
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  await store.changePassword({ current_password: 'Secret123', new_password: 'Secret1234' });
  expect(store.read()).toMatchObject({ state: 'in', token: 'next', user: ada });
  expect(stored.get('authToken')).toBe('next');
  await request({ path: '/api/v1/users/me' });
  expect(asked.at(-1)?.authorization).toBe('Bearer next');
});

test('a tab that slept never uses the token that another has replaced', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  // No storage event: a frozen tab receives it only after its own timers have run.
  stored.set('authToken', 'next');
  await request({ path: '/api/v1/users/me' });
  expect(asked.at(-1)?.authorization).toBe('Bearer next');
  expect(store.read()).toMatchObject({ state: 'in', token: 'next' });
});

test('the token of another login is not taken for a newer one of this', async () => {
  const store = open();
  await store.login('ada@example.test', 'Secret123');
  stored.set('authLogin', 'of bob').set('authToken', 'bobs');
  await request({ path: '/api/v1/users/me' });
  expect(asked.at(-1)?.authorization).toBe('Bearer fresh');
});

test('two tabs that are due at once replace the token once, and both go on with it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const yesterday = Date.now() - 25 * hour;
  stored.set('authToken', 'kept').set('authLogin', 'one').set('authTokenSince', `${yesterday}`);
  let refreshes = 0;
  answers['/api/v1/auth/refresh'] = (token) => {
    refreshes += 1;
    const body = {
      access_token: `${token}+`,
      token_type: 'bearer',
      expires_at: '2026-01-01T00:00:00.000Z',
    };
    return token === 'kept' ? { status: 200, body } : { status: 401 };
  };
  const tabs = [open(), open()];
  await vi.waitFor(() => expect(stored.get('authToken')).toBe('kept+'));
  await request({ path: '/api/v1/users/me' });
  expect(refreshes).toBe(1);
  expect(asked.at(-1)?.authorization).toBe('Bearer kept+');
  expect(tabs.map((tab) => tab.read().state)).toEqual(['in', 'in']);
});
