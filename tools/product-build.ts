// Builds the site and the server where their sources changed, both at once. One process looks at both: it takes half the time
// of two.
import { buildServerIfStale } from './server-build.ts';
import { buildSiteIfStale } from './site.ts';

/** Answers whether there are both of the present sources. */
export async function buildProductIfStale(): Promise<boolean> {
  const builds = await Promise.all([buildSiteIfStale(), buildServerIfStale()]);
  return builds.every(Boolean);
}

if (import.meta.main && !(await buildProductIfStale())) process.exitCode = 1;
