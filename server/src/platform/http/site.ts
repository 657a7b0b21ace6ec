// Serves the built site: files with long caching, and two HTML documents, the landing page and the app.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';

import fastifyStatic from '@fastify/static';
import { type RegistrationRule, whoMayRegister } from '@wentwell/contract/accounts/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Api } from './calls.ts';
import { type EncodedFile, encodeFile, sendEncoded } from './encoded-file.ts';
import { sendProblem } from './problems.ts';

export interface SiteAddresses {
  publicUrl: string;
  /** Another origin that serves the API for this site, if any. */
  apiOrigin: string | null;
  /** Whether users sign in with passwords. */
  passwordLogin: boolean;
  registration: RegistrationRule;
  /** Whether visitors see the landing page. */
  landing: boolean;
  /** Whether browsers cache the site for offline use. */
  offlinePage: boolean;
}

// Paths of the site. Others get its 404 page with status 404.
const screens =
  /^\/(login|login\/callback|register|verification-pending|verify|resend-verification|reset-password|version|dashboard|team-members|meetings|actions|team-health|search|profile|watch|guest|try|admin(\/[^/]+)?|setup\/check|invitations\/[^/]+|meetings\/[^/]+(\/(anonymity|catch-up|keep))?)?\/?$/;
const notTheSite = /^\/(api|dev|health|assets)(\/|$)/;

/** Target for URLs that cannot be decoded: the site shows its 404 page. */
export const unreadablePage = '/page-not-found';

/** Whether the request is a browser navigation to the site. */
export function isPageRequest(request: FastifyRequest): boolean {
  const accepts = (request.headers.accept ?? '').includes('text/html');
  return request.method === 'GET' && accepts && !notTheSite.test(request.url.split('?')[0] ?? '/');
}

/** Known paths always get a page; others only if the client accepts HTML. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET') return false;
  return screens.test(path) || (request.headers.accept ?? '').includes('text/html');
}

/** Inserts runtime settings: origins, domains and fixed texts, which need no escaping. */
function fillIn(
  html: string,
  { publicUrl, apiOrigin, passwordLogin, registration }: SiteAddresses,
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
    .replace(/(<p data-who-may-register="[^>]*>)(?=<)/, `$1${whoMayRegister(registration) ?? ''}`);
}

/** Serves the built site and handles all paths without a route. */
export async function serveSite(app: Api, folder: string, addresses: SiteAddresses): Promise<void> {
  const documents = readDocuments(folder, addresses);
  if (documents) await serveFiles(app, folder, addresses.offlinePage);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (!documents || !wantsPage(request, path) || notTheSite.test(path)) {
      return sendProblem(reply, 'NOT_FOUND');
    }
    if (path === '/' && !addresses.landing) {
      return reply.header('Cache-Control', 'no-cache').redirect('/login');
    }
    const page = await (path === '/' ? documents.landing() : documents.app());
    allowScripts(reply, page.scripts);
    return sendEncoded(request, reply.status(screens.test(path) ? 200 : 404), page);
  });
}

/** The policy only allows the build's inline scripts, by hash. */
function allowScripts(reply: FastifyReply, hashes: readonly string[]): void {
  const name = 'Content-Security-Policy';
  const policy = String(reply.raw.getHeader(name));
  const allowed = ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ');
  reply.header(name, policy.replace("script-src 'self'", allowed));
}

/** Replaces an installed service worker. Deletes its caches and unregisters itself. */
const dropOfflinePage = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(drop()));
async function drop() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** Serves the build's files. The many assets share one route, because a route per file slowed startup by 60 ms. */
async function serveFiles(app: Api, folder: string, keepsOffline: boolean): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    // The build stores compressed copies beside the files. They have no URLs of their own.
    preCompressed: true,
    setHeaders(reply, file) {
      const isImmutable = file.includes('/assets/');
      reply.header(
        'Cache-Control',
        isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const options = { schema: { hide: true } };
  // Excludes compressed copies and the HTML documents, which are templates.
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

/** Null if the site has not been built. Compresses each document on first request, which saves 60 ms at startup. */
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
