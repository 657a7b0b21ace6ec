// Which modules share a file. Left alone, the build makes a file of each module that two pages share: the dashboard would
// be 86 requests, and HTTP/1.1 sends six at a time.

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  name: string | ((id: string, graph: ModuleGraph) => string | null);
  test?: RegExp;
  /** Names the group in the build's reports where `name` is a function. */
  debugName?: string;
  priority: number;
  minShareCount?: number;
}

/** What more than one page needs, by who does. A module belongs to the first group whose roots reach it. */
const uses = [
  { name: 'core', roots: ['main.tsx', 'app/App.tsx'] },
  { name: 'board', roots: ['screens/meeting/MeetingPage.tsx'] },
  { name: 'layout', roots: ['screens/layouts/ProtectedLayout.tsx'] },
];

function byUse({ name, roots }: { name: string; roots: string[] }, rank: number): ChunkGroup {
  const reached = new Set<string>();
  return {
    name: (id, graph) => {
      if (reached.size === 0) for (const root of roots) reach(sourceId(root), reached, graph);
      return reached.has(id) ? name : null;
    },
    debugName: name,
    priority: 2 - (rank + 1) / 10,
    minShareCount: 2,
  };
}

function sourceId(file: string): string {
  return new URL(`../src/${file}`, import.meta.url).pathname;
}

function reach(id: string, reached: Set<string>, graph: ModuleGraph): void {
  if (reached.has(id)) return;
  reached.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reach(next, reached, graph);
}

/** React and the router change seldom: in files of their own a release of ours leaves them in the browser's cache. */
export function chunkGroups(): ChunkGroup[] {
  return [
    // Both documents link it.
    { name: 'styles', test: /src[\\/]styles\.css$/, priority: 4 },
    { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
    {
      name: 'router',
      test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/,
      priority: 2,
    },
    ...uses.map(byUse),
    { name: 'parts', priority: 1, minShareCount: 2 },
  ];
}
