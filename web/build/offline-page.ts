import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

import { offlineScript } from './offline-script.ts';
import { filesOf } from './page-code.ts';

const isOfApp = /\.(js|css|woff2)$/;

/** Emits the service worker, which shows the app when the site is away, with the names of all that it keeps. */
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
