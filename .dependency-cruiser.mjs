// The arrows of ARCHITECTURE.md. One pattern for all features; every comment says what to do instead.
import { readdirSync } from 'node:fs';

const TEST = '[.](test|suite)[.]tsx?$';
const FEATURE = '^server/src/features/([^/]+)/';
const FEATURE_TABLE = '^server/src/features/.+[.]table[.]ts$';
const ACCESS = '^server/src/features/(meetings/(?:free-meetings|meeting)|teams/team)-access[.]ts$';
const MEETING_HOOK = '^server/src/features/meetings/meeting-hook[.]ts$';

/** @param {string} name @param {string} comment @param {{ from: object, to: object }} arrow */
function forbid(name, comment, arrow) {
  return { name, comment, severity: /** @type {const} */ ('error'), ...arrow };
}

const allFeatures = readdirSync(new URL('server/src/features/', import.meta.url));

// Features in layers: each may import the tables of the layers listed before its own.
const placed = [
  ['users', 'version'],
  ['teams'],
  ['invitations'],
  ['auth'],
  ['templates'],
  ['meetings'],
  ['spectators', 'check-in', 'ready'],
  ['guests'],
  ['notes'],
  ['groups'],
  ['votes', 'comments', 'reactions'],
  ['discussion', 'carry-over', 'imports'],
  ['actions'],
  ['former-members', 'report', 'suggestions', 'team-health', 'search', 'anonymity', 'catch-up'],
  ['ai'],
  ['board', 'personal-data', 'claims'],
  ['admin', 'setup'],
];

// Features without a place of their own stand beside reactions: they know the tables of notes and groups.
const unplaced = allFeatures.filter((feature) => !placed.flat().includes(feature));
const featureOrder = placed.map((features) =>
  features.includes('reactions') ? [...features, ...unplaced] : features,
);
if (!featureOrder.flat().includes('hands')) throw new Error('no line for features without a place');

function featuresPointDown() {
  return featureOrder.slice(0, -1).map((features, index) => {
    const above = featureOrder.slice(index + 1).flat();
    return forbid(
      `${features.join('-and-')}-know-nothing-above`,
      'Of two features one rests on the other, never both: take what it needs as an argument in app.ts or board-features.ts.',
      {
        from: { path: `^server/src/features/(${features.join('|')})/`, pathNot: TEST },
        to: { path: `^server/src/features/(${above.join('|')})/` },
      },
    );
  });
}

const everywhere = [
  forbid(
    'no-cycles',
    'Two files that need each other hide a third: move what both need below them (types too).',
    { from: {}, to: { circular: true } },
  ),
  forbid(
    'resolves',
    'The import leads nowhere: mend the path, the `exports` or `imports` of package.json, or add the package.',
    { from: {}, to: { couldNotResolve: true } },
  ),
  forbid(
    'no-test-code-in-what-ships',
    'What ships knows no tests and no samples: move what it needs into the code it belongs to.',
    {
      from: {
        path: '^(contract|server|web)/src/',
        pathNot: [TEST, '/testing/'],
      },
      to: { path: [TEST, '^server/test/', '^(contract|server|web)/src/.*testing/'] },
    },
  ),
  forbid(
    'tools-stand-apart',
    'Nothing imports tools, bench, e2e or reliability: move the shared piece to the side that owns it.',
    {
      from: { path: '^(contract|server|web)/' },
      to: { path: '^(tools|bench|e2e|reliability)/' },
    },
  ),
  forbid(
    'reliability-stands-alone',
    'The proofs are for nobody to build on, and build on nothing but what they prove.',
    { from: { path: '^(tools|bench|e2e)/' }, to: { path: '^reliability/' } },
  ),
  forbid(
    'reliability-proves-the-channel',
    'The simulator runs the server and the client core with the commands of features, never pictures or other tools.',
    {
      from: { path: '^reliability/' },
      to: {
        path: '^(tools|bench|e2e|web)/',
        pathNot: [
          '^web/src/(live|api|board)/',
          '^web/src/features/[^/]+/[^/]+[.](queries|live)[.]ts$',
          '^web/src/features/[^/]+/[^/]+-commands[.]ts$',
        ],
      },
    },
  ),
  forbid(
    'from-outside-by-the-door',
    'Tests and tools from outside know the contract and server/test, never the inside of a side.',
    { from: { path: '^(e2e|bench|tools)/' }, to: { path: '^(server|web)/src/' } },
  ),
];

const contract = [
  forbid(
    'contract-only-zod',
    'The contract is what both sides agree on: it imports zod and itself, nothing else.',
    {
      from: { path: '^contract/src/', pathNot: TEST },
      to: { pathNot: ['^contract/src/', '^node_modules/zod/'] },
    },
  ),
  forbid(
    'server-not-web',
    'The sides meet in the contract only: put what the server needs from the web there.',
    { from: { path: '^server/' }, to: { path: '^web/' } },
  ),
  forbid(
    'web-not-server',
    'The sides meet in the contract only: put what the web needs from the server there.',
    { from: { path: '^web/' }, to: { path: '^server/' } },
  ),
];

