// The built site: its files with long caching, and its two documents: the landing page, and the app for every other screen.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';

import fastifyStatic from '@fastify/static';
import { type RegistrationRule, whoMayRegister } from '@wentwell/contract/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Api } from './api.ts';
import { type EncodedFile, encodeFile, sendEncoded } from './encoded-file.ts';
import { sendProblem } from './problems.ts';

export interface SiteAddresses {
  /** The site's address for people. */
  publicUrl: string;
  /** Another origin that answers the API for the site served here; none where this one does. */
  apiOrigin?: string | null;
  /** Whether people sign in by passwords; they do unless it says otherwise. */
  passwordLogin?: boolean;
  /** The rule for registering; open to everybody unless it says otherwise. */
  registration?: RegistrationRule;
  /** Whether visitors see the landing page; they do unless it says otherwise. */
  landing?: boolean;
  /** Whether browsers keep the site for when it is away; they do unless it says otherwise. */
  offlinePage?: boolean;
}

// The site's own addresses; any other shows its 404 page, with the status that says so.
const screens =
  /^\/(login|login\/callback|register|verification-pending|verify|resend-verification|reset-password|version|dashboard|team-members|meetings|actions|team-health|search|profile|watch|guest|try|admin(\/[^/]+)?|setup\/check|invitations\/[^/]+|meetings\/[^/]+(\/(anonymity|catch-up|keep))?)?\/?$/;
const notTheSite = /^\/(api|dev|health|assets)(\/|$)/;

/** A browser is sent here from an address that cannot be decoded: the site shows its 404 page. */
export const unreadablePage = '/page-not-found';

/** Whether somebody follows a link to a page of the site. */
export function asksForPage(request: FastifyRequest): boolean {
  const accepts = (request.headers.accept ?? '').includes('text/html');
  return request.method === 'GET' && accepts && !notTheSite.test(request.url.split('?')[0] ?? '/');
}

/** A screen's address is answered to whoever reads it; any other with the page only to a browser. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET') return false;
  return screens.test(path) || (request.headers.accept ?? '').includes('text/html');
}

/** Facts that only a running site knows of itself: origins, domains and words, which need no escaping. */
function fillIn(
  html: string,
  { publicUrl, apiOrigin, passwordLogin = true, registration }: SiteAddresses,
): string {
  return html
    .replaceAll(/(<meta property="og:(?:image|url)" content=")\//g, `$1${publicUrl}/`)
    .replace(
      '<meta name="api-origin" content=""',
      `<meta name="api-origin" content="${apiOrigin ?? ''}"`,
    )
    .replace(
      '<meta name="password-login" content="on"',
      `<meta name="password-login" content="${passwordLogin ? 'on' : 'off'}"`,
    )
    .replace(
      /(<p data-who-may-register="[^>]*>)(?=<)/,
      `$1${(registration && whoMayRegister(registration)) ?? ''}`,
    );
}

/** Serves the built site, and answers every path that no route has. */
export async function serveSite(app: Api, folder: string, addresses: SiteAddresses): Promise<void> {
  const documents = readDocuments(folder, addresses);
  if (documents) await serveFiles(app, folder, addresses.offlinePage ?? true);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (!documents || !wantsPage(request, path) || notTheSite.test(path)) {
      return sendProblem(reply, 'NOT_FOUND');
    }
    if (path === '/' && addresses.landing === false) {
      return reply.header('Cache-Control', 'no-cache').redirect('/login');
    }
    const page = await (path === '/' ? documents.landing() : documents.app());
    allowScripts(reply, page.scripts);
    return sendEncoded(request, reply.status(screens.test(path) ? 200 : 404), page);
  });
}

/** The policy allows no script in a document but those of the build, each by its hash. */
function allowScripts(reply: FastifyReply, hashes: readonly string[]): void {
  const name = 'Content-Security-Policy';
  const policy = String(reply.raw.getHeader(name));
  const allowed = ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ');
  reply.header(name, policy.replace("script-src 'self'", allowed));
}

/** In place of the service worker: browsers that have one take this, which removes itself and all that they kept. */
const dropOfflinePage = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(drop()));
async function drop() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** The files of the build. Many lie in one folder and share one route: registering one for each took 60 ms of every start. */
async function serveFiles(app: Api, folder: string, keepsOffline: boolean): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    // The build leaves compressed copies beside its files, which have no address of their own.
    preCompressed: true,
    setHeaders(reply, file) {
      const lasting = file.includes('/assets/');
      reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const options = { schema: { hide: true } };
  // Neither compressed copies nor documents, which are filled in, have an address.
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => !/\.(html|br|gz)$/.test(name));
  for (const name of names.filter((each) => !each.startsWith('assets'))) {
    app.get(`/${name}`, options, (_, reply) =>
      name === 'offline.js' && !keepsOffline
        ? reply.header('Cache-Control', 'no-cache').type('text/javascript').send(dropOfflinePage)
        : reply.sendFile(name),
    );
  }
  const assets = new Set(names);
  app.get<{ Params: { '*': string } }>('/assets/*', options, async ({ params }, reply) => {
    const name = `assets/${params['*']}`;
    return assets.has(name) ? reply.sendFile(name) : reply.callNotFound();
  });
}

/** Null where the site has not been built. Each is compressed for its first reader: it takes 60 ms, which a start can do without. */
function readDocuments(folder: string, addresses: SiteAddresses) {
  function read(name: string) {
    const html = fillIn(readFileSync(`${folder}/${name}`, 'utf8'), addresses);
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) =>
      createHash('sha256').update(code).digest('base64'),
    );
    let file: Promise<EncodedFile> | undefined;
    return async () => {
      file ??= encodeFile('text/html; charset=utf-8', Buffer.from(html));
      return { ...(await file), scripts };
    };
  }
  if (!existsSync(`${folder}/index.html`)) return null;
  return { app: read('index.html'), landing: read('landing.html') };
}
