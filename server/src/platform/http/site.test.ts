// The site's two documents: values filled in by the running server, and their policy.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { RegistrationRule } from '@wentwell/contract/accounts/sign-in';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { systemClock } from '#server/platform/clock';
import { buildHttpServer } from '#server/platform/http/http-server';
import { serveSite, type SiteAddresses } from '#server/platform/http/site';
import { sendRaw } from '#test/raw-http';

const addresses: SiteAddresses = {
  publicUrl: 'https://retro.example.com',
  apiOrigin: 'https://api.example.com',
  passwordLogin: false,
  registration: { mode: 'open', domains: [] },
  landing: true,
  offlinePage: true,
};
const page =
  '<!doctype html><meta property="og:image" content="/social.png" />' +
  '<meta name="api-origin" content="" /><meta name="password-login" content="on" /><title>Site</title>';

const boot = "document.documentElement.dataset.theme = 'nord';";
const landing =
  `<!doctype html><script>${boot}</script><title>Landing page</title>` +
  '<p data-who-may-register="" class="x"></p>';

const script = `export const words = '${'the same again, '.repeat(100)}';`;

let url = '';
let end: () => Promise<void>;
let folder = '';

function buildSite() {
  return buildHttpServer({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    ownOrigins: [addresses.publicUrl],
    apiOrigin: addresses.apiOrigin,
    allowedOrigins: [addresses.publicUrl],
    trustProxy: [],
  });
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wentwell-site-'));
  writeFileSync(path.join(folder, 'index.html'), page);
  writeFileSync(path.join(folder, 'landing.html'), landing);
  writeFileSync(path.join(folder, 'offline.js'), 'keepAll();');
  const asset = path.join(folder, 'assets', 'App-1a2b3c4d.js');
  mkdirSync(path.dirname(asset));
  writeFileSync(asset, script);
  writeFileSync(`${asset}.br`, brotliCompressSync(script));
  writeFileSync(`${asset}.gz`, gzipSync(script));
  const http = await buildSite();
  http.get('/api/thing', () => ({ name: 'thing' }));
  await serveSite(http, folder, addresses);
  url = await http.listen({ host: '127.0.0.1', port: 0 });
  end = async () => {
    await http.close();
    rmSync(folder, { recursive: true });
  };
});
afterAll(() => end());

it('redirects visitors of / to the login if LANDING is off', async () => {
  const http = await buildSite();
  await serveSite(http, folder, { ...addresses, landing: false });
  const answer = await http.inject({ url: '/', headers: { accept: 'text/html' } });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login']);
  expect((await http.inject('/login')).statusCode).toBe(200);
  await http.close();
});

it('names the contact for accounts on the landing page if registration is restricted', async () => {
  const read = async (registration: RegistrationRule) => {
    const http = await buildSite();
    await serveSite(http, folder, { ...addresses, registration });
    const { body } = await http.inject({ url: '/', headers: { accept: 'text/html' } });
    await http.close();
    return /class="x">(.*)<\/p>/.exec(body)?.[1];
  };
  expect(await read({ mode: 'open', domains: [] })).toBe('');
  expect(await read({ mode: 'off', domains: [] })).toMatch(/^Registration is closed/);
  expect(await read({ mode: 'domains', domains: ['example.com', 'example.org'] })).toBe(
    'Only for addresses at example.com or example.org.',
  );
});

it('serves the service worker, or its removal if OFFLINE_PAGE is off', async () => {
  const kept = await fetch(`${url}/offline.js`);
  expect([await kept.text(), kept.headers.get('cache-control')]).toEqual([
    'keepAll();',
    'no-cache',
  ]);
  const http = await buildSite();
  await serveSite(http, folder, { ...addresses, offlinePage: false });
  const dropped = await http.inject('/offline.js');
  expect(dropped.headers['content-type']).toContain('text/javascript');
  expect(dropped.headers['cache-control']).toBe('no-cache');
  expect(dropped.body).toContain('registration.unregister()');
  await http.close();
});

it('names its and its API’s address, whatever Host the request names', async () => {
  const request = 'GET /login HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n';
  const answer = await sendRaw(url, request);
  expect(answer.body).toContain('content="https://retro.example.com/social.png"');
  expect(answer.body).toContain('<meta name="api-origin" content="https://api.example.com"');
  expect(answer.body).toContain('<meta name="password-login" content="off"');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
});

it('allows its own inline scripts by hash, and no others', async () => {
  const policyOf = async (at: string) =>
    (await fetch(url + at)).headers.get('content-security-policy')?.split('; ');
  const hash = createHash('sha256').update(boot).digest('base64');
  expect(await policyOf('/')).toContain(`script-src 'self' 'sha256-${hash}'`);
  expect(await policyOf('/login')).toContain("script-src 'self'");
});

