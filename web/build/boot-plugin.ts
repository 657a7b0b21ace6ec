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

const devScript = '/boot.js';
/** Vite's tags for the scripts of the entry, which the boot script loads. */
const entryTags = /\s*<script type="module" crossorigin src="[^"]+"><\/script>/g;

/** Puts into the page what a visitor sees before the app has come: the theme, the frame, and a skeleton of the page. */
export function bootPlugin(): Plugin {
  let built: string | null = null;
  return {
    name: 'wentwell-boot',
    enforce: 'pre',
    configureServer(server) {
      const script = bootScript([], () => []);
      server.middlewares.use(devScript, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
      });
    },
    generateBundle(_options, bundle) {
      const entry = filesOf(['main.tsx'], bundle);
      built = bootScript([...entry], ({ modules }) =>
        [...filesOf(modules, bundle)].filter((file) => !entry.has(file)),
      );
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) => ({
        html: (built === null || path === landingDocument ? html : html.replace(entryTags, ''))
          .replace('<!-- description -->', descriptionHtml)
          .replace('<!-- skeleton -->', skeletonHtml),
        tags: [
          {
            tag: 'meta',
            attrs: { name: 'theme-color', content: canvasOf(path) },
            injectTo: 'head-prepend',
          },
          // Blocking on purpose: it must have chosen the theme before anything is painted. In the document itself, since
          // everything else waits for it (the server names its hash in the content security policy).
          built === null
            ? { tag: 'script', attrs: { src: devScript }, injectTo: 'head-prepend' }
            : { tag: 'script', children: built, injectTo: 'head-prepend' },
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
