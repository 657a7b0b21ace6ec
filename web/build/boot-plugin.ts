import type { Plugin } from 'vite';

import { storageKeys } from '#web/browser-storage';
import { loginWords } from '#web/screens/login/login-words';
import { dateAndTime } from '#web/ui/formats';
import { firstPageEvent, prefetchAfterMs } from '#web/ui/layout/prefetch';
import { logo, wordmark } from '#web/ui/layout/wordmark-paths';

import { landingThemes } from '../src/ui/themes/landing-themes.ts';
import { themes } from '../src/ui/themes/registry.ts';
import { themeBootScript } from '../src/ui/themes/theme-css.ts';
import { defaultThemeId } from '../src/ui/themes/theme-list.ts';
import { landingDocument } from './landing-plugin.ts';
import { filesOf, type PageCode, pageCode } from './page-code.ts';

/** A page and the files it needs, named below the site's root. */
interface BootPage {
  shape: PageCode['shape'];
  files: readonly string[];
}

/** How long a form's code waits for the first paint, in ms. */
const paintWithinMs = 500;

/** By prefix of the path. */
type BootPages = Readonly<Record<string, BootPage>>;

/**
 * Runs before the first paint, after the theme's script. Chooses the skeleton and loads the code of the page and the app:
 * otherwise each chunk would be found only after the previous one. A visitor's form is painted first, because its skeleton
 * already has the texts. The libraries then run in their own task, so that a phone can respond in between. The landing page,
 * which is not part of the app, learns whether a user is signed in, and prefetches the next page's code after a second of
 * rest. Served without compilation, so it uses the JavaScript of the oldest browser with modules.
 */
function pageBootScript(entry: readonly string[], byStart: BootPages): string {
  const names = [...new Set([...entry, ...Object.values(byStart).flatMap(({ files }) => files)])];
  const indexesOf = (files: readonly string[]) => files.map((file) => names.indexOf(file));
  const short = ({ shape, files }: BootPage) => [shape, indexesOf(files)];
  const pages = Object.fromEntries(
    Object.entries(byStart).map(([start, page]) => [start, short(page)]),
  );
  return `(function () {
  var names = ${JSON.stringify(names)};
  var entry = ${JSON.stringify(indexesOf(entry))};
  var pages = ${JSON.stringify(pages)};
  var path = location.pathname;
  var start = '/';
  for (var each in pages) {
    if (path.indexOf(each) === 0 && each.length > start.length) start = each;
  }
  var page = pages[start];
  var isOut = true;
  try {
    isOut = localStorage.getItem('${storageKeys.token}') === null;
  } catch (error) {}
  function ask(indexes, isNow) {
    indexes.forEach(function (index) {
      var link = document.createElement('link');
      var isStyle = /css$/.test(names[index]);
      link.rel = !isNow ? 'prefetch' : isStyle ? 'preload' : 'modulepreload';
      if (isNow && isStyle) link.as = 'style';
      // As Vite's tags, or the browser would fetch the files twice.
      link.crossOrigin = '';
      link.href = '/' + names[index];
      document.head.appendChild(link);
    });
  }
  var hasBegun = false;
  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    ask(entry.concat(page[1]), true);
    // The list has the app before its imports.
    entry.reduceRight(function (before, index) {
      return before.then(function () {
        return import('/' + names[index]);
      });
    }, Promise.resolve());
  }
  if (path !== '/') {
    // Without a login the app redirects to the login page.
    if (isOut && (page[0] === 'app' || page[0] === 'board')) page = pages['/login'];
    document.documentElement.dataset.shape = page[0];
    document.addEventListener('${firstPageEvent}', function () {
      ask(pages['/dashboard'][1], false);
    });
    if (!isOut) {
      // The first date format is slow (src/ui/formats.ts). Create it while the scripts load.
      setTimeout(function () {
        new Intl.DateTimeFormat(undefined, ${JSON.stringify(dateAndTime)}).format(0);
      });
      return begin();
    }
    try {
      new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    } catch (error) {}
    // A background page is not painted, and some browsers do not report it.
    setTimeout(begin, ${paintWithinMs});
    return;
  }
  if (!isOut) document.documentElement.dataset.signedIn = '';
  if (navigator.connection && navigator.connection.saveData) return;
  addEventListener('load', function () {
    setTimeout(function () {
      ask(entry.concat(pages[isOut ? '/login' : '/dashboard'][1]), false);
    }, ${prefetchAfterMs});
  });
})();
`;
}

/**
 * Shown until the app has rendered a page: its frame and the outline of its content. Heights and insets equal those of the
 * layouts in src/screens, so that nothing jumps. The boot script chooses the outline by path, and src/main.tsx removes the
 * skeleton.
 */
function skeletonHtml(): string {
  const shapes = [
    shape('app', appBar('h-14 px-2 sm:px-5') + appContent),
    shape('board', boardContent),
    shape('card', cardContent()),
    shape('login', cardContent(loginWords)),
    shape(
      'open',
      `<div class="border-b border-line"><div class="flex h-14 items-center px-5">${brand(28)}</div></div>`,
    ),
  ];
  return `<div id="skeleton" aria-busy="true" class="fixed inset-0 overflow-clip bg-canvas">
    <p role="status" class="sr-only">Loading</p>
    ${shapes.join('\n    ')}
  </div>
  <noscript><p class="fixed inset-x-0 top-1/2 px-4 text-center text-base text-ink">Wentwell needs JavaScript. Please switch it on and reload the page.</p></noscript>`;
}

