import { storageKeys } from '../src/api/browser-storage.ts';
import { firstPageEvent, prefetchAfterMs } from '../src/ui/layout/prefetch.ts';
import type { PageCode } from './page-code.ts';

/** A page and the files that it needs, as names below the site's root. */
export interface BootPage {
  shape: PageCode['shape'];
  files: readonly string[];
}

/** How long the code of a form waits for the first paint, in ms. */
const paintWithinMs = 500;

/** By the start of the address. */
export type BootPages = Readonly<Record<string, BootPage>>;

/**
 * Runs before the first paint, after the theme's script. Chooses the skeleton's shape and loads the code of the page and the
 * app: otherwise each chunk would be found only when the one before it had come. A visitor's form is painted first, since
 * its skeleton has the words already; then the libraries run in a task of their own, so that a phone can answer in
 * between. The landing page, which is no part of the app, learns whether somebody is signed in, and lets the browser fetch the next
 * page's code when it has been at rest for a second. Served without compilation: it uses the JavaScript of the oldest
 * browser that knows modules.
 */
export function pageBootScript(entry: readonly string[], byStart: BootPages): string {
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
      // As vite names them, or the browser would fetch them twice.
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
    // The list names the app before its imports.
    entry.reduceRight(function (before, index) {
      return before.then(function () {
        return import('/' + names[index]);
      });
    }, Promise.resolve());
  }
  if (path !== '/') {
    // Without a login the app goes on to the login page.
    if (isOut && (page[0] === 'app' || page[0] === 'board')) page = pages['/login'];
    document.documentElement.dataset.shape = page[0];
    document.addEventListener('${firstPageEvent}', function () {
      ask(pages['/dashboard'][1], false);
    });
    if (!isOut) return begin();
    try {
      new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    } catch (error) {}
    // A page in the background is not painted, and some browsers do not tell.
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
