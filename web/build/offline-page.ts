import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

import { filesOf } from './page-code.ts';

/**
 * The service worker. It caches one version of the app's files and document, and serves them only if the site is down:
 * documents come from the network first, and API requests bypass it. A new version waits until the old version's pages,
 * which may still need its files, are closed.
 */
function offlineScript(shell: {
  version: string;
  files: readonly string[];
  /** The entry file of this version's document. */
  entry: string;
}): string {
  return `var name = 'app-${shell.version}';
var entry = ${JSON.stringify(shell.entry)};
var files = ${JSON.stringify(shell.files.map((file) => `/${file}`))};
// All screens share one document.
var page = '/dashboard';
var types = { js: /javascript/, css: /css/, woff2: /font|octet/ };
var patienceMs = 8000;

self.addEventListener('install', function (event) {
  event.waitUntil(keepAll());
});
self.addEventListener('activate', function (event) {
  event.waitUntil(Promise.all([dropOthers(), self.registration.navigationPreload?.enable()]));
});
self.addEventListener('fetch', function (event) {
  var url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (files.includes(url.pathname)) event.respondWith(openFile(event.request));
  else if (event.request.mode === 'navigate' && !/^\\/((api|dev|health)(\\/|$)|[^/]*\\.|$)/.test(url.pathname)) {
    event.respondWith(openPage(event));
  }
});

async function keepAll() {
  var cache = await caches.open(name);
  await Promise.all(files.map((path) => keep(cache, path)));
  var document = await fetch(page, { cache: 'no-cache', credentials: 'omit' });
  // An older node may send another version.
  if (!document.ok || document.redirected || !(await document.clone().text()).includes(entry)) {
    throw new Error('The document is of another version.');
  }
  await cache.put(page, document);
}

// A captive portal may answer with its own page.
async function keep(cache, path) {
  var answer = await fetch(path, { credentials: 'omit' });
  var type = types[path.slice(path.lastIndexOf('.') + 1)];
  if (!answer.ok || answer.redirected || !type.test(answer.headers.get('content-type'))) {
    throw new Error(path + ' is not what it should be.');
  }
  await cache.put(path, answer);
}

async function dropOthers() {
  var names = await caches.keys();
  await Promise.all(names.filter((each) => each !== name).map((each) => caches.delete(each)));
}

async function kept(path) {
  return (await caches.open(name)).match(path);
}

async function openFile(request) {
  return (await kept(new URL(request.url).pathname)) ?? fetch(request);
}

async function openPage(event) {
  var tooLate = new Promise((_, reject) => setTimeout(reject, patienceMs));
  try {
    var answer = await Promise.race([fromNetwork(event), tooLate]);
    var isAway = answer.status === 502 || answer.status === 503 || answer.status === 504;
    return isAway ? ((await kept(page)) ?? answer) : answer;
  } catch (error) {
    return (await kept(page)) ?? fromNetwork(event);
  }
}

async function fromNetwork(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}
`;
}

const isOfApp = /\.(js|css|woff2)$/;

export function offlinePage(): Plugin {
  return {
    name: 'wentwell-offline-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && isOfApp.test(name))
          .toSorted();
        const [entry] = filesOf(['main.tsx'], bundle);
        if (!entry) throw new Error('The build has no entry.');
        const version = createHash('sha256').update(files.join()).digest('base64url').slice(0, 8);
        this.emitFile({
          type: 'asset',
          fileName: 'offline.js',
          source: offlineScript({ version, files, entry }),
        });
      },
    },
  };
}