const server = [
  forbid(
    'platform-knows-nothing-above',
    'platform knows no feature and no frame: take what it needs as an argument or a callback.',
    {
      from: { path: '^server/src/platform/', pathNot: TEST },
      to: {
        path: '^server/src/(live|features|seed)/|^server/src/(account-features|admin-features|app|board-features|demo|main|run-product|socket-admission)[.]ts$',
      },
    },
  ),
  forbid(
    'live-knows-no-feature',
    'live knows frames: it learns of events from the contract, and features push to it.',
    {
      from: { path: '^server/src/live/', pathNot: TEST },
      to: {
        path: '^server/src/(features|seed)/|^server/src/(account-features|admin-features|app|board-features|demo|main|run-product|socket-admission)[.]ts$',
      },
    },
  ),
  forbid(
    'board-knows-only-tables',
    'The store knows the tables of features and who may see a meeting: a feature calls it with a command.',
    {
      from: { path: '^server/src/board/', pathNot: TEST },
      to: { path: '^server/src/(features|seed)/', pathNot: [ACCESS, FEATURE_TABLE] },
    },
  ),
  forbid(
    'features-below-app',
    'A feature is put together by app.ts: take what it needs as an argument.',
    {
      from: { path: '^server/src/features/', pathNot: TEST },
      to: {
        path: '^server/src/seed/|^server/src/(account-features|admin-features|app|board-features|demo|main|run-product|socket-admission)[.]ts$',
      },
    },
  ),
  forbid(
    'config-is-a-leaf',
    'config.ts only turns the environment into settings: import it, let it import platform at most.',
    {
      from: { path: '^server/src/config[.]ts$' },
      to: {
        path: '^server/src/(live|features|seed)/|^server/src/(account-features|admin-features|app|board-features|demo|main|run-product|socket-admission)[.]ts$',
      },
    },
  ),
  forbid(
    'nobody-imports-main',
    'main.ts is the process: move what you need into app.ts or below.',
    { from: {}, to: { path: '^(server|web)/src/main[.]tsx?$' } },
  ),
  forbid(
    'server-features-apart',
    'A feature never imports another: put what two need into platform or live, or together in app.ts. ' +
      'Exceptions: meeting-access, free-meetings-access, meeting-hook, team-access, and tables for foreign keys and joins.',
    {
      from: { path: FEATURE },
      to: {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', ACCESS, MEETING_HOOK, FEATURE_TABLE],
      },
    },
  ),
  ...featuresPointDown(),
  forbid(
    'tables-by-features-and-board',
    'Only server/src/board and features touch the tables of features: ask the feature.',
    {
      from: { path: '^server/src/', pathNot: ['^server/src/(board|features)/', TEST] },
      to: { path: FEATURE_TABLE },
    },
  ),
  forbid(
    'live-tables-by-live',
    'The log of changes belongs to live: append through change-log.ts. A table may point to it.',
    {
      from: { path: '^server/src/', pathNot: ['^server/src/live/', '[.]table[.]ts$', TEST] },
      to: { path: '^server/src/live/.+[.]table[.]ts$' },
    },
  ),
  forbid(
    'platform-tables-by-platform',
    'This table belongs to platform: call the function beside it. A table may point to it.',
    {
      from: { path: '^server/src/', pathNot: ['^server/src/platform/', '[.]table[.]ts$', TEST] },
      to: { path: '^server/src/platform/.+[.]table[.]ts$' },
    },
  ),
  forbid(
    'sockets-by-gateway',
    'Only live/gateway.ts and its live/session-socket.ts hold a server socket: everything else sees a room, an interface. commands/doctor.ts is a client.',
    {
      from: {
        path: '^(server|web)/src/',
        pathNot: ['^server/src/(live/gateway|live/session-socket|commands/doctor)[.]ts$', TEST],
      },
      to: { path: '^node_modules/(@types/)?ws/' },
    },
  ),
];

const web = [
  forbid(
    'web-base-knows-nothing-above',
    'ui, api, board and live know no feature: take data and callbacks instead.',
    {
      from: { path: '^web/src/(ui|api|board|live)/' },
      to: { path: '^web/src/(features|screens|routes|app)/' },
    },
  ),
  forbid('ui-draws-only', 'ui draws what it is given: fetching and sockets belong to a feature.', {
    from: { path: '^web/src/ui/' },
    to: { path: '^web/src/(api|live)/' },
  }),
  forbid(
    'live-and-api-draw-nothing',
    'api and live have no pictures: hand the state up, a feature draws it.',
    { from: { path: '^web/src/(api|live)/' }, to: { path: '^web/src/ui/' } },
  ),
  forbid(
    'web-features-below-screens',
    'A screen puts features together: give the feature a slot or a callback.',
    { from: { path: '^web/src/features/' }, to: { path: '^web/src/(screens|routes|app)/' } },
  ),
  forbid(
    'web-features-apart',
    'A feature never imports another: the screen fills its slots, or what two need moves to ui, api, live or the contract.',
    {
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
  ),
  forbid(
    'screens-below-routes',
    'A screen knows no address and no provider: take them as props or from the router’s hooks.',
    { from: { path: '^web/src/screens/' }, to: { path: '^web/src/(routes|app)/' } },
  ),
  forbid(
    'routes-below-app',
    'Routes lead from an address to a screen, nothing else; app mounts them.',
    { from: { path: '^web/src/routes/' }, to: { path: '^web/src/app/' } },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...everywhere, ...contract, ...server, ...web],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]cache|migrations)/' },
    // Type-only imports are arrows too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
