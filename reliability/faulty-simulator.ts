// Loads the simulator with a mutant, repeatedly in one process. Reloads only modules that depend on the mutated one.
import { registerHooks } from 'node:module';

import { type Mutant, textWith } from './mutant.ts';
import { mutants } from './mutants.ts';

/** Maps each of our modules to the modules that import it. */
const importers = new Map<string, Set<string>>();
/** Modules to reload for the current mutant. */
let affected = new Set<string>();
let current: Mutant | null = null;

function addressOf(file: string): string {
  return new URL(`../${file}`, import.meta.url).href;
}

/** The module and all its direct and indirect importers. */
function affectedBy(url: string): Set<string> {
  const found = new Set([url]);
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer);
  return found;
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*$/, '');
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const url = withoutQuery(resolved.url);
    if (!url.startsWith('file:') || url.includes('/node_modules/')) return resolved;
    if (context.parentURL !== undefined) {
      const known = importers.get(url) ?? new Set();
      importers.set(url, known.add(withoutQuery(context.parentURL)));
    }
    if (current === null || !affected.has(url)) return resolved;
    return { ...resolved, url: `${url}?mutant=${mutants.indexOf(current)}` };
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (current === null || withoutQuery(url) !== addressOf(current.file)) return loaded;
    const { source = '' } = loaded;
    const text =
      typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
    return { ...loaded, source: textWith(current, text) };
  },
});

/** Not reentrant: load one mutant at a time. */
export async function loadSimulator(mutant: Mutant | null) {
  const simulator = await import('./simulator/simulator.ts');
  if (mutant === null) return simulator;
  affected = affectedBy(addressOf(mutant.file));
  current = mutant;
  try {
    const faulty = await import('./simulator/simulator.ts');
    if (faulty === simulator) throw new Error(`The simulator does not load ${mutant.file}.`);
    return faulty;
  } finally {
    current = null;
  }
}
