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

interface Use {
  name: string;
  /** Sets of modules of which each must reach the module, by one of its own. */
  roots: string[][];
  /** What one of these reaches is no part of it. */
  without?: string[];
  /** 2 where nothing is said: what one file needs stays in it. */
  minShareCount?: number;
}

const late = ['screens/meeting/late-code.ts', 'features/timer/TimerPanel.tsx'];
const boardStyle = {
  name: 'board',
  roots: [['screens/meeting/MeetingPage.tsx', ...late]],
  minShareCount: 1,
};
const dialogs = ['ui/overlays/ConfirmDialog.tsx', 'ui/overlays/Drawer.tsx'];
const firstSteps = ['screens/dashboard/FirstSteps.tsx', 'screens/dashboard/OwnName.tsx'];

/** What several files need, by the pages that need it: a module belongs to the first use whose roots all reach it. */
const uses: readonly Use[] = [
  { name: 'core', roots: [['main.tsx']], minShareCount: 1 },
  { name: 'layout', roots: [['screens/layouts/ProtectedLayout.tsx']] },
  {
    name: 'pages',
    roots: [
      [...lists(), ...firstSteps],
      ['screens/meeting/MeetingPage.tsx', ...late],
    ],
    without: dialogs,
  },
  { name: 'board', roots: [['screens/meeting/MeetingPage.tsx']] },
  { name: 'dialogs', roots: [dialogs] },
  { name: 'lists', roots: [lists()] },
  { name: 'late', roots: [late] },
  { name: 'forms', roots: [firstSteps] },
];

function lists(): string[] {
  const dashboard = ['screens/dashboard/Dashboard.tsx', 'screens/dashboard/OpenActions.tsx'];
  return [...dashboard, 'screens/meetings/Meetings.tsx'];
}

function byUse({ name, roots, without = [], minShareCount = 2 }: Use, rank: number): ChunkGroup {
  const reached = roots.map(() => new Set<string>());
  const excluded = new Set<string>();
  return {
    name: (id, graph) => {
      [...roots, without].forEach((files, index) => {
        const found = reached[index] ?? excluded;
        if (found.size > 0) return;
        for (const file of files) reach(sourceId(file), found, graph);
      });
      return reached.every((found) => found.has(id)) && !excluded.has(id) ? name : null;
    },
    debugName: name,
    priority: 2 - (rank + 1) / 10,
    minShareCount,
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

/** Otherwise each of the board's files has a style sheet of its own, of a KB or two. */
const styleOfBoard: ChunkGroup = { ...byUse(boardStyle, 0), test: /\.css$/, priority: 3 };

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
    styleOfBoard,
    ...uses.map(byUse),
    // For the profile and the administrator alone: among the parts, every board would load it.
    { name: 'devices', test: /features[\\/]auth[\\/]device-name\.ts$/, priority: 1.2 },
    { name: 'parts', priority: 1, minShareCount: 2 },
  ];
}
