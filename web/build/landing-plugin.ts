import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type Plugin, type ViteDevServer } from 'vite';

import type { Home } from '../src/screens/home/Home.tsx';

export const landingDocument = '/landing.html';

/** Renders the landing page's components into landing.html, readable before any script runs. */
export function landingPlugin(): Plugin {
  return {
    name: 'wentwell-landing',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/') request.url = landingDocument;
        next();
      });
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path, server }) {
        if (path !== landingDocument) return html;
        const drawn = server ? await draw(server) : await drawApart();
        return html.replace('<!-- landing page -->', () => drawn);
      },
    },
  };
}

async function draw(server: ViteDevServer): Promise<string> {
  const loaded = await server.ssrLoadModule('/src/screens/home/Home.tsx');
  return renderToStaticMarkup(createElement(loaded['Home'] as typeof Home));
}

/** A build has no server that loads components in Node. */
async function drawApart(): Promise<string> {
  const server = await createServer({
    configFile: false,
    root: new URL('..', import.meta.url).pathname,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await draw(server);
  } finally {
    await server.close();
  }
}
