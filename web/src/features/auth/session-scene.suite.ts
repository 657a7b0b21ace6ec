// Shared setup of the session tests: a browser's storage and a server with scripted responses.
import { afterEach, beforeEach, vi } from 'vitest';

import { SessionStore } from './session-store.ts';

export const ada = {
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
export const hour = 3_600_000;

type Answer = { status: number; body?: unknown };
type StorageListener = (event: { key: string | null; newValue?: string | null }) => void;

function emptyBrowser() {
  const answers: Record<string, Answer | ((token: string) => Answer)> = {
    '/api/v1/users/me': { status: 200, body: ada },
    '/api/v1/auth/login': { status: 200, body: { access_token: 'fresh', token_type: 'bearer' } },
    '/api/v1/auth/logout': { status: 204 },
  };
  const asked: { path: string; authorization: string | null }[] = [];
  const onStorage: StorageListener = () => {};
  return {
    stored: new Map<string, string>(),
    answers,
    asked,
    onStorage,
    forget: vi.fn<() => void>(),
    warn: vi.fn<(text: string) => void>(),
  };
}

/** Call once per test file: every test starts with an empty browser. */
export function sessionScene() {
  let stop: () => void = () => {};
  const scene = {
    ...emptyBrowser(),
    open(): SessionStore {
      const store = new SessionStore({ forget: scene.forget, warn: scene.warn });
      stop = store.start();
      return store;
    },
  };

  beforeEach(() => {
    Object.assign(scene, emptyBrowser());
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => scene.stored.get(key) ?? null,
      setItem: (key: string, value: string) => void scene.stored.set(key, value),
      removeItem: (key: string) => void scene.stored.delete(key),
    });
    vi.stubGlobal('window', {
      addEventListener: (_type: string, listener: StorageListener) => (scene.onStorage = listener),
      removeEventListener: () => {},
    });
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const given = new Headers(init.headers);
      const authorization = given.get('authorization');
      scene.asked.push({ path, authorization });
      const answer = scene.answers[path] ?? { status: 404 };
      const { status, body } =
        typeof answer === 'function' ? answer(authorization?.replace('Bearer ', '') ?? '') : answer;
      const problem = { type: 'about:blank', title: '', status, detail: '', request_id: 'named' };
      const sent = status < 400 ? body : { ...problem, ...Object(body) };
      const key = given.get('idempotency-key');
      const headers = { 'x-request-id': 'named', ...(key !== null && { 'idempotency-key': key }) };
      return new Response(sent === undefined ? null : JSON.stringify(sent), { status, headers });
    });
  });

  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return scene;
}
