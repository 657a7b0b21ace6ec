// Caches the resolution of drizzle-orm. Node parses a package's `exports` for every import. Those of drizzle-orm are
// 170 KB, and parsing them took half the CPU time of a start. For processes that run from the sources. Load this file
// before any import of drizzle-orm.
import { registerHooks, type ResolveFnOutput } from 'node:module';

const entries = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    // Its own modules import each other by relative path.
    if (/^\.\.?\/.*\.js$/.test(specifier) && parentURL.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context);
    const entry = entries.get(specifier) ?? nextResolve(specifier, context);
    entries.set(specifier, entry);
    return { ...entry, shortCircuit: true };
  },
});
