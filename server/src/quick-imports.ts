// Node reads the `exports` of a package again for each import of one of its modules. Those of drizzle-orm are 170 KB:
// reading them hundreds of times took half the CPU time of a start. So its imports are resolved here. For
// processes that run from the sources; it must be loaded before anything that imports drizzle-orm.
import { registerHooks, type ResolveFnOutput } from 'node:module';

const entries = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    // Among themselves its modules import files by their paths.
    if (/^\.\.?\/.*\.js$/.test(specifier) && parentURL.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context);
    const entry = entries.get(specifier) ?? nextResolve(specifier, context);
    entries.set(specifier, entry);
    return { ...entry, shortCircuit: true };
  },
});
