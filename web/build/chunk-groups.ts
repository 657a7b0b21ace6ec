// Groups modules into files. By default the build makes a file of each module shared by two pages: the dashboard would take 86
// requests, and HTTP/1.1 sends six at a time.

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  name: string | ((id: string, graph: ModuleGraph) => string | null);
  test?: RegExp;
  /** Names the group in build reports if `name` is a function. */
  debugName?: string;
  priority: number;
  minShareCount?: number;
}

interface Use {
  name: string;
  /** Sets of modules. At least one module of each set must reach the module. */
  roots: string[][];
  /** Alternative sets, for modules that `withoutOr` does not reach. */
  orRoots?: string[][][];
  withoutOr?: string[];
  /** 2 by default: a module needed by one file stays in it. */
  minShareCount?: number;
}

const late = ['screens/meeting/late-code.ts'];
const boardStyle = {
  name: 'board',
  roots: [['screens/meeting/MeetingPage.tsx', ...late]],
  minShareCount: 1,
};
const topicStyle = {
  name: 'topics',
  roots: [
    [
      'screens/meeting/discussion-code.ts',
      'screens/meeting/ClosingArea.tsx',
      'features/votes/TopicVotes.tsx',
    ],
  ],
  minShareCount: 1,
};
const forgotPassword = 'features/auth/ForgotPasswordDialog.tsx';
const dialogs = ['ui/overlays/ConfirmDialog.tsx', 'ui/overlays/Drawer.tsx'];
const login = ['screens/layouts/CardLayout.tsx', 'screens/login/Login.tsx'];
const register = ['screens/register/Register.tsx'];
const signedInLayout = 'screens/layouts/ProtectedLayout.tsx';
const badges = 'features/badges/Badges.tsx';
const firstSteps = ['screens/dashboard/FirstSteps.tsx', 'screens/dashboard/OwnName.tsx'];

const core: Use = {
  name: 'core',
  roots: [['main.tsx']],
  // Shared by forms, lists and boards: a form, like the login's dialog, needs no file of lists or boards.
  orRoots: [
    [
      [...login, ...register],
      [signedInLayout, ...lists(), 'screens/meeting/MeetingPage.tsx', ...late],
    ],
    [[forgotPassword], ['screens/meeting/MeetingPage.tsx']],
  ],
  minShareCount: 1,
};

/** Modules shared by several files, by the pages that need them. A module belongs to the first use whose roots all reach it. */
const uses: readonly Use[] = [
  core,
  {
    name: 'layout',
    roots: [[signedInLayout]],
    // Shared by lists and the board: an own file would be a request of most visits.
    orRoots: [
      [
        [...lists(), ...firstSteps, badges],
        ['screens/meeting/MeetingPage.tsx', ...late],
      ],
    ],
    withoutOr: dialogs,
    minShareCount: 1,
  },
  { name: 'forms', roots: [login] },
  { name: 'passwords', roots: [register] },
  { name: 'board', roots: [['screens/meeting/MeetingPage.tsx']] },
  { name: 'dialogs', roots: [dialogs] },
  { name: 'lists', roots: [lists()] },
  { name: 'late', roots: [late] },
  { name: 'forms', roots: [firstSteps] },
];

// Reached through the library's single file, but needed by the search only.
const ofSearch = /[\\/](queriesObserver|useQueries)\.js$/;

function lists(): string[] {
  const dashboard = ['screens/dashboard/Dashboard.tsx', 'screens/dashboard/rest-of-dashboard.ts'];
  return [...dashboard, 'screens/meetings/Meetings.tsx'];
}

function byUse({ name, roots, orRoots, withoutOr = [], minShareCount = 2 }: Use, rank: number) {
  const isOfUse = reachedByAll(roots);
  const others = orRoots?.map(reachedByAll) ?? [];
  const isExcluded = reachedByAll([withoutOr]);
  return {
    name: (id: string, graph: ModuleGraph) => {
      if (ofSearch.test(id)) return null;
      const isOther = others.some((isOf) => isOf(id, graph)) && !isExcluded(id, graph);
      return isOther || isOfUse(id, graph) ? name : null;
    },
    debugName: name,
    priority: 2 - (rank + 1) / 10,
    minShareCount,
  };
}

/** Whether at least one module of each set reaches a module. */
function reachedByAll(roots: string[][]): (id: string, graph: ModuleGraph) => boolean {
  const reached = roots.map(() => new Set<string>());
  return (id, graph) => {
    roots.forEach((files, index) => {
      const found = reached[index];
      if (!found || found.size > 0) return;
      for (const file of files) {
        if (!graph.getModuleInfo(sourceId(file))) throw new Error(`No module of the site: ${file}`);
        reach(sourceId(file), found, graph);
      }
    });
    return reached.every((found) => found.has(id));
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

/** Otherwise each file of the board has its own style sheet of a KB or two. */
const stylesOfBoard: readonly ChunkGroup[] = [boardStyle, topicStyle].map((use, rank) => ({
  ...byUse(use, 0),
  test: /\.css$/,
  priority: 3 - rank / 10,
}));

const ofCore = byUse(core, 0);

/** The core's schemas run in their own task, so that a phone can respond between the two. */
const schemasOfCore: ChunkGroup = {
  name: (id, graph) => (ofCore.name(id, graph) === null ? null : 'schemas'),
  debugName: 'schemas',
  test: /contract[\\/]src|node_modules[\\/]zod[\\/]/,
  priority: 3,
  minShareCount: 1,
};

/** React changes rarely: in its own file it stays in the browser's cache after our releases. */
export function chunkGroups(): ChunkGroup[] {
  return [
    // Linked by both documents.
    { name: 'styles', test: /src[\\/]styles\.css$/, priority: 4 },
    {
      name: 'libraries',
      test: /esm:react|node_modules[\\/](react|react-dom|scheduler)[\\/]/,
      priority: 3,
    },
    ...stylesOfBoard,
    schemasOfCore,
    ...uses.map(byUse),
    // Only for profile and administration: as a part it would load with every board.
    { name: 'devices', test: /features[\\/]auth[\\/]device-name\.ts$/, priority: 1.2 },
    // For teams with badges: as a part it would load the board with the dashboard.
    {
      name: 'badges',
      test: /features[\\/]badges[\\/]Badges\.tsx$|contract[\\/]src[\\/]health[\\/]badges\.ts$/,
      priority: 1.2,
    },
    // As a part it would load the dependencies of all parts with the login.
    { name: 'forgot-password', test: /ForgotPasswordDialog\.tsx$/, priority: 1.2 },
    { name: 'parts', priority: 1, minShareCount: 2 },
  ];
}
