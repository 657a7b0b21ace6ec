// The built site: its files with long caching, and its one page for every address that is a screen of it.
import { existsSync } from 'node:fs';

import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Api } from './api.ts';
import { sendProblem } from './problems.ts';

// The site's own addresses (spec 2); any other shows its 404 page, with the status that says so.
const screens =
  /^\/(login|register|verification-pending|verify|resend-verification|version|dashboard|team-members|meetings|profile|invitations\/[^/]+|meetings\/[^/]+)?\/?$/;
const notTheSite = /^\/(api|dev|health|assets)(\/|$)/;

/** A screen's address is answered to whoever reads it; any other with the page only to a browser. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return screens.test(path) || (request.headers.accept ?? '').includes('text/html');
}

/** Takes the folder of the built site; serves it, and answers what nothing else does. */
export async function serveSite(app: Api, folder: string): Promise<void> {
  const built = existsSync(`${folder}/index.html`);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders(reply, file) {
        const lasting = file.includes('/assets/');
        reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (!built || !wantsPage(request, path) || notTheSite.test(path)) {
      return sendProblem(reply, 'NOT_FOUND');
    }
    return reply
      .status(screens.test(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .sendFile('index.html');
  };
  app.setNotFoundHandler(page);
}
