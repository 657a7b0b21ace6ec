import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

import { themes } from '../src/ui/themes/registry.ts';
import { themeBootScript } from '../src/ui/themes/theme-css.ts';
import { defaultThemeId } from '../src/ui/themes/theme-list.ts';
import { pageBootScript } from './boot-script.ts';
import { filesOf, landingCode, type PageCode, pageCode } from './page-code.ts';
import { skeletonHtml } from './skeleton.ts';

/** Puts into the page what a visitor sees before the app has come: the theme, the frame, and a skeleton of the page. */
export function bootPlugin(): Plugin {
  const canvas = themes.find((theme) => theme.id === defaultThemeId)?.tokens.background.primary;
  let scriptPath = '/boot.js';
  return {
    name: 'wentwell-boot',
    enforce: 'pre',
    configureServer(server) {
      const script = bootScript(() => []);
      server.middlewares.use(scriptPath, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
      });
    },
    generateBundle(_options, bundle) {
      // The page itself names its entry and what that imports.
      const entry = filesOf(['main.tsx'], bundle);
      const script = bootScript(({ modules }) =>
        [...filesOf(modules, bundle)].filter((file) => !entry.has(file)),
      );
      const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
      scriptPath = `/assets/boot-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: scriptPath.slice(1), source: script });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html.replace('<!-- skeleton -->', skeletonHtml),
        tags: [
          {
            tag: 'meta',
            attrs: { name: 'theme-color', content: canvas },
            injectTo: 'head-prepend',
          },
          // Classic and blocking on purpose: it must have chosen the theme before anything is painted.
          { tag: 'script', attrs: { src: scriptPath }, injectTo: 'head-prepend' },
        ],
      }),
    },
  };
}

function bootScript(findFiles: (page: PageCode) => readonly string[]): string {
  const withFiles = (page: PageCode) => ({ shape: page.shape, files: findFiles(page) });
  const others = Object.fromEntries(
    Object.entries(pageCode).map(([start, page]) => [start, withFiles(page)]),
  );
  const theme = themeBootScript(themes, defaultThemeId);
  return theme + pageBootScript({ landing: withFiles(landingCode), others });
}
