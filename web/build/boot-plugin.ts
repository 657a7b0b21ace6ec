import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

import { landingThemes } from '../src/ui/themes/landing-themes.ts';
import { themes } from '../src/ui/themes/registry.ts';
import { themeBootScript } from '../src/ui/themes/theme-css.ts';
import { defaultThemeId } from '../src/ui/themes/theme-list.ts';
import { pageBootScript } from './boot-script.ts';
import { landingDocument } from './landing-plugin.ts';
import { filesOf, type PageCode, pageCode } from './page-code.ts';
import { skeletonHtml } from './skeleton.ts';

/**
 * The description of the site that search engines and previews of links show. The server makes the addresses absolute.
 */
const descriptionHtml = `<meta
      name="description"
      content="Wentwell runs meetings and live sprint retrospectives on a shared board of notes."
    />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Wentwell" />
    <meta property="og:title" content="Wentwell · Sprint retrospectives that lead somewhere" />
    <meta
      property="og:description"
      content="Write together, reveal together, and leave with actions that somebody owns. Free for small teams."
    />
    <meta property="og:url" content="/" />
    <meta property="og:image" content="/social.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="A retrospective board in Wentwell" />
    <meta name="twitter:card" content="summary_large_image" />`;

/** Puts into the page what a visitor sees before the app has come: the theme, the frame, and a skeleton of the page. */
export function bootPlugin(): Plugin {
  let scriptPath = '/boot.js';
  return {
    name: 'wentwell-boot',
    enforce: 'pre',
    configureServer(server) {
      const script = bootScript([], () => []);
      server.middlewares.use(scriptPath, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
      });
    },
    generateBundle(_options, bundle) {
      // The page itself names its entry and what that imports.
      const entry = filesOf(['main.tsx'], bundle);
      const script = bootScript([...entry], ({ modules }) =>
        [...filesOf(modules, bundle)].filter((file) => !entry.has(file)),
      );
      const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
      scriptPath = `/assets/boot-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: scriptPath.slice(1), source: script });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) => ({
        html: html
          .replace('<!-- description -->', descriptionHtml)
          .replace('<!-- skeleton -->', skeletonHtml),
        tags: [
          {
            tag: 'meta',
            attrs: { name: 'theme-color', content: canvasOf(path) },
            injectTo: 'head-prepend',
          },
          // Classic and blocking on purpose: it must have chosen the theme before anything is painted.
          { tag: 'script', attrs: { src: scriptPath }, injectTo: 'head-prepend' },
        ],
      }),
    },
  };
}

/** The canvas colour of the theme that a document has where scripts are off. */
function canvasOf(document: string): string | undefined {
  const id = document === landingDocument ? landingThemes.light : defaultThemeId;
  return themes.find((theme) => theme.id === id)?.tokens.background.primary;
}

function bootScript(
  entry: readonly string[],
  findFiles: (page: PageCode) => readonly string[],
): string {
  const pages = Object.fromEntries(
    Object.entries(pageCode).map(([start, page]) => [
      start,
      { shape: page.shape, files: findFiles(page) },
    ]),
  );
  return themeBootScript(themes, defaultThemeId) + pageBootScript(entry, pages);
}
