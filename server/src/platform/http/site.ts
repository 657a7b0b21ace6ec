// The built site: its files with long caching, and its one page for every address that is a screen of it.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Api } from './api.ts';
import { sendProblem } from './problems.ts';

export interface SiteAddresses {
  /** Where people reach the site. */
  publicUrl: string;
  /** Another origin that answers the API for the site served here; none where this one does. */
  apiOrigin?: string | null;
}

// The site's own addresses; any other shows its 404 page, with the status that says so.
const screens =
  /^\/(login|register|verification-pending|verify|resend-verification|reset-password|version|dashboard|team-members|meetings|profile|invitations\/[^/]+|meetings\/[^/]+)?\/?$/;
const notTheSite = /^\/(api|dev|health|assets)(\/|$)/;

/** Where a browser is sent from an address that cannot be decoded: the site shows its 404 page there. */
export const unreadablePage = '/page-not-found';

/** Whether somebody follows a link to a page of the site. */
export function asksForPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const accepts = (request.headers.accept ?? '').includes('text/html');
  return isRead && accepts && !notTheSite.test(request.url.split('?')[0] ?? '/');
}

/** A screen's address is answered to whoever reads it; any other with the page only to a browser. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return screens.test(path) || (request.headers.accept ?? '').includes('text/html');
}

/** What only a running site knows of itself; both are origins, which need no escaping. */
function fillIn(html: string, { publicUrl, apiOrigin }: SiteAddresses): string {
  return html
    .replaceAll(/(<meta property="og:(?:image|url)" content=")\//g, `$1${publicUrl}/`)
    .replace(
      '<meta name="api-origin" content=""',
      `<meta name="api-origin" content="${apiOrigin ?? ''}"`,
    );
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The page as it is sent, compressed once at the start. */
function encodePage(html: string): Record<Encoding, Buffer> {
  const bytes = Buffer.from(html);
  return { br: brotliCompressSync(bytes), gzip: gzipSync(bytes), identity: bytes };
}

/** Brotli before gzip, unless the client refuses it by `q=0`. */
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Serves the built site, and answers every path that no route has. */
export async function serveSite(app: Api, folder: string, addresses: SiteAddresses): Promise<void> {
  const file = `${folder}/index.html`;
  const html = existsSync(file) ? fillIn(readFileSync(file, 'utf8'), addresses) : null;
  if (html !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // The build leaves compressed copies beside its files, which have no address of their own.
      preCompressed: true,
      globIgnore: ['index.html', '**/*.br', '**/*.gz'],
      setHeaders(reply, file) {
        const lasting = file.includes('/assets/');
        reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const bodies = html === null ? null : encodePage(html);
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (bodies === null || !wantsPage(request, path) || notTheSite.test(path)) {
      return sendProblem(reply, 'NOT_FOUND');
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply
      .status(screens.test(path) ? 200 : 404)
      .header('Cache-Control', 'no-cache')
      .header('Vary', [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
      .type('text/html; charset=utf-8')
      .send(bodies[encoding]);
  };
  app.setNotFoundHandler(page);
}