it('sends a browser from an undecodable address to its 404 page, and repeats nothing of it', async () => {
  const follow = (at: string, accept: string) =>
    fetch(url + at, { headers: { accept }, redirect: 'manual' });
  for (const at of ['/meetings/%E0%A4%A', '//evil.test/%zz?token=secret']) {
    const answer = await follow(at, 'text/html');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/page-not-found']);
  }
  expect((await follow('/page-not-found', 'text/html')).status).toBe(404);
  expect((await follow('/meetings/%E0%A4%A', 'application/json')).status).toBe(400);
  expect((await follow('/api/%zz', 'text/html')).status).toBe(400);
});

it('answers every path of the site’s routes as found', async () => {
  const file = new URL('../../../../web/src/routes/routes.tsx', import.meta.url);
  const routes = [...readFileSync(file, 'utf8').matchAll(/\/\^(.+?)\$\/i?,/g)]
    .map(([, route = '']) => route.replaceAll('\\/', '/').replaceAll(/\(\?<\w+>\[[^)]+\)/g, 'x'))
    .flatMap((route) => {
      const [group = '', names = ''] = /\(\?<\w+>([^)]+)\)/.exec(route) ?? [];
      return names.split('|').map((name) => route.replace(group, name));
    });
  expect(routes).toEqual(expect.arrayContaining(['/dashboard', '/login', '/watch', '/guest']));
  for (const route of routes) {
    const optional = /\((.+)\)\?/;
    for (const at of new Set([route.replace(optional, ''), route.replace(optional, '$1')])) {
      const answer = await fetch(url + at);
      expect([at, answer.status]).toEqual([at, 200]);
    }
  }
});

describe.each([
  {
    at: '/assets/App-1a2b3c4d.js',
    text: script,
    lifetime: 'public, max-age=31536000, immutable',
  },
  { at: '/login', text: page.slice(-20), lifetime: 'no-cache' },
  { at: '/', text: landing, lifetime: 'no-cache' },
])('$at', ({ at, text, lifetime }) => {
  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, gzip;q=0.8'],
    [null, 'identity'],
  ])('is sent as %s to clients that accept %s, with its lifetime', async (encoding, accepted) => {
    const answer = await fetch(url + at, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(answer.headers.get('cache-control')).toBe(lifetime);
    // The client has decoded it.
    expect(await answer.text()).toContain(text);
  });

  it('has its type also when compressed, and no body for HEAD', async () => {
    const headers = { 'accept-encoding': 'br' };
    const answer = await fetch(url + at, { method: 'HEAD', headers });
    expect(answer.headers.get('content-type')).toContain(
      lifetime === 'no-cache' ? 'html' : 'javascript',
    );
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.text()).toBe('');
  });
});

it('serves neither the compressed copies nor the page as built by their names', async () => {
  for (const at of [
    '/assets/App-1a2b3c4d.js.br',
    '/assets/App-1a2b3c4d.js.gz',
    '/index.html',
    '/landing.html',
  ]) {
    expect((await fetch(url + at)).status, at).toBe(404);
  }
});

it.each(['/', '/login'])('sends %s again only where it has changed', async (at) => {
  const ask = (accepted: string, known?: string) =>
    fetch(url + at, {
      headers: { 'accept-encoding': accepted, ...(known && { 'if-none-match': known }) },
    });
  const first = await ask('br');
  const tag = first.headers.get('etag') ?? '';
  expect(tag).not.toBe('');
  expect(await first.text()).not.toBe('');
  for (const known of [tag, `"other", ${tag.startsWith('W/') ? tag : `W/${tag}`}`]) {
    const again = await ask('br', known);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(again.headers.get('etag')).toBe(tag);
  }
  // The other encoding has other bytes and so another ETag.
  expect((await ask('gzip', tag)).status).toBe(200);
  expect((await ask('br', '"other"')).status).toBe(200);
});

it.each(['/actions', '/watch', '/meetings/some-meeting'])('knows the screen %s', async (at) => {
  expect((await fetch(url + at)).status).toBe(200);
});

it('may call its API there, and turns no text into script', async () => {
  const policyOf = async (at: string) =>
    (await fetch(url + at)).headers.get('content-security-policy')?.split('; ');
  expect(await policyOf('/login')).toContain(
    "connect-src 'self' https://api.example.com wss://api.example.com",
  );
  expect(await policyOf('/login')).toContain("require-trusted-types-for 'script'");
  // The API's own pages set HTML.
  expect(await policyOf('/api/thing')).not.toContain("require-trusted-types-for 'script'");
});
