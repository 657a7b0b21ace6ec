import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { precompress } from './build/precompress.ts';
import { themes } from './src/ui/themes/registry.ts';
import { themeBootScript, themesCss } from './src/ui/themes/theme-css.ts';
import { defaultThemeId } from './src/ui/themes/theme-list.ts';

const backend = 'http://127.0.0.1:3001';

/** Colours live in ui/themes only; this turns them into the style sheet and the script that runs before first paint. */
function themePlugin(): Plugin {
  const bootPath = '/theme-boot.js';
  const bootScript = themeBootScript(themes, defaultThemeId);
  const canvas = themes.find((theme) => theme.id === defaultThemeId)?.tokens.background.primary;
  return {
    name: 'wentwell-themes',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/src/styles.css')) return undefined;
      return { code: code.replace('@themes;', () => themesCss(themes)), map: null };
    },
    configureServer(server) {
      server.middlewares.use(bootPath, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(bootScript);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: bootPath.slice(1), source: bootScript });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'meta', attrs: { name: 'theme-color', content: canvas }, injectTo: 'head-prepend' },
        // Classic and blocking on purpose: it must have chosen the theme before anything is painted.
        { tag: 'script', attrs: { src: bootPath }, injectTo: 'head-prepend' },
      ],
    },
  };
}

function commitHash(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { stdio: 'pipe' })
      .toString()
      .trim();
  } catch {
    // Built from an archive, without a repository.
    return 'unknown';
  }
}

/** Leaves beside the site what it was built from; the server answers it at /version.json. */
function versionPlugin(): Plugin {
  const version = {
    version: process.env['npm_package_version'] ?? '0.1.0',
    buildDate: new Date().toISOString(),
    commitHash: commitHash(),
    buildId: randomUUID().slice(0, 8),
  };
  return {
    name: 'wentwell-version',
    // The page knows its own build too, for when the server does not answer.
    config: () => ({
      define: {
        'import.meta.env.VITE_VERSION': JSON.stringify(version.version),
        'import.meta.env.VITE_BUILD_DATE': JSON.stringify(version.buildDate),
        'import.meta.env.VITE_COMMIT_HASH': JSON.stringify(version.commitHash),
        'import.meta.env.VITE_BUILD_ID': JSON.stringify(version.buildId),
      },
    }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify(version) });
    },
  };
}

/** Grouped by how often they change, so that a release of ours does not empty the browser's cache. */
const chunkGroups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  {
    name: 'router',
    test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/,
    priority: 2,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [themePlugin(), versionPlugin(), react(), tailwindcss(), precompress()],
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
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
});
