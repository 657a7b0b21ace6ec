import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

// Fonts and images are already compressed.
const compressible = /\.(css|js|json|svg|txt)$/;

/**
 * Writes `x.br` and `x.gz` for each text file of the build at maximum compression. The server sends them and compresses
 * nothing per request. Files that would not shrink are skipped.
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'wentwell-precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    // After the files of `public/` were copied.
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue;
        const file = path.join(entry.parentPath, entry.name);
        const content = readFileSync(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
        };
        const compressed = [
          { ending: 'br', bytes: brotliCompressSync(content, { params }) },
          { ending: 'gz', bytes: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }) },
        ];
        for (const { ending, bytes } of compressed) {
          if (bytes.length < content.length) writeFileSync(`${file}.${ending}`, bytes);
        }
      }
    },
  };
}