function shape(name: string, content: string): string {
  return `<div data-shape="${name}" aria-hidden="true" class="h-full flex-col">${content}</div>`;
}

function mark(height: number): string {
  return `<svg width="${height}" height="${height}" viewBox="${logo.viewBox}" fill="none" class="shrink-0"><path d="${logo.note}" fill="var(--primary)"/><path d="${logo.corner}" fill="var(--on-primary)" opacity="0.42"/><path d="${logo.letter}" stroke="var(--on-primary)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

/** Below 1024 px the top bar has no room for the product's name. */
function brand(height: number, lettersClass = ''): string {
  const letters = wordmark.letters.map((letter) => `<path d="${letter}"/>`).join('');
  return `<span class="inline-flex shrink-0 items-center text-ink" style="gap:${height * wordmark.gap}px">${mark(height)}<svg class="${lettersClass}" height="${height * wordmark.scale}" viewBox="${wordmark.viewBox}" fill="none" stroke="currentColor" stroke-width="${wordmark.strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${letters}</svg></span>`;
}

function line(classes: string): string {
  return `<span class="block max-w-full animate-shimmer rounded-sm bg-line ${classes}"></span>`;
}

function box(classes: string, content = ''): string {
  return `<div class="rounded-lg border border-line bg-surface ${classes}">${content}</div>`;
}

/** Content appears after the delay of all placeholders; the frame immediately. */
function late(classes: string, content: string): string {
  return `<div class="transition-opacity delay-150 starting:opacity-0 ${classes}">${content}</div>`;
}

function appBar(sizes: string): string {
  const end = `<span class="ml-auto flex items-center gap-3">${line('h-11 w-28')}${line('size-9 rounded-full')}</span>`;
  return `<div class="shrink-0 border-b border-line"><div class="flex items-center gap-2 sm:gap-4 ${sizes}"><span class="size-11 sm:hidden"></span>${brand(28, 'max-lg:hidden')}${end}</div></div>`;
}

const appContent = late(
  'mx-auto grid w-full max-w-292 gap-8 px-4 py-6 sm:px-6 sm:py-8',
  `<div class="grid gap-2">${line('h-8 w-48')}${line('h-4 w-72')}</div>
    <div class="grid gap-3 sm:grid-cols-3 sm:gap-4">${box('h-20 sm:h-24').repeat(3)}</div>${box('h-65')}`,
);

const boardColumn = `<div class="flex flex-1 flex-col not-first:max-md:hidden"><div class="flex h-11 shrink-0 items-center border-b border-line">${line('h-5 w-32')}</div><div class="flex flex-1 flex-col gap-3 pt-3">${'<span class="h-24 shrink-0 rounded-md bg-surface"></span>'.repeat(3)}</div><span class="h-13 shrink-0 rounded-md bg-surface"></span></div>`;

// Icons count as the first paint, unlike placeholders.
const arrow =
  '<svg width="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="text-soft"><path d="M19 12H5l7-7m-7 7 7 7"/></svg>';

const boardContent = `<div class="flex h-14 shrink-0 items-center border-b border-line tight:h-12" style="gap:22px;padding:13px"><span class="tight:hidden" style="margin-left:4px">${mark(26)}</span>${arrow}${line('h-6 w-48')}</div>
  ${late('flex min-h-0 flex-1 gap-6 px-4 pt-11 pb-3 lg:px-8 lg:pb-6', boardColumn.repeat(3))}`;

const sheets = `<div class="mb-4 flex">${['success', 'warning', 'accent']
  .map(
    (tone, at) =>
      `<span data-tone="${tone}" class="paper entry-sheet -mr-4 size-13" style="rotate:${at * 9 - 9}deg"></span>`,
  )
  .join('')}</div>`;

/** Known texts are painted in their final place, before the form's fields. */
function cardContent(words?: { title: string; lead: string }): string {
  const fields = late('grid gap-6', line('h-11').repeat(3));
  const content = words
    ? `<div class="grid gap-2">${sheets}<p class="text-xl font-bold">${words.title}</p><p class="text-base text-soft">${words.lead}</p></div>${fields}`
    : line('h-8 w-40') + line('h-11').repeat(3);
  const form = `<div class="grid gap-6">${content}</div>`;
  return `<div class="flex h-14 shrink-0 items-center border-b border-line px-5">${brand(28)}</div>
  <div class="mx-auto w-full max-w-110 px-5 py-12 sm:pt-[15dvh]">${words ? form : late('', form)}</div>`;
}

/** The site's description for search engines and link previews. The server makes its URLs absolute. */
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
/** Vite's tags of the entry's scripts, which the boot script loads instead. */
const entryTags = /\s*<script type="module" crossorigin src="[^"]+"><\/script>/g;

/** Adds what a visitor sees before the app has loaded: the theme, the frame, and a skeleton of the page. */
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
          // Blocking on purpose: it must set the theme before the first paint. Inline, because everything else waits for it
          // (the server puts its hash into the content security policy).
          built === null
            ? { tag: 'script', attrs: { src: devScript }, injectTo: 'head-prepend' }
            : { tag: 'script', children: built, injectTo: 'head-prepend' },
        ],
      }),
    },
  };
}

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
  const script = themeBootScript(themes, defaultThemeId) + pageBootScript(entry, pages);
  // Each page carries it: without indentation and comments.
  return script.replaceAll(/^ *(?:\/\/.*\n)?/gm, '');
}
