// The modules that share a file. Left alone, the build makes a file of each module that two pages share: the dashboard would
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
  /** Other ways to belong to it, for what `withoutOr` does not reach. */
  orRoots?: string[][][];
  withoutOr?: string[];
  /** 2 where nothing is said: what one file needs stays in it. */
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
      'screens/meeting/TopicVotes.tsx',
    ],
  ],
  minShareCount: 1,
};
const forgotPassword = 'features/auth/ForgotPasswordDialog.tsx';
const dialogs = ['ui/overlays/ConfirmDialog.tsx', 'ui/overlays/Drawer.tsx'];
const entry = [
  'screens/layouts/CardLayout.tsx',
  'screens/login/Login.tsx',
  'screens/register/Register.tsx',
];
const signedInLayout = 'screens/layouts/ProtectedLayout.tsx';
const badges = 'features/badges/Badges.tsx';
const firstSteps = ['screens/dashboard/FirstSteps.tsx', 'screens/dashboard/OwnName.tsx'];

const core: Use = {
  name: 'core',
  roots: [['main.tsx']],
  // Modules that forms share with lists and boards: a form needs no file of those, nor does the dialog of the login.
  orRoots: [
    [entry, [signedInLayout, ...lists(), 'screens/meeting/MeetingPage.tsx', ...late]],
    [[forgotPassword], ['screens/meeting/MeetingPage.tsx']],
  ],
  minShareCount: 1,
};

/**
 * Modules that several files need, by the pages that need them: a module belongs to the first use whose roots all reach
 * it.
 */
const uses: readonly Use[] = [
  core,
  {
    name: 'layout',
    roots: [[signedInLayout]],
    // Lists and the board share these: a file of their own would be a request of most visits.
    orRoots: [
      [
        [...lists(), ...firstSteps, badges],
        ['screens/meeting/MeetingPage.tsx', ...late],
      ],
    ],
    withoutOr: dialogs,
    minShareCount: 1,
  },
  { name: 'forms', roots: [entry] },
  { name: 'board', roots: [['screens/meeting/MeetingPage.tsx']] },
  { name: 'dialogs', roots: [dialogs] },
  { name: 'lists', roots: [lists()] },
  { name: 'late', roots: [late] },
  { name: 'forms', roots: [firstSteps] },
];

// Reached through the library's one file, and needed by lists alone.
const ofLists = /[\\/](queriesObserver|useQueries)\.js$/;

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
      if (ofLists.test(id) && name !== 'lists') return null;
      const isOther = others.some((isOf) => isOf(id, graph)) && !isExcluded(id, graph);
      return isOther || isOfUse(id, graph) ? name : null;
    },
    debugName: name,
    priority: 2 - (rank + 1) / 10,
    minShareCount,
  };
}

/** Whether each of these sets of modules reaches a module, by one of its own. */
function reachedByAll(roots: string[][]): (id: string, graph: ModuleGraph) => boolean {
  const reached = roots.map(() => new Set<string>());
  return (id, graph) => {
    roots.forEach((files, index) => {
      const found = reached[index];
      if (!found || found.size > 0) return;
      for (const file of files) reach(sourceId(file), found, graph);
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

/** Otherwise each of the board's files has a style sheet of its own, of a KB or two. */
const stylesOfBoard: readonly ChunkGroup[] = [boardStyle, topicStyle].map((use, rank) => ({
  ...byUse(use, 0),
  test: /\.css$/,
  priority: 3 - rank / 10,
}));

const ofCore = byUse(core, 0);

/** The schemas of the core run in a task of their own: a phone answers a touch between the two. */
const schemasOfCore: ChunkGroup = {
  name: (id, graph) => (ofCore.name(id, graph) === null ? null : 'schemas'),
  debugName: 'schemas',
  test: /contract[\\/]src|node_modules[\\/]zod[\\/]/,
  priority: 3,
  minShareCount: 1,
};

/** React changes seldom: in a file of their own a release of ours leaves them in the browser’s cache. */
export function chunkGroups(): ChunkGroup[] {
  return [
    // Both documents link it.
    { name: 'styles', test: /src[\\/]styles\.css$/, priority: 4 },
    {
      name: 'libraries',
      test: /esm:react|node_modules[\\/](react|react-dom|scheduler)[\\/]/,
      priority: 3,
    },
    ...stylesOfBoard,
    schemasOfCore,
    ...uses.map(byUse),
    // For the profile and the administrator alone: among the parts, every board would load it.
    { name: 'devices', test: /features[\\/]auth[\\/]device-name\.ts$/, priority: 1.2 },
    // For teams that have badges. Among the parts, their dashboard would load the board.
    {
      name: 'badges',
      test: /features[\\/]badges[\\/]Badges\.tsx$|contract[\\/]src[\\/]badges\.ts$/,
      priority: 1.2,
    },
    // Among the parts, a login would load all that those need.
    { name: 'forgot-password', test: /ForgotPasswordDialog\.tsx$/, priority: 1.2 },
    { name: 'parts', priority: 1, minShareCount: 2 },
  ];
}
