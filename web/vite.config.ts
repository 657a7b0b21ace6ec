import { randomUUID } from 'node:crypto';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { bootPlugin } from './build/boot-plugin.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { esmReact } from './build/esm-react.ts';
import { landingPlugin } from './build/landing-plugin.ts';
import { leanQuery } from './build/lean-query.ts';
import { leanZod } from './build/lean-zod.ts';
import { lighterFonts } from './build/lighter-fonts.ts';
import { offlinePage } from './build/offline-page.ts';
import { precompress } from './build/precompress.ts';
import { singleIcons } from './build/single-icons.ts';
import { themes } from './src/ui/themes/registry.ts';
import { themesCss } from './src/ui/themes/theme-css.ts';

const backend = 'http://127.0.0.1:3001';

/** Colours live in ui/themes only; this turns them into the style sheet. */
function themePlugin(): Plugin {
  return {
    name: 'wentwell-themes',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/src/styles.css')) return undefined;
      return { code: code.replace('@themes;', () => themesCss(themes)), map: null };
    },
  };
}

/** Leaves beside the site what it was built from; the server answers it at /version.json. */
function versionPlugin(): Plugin {
  const version = {
    // Given by tools/site.ts.
    version: process.env['VITE_VERSION'] ?? 'development',
    buildDate: new Date().toISOString(),
    commitHash: process.env['VITE_COMMIT_HASH'] ?? 'unknown',
    buildId: randomUUID().slice(0, 8),
  };
  return {
    name: 'wentwell-version',
    // The page knows its own build too, for when the server does not answer.
    config: () => ({
      define: {
        'import.meta.env.VITE_BUILD_DATE': JSON.stringify(version.buildDate),
        'import.meta.env.VITE_BUILD_ID': JSON.stringify(version.buildId),
      },
    }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify(version) });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    themePlugin(),
    bootPlugin(),
    landingPlugin(),
    versionPlugin(),
    esmReact(),
    leanZod(),
    leanQuery(),
    singleIcons(),
    react(),
    tailwindcss(),
    lighterFonts(),
    offlinePage(),
    precompress(),
  ],
  // For React before 18; ours has it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: backend, ws: true },
      '/dev': backend,
      '/health': backend,
      '/version.json': backend,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Older browsers lack functions that the scripts call, such as URL.parse.
    cssTarget: ['chrome126', 'firefox126', 'safari18'],
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Scripts find their own imports.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      input: ['index.html', 'landing.html'].map((page) => `${import.meta.dirname}/${page}`),
      // Unused results of these calls are dropped: commands of the server stand beside records that pages show.
      treeshake: {
        manualPureFunctions: [
          'z',
          'defineCommand',
          'defineRecordType',
          'requiredText',
          'queryNumber',
          'wholeNumber',
          'memo',
        ],
      },
      // It would move modules of dialogs into files that every board needs.
      experimental: { chunkOptimization: false },
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
});
